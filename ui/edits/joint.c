/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/joint.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/strand.h"
#include "ui/edits/amounts.h"
#include "ui/edits/edits.h"
#include "ui/edits/place.h"

#include <math.h>

const SnClass *const *sn_edits_joint_classes(int *n)
{
    static const SnClass *const classes[] = {
        &SN_CLASS_HINGE,  &SN_CLASS_SPHERICAL,   &SN_CLASS_UNIVERSAL, &SN_CLASS_GIMBAL,
        &SN_CLASS_SLIDER, &SN_CLASS_CYLINDRICAL, &SN_CLASS_PLANAR,    &SN_CLASS_FREE,
        &SN_CLASS_CUSTOM, &SN_CLASS_FIXED};
    *n = (int)G_N_ELEMENTS(classes);
    return classes;
}

SnId sn_joint_partner(SnSession *session, SnId body)
{
    int n = 0;
    const SnId *ids = sn_session_selection(session, &n);
    for (int i = 0; i < n; i++) {
        const SnComponent *component = sn_model_get(sn_session_model(session), ids[i]);
        if (component && ids[i].entry == 0 && !sn_id_equal(ids[i], body) &&
            sn_class_is_a(component->class, &SN_CLASS_BODY_FRAME))
            return ids[i];
    }
    return SN_ID_NULL;
}

/* Turns z to an axis by the shortest way. */
static void turn_to(const double axis[3], double q[4])
{
    const double z[3] = {0, 0, 1}, half_turn[3] = {G_PI, 0, 0};
    double about[3];
    sn_v3_cross(z, axis, about);
    const double sine = sn_v3_norm(about), angle = atan2(sine, axis[2]);
    if (sine > 1e-12)
        sn_v3_scale(angle / sine, about, about);
    else
        sn_v3_copy(axis[2] < 0 ? half_turn : about, about);
    sn_q_exp(about, q);
}

/* A direction across another, level where that can be, so that what hangs swings.  False: for what
 * is upright itself, to a slope, any is; then it is the side of who looks from the front (x; z
 * where y is up). */
static bool across(const double along[3], const double gravity[3], double slope, double axis[3])
{
    const double z[3] = {0, 0, 1};
    const double *down = sn_v3_norm(gravity) > 0 ? gravity : z;
    sn_v3_cross(along, down, axis);
    if (sn_v3_norm(axis) > slope * sn_v3_norm(along) * sn_v3_norm(down))
        return true;
    const bool z_up = fabs(down[1]) < fabs(down[2]);
    const double side[3] = {z_up, 0, !z_up};
    sn_v3_copy(side, axis);
    sn_v3_axpy(-sn_v3_dot(side, along) / sn_v3_dot(along, along), along, axis);
    return false;
}

/* Box around a body or frame at the start [m, world]: what has no shape is its origin. */
static void box_of(const SnModel *model, SnId id, double low[3], double high[3])
{
    SnAmounts amounts;
    double turned[4];
    sn_start_pose(model, id, low, turned);
    sn_v3_copy(low, high);
    if (sn_id_is_null(id) || !sn_amounts_of(model, &id, 1, &amounts))
        return;
    sn_v3_copy(amounts.low, low);
    sn_v3_copy(amounts.high, high);
}

/* Where the two sides are: their origins, or the middles of their shapes (true) where those
 * coincide, as of bones that one scan has given. */
static bool sides_of(const SnModel *model, const SnFrameJoint *joint, double from[3], double to[3])
{
    double turned[4], low[3], high[3];
    sn_start_pose(model, joint->frame_a, from, turned);
    sn_start_pose(model, joint->frame_b, to, turned);
    if (sn_v3_distance(from, to) > 1e-6)
        return false;
    box_of(model, joint->frame_a, low, high);
    for (int k = 0; k < 3; k++)
        from[k] = (low[k] + high[k]) / 2;
    box_of(model, joint->frame_b, low, high);
    for (int k = 0; k < 3; k++)
        to[k] = (low[k] + high[k]) / 2;
    return true;
}

/* Bones are widest along the axis that they turn about: where both are clearly wider along y than
 * along x (z where y is up), an axis between them that may be any level one is y. */
static void across_wide(const SnModel *model, const SnFrameJoint *joint, const double gravity[3],
                        double axis[3])
{
    const int other = fabs(gravity[1]) > fabs(gravity[2]) ? 2 : 1;
    double low[3], high[3], wide[3] = {0, 0, 0};
    for (int side = 0; side < 2; side++) {
        box_of(model, side == 0 ? joint->frame_a : joint->frame_b, low, high);
        for (int k = 0; k < 3; k++)
            wide[k] += high[k] - low[k];
    }
    const double wider = 1.1; /* more than what is round as well as not */
    if (wide[other] > wider * wide[0])
        sn_v3_set(0, other == 1, other == 2, axis);
}

