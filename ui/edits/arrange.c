/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/arrange.h"

#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"
#include "engine/model/edit/places.h"
#include "ui/edits/amounts.h"
#include "ui/edits/copy.h"
#include "ui/edits/edits.h"
#include "ui/edits/path_defaults.h"

#include <math.h>
#include <string.h>

static const SnId *ids_of(const GArray *ids)
{
    return (const SnId *)(const void *)ids->data;
}

static GArray *new_ids(void)
{
    return g_array_new(FALSE, FALSE, sizeof(SnId));
}

/* --- of the selection --- */

static bool is_listed(const SnComponent *component)
{
    return component && component->parent && component->parent->class == &SN_CLASS_LIST;
}

GArray *sn_edits_chosen(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    GArray *ids = new_ids();
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, selected[i]);
        if (selected[i].entry != 0 || !is_listed(component))
            continue;
        bool inside = false;
        for (const SnComponent *up = component->parent; up && !inside; up = up->parent)
            inside = up->parent && sn_session_is_selected(session, up->id);
        if (!inside)
            g_array_append_val(ids, selected[i]);
    }
    return ids;
}

GArray *sn_edits_placed(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    GArray *ids = new_ids();
    double place[3];
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, selected[i]);
        const bool movable = selected[i].entry == 0
                                 ? is_listed(component)
                                 : component && component->class == &SN_CLASS_STRAND;
        if (movable && sn_component_place(model, selected[i], place))
            g_array_append_val(ids, selected[i]);
    }
    return ids;
}

GArray *sn_edits_lines(SnSession *session)
{
    const SnModel *model = sn_session_model(session);
    GArray *ids = new_ids();
    int n = 0;
    const SnId *selected = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, selected[i]);
        if (selected[i].entry == 0 && is_listed(component) &&
            (component->class == &SN_CLASS_AXIAL_SPRING || component->class == &SN_CLASS_MUSCLE ||
             component->class == &SN_CLASS_LIGAMENT || component->class == &SN_CLASS_STRAND))
            g_array_append_val(ids, selected[i]);
    }
    return ids;
}

/* --- rows, circles, places --- */

/* The middle of what has a place [m]. */
static void middle_of(const SnModel *model, const GArray *ids, double middle[3])
{
    double place[3];
    int n = 0;
    memset(middle, 0, 3 * sizeof *middle);
    for (guint i = 0; i < ids->len; i++) {
        if (!sn_component_place(model, ids_of(ids)[i], place))
            continue;
        n++;
        for (int k = 0; k < 3; k++)
            middle[k] += (place[k] - middle[k]) / n;
    }
}

bool sn_edits_try_array(SnSession *session, const GArray *ids, const SnArrayWish *wish,
                        GArray *copies, GError **error)
{
    SnModel *model = sn_session_model(session);
    const int n = MAX(wish->count - 1, 0);
    g_autofree SnRigidMotion *motions = g_new(SnRigidMotion, (gsize)n + 1);
    if (wish->circle) {
        /* all around, the last one stands beside the first */
        const bool closed = fabs(fabs(wish->angle) - 2 * G_PI) < 1e-9;
        const double step = wish->angle / MAX(closed ? wish->count : n, 1);
        double axis[3] = {0, 0, 0}, middle[3];
        axis[wish->axis] = 1;
        middle_of(model, ids, middle);
        sn_circle_motions(wish->centre, axis, step, wish->turn ? NULL : middle, n, motions);
    } else {
        sn_line_motions(wish->step, n, motions);
    }
    return sn_edit_array(model, ids_of(ids), (int)ids->len, motions, n, wish->attached, copies,
                         error);
}

typedef double Place[3];

/* What has no shape is a box without size. */
static void find_box(const SnModel *model, SnId id, double low[3], double high[3])
{
    SnAmounts amounts;
    sn_component_place(model, id, low);
    memcpy(high, low, sizeof(Place));
    if (sn_amounts_of(model, &id, 1, &amounts)) {
        memcpy(low, amounts.low, sizeof(Place));
        memcpy(high, amounts.high, sizeof(Place));
    }
}

bool sn_edits_try_arrange(SnSession *session, const GArray *ids, const SnArrange axes[3],
                          bool boxes, GError **error)
{
    SnModel *model = sn_session_model(session);
    g_autofree Place *low = g_new(Place, ids->len);
    g_autofree Place *high = g_new(Place, ids->len);
    g_autofree Place *travels = g_new(Place, ids->len);
    for (guint i = 0; i < ids->len; i++) {
        if (boxes)
            find_box(model, ids_of(ids)[i], low[i], high[i]);
        else
            sn_component_place(model, ids_of(ids)[i], low[i]);
    }
    if (boxes)
        sn_arrange_boxes((const double(*)[3])low, (const double(*)[3])high, (int)ids->len, axes,
                         travels);
    else
        sn_arrange((const double(*)[3])low, (int)ids->len, axes, travels);
    return sn_edit_shift(model, ids_of(ids), (int)ids->len, (const double(*)[3])travels, error);
}

