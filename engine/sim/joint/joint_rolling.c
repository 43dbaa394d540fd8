/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rolling without slip or spin-off: the surface of b, a disc about the z axis of its frame with a
 * rounded edge (a ball where its radius is none), touches a surface of a, the plane z = 0 or a ball
 * about the origin from outside or from inside.
 *
 * Where they touch neither moves against the other.  Across the surface that is a row like any
 * other: the distance, n . (motion of b's material - motion of a's) where it is least.  Along it
 * the two rows are not derivatives of anything (nonholonomic: Neimark and Fufaev 1972, Dynamics of
 * Nonholonomic Systems): they hold velocities.  What iterates the places of a step (Newton's
 * methods) needs a distance all the same.  It gets how far the points half way between those that
 * touched at the start of the step, when the joint was last remembered, and those that touch now
 * have moved against each other along the surface: of third order in the step where b spins about
 * the normal too, of which the points that touched at the start alone would make a second.  Others
 * have none, so that they correct the distance alone; static equilibrium among them, whose
 * corrections roll, however far. */
#include "engine/sim/joint/joint_side.h"

#include <float.h>

/* Numbers in state.turns: whether the rest is known; where they touched, in b's frame and in a's;
 * the first direction along the surface, in a's; origin and quaternion of b's frame in a's. */
enum {
    KNOWN,
    ON_B,
    ON_A = ON_B + 3,
    ALONG = ON_A + 3,
    ORIGIN = ALONG + 3,
    TURN = ORIGIN + 3,
    N_NUMBERS = TURN + 4
};

#define FLAT                                                                                       \
    1e-9 /* sine of the angle below which a disc lies flat: any point of its rim is as low */

typedef struct Touch {
    double normal[3]; /* from a to b, world */
    double at[3];     /* on b, world */
    double gap;
} Touch;

/* From the disc's centre to the place of its rim that is furthest along a direction. */
static void to_rim(const SnJointSides *sides, const double direction[3], double arm[3])
{
    double axis[3];
    sn_side_axis(&sides->b, 2, axis);
    sn_v3_copy(direction, arm);
    sn_v3_axpy(-sn_v3_dot(direction, axis), axis, arm);
    const double length = sn_v3_norm(arm);
    if (!(length > FLAT * sn_v3_norm(direction)))
        sn_side_axis(&sides->b, 0, arm);
    sn_v3_scale(sides->joint->rolling.rim / fmax(sn_v3_norm(arm), DBL_MIN), arm, arm);
}

static void find_touch(const SnJointSides *sides, Touch *touch)
{
    const SnRolling *r = &sides->joint->rolling;
    double direction[3], middle[3];
    if (r->surface == SN_ROLLING_ON_PLANE) {
        sn_side_axis(&sides->a, 2, touch->normal);
        sn_v3_scale(-1, touch->normal, direction);
        to_rim(sides, direction, middle);
        sn_v3_add(sides->b.position, middle, middle);
        sn_v3_sub(middle, sides->a.position, direction);
        touch->gap = sn_v3_dot(direction, touch->normal) - r->edge;
    } else {
        const double side = r->surface == SN_ROLLING_ON_BALL ? 1 : -1;
        sn_v3_sub(sides->a.position, sides->b.position, direction);
        sn_v3_scale(side, direction, direction);
        to_rim(sides, direction, middle);
        sn_v3_add(sides->b.position, middle, middle);
        sn_v3_sub(middle, sides->a.position, touch->normal);
        const double distance = sn_v3_norm(touch->normal);
        if (distance > 0)
            sn_v3_scale(side / distance, touch->normal, touch->normal);
        else
            sn_side_axis(&sides->a, 2, touch->normal);
        touch->gap = side * (distance - r->base) - r->edge;
    }
    sn_v3_copy(middle, touch->at);
    sn_v3_axpy(-r->edge, touch->normal, touch->at);
}

/* A direction along the surface nearest to `wanted` (a's axes); where that is across it, another.
 */
static void direction_along(const SnJointSides *sides, const Touch *touch, const double wanted[3],
                            double along[3])
{
    double normal[3];
    sn_m3_tmul_v3(sides->a.axes, touch->normal, normal);
    sn_v3_copy(wanted, along);
    sn_v3_axpy(-sn_v3_dot(along, normal), normal, along);
    if (sn_v3_norm(along) < 0.1) {
        sn_v3_set(0, 1, 0, along);
        sn_v3_axpy(-sn_v3_dot(along, normal), normal, along);
    }
    sn_v3_normalize(along, along);
}