void sn_joint_axes(const SnModel *model, const SnFrameJoint *joint, double orientation[4])
{
    double from[3], to[3], along[3], axis[3];
    const SnClass *class = joint->base.base.base.class;
    const bool turns = class == &SN_CLASS_HINGE;
    sn_q_identity(orientation);
    if (sn_id_is_null(joint->frame_a) || sn_id_is_null(joint->frame_b) ||
        (!turns && class != &SN_CLASS_SLIDER && class != &SN_CLASS_CYLINDRICAL))
        return;
    /* middles of shapes are nowhere exactly: 20 degrees are upright still */
    const double slope = sides_of(model, joint, from, to) ? 0.35 : 1e-3;
    sn_v3_sub(to, from, along);
    if (sn_v3_norm(along) < 1e-6)
        return;
    const double *gravity = ((const SnModelComponent *)model->root)->gravity;
    if (!turns)
        sn_v3_copy(along, axis);
    else if (!across(along, gravity, slope, axis))
        across_wide(model, joint, gravity, axis);
    /* towards x, y or z, whichever it is nearest to: positive angles are the right hand's */
    const int k = fabs(axis[0]) > fabs(axis[1]) ? (fabs(axis[0]) > fabs(axis[2]) ? 0 : 2)
                                                : (fabs(axis[1]) > fabs(axis[2]) ? 1 : 2);
    sn_v3_scale((axis[k] < 0 ? -1 : 1) / sn_v3_norm(axis), axis, axis);
    turn_to(axis, orientation);
}

SnId sn_edits_add_joint(SnSession *session, const SnClass *class, SnId body,
                        const double position[3], const double axis[3])
{
    const SnModel *model = sn_session_model(session);
    const SnComponent *list = sn_model_list_for(model->root, class);
    char *name = sn_name_unused(list, class->name);
    SnFrameJoint *joint = (SnFrameJoint *)sn_component_new(class, name);
    g_free(name);
    joint->frame_a = sn_joint_partner(session, body);
    joint->frame_b = body;
    sn_v3_copy(position, joint->location_b);
    turn_to(axis, joint->rotation_b);
    double place[3], turn[4], base[3], turned[4], back[4], world[3], orientation[4];
    sn_start_pose(model, body, base, turned);
    sn_pose_point(base, turned, position, world);
    sn_q_mul(turned, joint->rotation_b, orientation);
    sn_start_pose(model, joint->frame_a, place, turn);
    sn_pose_inverse_point(place, turn, world, joint->location_a);
    sn_q_conj(turn, back);
    sn_q_mul(back, orientation, joint->rotation_a);
    sn_q_normalize(joint->rotation_a);
    return sn_edits_add_made(session, &joint->base.base.base);
}

/* [m]; 0: it has no shape. */
static double thickness_of(const SnModel *model, SnId body)
{
    double low[3], high[3], least = INFINITY;
    box_of(model, body, low, high);
    for (int k = 0; k < 3; k++)
        least = fmin(least, high[k] - low[k]);
    return fmax(least, 0);
}

/* To three digits, as a person would write it. */
static double rounded(double length)
{
    const double digit = pow(10, floor(log10(length)) - 2);
    return round(length / digit) * digit;
}

/* Upwards in the world: against gravity. */
static void upwards(const SnModel *model, double up[3])
{
    const double *gravity = ((const SnModelComponent *)model->root)->gravity;
    const double norm = sn_v3_norm(gravity);
    sn_v3_set(0, 0, 1, up);
    if (norm > 0)
        sn_v3_scale(-1 / norm, gravity, up);
}

