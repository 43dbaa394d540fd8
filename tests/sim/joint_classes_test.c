/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every joint of the list: what its row says of it holds, so that a new joint is tested by being
 * there.  (Derivatives of rows, limits and forces: jacobians_test.c, on random systems with every
 * joint.) */
#include "engine/base/vec.h"
#include "engine/check/build/build_system.h"
#include "engine/sim/joint/joint_motion.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/step/step.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP   1e-5
#define ROUNDS 8
#define LENGTH 0.3 /* of a rod */

/* A joint between two bodies anywhere; b hangs by its frame where the coordinates put it. */
typedef struct Fixture {
    SnSystem *system;
    SnState *state;
    SnWorkspace *work;
    const SnJointClass *class;
    double stiffness[SN_MAX_COORDINATES], rest[SN_MAX_COORDINATES], damping[SN_MAX_COORDINATES];
} Fixture;

static Fixture fixture_new(const SnJointClass *class, bool limited, Random *r)
{
    static const double none[3] = {0, 0, 0}, moments[3] = {0.1, 0.12, 0.15};
    Fixture f = {.class = class};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int frame[2];
    for (int s = 0; s < 2; s++) {
        double x[3], q[4], local[3], turn[4];
        random_vector(r, 0.5, x), random_quaternion(r, q);
        random_vector(r, 0.3, local), random_quaternion(r, turn);
        const int body = sn_build_body(build, 1, moments, x, q);
        frame[s] = sn_build_frame(build, body, local, turn);
    }
    const int number = class == &SN_JOINT_CUSTOM ? random_custom_joint(build, r, frame[0], frame[1])
                                                 : sn_build_joint(build, class, frame[0], frame[1]);
    SnSystemJoint *joint = &build->system->joints.joints[number];
    if (class->motion)
        random_ellipsoid(r, 0.2, joint);
    joint->limited = limited;
    joint->length = joint->rolling.edge = LENGTH;
    for (int k = 0; k < SN_MAX_COORDINATES; k++) {
        f.stiffness[k] = random_uniform(r, 1, 3), f.rest[k] = random_uniform(r, -0.3, 0.3);
        f.damping[k] = random_uniform(r, 0.5, 1);
        joint->coordinate[k] = (SnJointCoordinate){.lower = -0.6 - 0.1 * k,
                                                   .upper = 0.7 + 0.1 * k,
                                                   .stiffness = f.stiffness[k],
                                                   .rest = f.rest[k],
                                                   .damping = f.damping[k]};
    }
    for (int k = 0; class->one_law && k < SN_MAX_COORDINATES; k++)
        f.stiffness[k] = f.stiffness[0], f.damping[k] = f.damping[0];
    f.system = sn_build_finish(build, none);
    f.state = sn_state_new(f.system);
    f.work = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    return f;
}

static void fixture_free(Fixture *f)
{
    sn_workspace_free(f->work);
    free(f->state);
    sn_system_free(f->system);
}

/* Calls test with a new fixture of each class that joins frames, several times. */
static void for_each(bool limited, void (*test)(Fixture *f, Random *r))
{
    int n;
    const SnJointClass *const *classes = sn_joint_classes(&n);
    for (int i = 0; i < n; i++) {
        if (classes[i]->ends != SN_JOINT_FRAMES)
            continue;
        Random r = {(uint64_t)i * 0x9e3779b97f4a7c15ULL + 1};
        g_test_message("%s", classes[i]->name);
        for (int round = 0; round < ROUNDS; round++) {
            Fixture f = fixture_new(classes[i], limited, &r);
            test(&f, &r);
            fixture_free(&f);
        }
    }
}

static int n_coordinates(const Fixture *f)
{
    return sn_joint_n_coordinates(&f->system->joints.joints[0]);
}

static bool is_angle(const Fixture *f, int k)
{
    return sn_joint_is_angle(&f->system->joints.joints[0], k);
}

