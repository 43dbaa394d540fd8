/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/edit/other_axes.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/edit/places.h"

bool sn_axes_of(const SnModel *model, SnId id, const SnProperty *property, SnSpatialKind *kind,
                SnId *in)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component || property->type != SN_TYPE_VEC3 || property->kind == SN_RESULT)
        return false;
    const char *array = id.entry != 0 ? component->class->arrays[sn_id_array(id)].name : NULL;
    const SnSpatialRow *row = sn_spatial_row(component->class, array, property->name);
    if (!row || (row->kind != SN_SPATIAL_POINT && row->kind != SN_SPATIAL_VECTOR &&
                 row->kind != SN_SPATIAL_AXIAL))
        return false;
    *kind = row->kind;
    switch (row->axes) {
    case SN_AXES_WORLD:
        *in = SN_ID_NULL;
        return true;
    case SN_AXES_OWN:
        *in = component->id;
        return !array && sn_class_is_a(component->class, &SN_CLASS_CARRIER);
    case SN_AXES_CARRIER:
        *in = array ? SN_ID_NULL : sn_reference_of(component, row->carrier);
        return !array;
    case SN_AXES_FEM:
        break;
    }
    return false;
}

void sn_axes_change(const SnModel *model, SnSpatialKind kind, SnId from, SnId to,
                    const double in[3], double out[3])
{
    double position[3], orientation[4], world[3];
    sn_start_frame(model, from, position, orientation);
    if (kind == SN_SPATIAL_POINT)
        sn_pose_point(position, orientation, in, world);
    else
        sn_q_rotate(orientation, in, world);
    sn_start_frame(model, to, position, orientation);
    if (kind == SN_SPATIAL_POINT)
        sn_v3_sub(world, position, world);
    sn_q_unrotate(orientation, world, out);
}
