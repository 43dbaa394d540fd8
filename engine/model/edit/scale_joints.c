/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where bodies are after their joints were scaled: from the world outwards, joint by joint, all
 * coordinates as they were. */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/edit/places.h"
#include "engine/model/edit/scale_parts.h"

#include <math.h>

typedef struct Link {
    SnId joint, body[2]; /* null: what does not move */
    double apart[3];     /* of the origin of B in the axes of A, as it is to be [m] */
    bool used;
} Link;

struct SnScaledJoints {
    GArray *links;      /* of Link */
    GHashTable *placed; /* bodies that are where they are to be, by index of their ids */
};

/* --- before --- */

/* A side of a joint in the world. */
static void side_pose(const SnModel *model, const SnFrameJoint *joint, int side, double x[3],
                      double q[4])
{
    double position[3], orientation[4];
    sn_start_frame(model, side ? joint->frame_b : joint->frame_a, position, orientation);
    sn_pose_point(position, orientation, side ? joint->location_b : joint->location_a, x);
    sn_q_mul(orientation, side ? joint->rotation_b : joint->rotation_a, q);
}

/* The rigid body that a side hangs on and that may move; null: none. */
static SnId mover(const SnModel *model, SnId frame)
{
    double position[3], orientation[4];
    SnId body = SN_ID_NULL;
    const SnComponent *carrier = sn_model_carrier(model, frame, &body, position, orientation)
                                     ? sn_model_get(model, body)
                                     : NULL;
    const bool moves = carrier && carrier->class == &SN_CLASS_RIGID_BODY &&
                       ((const SnRigidBody *)carrier)->dynamic;
    return moves ? body : SN_ID_NULL;
}

/* The translations of a custom joint, of which those that are functions of an angle are scaled:
 * what each axis contributes now. */
static void scale_custom(const SnCustomJoint *joint, const double stretch[9], double apart[3])
{
    double axes[9], inverse[9], along[3];
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 3; i++)
            axes[3 * i + k] = joint->axis[3 + k].direction[i];
    if (!(fabs(sn_m3_inverse(axes, inverse)) > 1e-9))
        return;
    sn_m3_mul_v3(inverse, apart, along);
    for (int k = 0; k < 3; k++) {
        const SnAxisFields *axis = &joint->axis[3 + k];
        if (sn_scaler_is_scaled(axis))
            along[k] *= sn_scaler_along(stretch, joint->base.rotation_a, axis->direction);
    }
    sn_m3_mul_v3(axes, along, apart);
}

static void scale_apart(const SnScaler *s, const SnFrameJoint *joint, double apart[3])
{
    const SnClass *class = joint->base.base.base.class;
    double stretch[9], along[3];
    if (!sn_scaler_stretch(s, joint->frame_a, joint->location_a, stretch))
        return;
    if (class == &SN_CLASS_CUSTOM)
        scale_custom((const SnCustomJoint *)joint, stretch, apart);
    sn_scaler_axes(stretch, joint->rotation_a, along);
    if (class == &SN_CLASS_CONSTANT_CURVATURE)
        sn_v3_scale(along[1], apart, apart);
    for (int k = 0; k < 3 && (class == &SN_CLASS_ELLIPSOID || class == &SN_CLASS_SCAPULOTHORACIC);
         k++)
        apart[k] *= along[k];
}

typedef struct Gather {
    const SnScaler *s;
    GArray *links;
} Gather;

static bool gather(SnComponent *component, void *data)
{
    Gather *g = data;
    const SnFrameJoint *joint = (const SnFrameJoint *)component;
    if (!sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT) || !joint->base.enabled)
        return true;
    Link link = {.joint = component->id,
                 .body = {mover(g->s->model, joint->frame_a), mover(g->s->model, joint->frame_b)}};
    double x[2][3], q[2][4];
    for (int side = 0; side < 2; side++)
        side_pose(g->s->model, joint, side, x[side], q[side]);
    sn_pose_inverse_point(x[0], q[0], x[1], link.apart);
    scale_apart(g->s, joint, link.apart);
    if (!sn_id_equal(link.body[0], link.body[1]))
        g_array_append_val(g->links, link);
    return true;
}

SnScaledJoints *sn_scaled_joints_new(const SnScaler *s)
{
    SnScaledJoints *joints = g_new0(SnScaledJoints, 1);
    joints->links = g_array_new(FALSE, TRUE, sizeof(Link));
    joints->placed = g_hash_table_new(NULL, NULL);
    Gather g = {s, joints->links};
    sn_component_walk(s->model->root, gather, &g);
    return joints;
}

void sn_scaled_joints_free(SnScaledJoints *joints)
{
    g_array_free(joints->links, TRUE);
    g_hash_table_unref(joints->placed);
    g_free(joints);
}

/* --- after --- */

static bool is_placed(const SnScaledJoints *joints, SnId body)
{
    return sn_id_is_null(body) ||
           g_hash_table_contains(joints->placed, GUINT_TO_POINTER(body.index));
}

/* Moves the body of one side to where the other one asks for it. */
static void place(SnScaledJoints *joints, SnScaler *s, const Link *link, int side)
{
    const SnFrameJoint *joint = (const SnFrameJoint *)sn_model_get(s->model, link->joint);
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(s->model, link->body[side]);
    double x[2][3], q[2][4], apart[3], position[3];
    for (int i = 0; i < 2; i++)
        side_pose(s->model, joint, i, x[i], q[i]);
    sn_q_rotate(q[0], link->apart, apart);
    for (int k = 0; k < 3; k++) {
        const double is = x[1][k] - x[0][k];
        position[k] = body->position[k] + (side ? apart[k] - is : is - apart[k]);
    }
    sn_scaler_set(s, &body->base.base, "position", position, 3);
    g_hash_table_add(joints->placed, GUINT_TO_POINTER(link->body[side].index));
}

/* All that hangs on what is placed; joints between two that are close loops. */
static void spread(SnScaledJoints *joints, SnScaler *s)
{
    for (bool found = true; found && s->good;) {
        found = false;
        for (guint i = 0; i < joints->links->len && s->good; i++) {
            Link *link = &g_array_index(joints->links, Link, i);
            const bool placed[2] = {is_placed(joints, link->body[0]),
                                    is_placed(joints, link->body[1])};
            if (link->used || placed[0] == placed[1])
                continue;
            place(joints, s, link, placed[0]);
            link->used = found = true;
        }
    }
}

void sn_scaled_joints_move(SnScaledJoints *joints, SnScaler *s, GArray *loops)
{
    spread(joints, s);
    for (guint i = 0; i < joints->links->len && s->good; i++) { /* what hangs on nothing */
        const Link *link = &g_array_index(joints->links, Link, i);
        if (is_placed(joints, link->body[0]))
            continue;
        g_hash_table_add(joints->placed, GUINT_TO_POINTER(link->body[0].index));
        spread(joints, s);
    }
    for (guint i = 0; loops && i < joints->links->len; i++)
        if (!g_array_index(joints->links, Link, i).used)
            g_array_append_val(loops, g_array_index(joints->links, Link, i).joint);
}