/* The class's coordinates are turns about and shifts along axes, one after the other. */
static bool is_simple(const Fixture *f)
{
    const SnJointClass *class = f->class;
    return class != &SN_JOINT_CUSTOM && class != &SN_JOINT_ELLIPSOID &&
           class != &SN_JOINT_SCAPULOTHORACIC && class != &SN_JOINT_CONSTANT_CURVATURE;
}

/* Where b's frame is in a's, by the class's own word. */
static void own_pose(const Fixture *f, const double *coordinate, double shift[3], double turn[4])
{
    SnJointPose pose;
    memset(&pose, 0, sizeof pose);
    pose.rotation[0] = pose.rotation[4] = pose.rotation[8] = 1;
    f->class->motion(f->system, &f->system->joints.joints[0], coordinate, &pose);
    sn_v3_copy(pose.position, shift);
    sn_q_from_m3(pose.rotation, turn);
}

/* b's frame is a's, shifted and turned by each coordinate about or along its axis, in order: angles
 * in the frame turned so far, distances along the axes of a. */
static void close_at(Fixture *f, const double *coordinate)
{
    const SnSystemFrame *a = &f->system->frames[0], *b = &f->system->frames[1];
    double *q = sn_state_q(f->state);
    const double *pose_a = q + f->system->blocks[0].q;
    double *pose_b = q + f->system->blocks[1].q;
    double position[3], orientation[4], shift[3] = {0, 0, 0}, arm[3], back[4];
    sn_pose_point(pose_a, pose_a + 3, a->position, position);
    sn_q_mul(pose_a + 3, a->orientation, orientation);
    double own[4] = {1, 0, 0, 0};
    if (f->class == &SN_JOINT_DISTANCE)
        sn_v3_set(LENGTH / 3, 2 * LENGTH / 3, -2 * LENGTH / 3, shift);
    if (f->class == &SN_JOINT_ROLLING)
        sn_v3_set(0, 0, LENGTH, shift);
    for (int k = 0; is_simple(f) && k < n_coordinates(f); k++)
        if (!is_angle(f, k))
            shift[f->class->coordinate[k].axis] += coordinate[k];
    if (!is_simple(f))
        own_pose(f, coordinate, shift, own);
    sn_q_rotate(orientation, shift, shift);
    sn_v3_add(position, shift, position);
    sn_q_mul(orientation, own, orientation);
    for (int k = 0; is_simple(f) && k < n_coordinates(f); k++) {
        double turn[3] = {0, 0, 0}, dq[4];
        if (!is_angle(f, k))
            continue;
        turn[f->class->coordinate[k].axis] = coordinate[k];
        sn_q_exp(turn, dq);
        sn_q_mul(orientation, dq, orientation);
    }
    sn_q_conj(b->orientation, back);
    sn_q_mul(orientation, back, pose_b + 3);
    sn_q_rotate(pose_b + 3, b->position, arm);
    sn_v3_sub(position, arm, pose_b);
    sn_joints_remember(f->system, f->state);
    sn_kinematics(f->system, q, sn_state_u(f->state), f->work);
}

static void random_coordinates(Random *r, double *coordinate)
{
    for (int k = 0; k < SN_MAX_COORDINATES; k++)
        coordinate[k] = random_uniform(r, -0.5, 0.5);
}

static double coordinate_of(const Fixture *f, int k)
{
    const SnSystemJoint *joint = &f->system->joints.joints[0];
    return sn_joint_coordinate(f->system, sn_state_q_const(f->state),
                               sn_state_turns_const(f->state), joint, k);
}

/* --- the rows of the table --- */

