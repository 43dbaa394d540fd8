/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/field.h"

#include "render/color_map.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double least_share = 0.4; /* of the range that values must fill for it to stay */

bool sn_field_is_shown(const SnSceneItem *item)
{
    if (item->kind == SN_ITEM_PATH)
        return item->path_kind == SN_PATH_STRAND && item->style.visible && item->style.fem.field &&
               item->scalar >= 0;
    return (item->kind == SN_ITEM_FEM || item->kind == SN_ITEM_SKIN) && item->style.visible &&
           item->style.fem.field && item->scalar >= 0 && item->fem &&
           (item->kind == SN_ITEM_FEM || item->style.fem.embedded);
}

static const char *label_of(const SnSceneItem *item)
{
    return item->style.fem.field_label ? item->style.fem.field_label : "";
}

static bool is_same(const SnField *field, const SnSceneItem *item)
{
    const SnFemStyle *style = &item->style.fem;
    if (field->map != style->color_map || field->automatic != style->field_automatic ||
        strcmp(field->label, label_of(item)) != 0)
        return false;
    return field->automatic || (field->range[0] == (double)style->field_range[0] &&
                                field->range[1] == (double)style->field_range[1]);
}

int sn_fields_of(const SnFields *fields, const SnSceneItem *item)
{
    for (int i = 0; i < fields->n && sn_field_is_shown(item); i++)
        if (is_same(&fields->field[i], item))
            return i + 1;
    return 0;
}

const float *sn_strand_values(const SnSnapshot *snapshot, const SnSceneItem *item, int *n)
{
    const float *values = snapshot->scalars + item->scalar;
    const SnStrandField field = item->style.strand_field;
    *n = field == SN_STRAND_FIELD_ACTIVATION ? 1 : item->count;
    return values + (field == SN_STRAND_FIELD_ACTIVATION ? 2 * item->count
                     : field == SN_STRAND_FIELD_STRAIN   ? item->count
                                                         : 0);
}

static void include_values(SnField *field, const float *values, int n)
{
    float low = INFINITY, high = -INFINITY;
    for (int i = 0; i < n; i++) {
        const float v = values[i];
        if (v < low && v > -INFINITY)
            low = v;
        if (v > high && v < INFINITY)
            high = v;
    }
    field->found[0] = fmin(field->found[0], (double)low);
    field->found[1] = fmax(field->found[1], (double)high);
}

/* --- ranges --- */

/* The smallest round number that is not less. */
static double round_up(double least)
{
    static const double steps[] = {1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10};
    const double power = pow(10, floor(log10(least)));
    for (int i = 0; i < 10; i++)
        if (steps[i] * power >= least * (1 - 1e-7))
            return steps[i] * power;
    return 10 * power;
}

/* Near zero begins at zero: most fields have their meaning from there. */
static void reach_zero(double low, double high, double ends[2])
{
    ends[0] = low >= 0 && low < 0.5 * high ? 0 : low;
    ends[1] = high <= 0 && high > 0.5 * low ? 0 : high;
}

static bool suits(const double kept[2], double low, double high, bool diverging)
{
    if (!kept || !(kept[0] < kept[1]) || low < kept[0] || high > kept[1])
        return false;
    if (diverging)
        return fmax(fabs(low), fabs(high)) >= least_share * kept[1];
    double ends[2];
    reach_zero(low, high, ends);
    return ends[1] - ends[0] >= least_share * (kept[1] - kept[0]);
}

