/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What several components have in common: whether their values are one, and from where to where the
 * numbers go if not. */
#include "ui/properties/property_row_private.h"

#include <string.h>

enum { MAX_COMPARED = 1000, MAX_WATCHED = 100 };

void sn_property_from_watched(const SnProperty *property, const SnWatched *watch, SnValue *value)
{
    memset(value, 0, sizeof *value);
    value->type = property->type;
    switch (property->type) {
    case SN_TYPE_BOOL:
        value->boolean = watch->value[0] != 0;
        break;
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
        value->integer = (int32_t)watch->value[0];
        break;
    default:
        memcpy(value->number, watch->value, sizeof value->number);
    }
}

static void start_spread(SnSpread *spread, const SnValue *value)
{
    for (int i = 0; i < 6; i++)
        spread->low[i] = spread->high[i] = (double)NAN;
    sn_property_numbers_of(value, spread->low);
    memcpy(spread->high, spread->low, sizeof spread->high);
}

static void widen(SnSpread *spread, const SnValue *value)
{
    double number[6];
    const int n = sn_property_numbers_of(value, number);
    for (int i = 0; i < n; i++) {
        spread->low[i] = fmin(spread->low[i], number[i]);
        spread->high[i] = fmax(spread->high[i], number[i]);
    }
}

bool sn_property_spread_of_model(SnPropertyRow *row, const SnValue *primary)
{
    const SnModel *model = sn_session_model(row->session);
    bool differ = false;
    if (row->n > 1)
        start_spread(&row->spread, primary);
    for (int i = 0; i + 1 < MIN(row->n, MAX_COMPARED); i++) {
        const int at = sn_model_find_property(model, row->ids[i], row->property->name);
        const SnProperty *property = at < 0 ? NULL : sn_model_property(model, row->ids[i], at);
        if (!property)
            continue;
        SnValue other;
        sn_model_effective(model, row->ids[i], property, &other, NULL);
        if (!sn_value_equal(&other, primary)) {
            differ = true;
            widen(&row->spread, &other);
        }
        sn_value_clear(&other);
    }
    return differ;
}

/* Where the property stands among those of another class; -1 if it has none. */
static int row_in(SnPropertyRow *row, SnId id)
{
    return sn_model_find_property(sn_session_model(row->session), id, row->property->name);
}

bool sn_property_spread_of_present(SnPropertyRow *row)
{
    bool first = true, differ = false;
    SnValue primary = {0};
    for (int i = row->n - 1; i >= MAX(row->n - MAX_WATCHED, 0) && row->n > 1; i--) {
        const int at = row_in(row, row->ids[i]);
        const SnWatched *watched =
            at < 0 ? NULL : sn_session_watched(row->session, row->ids[i], at);
        SnValue value;
        if (!watched)
            continue;
        sn_property_from_watched(row->property, watched, &value);
        if (first) {
            start_spread(&row->spread, &value);
            primary = value;
            first = false;
        } else if (!sn_value_equal(&value, &primary)) {
            differ = true;
            widen(&row->spread, &value);
        }
    }
    if (differ && row->n > MAX_WATCHED) /* some of them make no range of all */
        for (int i = 0; i < 6; i++)
            row->spread.low[i] = row->spread.high[i] = (double)NAN;
    return differ;
}

/* What is read from the snapshot when the primary's value comes needs no call of its own. */
static void on_other(const SnWatched *value, gpointer data)
{
}

void sn_property_spread_watch(SnPropertyRow *row)
{
    row->others = g_array_new(FALSE, FALSE, sizeof(guint));
    for (int i = row->n - 2; i >= MAX(row->n - MAX_WATCHED, 0); i--) {
        const int at = row_in(row, row->ids[i]);
        if (at < 0)
            continue;
        const guint watch = sn_session_watch(row->session, row->ids[i], at, on_other, row);
        g_array_append_val(row->others, watch);
    }
}

void sn_property_spread_unwatch(SnPropertyRow *row)
{
    for (guint i = 0; row->others && i < row->others->len; i++)
        sn_session_unwatch(row->session, g_array_index(row->others, guint, i));
    g_clear_pointer(&row->others, g_array_unref);
}
