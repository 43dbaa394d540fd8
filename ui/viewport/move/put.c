/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/move/put.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "ui/edits/edits.h"
#include "ui/viewport/move/target.h"

#include <math.h>
#include <string.h>

bool sn_put_applies(SnSession *session, SnId what)
{
    const SnClass *const classes[] = {&SN_CLASS_FRAME_JOINT,  &SN_CLASS_MARKER, &SN_CLASS_FRAME,
                                      &SN_CLASS_WRAP_SURFACE, &SN_CLASS_PULLEY, &SN_CLASS_PARTICLE};
    const SnComponent *component = sn_model_get(sn_session_model(session), what);
    bool known = false;
    for (size_t i = 0; component && what.entry == 0 && i < G_N_ELEMENTS(classes); i++)
        known = known || sn_class_is_a(component->class, classes[i]);
    SnMoveTarget target;
    return known && !sn_component_locked(component) && sn_move_target_of(session, what, &target);
}

/* The shortest turn that takes the z axis of a frame to an axis or its opposite. */
static void turn_between(const double orientation[4], const double axis[3], double turn[4])
{
    const double up[3] = {0, 0, 1};
    double z[3], to[3], about[3];
    sn_q_rotate(orientation, up, z);
    sn_v3_scale((sn_v3_dot(z, axis) < 0 ? -1 : 1) / sn_v3_norm(axis), axis, to);
    sn_v3_cross(z, to, about);
    const double sine = sn_v3_norm(about);
    sn_v3_scale(sine > 1e-12 ? atan2(sine, sn_v3_dot(z, to)) / sine : 0, about, about);
    sn_q_exp(about, turn);
}

static void set(SnSession *session, SnId id, const char *name, SnType type, const double *number)
{
    SnValue value = {.type = type};
    memcpy(value.number, number, sizeof(double) * (size_t)sn_type_width(type));
    sn_edits_set(session, &id, 1, name, &value);
}

/* A pose in the world that goes along with the first side: turned about `from`, then taken to
 * `to`; written into the frame that carries it. */
static void carry(SnSession *session, const SnPut *put, const SnMoveTarget *target, int side,
                  const double turn[4])
{
    const bool b = side == 1;
    const double *carrier = b ? target->carrier_b : target->carrier;
    const double *carrier_turn = b ? target->carrier_b_turn : target->carrier_turn;
    double arm[3], place[3], turned[4], back[4], local[4];
    sn_v3_sub(b ? target->position_b : target->position, target->position, arm);
    sn_q_rotate(turn, arm, arm);
    sn_v3_add(put->position, arm, arm);
    sn_pose_inverse_point(carrier, carrier_turn, arm, place);
    set(session, target->id, b ? target->place_b : target->place, SN_TYPE_VEC3, place);
    const char *name = b ? target->turn_b : target->turn;
    if (!put->turn || !name)
        return;
    sn_q_mul(turn, b ? target->orientation_b : target->orientation, turned);
    sn_q_conj(carrier_turn, back);
    sn_q_mul(back, turned, local);
    sn_q_normalize(local);
    set(session, target->id, name, SN_TYPE_QUAT, local);
}

void sn_put_here(SnSession *session, const SnPut *put)
{
    SnMoveTarget target;
    double turn[4];
    if (!sn_put_applies(session, put->what) || !sn_move_target_of(session, put->what, &target))
        return;
    sn_q_identity(turn);
    if (put->turn)
        turn_between(target.orientation, put->axis, turn);
    g_autofree char *name = sn_session_label(session, put->what);
    g_autofree char *label = g_strdup_printf("Put %s elsewhere", name);
    sn_edits_drag_begin(session, label);
    for (int side = 0; side < (target.place_b ? 2 : 1); side++)
        carry(session, put, &target, side, turn);
    sn_edits_drag_end(session);
    sn_session_select_one(session, put->what);
}