static void first_direction(const SnJointSides *sides, const Touch *touch, double along[3])
{
    static const double x[3] = {1, 0, 0};
    const double *numbers = sides->turns ? sides->turns + sides->joint->turns : NULL;
    direction_along(sides, touch, numbers && numbers[KNOWN] != 0 ? numbers + ALONG : x, along);
}

void sn_rolling_contact(const SnJointSides *sides, double at[3])
{
    Touch touch;
    find_touch(sides, &touch);
    sn_v3_copy(touch.at, at);
}

/* A point of the world in the frame of a side. */
static void point_in(const SnJointSide *side, const double at[3], double point[3])
{
    double apart[3];
    sn_v3_sub(at, side->position, apart);
    sn_m3_tmul_v3(side->axes, apart, point);
}

static void remember_touch(const SnJointSides *sides, double *numbers)
{
    Touch touch;
    double along[3];
    find_touch(sides, &touch);
    first_direction(sides, &touch, along);
    sn_v3_copy(along, numbers + ALONG);
    point_in(&sides->b, touch.at, numbers + ON_B);
    point_in(&sides->a, touch.at, numbers + ON_A);
    point_in(&sides->a, sides->b.position, numbers + ORIGIN);
    sn_sides_quaternion(&sides->a, &sides->b, numbers + TURN);
    numbers[KNOWN] = 1;
}

static bool iterates_positions(const SnSystem *system)
{
    return system->method == SN_STEP_NEWTON_EULER || system->method == SN_STEP_NEWTON_TRAPEZOIDAL;
}

/* How far the points half way between what touched and what touches have moved, b from a, world:
 * half of how far those that touched are apart now, less half of how far those that touch now were
 * apart then. */
static void come_apart(const SnJointSides *sides, const Touch *touch, double apart[3])
{
    const double *numbers = sides->turns ? sides->turns + sides->joint->turns : NULL;
    double now[3], then[3], on_b[3], on_a[3];
    sn_v3_set(0, 0, 0, apart);
    if (!iterates_positions(sides->system) || !numbers || numbers[KNOWN] == 0)
        return;
    sn_m3_mul_v3(sides->b.axes, numbers + ON_B, now);
    sn_v3_add(sides->b.position, now, now);
    point_in(&sides->a, now, now);
    sn_v3_sub(now, numbers + ON_A, now);
    point_in(&sides->b, touch->at, on_b);
    point_in(&sides->a, touch->at, on_a);
    sn_q_rotate(numbers + TURN, on_b, then);
    sn_v3_add(numbers + ORIGIN, then, then);
    sn_v3_sub(then, on_a, then);
    sn_v3_sub(now, then, now);
    sn_m3_mul_v3(sides->a.axes, now, apart);
    sn_v3_scale(0.5, apart, apart);
}

static void rolling_rows(const SnJointSides *sides, bool jacobian, double (*row)[2][6],
                         double *residual)
{
    Touch touch;
    double local[3], offset[3], apart[3], direction[3][3];
    SnJointSide b = sides->b;
    find_touch(sides, &touch);
    first_direction(sides, &touch, offset);
    sn_m3_mul_v3(sides->a.axes, offset, direction[1]);
    sn_v3_copy(touch.normal, direction[0]);
    sn_v3_cross(direction[0], direction[1], direction[2]);
    come_apart(sides, &touch, apart);
    residual[0] = touch.gap;
    residual[1] = sn_v3_dot(direction[1], apart);
    residual[2] = sn_v3_dot(direction[2], apart);
    if (!jacobian)
        return;
    sn_v3_copy(touch.at, b.position);
    if (b.moves) {
        sn_v3_sub(touch.at, b.center, offset);
        sn_m3_tmul_v3(b.rotation, offset, local);
        b.local = local;
    }
    for (int k = 0; k < 3; k++)
        sn_sides_along(&sides->a, &b, direction[k], true, row[k]);
}

const SnJointClass SN_JOINT_ROLLING = {
    .name = "rolling",
    .glyph = SN_GLYPH_BLOCK,
    .n_rows = 3,
    .shape = {SN_ROW_FULL, SN_ROW_FULL, SN_ROW_FULL},
    .rows = rolling_rows,
    .n_velocity_rows = 2,
    .n_numbers = N_NUMBERS,
    .remember = remember_touch,
};
