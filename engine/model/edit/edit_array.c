/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Copies of components in rows and circles, and components shifted in the world. */
#include "engine/base/vec.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/edit/image.h"
#include "engine/model/edit/mirror_company.h"
#include "engine/model/edit/mirror_rows.h"
#include "engine/model/edit/places.h"
#include "engine/model/overrides.h"
#include "engine/model/references.h"
#include "engine/text/refuse.h"

#include <string.h>

enum { MOST_COPIES = 1000, MOST_COMPONENTS = 100000 };

/* --- copies --- */

/* What drives places by numbers over time would drive the copies to where the originals go. */
static bool leave_drivers(SnComponent *component, void *data)
{
    const SnCopies *copies = data;
    uint8_t *mark = copies->marks + component->id.index;
    const int n = sn_class_n_properties(component->class);
    for (int i = 0; i < n && *mark == SN_MARK_DEPENDENT; i++)
        if (sn_mirror_drives_vectors(copies->model, component->id,
                                     sn_class_property(component->class, i)))
            *mark = 0;
    return true;
}

static void prepare(SnImage *image, SnModel *model, const SnId *ids, int n,
                    const SnRigidMotion *motion, bool attached)
{
    sn_q_to_m3(motion->turn, image->world.m);
    sn_v3_copy(motion->travel, image->world.t);
    image->turns = sn_v3_norm(motion->turn + 1) > 0;
    sn_copies_init(&image->copies, model, ids, n, attached);
    if (attached)
        sn_component_walk(model->root, leave_drivers, &image->copies);
    sn_copies_mark_points(&image->copies);
}

static bool check_array(const SnModel *model, const SnId *ids, int n, const SnRigidMotion *motions,
                        int n_motions, GError **error)
{
    for (int i = 0; i < n; i++)
        if (!sn_edit_listed(model, ids[i], error))
            return false;
    if (n_motions > MOST_COPIES)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "at most %d copies are made at once",
                         MOST_COPIES);
    for (int i = 0; i < n_motions; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(motions[i].travel[k]) || !isfinite(motions[i].turn[k + 1]))
                return sn_refuse(error, SN_MODEL_ERROR_VALUE, "a place for the copies is missing");
    return true;
}

bool sn_edit_array(SnModel *model, const SnId *ids, int n, const SnRigidMotion *motions,
                   int n_motions, bool attached, GArray *made, GError **error)
{
    if (!check_array(model, ids, n, motions, n_motions, error))
        return false;
    if (n <= 0 || n_motions <= 0)
        return true;
    SnImage *images = g_new0(SnImage, (gsize)n_motions);
    bool good = true;
    guint components = 0;
    int prepared = 0;
    for (; good && prepared < n_motions; prepared++) {
        images[prepared].error = error;
        prepare(&images[prepared], model, ids, n, &motions[prepared], attached);
        good = sn_image_make(&images[prepared]);
        components += images[prepared].copies.copies->len;
        if (good && components > MOST_COMPONENTS)
            good = sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "that would be more than %d components at once", MOST_COMPONENTS);
    }
    if (good) {
        const SnComponent *first = sn_model_get(model, ids[0]);
        g_autofree char *label = n == 1 ? sn_edit_label("Array of", first->class->label)
                                        : g_strdup_printf("Array of %d components", n);
        sn_edit_log_open(model, label);
        for (int i = 0; i < n_motions; i++)
            sn_copies_put(&images[i].copies, NULL, made);
        sn_edit_log_close(model);
    }
    for (int i = 0; i < prepared; i++)
        sn_copies_clear(&images[i].copies);
    g_free(images);
    return good;
}

/* --- shifting --- */

typedef struct Shift {
    SnModel *model;
    GHashTable *shifted; /* index of the components that are */
    bool apply;          /* else it is only checked */
    GError **error;
} Shift;

/* Whether a carrier is shifted, or what carries it. */
static bool is_carried(const Shift *shift, SnId carrier)
{
    const SnComponent *component = sn_model_get(shift->model, carrier);
    if (!component)
        return false;
    if (g_hash_table_contains(shift->shifted, GUINT_TO_POINTER(carrier.index)))
        return true;
    const int row = sn_class_find_property(component->class, "body");
    return row >= 0 && sn_class_property(component->class, row)->type == SN_TYPE_REF &&
           is_carried(shift, sn_reference_of(component, "body"));
}

