/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Components hung on another carrier, where they are. */
#include "engine/base/vec.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/edit_parts.h"
#include "engine/model/edit/mirror_rows.h"
#include "engine/model/edit/places.h"
#include "engine/text/refuse.h"

#include <string.h>

/* What a class's places are given in, by the first row that says so; -1: nothing carries it. */
static int carrier_row(const SnClass *class)
{
    const int n = sn_class_n_properties(class);
    for (int i = 0; i < n; i++) {
        const SnSpatialRow *spatial =
            sn_spatial_row(class, NULL, sn_class_property(class, i)->name);
        if (spatial && spatial->axes == SN_AXES_CARRIER)
            return sn_class_find_property(class, spatial->carrier);
    }
    return -1;
}

bool sn_can_carry(const SnModel *model, SnId id, SnId carrier)
{
    const SnComponent *component = id.entry == 0 ? sn_model_get(model, id) : NULL;
    const int row = component ? carrier_row(component->class) : -1;
    if (row < 0 || sn_id_equal(id, carrier))
        return false;
    const SnValue value = {.type = SN_TYPE_REF, .ref = carrier};
    return sn_reference_check(model, id, sn_class_property(component->class, row), &value, NULL);
}

typedef struct Carriage {
    double from[3], from_turn[4], to[3], to_turn[4]; /* the carriers in the world */
} Carriage;

/* What is given in the axes of the former carrier, in those of the new one. */
static void carry_value(const Carriage *carriage, SnSpatialKind kind, SnValue *value)
{
    double world[3], turn[4], back[4];
    sn_q_conj(carriage->to_turn, back);
    switch (kind) {
    case SN_SPATIAL_POINT:
        sn_pose_point(carriage->from, carriage->from_turn, value->number, world);
        sn_pose_inverse_point(carriage->to, carriage->to_turn, world, value->number);
        break;
    case SN_SPATIAL_VECTOR:
    case SN_SPATIAL_AXIAL:
        sn_q_rotate(carriage->from_turn, value->number, world);
        sn_q_rotate(back, world, value->number);
        break;
    case SN_SPATIAL_AXES:
        sn_q_mul(carriage->from_turn, value->number, turn);
        sn_q_mul(back, turn, value->number);
        sn_q_normalize(value->number);
        break;
    default:
        break;
    }
}

/* Within an open step. */
static bool carry(SnModel *model, SnComponent *component, SnId carrier, GError **error)
{
    const SnClass *class = component->class;
    const int row = carrier_row(class), n = sn_class_n_properties(class);
    if (row < 0)
        return sn_refuse(error, SN_MODEL_ERROR_CLASS, "a %s hangs on nothing", class->name);
    const char *name = sn_class_property(class, row)->name;
    const SnId former = sn_reference_of(component, name);
    Carriage carriage;
    sn_start_frame(model, former, carriage.from, carriage.from_turn);
    sn_start_frame(model, carrier, carriage.to, carriage.to_turn);
    if (sn_id_equal(former, carrier))
        return true;
    if (!sn_edit_set(model, component->id, row, &(SnValue){.type = SN_TYPE_REF, .ref = carrier},
                     error))
        return false;
    for (int i = 0; i < n; i++) {
        const SnProperty *property = sn_class_property(class, i);
        const SnSpatialRow *spatial = sn_spatial_row(class, NULL, property->name);
        if (!spatial || spatial->axes != SN_AXES_CARRIER || strcmp(spatial->carrier, name) != 0 ||
            property->kind == SN_RESULT || !sn_model_applies(model, component->id, property))
            continue;
        SnValue value;
        sn_field_get(component, property, &value);
        carry_value(&carriage, spatial->kind, &value);
        if (!sn_edit_set(model, component->id, i, &value, error))
            return false;
    }
    return true;
}

bool sn_edit_carry(SnModel *model, const SnId *ids, int n, SnId carrier, GError **error)
{
    for (int i = 0; i < n; i++)
        if (!sn_edit_listed(model, ids[i], error))
            return false;
    if (n == 0)
        return true;
    bool good = true;
    sn_edit_begin(model, n == 1 ? "Attach to another" : "Attach several to another");
    for (int i = 0; i < n && good; i++)
        good = carry(model, sn_model_get(model, ids[i]), carrier, error);
    good ? sn_edit_end(model) : sn_edit_abandon(model);
    return good;
}