static void test_table(void)
{
    int n;
    const SnJointClass *const *classes = sn_joint_classes(&n);
    g_assert_cmpint(n, >, 0);
    for (int i = 0; i < n; i++) {
        const SnJointClass *c = classes[i];
        g_test_message("%s", c->name);
        for (int j = 0; j < i; j++)
            g_assert_cmpstr(c->name, !=, classes[j]->name);
        g_assert_true((c->n_rows > 0) == (c->rows != NULL));
        g_assert_true(!c->motion || (c->n_rows == 0 && c->ends == SN_JOINT_FRAMES));
        g_assert_true(!c->counted || c->motion);
        g_assert_true((c->n_own_limits > 0) == (c->own_limits != NULL));
        g_assert_true((c->force != NULL) == (c->energy != NULL));
        g_assert_cmpint(c->n_rows, <=, SN_MAX_JOINT_ROWS);
        g_assert_cmpint(c->n_coordinates, <=, SN_MAX_COORDINATES);
        if (c->ends != SN_JOINT_FRAMES) {
            g_assert_cmpint(c->n_coordinates, ==, 0);
            continue;
        }
        g_assert_true((c->n_numbers > 0) == (c->remember != NULL));
        if (c->n_coordinates > 0 && !c->motion)
            g_assert_cmpint(c->n_rows + c->n_coordinates, ==, 6);
        for (int k = 0; k < c->n_coordinates; k++) {
            const SnJointCoordinateClass *v = &c->coordinate[k];
            g_assert_true(v->axis >= 0 && v->axis < 3);
            if (c->motion) {
                g_assert_true(!v->value && !v->from_orientations && !v->on_b);
                g_assert_true(!v->angle || k == 0 || v[-1].angle);
            } else if (v->angle) {
                g_assert_nonnull(v->value);
                g_assert_true(k == 0 || v[-1].angle); /* the state's angles are numbered so */
            } else {                                  /* its force acts along an axis of a */
                g_assert_null(v->from_orientations);
                g_assert_false(v->on_b);
            }
        }
    }
}

/* --- closed: coordinates, rows, limits --- */

/* What was put in is read out; the rows vanish; limits are as far as they should be. */
static void check_closed(Fixture *f, Random *r)
{
    const SnSystemJoint *joint = &f->system->joints.joints[0];
    double c[SN_MAX_COORDINATES];
    double row[SN_MAX_JOINT_ROWS][2][6], residual[SN_MAX_JOINT_ROWS];
    double limit[SN_MAX_JOINT_LIMITS][2][6], gap[SN_MAX_JOINT_LIMITS];
    random_coordinates(r, c);
    close_at(f, c);
    for (int k = 0; k < n_coordinates(f); k++)
        g_assert_cmpfloat(fabs(coordinate_of(f, k) - c[k]), <, 1e-12);
    for (int i = 0; i < SN_MAX_JOINT_ROWS; i++)
        residual[i] = NAN;
    for (int i = 0; i < SN_MAX_JOINT_LIMITS; i++)
        gap[i] = NAN;
    sn_joint_rows(f->system, f->state, f->work, 0, false,
                  &(SnJointRows){row, residual, limit, gap});
    for (int i = 0; i < joint->n_rows; i++)
        g_assert_cmpfloat(fabs(residual[i]), <, 1e-12);
    int n = 0;
    for (int k = 0; k < n_coordinates(f); k++) {
        if (!f->class->coordinate[k].limited)
            continue;
        g_assert_cmpint(n + 1, <, joint->n_limits);
        g_assert_cmpfloat(fabs(gap[n++] - (c[k] - joint->coordinate[k].lower)), <, 1e-12);
        g_assert_cmpfloat(fabs(gap[n++] - (joint->coordinate[k].upper - c[k])), <, 1e-12);
    }
    g_assert_cmpint(joint->n_limits, ==, n + f->class->n_own_limits);
    for (; n < joint->n_limits; n++)
        g_assert_true(isfinite(gap[n]));
}

static void test_closed(void)
{
    for_each(true, check_closed);
}

/* What is left of a vector after the rows before it were taken out, over its length. */
static double independent(double (*rows)[6], int i)
{
    const double before = sqrt(sn_v3_dot(rows[i], rows[i]) + sn_v3_dot(rows[i] + 3, rows[i] + 3));
    for (int j = 0; j < i; j++) {
        const double along = sn_v3_dot(rows[i], rows[j]) + sn_v3_dot(rows[i] + 3, rows[j] + 3);
        for (int k = 0; k < 6; k++)
            rows[i][k] -= along * rows[j][k];
    }
    const double left = sqrt(sn_v3_dot(rows[i], rows[i]) + sn_v3_dot(rows[i] + 3, rows[i] + 3));
    for (int k = 0; k < 6; k++)
        rows[i][k] /= left;
    return left / before;
}

