/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/places.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/force.h"
#include "engine/model/edit/mirror_rows.h"

void sn_start_frame(const SnModel *model, SnId id, double position[3], double orientation[4])
{
    double inner[3], turn[4];
    SnId body = SN_ID_NULL;
    sn_v3_set(0, 0, 0, position);
    sn_q_identity(orientation);
    if (sn_id_is_null(id) || !sn_model_carrier(model, id, &body, inner, turn))
        return;
    const SnComponent *carrier = sn_model_get(model, body);
    if (carrier && carrier->class == &SN_CLASS_FEM) {
        sn_v3_copy(((const SnFem *)carrier)->position, position);
        sn_q_copy(((const SnFem *)carrier)->orientation, orientation);
    } else if (carrier) {
        sn_v3_copy(((const SnRigidBody *)carrier)->position, position);
        sn_q_copy(((const SnRigidBody *)carrier)->orientation, orientation);
    }
    if (sn_id_is_null(body) || !sn_id_equal(body, id)) {
        double outer[3], whole[4];
        sn_pose_point(position, orientation, inner, outer);
        sn_q_mul(orientation, turn, whole);
        sn_v3_copy(outer, position);
        sn_q_copy(whole, orientation);
    }
}

SnId sn_reference_of(const SnComponent *component, const char *name)
{
    SnValue value;
    const int row = sn_class_find_property(component->class, name);
    if (component->class == &SN_CLASS_FRAME_LOAD)
        return sn_frame_load_reference((const SnFrameLoad *)component, name);
    sn_field_get(component, sn_class_property(component->class, row), &value);
    return value.ref;
}

/* The row by which a component or entry has a place in the world; -1: none. */
static int place_row(const SnModel *model, SnId id, const SnSpatialRow **spatial)
{
    const SnComponent *component = sn_model_get(model, id);
    const SnClass *class = component->class;
    const char *array = id.entry != 0 ? class->arrays[sn_id_array(id)].name : NULL;
    const int n = sn_model_n_properties(model, id);
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_model_property(model, id, i);
        *spatial =
            property->kind == SN_RESULT ? NULL : sn_spatial_row(class, array, property->name);
        if (*spatial && (*spatial)->kind == SN_SPATIAL_POINT &&
            ((*spatial)->axes == SN_AXES_WORLD || (*spatial)->axes == SN_AXES_CARRIER) &&
            sn_model_applies(model, id, property))
            return i;
    }
    return -1;
}

bool sn_component_place(const SnModel *model, SnId id, double place[3])
{
    const SnSpatialRow *spatial = NULL;
    const SnComponent *component = sn_model_get(model, id);
    const void *object = component ? sn_model_object(model, id) : NULL;
    const int row = object ? place_row(model, id, &spatial) : -1;
    if (row < 0)
        return false;
    SnValue value;
    double position[3], orientation[4];
    const SnId carrier = spatial->axes == SN_AXES_CARRIER
                             ? sn_reference_of(component, spatial->carrier)
                             : SN_ID_NULL;
    sn_field_get(object, sn_model_property(model, id, row), &value);
    sn_start_frame(model, carrier, position, orientation);
    sn_pose_point(position, orientation, value.number, place);
    return true;
}