void sn_field_round(double low, double high, bool diverging, const double kept[2], double range[2])
{
    const double largest = fmax(fabs(low), fabs(high));
    if (!(low <= high) || largest < 1e-30) { /* nothing yet: any range does */
        const bool any = kept && kept[0] < kept[1];
        range[0] = any ? kept[0] : diverging ? -1 : 0;
        range[1] = any ? kept[1] : 1;
        return;
    }
    if (suits(kept, low, high, diverging)) {
        range[0] = kept[0], range[1] = kept[1];
        return;
    }
    if (diverging) {
        range[1] = 2 * round_up(largest / 2);
        range[0] = -range[1];
        return;
    }
    double ends[2];
    reach_zero(low, high, ends);
    const double begin = ends[0], end = ends[1];
    double step = round_up(fmax(end - begin, 1e-3 * largest) / 4);
    for (;; step = round_up(step * 1.01)) {
        range[0] = end == 0 && begin != 0 ? -4 * step : step * floor(begin / step + 1e-7);
        range[1] = range[0] + 4 * step;
        if (range[0] <= begin + 1e-7 * step && range[1] >= end - 1e-7 * step)
            return;
    }
}

/* What solving leaves over where nothing is [N, Pa or without a unit]. */
static const double least_shown = 1e-9;

static void remember(SnFieldMemory *memory, SnField *field)
{
    if (fmax(fabs(field->found[0]), fabs(field->found[1])) < least_shown)
        field->found[0] = field->found[1] = 0;
    const bool diverging = sn_color_map_diverges(field->map);
    int i = 0;
    while (i < memory->n && (memory->known[i].map != field->map ||
                             strcmp(memory->known[i].label, field->label) != 0))
        i++;
    const double *kept = i < memory->n ? memory->known[i].range : NULL;
    sn_field_round(field->found[0], field->found[1], diverging, kept, field->range);
    if (i == SN_MAX_FIELDS) /* many fields one after the other: the oldest goes */
        memmove(memory->known, memory->known + 1,
                (size_t)(--memory->n, --i) * sizeof memory->known[0]);
    if (i == memory->n)
        memory->n++;
    memory->known[i].label = field->label;
    memory->known[i].map = field->map;
    memcpy(memory->known[i].range, field->range, sizeof field->range);
}

void sn_fields_find(SnFields *fields, SnFieldMemory *memory, const SnSnapshot *snapshot)
{
    fields->n = 0;
    if (!snapshot || !snapshot->scene)
        return;
    for (int i = 0; i < snapshot->scene->n_items; i++) {
        const SnSceneItem *item = &snapshot->scene->items[i];
        if (!sn_field_is_shown(item))
            continue;
        int number = sn_fields_of(fields, item);
        if (number == 0) {
            if (fields->n == SN_MAX_FIELDS)
                continue;
            const SnFemStyle *style = &item->style.fem;
            SnField *field = &fields->field[fields->n];
            *field = (SnField){label_of(item),
                               style->field_unit ? style->field_unit : "",
                               style->color_map,
                               style->field_automatic,
                               {(double)style->field_range[0], (double)style->field_range[1]},
                               {INFINITY, -INFINITY}};
            number = ++fields->n;
        }
        int n = 0;
        const float *values = item->kind == SN_ITEM_PATH ? sn_strand_values(snapshot, item, &n)
                                                         : snapshot->scalars + item->scalar;
        include_values(&fields->field[number - 1], values, item->fem ? item->fem->n_nodes : n);
    }
    for (int i = 0; i < fields->n; i++)
        if (fields->field[i].automatic)
            remember(memory, &fields->field[i]);
}

/* --- numbers --- */

/* Whether a prefix before the unit scales by its first power: "Pa", "J/m3", not "m2", "kg", "". */
static bool takes_prefix(const char *unit)
{
    int n = 0;
    while (isalpha((unsigned char)unit[n]))
        n++;
    return n > 0 && strncmp(unit, "kg", 2) != 0 && (unit[n] == 0 || unit[n] == '/');
}

/* The unit as it is printed: "J/m3" with a raised digit. */
static void write_unit(const char *unit, char *text, size_t size)
{
    size_t used = 0;
    for (const char *c = unit; *c && used + 3 < size; c++) {
        const bool raised = c > unit && isalpha((unsigned char)c[-1]) && (*c == '2' || *c == '3');
        if (*c == '^')
            continue;
        if (raised || (c > unit && c[-1] == '^' && (*c == '2' || *c == '3'))) {
            text[used++] = (char)0xC2;
            text[used++] = *c == '2' ? (char)0xB2 : (char)0xB3;
        } else {
            text[used++] = *c;
        }
    }
    text[used] = 0;
}