/* --- names --- */

char **sn_edits_new_names(SnSession *session, const GArray *ids, const SnRenaming *renaming,
                          GError **error)
{
    const SnModel *model = sn_session_model(session);
    char **names = g_new0(char *, ids->len + 1);
    for (guint i = 0; i < ids->len; i++) {
        const SnComponent *component = sn_model_get(model, ids_of(ids)[i]);
        names[i] = sn_renamed(renaming, component->name ? component->name : "", (int)i, error);
        if (!names[i]) {
            g_strfreev(names);
            return NULL;
        }
    }
    return names;
}

bool sn_edits_rename_many(SnSession *session, const GArray *ids, char **names, GError **error)
{
    SnModel *model = sn_session_model(session);
    g_autofree const char **wanted = g_new(const char *, ids->len);
    for (guint i = 0; i < ids->len; i++)
        wanted[i] = *names[i] != '\0' ? names[i] : NULL;
    if (!sn_edit_rename_many(model, ids_of(ids), wanted, (int)ids->len, error))
        return false;
    sn_edit_seal(model);
    return true;
}

/* --- converting --- */

GArray *sn_edits_gone_with(SnSession *session, const SnId *ids, int n)
{
    g_autoptr(GArray) listed = new_ids();
    for (int i = 0; i < n; i++)
        if (ids[i].entry == 0 && is_listed(sn_model_get(sn_session_model(session), ids[i])))
            g_array_append_val(listed, ids[i]);
    return sn_model_dependents(sn_session_model(session), ids_of(listed), (int)listed->len, true);
}

GPtrArray *sn_edits_labels(SnSession *session, const GArray *ids)
{
    GPtrArray *labels = g_ptr_array_new_with_free_func(g_free);
    for (guint i = 0; i < ids->len; i++)
        g_ptr_array_add(labels, sn_session_label(session, ids_of(ids)[i]));
    return labels;
}

char *sn_edits_gone_text(const SnModel *model, const GArray *dependents, const GPtrArray *labels)
{
    GString *text = g_string_new(NULL);
    int gone = 0;
    for (guint i = 0; i < dependents->len; i++) {
        if (sn_model_get(model, ids_of(dependents)[i]))
            continue;
        if (gone++ < 3)
            g_string_append_printf(text, "%s%s", gone > 1 ? ", " : "", (char *)labels->pdata[i]);
    }
    if (gone > 3)
        g_string_append_printf(text, " and %d more", gone - 3);
    return g_string_free(text, FALSE);
}

static void tell_converted(SnSession *session, const GArray *made, const GPtrArray *lost,
                           const char *gone)
{
    g_autofree char *count = sn_count_text(sn_session_model(session), ids_of(made), (int)made->len);
    GString *text = g_string_new(NULL);
    g_string_append_printf(text, "Made %s of %s.", count, made->len == 1 ? "it" : "them");
    for (guint i = 0; i < lost->len; i++) {
        g_autofree char *lower = g_utf8_strdown(lost->pdata[i], -1);
        g_string_append_printf(text, "%s%s", i == 0 ? " Lost: " : ", ", lower);
    }
    if (lost->len > 0)
        g_string_append_c(text, '.');
    if (*gone)
        g_string_append_printf(text, " Gone with it: %s.", gone);
    sn_session_report(
        session,
        &(SnBar){.severity = SN_NOTE, .text = text->str, .button = "Undo", .action = "win.undo"});
    g_string_free(text, TRUE);
}

bool sn_edits_convert(SnSession *session, const SnClass *class)
{
    SnModel *model = sn_session_model(session);
    g_autoptr(GArray) ids = sn_edits_lines(session);
    for (guint i = ids->len; i-- > 0;)
        if (sn_model_get(model, ids_of(ids)[i])->class == class)
            g_array_remove_index(ids, i);
    if (ids->len == 0) {
        sn_session_report(session,
                          &(SnBar){.severity = SN_NOTE, .text = "That is what it is already"});
        return false;
    }
    g_autoptr(GArray) made = new_ids();
    g_autoptr(GPtrArray) lost = g_ptr_array_new_with_free_func(g_free);
    g_autoptr(GArray) dependents = sn_edits_gone_with(session, ids_of(ids), (int)ids->len);
    g_autoptr(GPtrArray) labels = sn_edits_labels(session, dependents);
    GError *error = NULL;
    if (!sn_edit_convert(model, ids_of(ids), (int)ids->len, class, sn_path_fit, made, lost,
                         &error)) {
        g_autofree char *text = g_strdup(error->message);
        *text = g_ascii_toupper(*text);
        sn_session_fail(session, text);
        g_error_free(error);
        return false;
    }
    sn_edit_seal(model);
    sn_session_select(session, ids_of(made), (int)made->len, SN_SELECT_REPLACE);
    g_autofree char *gone = sn_edits_gone_text(model, dependents, labels);
    tell_converted(session, made, lost, gone);
    return true;
}