void sn_rolling_fit(const SnModel *model, SnRollingJoint *rolling)
{
    const SnId id = rolling->base.frame_b;
    const SnComponent *component = sn_model_get(model, id);
    const double thickness = sn_id_is_null(id) ? 0 : thickness_of(model, id);
    double place[3], turn[4], low[3], high[3], middle[3], up[3], axle[3];
    const double z[3] = {0, 0, 1};
    if (!component || thickness == 0)
        return;
    sn_start_pose(model, id, place, turn);
    box_of(model, id, low, high);
    for (int k = 0; k < 3; k++)
        middle[k] = (low[k] + high[k]) / 2;
    upwards(model, up);
    sn_q_rotate(turn, z, axle);
    const SnRigidBody *body = (const SnRigidBody *)component;
    const bool wheel = component->class == &SN_CLASS_RIGID_BODY &&
                       body->shape == SN_SHAPE_CYLINDER && fabs(sn_v3_dot(axle, up)) < 0.7;
    rolling->rim = wheel ? body->radius : 0;
    rolling->edge = wheel ? 0 : rounded(thickness / 2);
    /* the wheel's lowest point, below its axle */
    double down[3], contact[3];
    sn_v3_copy(up, down);
    if (wheel)
        sn_v3_axpy(-sn_v3_dot(axle, up), axle, down);
    sn_v3_copy(middle, contact);
    sn_v3_axpy(wheel ? -rolling->rim / sn_v3_norm(down) : -rolling->edge, down, contact);
    sn_pose_inverse_point(place, turn, middle, rolling->base.location_b);
    sn_q_identity(rolling->base.rotation_b);
    double base[3], turned[4], back[4], level[4];
    sn_start_pose(model, rolling->base.frame_a, base, turned);
    sn_pose_inverse_point(base, turned, contact, rolling->base.location_a);
    turn_to(up, level);
    sn_q_conj(turned, back);
    sn_q_mul(back, level, rolling->base.rotation_a);
}

void sn_pulley_fit(const SnModel *model, SnPulley *pulley)
{
    const double thickness = thickness_of(model, pulley->body);
    if (thickness == 0)
        return;
    pulley->radii[0] = rounded(thickness / 2); /* its groove is where the bone's surface is */
    pulley->width = rounded(thickness / 5);
}

void sn_wrap_fit(const SnModel *model, SnWrapSurface *wrap)
{
    const double least = thickness_of(model, wrap->body);
    const double share = 0.25; /* to a quarter of the bone's thickness */
    for (int k = 0; k < 3 && least > 0; k++)
        wrap->size[k] = share * least;
}

void sn_drag_fit(const SnModel *model, SnDrag *drag)
{
    double place[3], turn[4], low[3], high[3], middle[3];
    if (thickness_of(model, drag->body) == 0)
        return;
    sn_start_pose(model, drag->body, place, turn);
    box_of(model, drag->body, low, high);
    for (int k = 0; k < 3; k++) {
        middle[k] = (low[k] + high[k]) / 2;
        drag->half_lengths[k] = rounded((high[k] - low[k]) / 2);
    }
    sn_pose_inverse_point(place, turn, middle, drag->location);
    sn_q_conj(turn, drag->rotation);
}

static SnWrapSurface *new_wrap(const SnModel *model, SnId body, int32_t shape)
{
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_WRAP_SURFACE);
    char *name = sn_name_unused(list, SN_CLASS_WRAP_SURFACE.name);
    SnWrapSurface *wrap = (SnWrapSurface *)sn_component_new(&SN_CLASS_WRAP_SURFACE, name);
    g_free(name);
    wrap->body = body;
    wrap->shape = shape;
    return wrap;
}

SnId sn_edits_add_wrap_mesh(SnSession *session, SnId body)
{
    const SnModel *model = sn_session_model(session);
    SnWrapSurface *wrap = new_wrap(model, body, SN_WRAP_SURFACE_MESH);
    double place[3], turn[4], low[3], high[3], middle[3];
    sn_start_pose(model, body, place, turn);
    box_of(model, body, low, high);
    const double half = 0.5 * sn_v3_distance(low, high); /* a box round all of it */
    for (int k = 0; k < 3; k++)
        middle[k] = (low[k] + high[k]) / 2;
    if (half > 0) {
        sn_v3_set(half, half, half, wrap->size);
        sn_pose_inverse_point(place, turn, middle, wrap->position);
    }
    return sn_edits_add_made(session, &wrap->base.base);
}

SnId sn_edits_add_wrap(SnSession *session, SnId body, const double position[3],
                       const double axis[3], double radius)
{
    SnWrapSurface *wrap = new_wrap(sn_session_model(session), body,
                                   axis ? SN_WRAP_SURFACE_CYLINDER : SN_WRAP_SURFACE_SPHERE);
    sn_v3_copy(position, wrap->position);
    if (axis)
        turn_to(axis, wrap->orientation);
    sn_v3_set(radius, axis ? 3 * radius : radius, axis ? wrap->size[2] : radius, wrap->size);
    return sn_edits_add_made(session, &wrap->base.base);
}