/* Rows and coordinates say all of b's six velocities, and none twice. */
static void check_independent(Fixture *f, Random *r)
{
    double c[SN_MAX_COORDINATES], all[6][6];
    double row[SN_MAX_JOINT_ROWS][2][6] = {{{0}}}, residual[SN_MAX_JOINT_ROWS];
    double limit[SN_MAX_JOINT_LIMITS][2][6] = {{{0}}}, gap[SN_MAX_JOINT_LIMITS];
    int n = f->system->joints.joints[0].n_rows;
    random_coordinates(r, c);
    close_at(f, c);
    sn_joint_rows(f->system, f->state, f->work, 0, true, &(SnJointRows){row, residual, limit, gap});
    for (int i = 0; i < n; i++)
        memcpy(all[i], row[i][1], sizeof all[i]);
    for (int k = 0; k < n_coordinates(f); k++, n++) {
        double side[2][6] = {{0}};
        sn_joint_coordinate_row(f->system, f->state, f->work, &f->system->joints.joints[0], k,
                                side);
        memcpy(all[n], side[1], sizeof all[n]);
    }
    for (int i = 0; i < n; i++)
        g_assert_cmpfloat(independent(all, i), >, 0.05);
}

static void test_independent(void)
{
    for_each(true, check_independent);
}

/* --- anywhere: derivatives of coordinates, shapes of rows --- */

static void displace(const Fixture *f, SnState *moved, int i, double amount)
{
    memcpy(moved, f->state, f->state->size);
    displace_one(f->system, sn_state_q(moved), i, amount);
    sn_kinematics(f->system, sn_state_q(moved), sn_state_u(moved), f->work);
}

/* Also where the joint is open; and from the orientations alone they are the same. */
static void check_coordinates(Fixture *f, Random *r)
{
    const SnSystem *s = f->system;
    const SnSystemJoint *joint = &s->joints.joints[0];
    SnState *moved = sn_state_copy(f->state);
    if (f->class->motion) { /* open, but so that its equations have a solution */
        double c[SN_MAX_COORDINATES];
        random_coordinates(r, c);
        close_at(f, c);
        for (int i = 0; i < 12; i++)
            displace_one(s, sn_state_q(f->state), i, random_uniform(r, -0.01, 0.01));
    }
    for (int k = 0; k < n_coordinates(f); k++) {
        double row[2][6] = {{0}}, unused[2][6] = {{0}}, value[2];
        sn_joints_remember(s, f->state);
        sn_kinematics(s, sn_state_q(f->state), sn_state_u(f->state), f->work);
        const double here = sn_joint_coordinate_row(s, f->state, f->work, joint, k, row);
        g_assert_cmpfloat(fabs(coordinate_of(f, k) - here), <, 1e-12);
        for (int i = 0; i < 12; i++) {
            for (int sign = 0; sign < 2; sign++) {
                displace(f, moved, i, sign ? -STEP : STEP);
                value[sign] = sn_joint_coordinate_row(s, moved, f->work, joint, k, unused);
            }
            const double numeric = (value[0] - value[1]) / (2 * STEP), analytic = row[i / 6][i % 6];
            if (fabs(numeric - analytic) > 1e-6 * (1 + fabs(numeric)))
                g_error("%s, coordinate %d, column %d: %g is not %g", f->class->name, k, i,
                        analytic, numeric);
        }
    }
    free(moved);
}

static void test_coordinates(void)
{
    for_each(true, check_coordinates);
}

