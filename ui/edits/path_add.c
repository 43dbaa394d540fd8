/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/path_add.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/edit/edit.h"
#include "ui/edits/path_defaults.h"

/* A marker called after the path: biceps_1, biceps_2 ... */
static SnId add_marker(SnModel *model, const char *path_name, int number, const SnPathPlace *place,
                       GError **error)
{
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_MARKER);
    g_autofree char *wanted = g_strdup_printf("%s_%d", path_name, number);
    g_autofree char *name = sn_name_unused(list, wanted);
    SnMarker *marker = (SnMarker *)sn_component_new(&SN_CLASS_MARKER, name);
    marker->frame = place->carrier;
    sn_v3_copy(place->location, marker->location);
    return sn_edit_add(model, list->id, &marker->base.base, -1, error);
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
    for (int i = 0; i < n && !error; i++)
        points[i] = !sn_id_is_null(places[i].point)
                        ? places[i].point
                        : add_marker(model, name, i + 1, &places[i], &error);
    if (!error) {
        SnPath *path = (SnPath *)sn_component_new(class, name);
        const SnProperty *row = sn_class_property(class, sn_class_find_property(class, "points"));
        sn_field_set(path, row, &(SnValue){.type = SN_TYPE_REFS, .refs = {n, points}});
        sn_path_fit(model, &path->base.base);
        id = sn_edit_add(model, list->id, &path->base.base, -1, &error);
    }
    if (error) {
        sn_edit_abandon(model);
        sn_session_fail(session, error->message);
        g_error_free(error);
        return SN_ID_NULL;
    }
    sn_edit_end(model);
    sn_edit_seal(model);
    sn_session_select_one(session, id);
    return id;
}
