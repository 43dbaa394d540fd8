/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/path_add.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/edit/edit.h"
#include "ui/edits/path_defaults.h"

#include <string.h>

/* Where the side begins in a name that ends in one, "_l" of "masseter_l"; else its end. */
static const char *find_side(const char *name)
{
    const char *last = strrchr(name, '_');
    g_autofree char *other = last && last > name ? sn_mirrored_name(last + 1) : NULL;
    return other ? last : name + strlen(name);
}

/* biceps_1; masseter_1_l: a side stays last, where mirroring finds it. */
static char *point_name(const char *path_name, const char *number)
{
    const char *side = find_side(path_name);
    return g_strdup_printf("%.*s_%s%s", (int)(side - path_name), path_name, number, side);
}

/* What stands in a name where point_name puts the number, without what made it unused; NULL: it is
 * not made so from that path's name. */
static char *number_in(const char *name, const char *path_name)
{
    static const char *const ends[] = {"origin_", "insertion_", ""};
    const char *side = find_side(path_name);
    const size_t stem = (size_t)(side - path_name);
    if (strncmp(name, path_name, stem) != 0 || name[stem] != '_')
        return NULL;
    const char *at = name + stem + 1;
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (!g_str_has_prefix(at, ends[i]))
            continue;
        const size_t end = strlen(ends[i]), digits = strspn(at + end, "0123456789");
        const char *after = at + end + digits;
        if (digits == 0)
            continue;
        const size_t twin = *after == '-' ? 1 + strspn(after + 1, "0123456789") : 0;
        const bool whole = strcmp(after, side) == 0 || strcmp(after + twin, side) == 0 ||
                           (g_str_has_prefix(after, side) && after[strlen(side)] == '-');
        return whole ? g_strndup(at, end + digits) : NULL;
    }
    return NULL;
}

static SnId add_marker(SnModel *model, const char *wanted, const SnPathPlace *place, GError **error)
{
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_MARKER);
    g_autofree char *name = sn_name_unused(list, wanted);
    SnMarker *marker = (SnMarker *)sn_component_new(&SN_CLASS_MARKER, name);
    marker->frame = place->carrier;
    sn_v3_copy(place->location, marker->location);
    return sn_edit_add(model, list->id, &marker->base.base, -1, error);
}

/* Ends the step and selects what it is about; false, and says why: it is taken back. */
static bool finish(SnSession *session, SnId id, GError *error)
{
    SnModel *model = sn_session_model(session);
    if (error) {
        sn_edit_abandon(model);
        sn_session_fail(session, error->message);
        g_error_free(error);
        return false;
    }
    sn_edit_end(model);
    sn_edit_seal(model);
    sn_session_select_one(session, id);
    return true;
}

SnId sn_edits_add_path(SnSession *session, const SnClass *class, const SnPathPlace *places, int n)
{
    SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, class);
    g_autofree char *name = sn_name_unused(list, class->name);
    g_autofree char *lower = g_utf8_strdown(class->label, -1);
    g_autofree char *label = g_strdup_printf("Add %s", lower);
    g_autofree SnId *points = g_new(SnId, (gsize)n);
    GError *error = NULL;
    SnId id = SN_ID_NULL;
    sn_edit_begin(model, label);
    for (int i = 0; i < n && !error; i++) { /* called after the path: biceps_1, biceps_2 ... */
        g_autofree char *wanted = g_strdup_printf("%s_%d", name, i + 1);
        points[i] = !sn_id_is_null(places[i].point) ? places[i].point
                                                    : add_marker(model, wanted, &places[i], &error);
    }
    if (!error) {
        SnPath *path = (SnPath *)sn_component_new(class, name);
        const SnProperty *row = sn_class_property(class, sn_class_find_property(class, "points"));
        sn_field_set(path, row, &(SnValue){.type = SN_TYPE_REFS, .refs = {n, points}});
        sn_path_fit(model, &path->base.base);
        id = sn_edit_add(model, list->id, &path->base.base, -1, &error);
    }
    return finish(session, id, error) ? id : SN_ID_NULL;
}

/* --- names --- */