static void write_title(const SnField *field, int power, SnTicks *ticks)
{
    static const char *const prefixes[] = {"p", "n", "\xC2\xB5", "m", "", "k", "M", "G", "T"};
    char unit[40];
    write_unit(field->unit, unit, sizeof unit);
    const bool prefixed = takes_prefix(field->unit);
    const char *prefix = prefixed ? prefixes[power / 3 + 4] : "";
    if (power != 0 && !prefixed)
        snprintf(ticks->title, sizeof ticks->title, "%s [10^%d%s%s]", field->label, power,
                 unit[0] ? " " : "", unit);
    else if (unit[0] && strcmp(unit, "1") != 0)
        snprintf(ticks->title, sizeof ticks->title, "%s [%s%s]", field->label, prefix, unit);
    else
        snprintf(ticks->title, sizeof ticks->title, "%s", field->label);
}

/* Power of ten that the numbers are divided by: 1 <= largest < 1000 in units with a prefix; other
 * numbers are left alone unless they are very large or small. */
static int find_power(const SnField *field)
{
    const double largest = fmax(fabs(field->range[0]), fabs(field->range[1]));
    if (!(largest > 0) || !isfinite(largest))
        return 0;
    const int decade = (int)floor(log10(largest) + 1e-9);
    if (!takes_prefix(field->unit))
        return decade >= 5 || decade < -3 ? 3 * (int)floor(decade / 3.0) : 0;
    const int power = 3 * (int)floor(decade / 3.0);
    return power < -12 ? -12 : power > 12 ? 12 : power;
}

static void place_ticks(const SnField *field, SnTicks *ticks)
{
    const double low = field->range[0], high = field->range[1], span = high - low;
    if (field->automatic || !(span > 0)) {
        ticks->n = 5;
        for (int i = 0; i < 5; i++)
            ticks->value[i] = low + span * i / 4;
        return;
    }
    const double power = pow(10, floor(log10(span / 4))), rough = span / 4 / power;
    const double step = power * (rough < 1.5 ? 1 : rough < 3.5 ? 2 : rough < 7.5 ? 5 : 10);
    ticks->n = 0;
    ticks->value[ticks->n++] = low;
    for (double i = ceil(low / step); i * step < high && ticks->n < SN_MAX_TICKS - 1; i++)
        if (i * step - low > 0.35 * step && high - i * step > 0.35 * step)
            ticks->value[ticks->n++] = i * step;
    ticks->value[ticks->n++] = high;
}

void sn_field_ticks(const SnField *field, SnTicks *ticks)
{
    memset(ticks, 0, sizeof *ticks);
    const int power = find_power(field);
    place_ticks(field, ticks);
    write_title(field, power, ticks);
    /* as many decimals as the finest tick needs, the same for all */
    const double scale = pow(10, -power);
    int decimals = 0;
    for (int i = 0; i < ticks->n; i++) {
        const double v = ticks->value[i] * scale;
        const double fine = 1e-4 * (field->range[1] - field->range[0]) * scale;
        for (double unit = 1; decimals < 6; decimals++) {
            unit = pow(10, decimals);
            if (fabs(v * unit - rint(v * unit)) <= fine * unit)
                break;
        }
    }
    for (int i = 0; i < ticks->n; i++) {
        const double v = ticks->value[i] * scale;
        char plain[32];
        snprintf(plain, sizeof plain, "%.*f", decimals, fabs(v));
        const bool negative = v < 0 && strspn(plain, "0.") != strlen(plain);
        snprintf(ticks->text[i], sizeof ticks->text[i], "%s%.12s", negative ? "\xE2\x88\x92" : "",
                 plain);
    }
}