/* The solver plans a row by its shape: what lies outside is dropped. */
static void check_shapes(Fixture *f, Random *r)
{
    const SnSystem *s = f->system;
    const SnSystemJoint *joint = &s->joints.joints[0];
    double row[SN_MAX_JOINT_ROWS][2][6] = {{{0}}}, residual[SN_MAX_JOINT_ROWS];
    double limit[SN_MAX_JOINT_LIMITS][2][6] = {{{0}}}, gap[SN_MAX_JOINT_LIMITS];
    sn_joints_remember(s, f->state);
    sn_kinematics(s, sn_state_q(f->state), sn_state_u(f->state), f->work);
    sn_joint_rows(s, f->state, f->work, 0, true, &(SnJointRows){row, residual, limit, gap});
    for (int i = 0; i < joint->n_rows + joint->n_limits; i++) {
        const bool one_sided = i >= joint->n_rows;
        const int n = one_sided ? i - joint->n_rows : i;
        const SnRowShape shape = one_sided ? s->joints.limits[joint->limit + n].shape
                                           : s->joints.rows[joint->row + n].shape;
        for (int side = 0; side < 2; side++)
            for (int k = 0; k < 3; k++) {
                const double value = one_sided ? limit[n][side][k] : row[n][side][k];
                const bool fits = shape == SN_ROW_FULL ||
                                  (shape != SN_ROW_ROTATION && (int)shape - SN_ROW_POSITION_X == k);
                if (!fits && value != 0)
                    g_error("%s, row %d, velocity %d: %g does not fit the row's shape",
                            f->class->name, i, k, value);
            }
    }
}

static void test_shapes(void)
{
    for_each(true, check_shapes);
}

/* --- stiffness and damping --- */

/* Power of the joint's forces when b moves so: v and w of its centre, body axes of w. */
static double power(Fixture *f, const double motion[6])
{
    double sum = 0;
    sn_kinematics(f->system, sn_state_q(f->state), sn_state_u(f->state), f->work);
    sn_forces(f->system, f->system->inputs.base, f->state, f->work, false, 0, 0);
    for (int i = 0; i < 6; i++)
        sum += f->work->forces.applied[f->system->blocks[1].u + i] * motion[i];
    return sum;
}

/* How b moves for each unit of a coordinate. */
static void motion_along(Fixture *f, const double *c, int k, double motion[6])
{
    double moved[SN_MAX_COORDINATES], pose[2][7], back[4], turn[4];
    for (int s = 0; s < 2; s++) {
        memcpy(moved, c, sizeof moved);
        moved[k] += s ? -STEP : STEP;
        close_at(f, moved);
        memcpy(pose[s], sn_state_q(f->state) + f->system->blocks[1].q, sizeof pose[s]);
    }
    for (int i = 0; i < 3; i++)
        motion[i] = (pose[0][i] - pose[1][i]) / (2 * STEP);
    sn_q_conj(pose[1] + 3, back);
    sn_q_mul(back, pose[0] + 3, turn);
    sn_q_log(turn, motion + 3);
    sn_v3_scale(1 / (2 * STEP), motion + 3, motion + 3);
    close_at(f, c);
}

/* Along each coordinate the force is -k (c - rest) - d dc/dt, and the energy that of a spring. */
static void check_forces(Fixture *f, Random *r)
{
    double c[SN_MAX_COORDINATES], expected = 0;
    double *u = sn_state_u(f->state) + f->system->blocks[1].u;
    random_coordinates(r, c);
    for (int k = 0; k < n_coordinates(f); k++) {
        double motion[6];
        motion_along(f, c, k, motion);
        memset(sn_state_u(f->state), 0, (size_t)f->system->n_u * sizeof *u);
        const double elastic = f->stiffness[k] * (c[k] - f->rest[k]);
        expected += 0.5 * elastic * (c[k] - f->rest[k]);
        g_assert_cmpfloat(fabs(power(f, motion) + elastic), <, 1e-7);
        memcpy(u, motion, sizeof motion);
        g_assert_cmpfloat(fabs(power(f, motion) + elastic + f->damping[k]), <, 1e-7);
    }
    if (f->class->energy)
        expected += f->class->energy(f->system, f->state, f->work, &f->system->joints.joints[0]);
    g_assert_cmpfloat(fabs(sn_joint_energy(f->system, f->state, f->work) - expected), <, 1e-12);
}