static bool rename_points(SnModel *model, const SnIdList *points, const char *before,
                          const char *after, GError **error)
{
    for (int i = 0; i < points->n; i++) {
        const SnComponent *point = sn_model_get(model, points->ids[i]);
        if (!point || point->class != &SN_CLASS_MARKER || !point->name)
            continue;
        g_autofree char *number = number_in(point->name, before);
        g_autofree char *wanted = number ? point_name(after, number) : NULL;
        g_autofree char *name = wanted ? sn_name_unused(point->parent, wanted) : NULL;
        if (name && !sn_edit_rename(model, point->id, name, error))
            return false;
    }
    return true;
}

bool sn_path_rename(SnModel *model, SnId id, const char *name, GError **error)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!name || !component || !component->name ||
        !sn_class_is_a(component->class, &SN_CLASS_PATH) || strcmp(component->name, name) == 0)
        return sn_edit_rename(model, id, name, error);
    g_autofree char *before = g_strdup(component->name);
    const bool muscle = component->class == &SN_CLASS_MUSCLE;
    g_autofree char *lower = g_utf8_strdown(component->class->label, -1);
    g_autofree char *label = g_strdup_printf("Rename %s", lower);
    sn_edit_begin(model, label);
    const bool good =
        sn_edit_rename(model, id, name, error) &&
        rename_points(model, &((const SnPath *)component)->points, before, name, error) &&
        (!muscle ||
         (rename_points(model, &((const SnMuscle *)component)->origin, before, name, error) &&
          rename_points(model, &((const SnMuscle *)component)->insertion, before, name, error)));
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    return good;
}

/* --- broad ends --- */

/* The body, FEM model or point that an end of a path hangs on; null: the world, or it has none. */
static SnId end_carrier(const SnModel *model, const SnPath *path, bool last)
{
    const SnComponent *point =
        path->points.n > 0 ? sn_model_get(model, path->points.ids[last ? path->points.n - 1 : 0])
                           : NULL;
    SnId body = SN_ID_NULL;
    double position[3], orientation[4];
    if (point && sn_class_is_a(point->class, &SN_CLASS_MARKER) &&
        !sn_model_carrier(model, ((const SnMarker *)point)->frame, &body, position, orientation))
        body = SN_ID_NULL;
    return body;
}

bool sn_edits_broadens(SnSession *session, SnId muscle, SnBroadEnd end, SnId body)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *component = muscle.entry == 0 ? sn_model_get(model, muscle) : NULL;
    return component && component->class == &SN_CLASS_MUSCLE && !sn_component_locked(component) &&
           sn_id_equal(end_carrier(model, (const SnPath *)component, end == SN_BROAD_INSERTION),
                       body);
}

bool sn_edits_broaden(SnSession *session, SnId id, SnBroadEnd end, SnId body,
                      const double location[3])
{
    static const char *const rows[] = {"origin", "insertion"};
    SnModel *model = sn_session_model(session);
    if (!sn_edits_broadens(session, id, end, body))
        return false;
    const SnMuscle *muscle = (const SnMuscle *)sn_model_get(model, id);
    const SnIdList *line = end == SN_BROAD_ORIGIN ? &muscle->origin : &muscle->insertion;
    const int n = line->n;
    g_autofree SnId *ids = g_new(SnId, (gsize)n + 1);
    for (int i = 0; i < n; i++)
        ids[i] = line->ids[i];
    g_autofree char *label = g_strdup_printf("Broaden %s", rows[end]);
    g_autofree char *number = g_strdup_printf("%s_%d", rows[end], n + 1);
    const char *name = ((const SnComponent *)muscle)->name;
    g_autofree char *wanted = point_name(name ? name : SN_CLASS_MUSCLE.name, number);
    SnPathPlace place = {.carrier = body};
    sn_v3_copy(location, place.location);
    GError *error = NULL;
    sn_edit_begin(model, label);
    ids[n] = add_marker(model, wanted, &place, &error);
    const SnValue value = {.type = SN_TYPE_REFS, .refs = {n + 1, ids}};
    if (!error)
        sn_edit_set(model, id, sn_class_find_property(&SN_CLASS_MUSCLE, rows[end]), &value, &error);
    return finish(session, id, error);
}
