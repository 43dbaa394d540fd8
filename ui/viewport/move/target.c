/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/move/target.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/fem.h"
#include "engine/model/classes/joint.h"
#include "ui/viewport/scene/shown.h"

#include <string.h>

static void read_numbers(const SnModel *model, SnId id, const char *name, double *number)
{
    int row = name ? sn_model_find_property(model, id, name) : -1;
    if (row >= 0) {
        SnValue value;
        sn_model_effective(model, id, sn_model_property(model, id, row), &value, NULL);
        memcpy(number, value.number, sizeof(double) * (size_t)sn_type_width(value.type));
        sn_value_clear(&value);
    }
}

static SnId carrier_of(const SnComponent *component)
{
    if (component->class == &SN_CLASS_PULLEY)
        return ((const SnPulley *)component)->body;
    if (component->class == &SN_CLASS_WRAP_SURFACE)
        return ((const SnWrapSurface *)component)->body;
    if (sn_class_is_a(component->class, &SN_CLASS_MARKER))
        return ((const SnMarker *)component)->frame;
    if (component->class == &SN_CLASS_VISUAL)
        return ((const SnVisual *)component)->frame;
    if (component->class == &SN_CLASS_FRAME)
        return ((const SnFrame *)component)->body;
    if (sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
        return ((const SnFrameJoint *)component)->frame_a;
    if (sn_class_is_a(component->class, &SN_CLASS_SURFACE_JOINT))
        return ((const SnSurfaceJoint *)component)->frame;
    return SN_ID_NULL;
}

static const char *scaled_property(const SnComponent *component)
{
    if (component->class == &SN_CLASS_VISUAL)
        return "scale";
    if (component->class == &SN_CLASS_WRAP_SURFACE)
        return "size";
    if (component->class == &SN_CLASS_FEM)
        return "mesh.scale";
    if (component->class != &SN_CLASS_RIGID_BODY)
        return NULL;
    switch (((const SnRigidBody *)component)->shape) {
    case SN_SHAPE_MESH:
        return "geometry.scale";
    case SN_SHAPE_BOX:
    case SN_SHAPE_ELLIPSOID:
    case SN_SHAPE_HALF_SPACE:
        return "geometry.size";
    default:
        return NULL;
    }
}

const SnStrandNode *sn_strand_node_of(const SnModel *model, SnId id)
{
    const SnComponent *component = sn_model_get(model, id);
    if (!component || component->class != &SN_CLASS_STRAND || sn_id_array(id) != 0)
        return NULL;
    const SnArray *nodes = &((const SnStrand *)component)->nodes;
    const int index = (int)sn_id_entry_index(id);
    return index < nodes->n ? (const SnStrandNode *)nodes->entries + index : NULL;
}

/* What is moved instead of a node that is attached to something: the marker or particle; null: the
 * node itself, or nothing. */
static SnId carried_by(const SnModel *model, SnId id)
{
    const SnStrandNode *node = sn_strand_node_of(model, id);
    return node && node->kind == SN_NODE_POINT && node->point.entry == 0 ? node->point : SN_ID_NULL;
}

/* A node with a place of its own. */
static bool describe_node(const SnModel *model, SnId id, SnMoveTarget *target)
{
    const SnStrandNode *node = sn_strand_node_of(model, id);
    if (!node || !sn_strand_node_is(node, SN_NODE_MOVES) ||
        (node->kind == SN_NODE_GUIDE && !node->by_position))
        return false;
    *target = (SnMoveTarget){.id = id, .place = "position"};
    sn_q_identity(target->start_turn);
    read_numbers(model, id, target->place, target->start_place);
    return true;
}

/* False: a component of this kind has no pose of its own. */
static bool describe(const SnModel *model, const SnComponent *component, SnMoveTarget *target)
{
    const SnClass *class = component->class;
    *target = (SnMoveTarget){.id = component->id, .scale = scaled_property(component)};
    if (class == &SN_CLASS_RIGID_BODY) {
        target->place = "position";
        target->turn = "orientation";
    } else if (class == &SN_CLASS_FEM) {
        target->place = "position";
        target->turn = "orientation";
    } else if (sn_class_is_a(class, &SN_CLASS_FRAME_JOINT)) {
        target->place = "location_a";
        target->turn = "rotation_a";
        target->place_b = "location_b";
        target->turn_b = "rotation_b";
    } else if (class == &SN_CLASS_PARTICLE) {
        target->place = "position";
    } else if (sn_class_is_a(class, &SN_CLASS_MARKER)) {
        target->place = "location";
    } else if (class == &SN_CLASS_FRAME || class == &SN_CLASS_VISUAL || class == &SN_CLASS_PULLEY ||
               class == &SN_CLASS_WRAP_SURFACE || sn_class_is_a(class, &SN_CLASS_SURFACE_JOINT)) {
        target->place = "location";
        target->turn = "rotation";
    } else {
        return false;
    }
    const int row = target->scale ? sn_class_find_property(class, target->scale) : -1;
    if (row >= 0 && !sn_model_applies(model, target->id, sn_class_property(class, row)))
        target->scale = NULL; /* a sheet of control points has no size */
    sn_q_identity(target->start_turn);
    read_numbers(model, target->id, target->place, target->start_place);
    read_numbers(model, target->id, target->turn, target->start_turn);
    read_numbers(model, target->id, target->scale, target->start_scale);
    return true;
}

/* Where the second side of a joint is now; false: its body is not compiled yet. */
static bool locate_b(SnSession *session, const SnFrameJoint *joint, SnMoveTarget *target)
{
    const SnModel *model = sn_session_model(session);
    double place[3] = {0, 0, 0}, turn[4];
    sn_q_identity(turn);
    sn_q_identity(target->carrier_b_turn);
    if (!sn_id_is_null(joint->frame_b) &&
        !sn_shown_pose(session, joint->frame_b, target->carrier_b, target->carrier_b_turn))
        return false;
    read_numbers(model, target->id, target->place_b, place);
    read_numbers(model, target->id, target->turn_b, turn);
    sn_pose_point(target->carrier_b, target->carrier_b_turn, place, target->position_b);
    sn_q_mul(target->carrier_b_turn, turn, target->orientation_b);
    return true;
}

bool sn_move_target_of(SnSession *session, SnId id, SnMoveTarget *target)
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *component = sn_model_get(model, id);
    if (id.entry != 0 && sn_session_time(session) > 0)
        return false; /* a node that jumps tears its strand: later on it is pulled */
    if (component->class == &SN_CLASS_FEM && sn_session_time(session) > 0)
        return false; /* its nodes have gone their own ways */
    if (!(id.entry != 0 ? describe_node(model, id, target) : describe(model, component, target)))
        return false;
    sn_q_identity(target->carrier_turn);
    SnId carrier = id.entry != 0 ? SN_ID_NULL : carrier_of(component);
    if (!sn_id_is_null(carrier) &&
        !sn_shown_pose(session, carrier, target->carrier, target->carrier_turn))
        return false; /* not compiled yet */
    sn_pose_point(target->carrier, target->carrier_turn, target->start_place, target->position);
    sn_q_mul(target->carrier_turn, target->start_turn, target->orientation);
    if (target->place_b && !locate_b(session, (const SnFrameJoint *)component, target))
        return false;
    bool free_body = sn_id_is_null(carrier) && strcmp(target->place, "position") == 0;
    if (free_body && sn_session_time(session) > 0 &&
        sn_shown_pose(session, target->id, target->position, target->orientation)) {
        sn_v3_copy(target->position, target->start_place); /* as it is now */
        sn_q_copy(target->orientation, target->start_turn);
    }
    return true;
}

static bool carried_by_selected(SnSession *session, const SnComponent *component)
{
    SnId carrier = carrier_of(component);
    return !sn_id_is_null(carrier) && sn_session_is_selected(session, carrier);
}

void sn_move_targets_collect(SnSession *session, GArray *targets)
{
    const SnModel *model = sn_session_model(session);
    g_array_set_size(targets, 0);
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n && model; i++) {
        const SnId ridden = carried_by(model, ids[i]);
        const SnId id = sn_id_is_null(ridden) ? ids[i] : ridden;
        const SnComponent *component = sn_model_get(model, id);
        SnMoveTarget target;
        if (component && !sn_component_locked(component) &&
            !carried_by_selected(session, component) && sn_move_target_of(session, id, &target))
            g_array_append_val(targets, target);
    }
}