static bool shift_row(const Shift *shift, SnId id, int row, const SnSpatialRow *spatial,
                      const double travel[3])
{
    const SnProperty *property = sn_model_property(shift->model, id, row);
    double position[3], orientation[4], local[3];
    SnId carrier = SN_ID_NULL;
    if (spatial->axes == SN_AXES_CARRIER)
        carrier = sn_reference_of(sn_model_get(shift->model, id), spatial->carrier);
    if (is_carried(shift, carrier))
        return true;
    SnValue value;
    sn_field_get(sn_model_object(shift->model, id), property, &value);
    sn_start_frame(shift->model, carrier, position, orientation);
    sn_q_unrotate(orientation, travel, local);
    sn_v3_add(value.number, local, value.number);
    if (!shift->apply)
        return sn_edit_check_value(shift->model, id, property, &value, shift->error);
    return sn_edit_set(shift->model, id, row, &value, shift->error);
}

/* The rows of a component or entry that hold places. */
static bool shift_object(const Shift *shift, SnId id, const char *array, const double travel[3])
{
    const SnClass *class = sn_model_get(shift->model, id)->class;
    const int n = sn_model_n_properties(shift->model, id);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_model_property(shift->model, id, i);
        const SnSpatialRow *spatial = sn_spatial_row(class, array, property->name);
        if (property->kind != SN_RESULT && spatial && spatial->kind == SN_SPATIAL_POINT &&
            (spatial->axes == SN_AXES_WORLD || spatial->axes == SN_AXES_CARRIER) &&
            !(property->flags & SN_DERIVED) && sn_model_applies(shift->model, id, property) &&
            !shift_row(shift, id, i, spatial, travel))
            return false;
    }
    return true;
}

static bool shift_entries(const Shift *shift, const SnComponent *component, const double travel[3])
{
    const SnClass *class = component->class;
    g_autoptr(GArray) overrides = sn_overrides_collect(component);
    for (int a = 0; a < class->n_arrays; a++) {
        const SnArrayRow *array = &class->arrays[a];
        const int n = sn_component_array((SnComponent *)component, a)->n;
        for (int i = 0; i < n && !array->derived; i++)
            if (!shift_object(shift, sn_id_of_entry(component->id, (unsigned)a, (uint32_t)i),
                              array->name, travel))
                return false;
    }
    /* of what a mesh makes, those that were given a place of their own */
    for (guint i = 0; i < overrides->len; i++) {
        const SnOverride *override = &g_array_index(overrides, SnOverride, i);
        const SnId id = {component->id.index, component->id.generation, override->entry};
        const SnProperty *property = sn_model_property(shift->model, id, override->row);
        const SnSpatialRow *spatial =
            sn_spatial_row(class, class->arrays[sn_id_array(id)].name, property->name);
        if (spatial && spatial->kind == SN_SPATIAL_POINT &&
            !shift_row(shift, id, override->row, spatial, travel))
            return false;
    }
    return true;
}

static bool shift_all(const Shift *shift, const SnId *ids, int n, const double (*travels)[3])
{
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(shift->model, ids[i]);
        const int array = sn_id_array(ids[i]);
        if (!shift_object(shift, ids[i], array < 0 ? NULL : component->class->arrays[array].name,
                          travels[i]) ||
            (array < 0 && !shift_entries(shift, component, travels[i])))
            return false;
    }
    return true;
}

bool sn_edit_shift(SnModel *model, const SnId *ids, int n, const double (*travels)[3],
                   GError **error)
{
    double place[3];
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(model, ids[i]);
        if (!component || !sn_component_place(model, ids[i], place))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s has no place of its own",
                             component && component->name ? component->name : "what is selected");
    }
    if (n == 0)
        return true;
    g_autoptr(GHashTable) shifted = g_hash_table_new(NULL, NULL);
    for (int i = 0; i < n; i++)
        if (ids[i].entry == 0)
            g_hash_table_add(shifted, GUINT_TO_POINTER(ids[i].index));
    Shift shift = {model, shifted, false, error};
    g_autofree char *label = g_strdup_printf("Shift %d components", n);
    if (!shift_all(&shift, ids, n, travels))
        return false;
    shift.apply = true;
    sn_edit_begin(model, label);
    const bool good = shift_all(&shift, ids, n, travels);
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    return good;
}