static void test_forces(void)
{
    for_each(true, check_forces);
}

/* A force that a class has of its own comes from its energy, open or closed. */
static void check_own_force(Fixture *f, Random *r)
{
    const SnSystem *s = f->system;
    if (!f->class->energy || f->class->n_coordinates > 0)
        return;
    SnState *moved = sn_state_copy(f->state);
    for (int i = 0; i < 12; i++) {
        double energy[2];
        for (int sign = 0; sign < 2; sign++) {
            displace(f, moved, i, sign ? -STEP : STEP);
            energy[sign] = sn_joint_energy(s, moved, f->work);
        }
        displace(f, moved, i, 0);
        sn_forces(s, s->inputs.base, f->state, f->work, false, 0, 0);
        const double numeric = -(energy[0] - energy[1]) / (2 * STEP);
        g_assert_cmpfloat(fabs(f->work->forces.applied[i] - numeric), <,
                          1e-6 * (1 + fabs(numeric)));
    }
    free(moved);
}

static void test_own_force(void)
{
    for_each(true, check_own_force);
}

/* --- by Runge and Kutta --- */

/* Where the bodies are after a tenth of a second in steps of this size; false if that is refused.
 */
static bool run_for(Fixture *f, const SnState *start, double h, double *q)
{
    memcpy(f->state, start, start->size);
    f->system->step_size = h;
    for (int i = 0; i < lrint(0.1 / h); i++)
        if (sn_step(f->system, f->system->inputs.base, f->state, f->work).code != SN_FAULT_NONE)
            return false;
    memcpy(q, sn_state_q(f->state), (size_t)f->system->n_q * sizeof *q);
    return true;
}

static double distance(const Fixture *f, const double *a, const double *b)
{
    double square = 0;
    for (int i = 0; i < f->system->n_q; i++)
        square += (a[i] - b[i]) * (a[i] - b[i]);
    return sqrt(square);
}

/* Halving the step divides the error by 16, and joints are closed. */
static void check_order(Fixture *f, Random *r)
{
    double q[3][64], coordinate[SN_MAX_COORDINATES] = {0};
    for (int k = 0; k < n_coordinates(f); k++)
        coordinate[k] = random_uniform(r, -0.3, 0.3);
    f->system->method = SN_STEP_RUNGE_KUTTA_4;
    close_at(f, coordinate);
    for (int i = 0; i < f->system->n_u; i++)
        sn_state_u(f->state)[i] = random_uniform(r, -1, 1);
    g_assert_cmpint(sn_assemble(f->system, f->system->inputs.base, f->state, f->work).code, ==,
                    SN_FAULT_NONE);
    SnState *start = sn_state_copy(f->state);
    for (int k = 0; k < 3; k++)
        g_assert_true(run_for(f, start, 0.0025 / (1 << k), q[k]));
    const double coarse = distance(f, q[0], q[1]), fine = distance(f, q[1], q[2]);
    g_test_message("%.2e %.2e", coarse, fine);
    g_assert_true(coarse > 11 * fine || fine < 1e-10);
    sn_rows(f->system, f->state, f->work, false, &f->work->ahead);
    for (int i = 0; i < f->system->joints.n_rows; i++)
        g_assert_cmpfloat(fabs(f->work->ahead.residual[i]), <, 1e-9);
    free(start);
}

static void test_runge_kutta(void)
{
    for_each(false, check_order);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/joint-classes/table", test_table);
    g_test_add_func("/sim/joint-classes/closed", test_closed);
    g_test_add_func("/sim/joint-classes/independent", test_independent);
    g_test_add_func("/sim/joint-classes/coordinates", test_coordinates);
    g_test_add_func("/sim/joint-classes/shapes", test_shapes);
    g_test_add_func("/sim/joint-classes/forces", test_forces);
    g_test_add_func("/sim/joint-classes/own-force", test_own_force);
    g_test_add_func("/sim/joint-classes/runge-kutta", test_runge_kutta);
    return g_test_run();
}
