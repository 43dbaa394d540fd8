/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points on guides and surfaces, alone and riding on each other: derivatives, accelerations and the
 * turning of forces against finite differences at random states. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/motion/surface.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/system/workspace.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_forces.h"
#include "tests/support/build_guides.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#define STATES   8
#define STEP     1e-5
#define CONTROLS 5

typedef struct World {
    Random r;
    SnBuild *build;
    int body[2], particle[4], still, nodes[16], n_nodes;
    double (*net)[3];
} World;

static int random_body(World *w)
{
    double x[3], q[4], v[3], spin[3];
    const double inertia[3] = {0.3, 0.5, 0.4};
    random_vector(&w->r, 1, x);
    random_quaternion(&w->r, q);
    const int body = sn_build_body(w->build, 2, inertia, x, q);
    random_vector(&w->r, 1, v);
    random_vector(&w->r, 2, spin);
    sn_build_velocity(w->build, body, v, spin);
    return body;
}

static int random_particle(World *w, double mass)
{
    double x[3], v[3];
    random_vector(&w->r, 1, x);
    random_vector(&w->r, 1, v);
    const int particle = sn_build_particle(w->build, mass, x);
    sn_build_velocity(w->build, particle, v, NULL);
    return particle;
}

static int rigid_guide(World *w, SnGuideShape shape, SnGuideEnds ends, int carrier)
{
    double control[CONTROLS][3];
    for (int i = 0; i < CONTROLS; i++)
        sn_v3_set(0.5 * i + random_uniform(&w->r, -0.1, 0.1), random_uniform(&w->r, -0.4, 0.4),
                  random_uniform(&w->r, -0.4, 0.4), control[i]);
    return sn_build_guide(w->build, shape, ends, carrier, CONTROLS, (const double(*)[3])control);
}

static int slide(World *w, int guide, double parameter)
{
    const int node =
        sn_build_on_guide(w->build, guide, 0.2, parameter + random_uniform(&w->r, 0, 0.1),
                          random_uniform(&w->r, -1, 1));
    w->nodes[w->n_nodes++] = node;
    return node;
}

static int on_surface(World *w, SnSurfaceShape shape, int carrier, const double size[3])
{
    double position[3], q[4], place[3], v[3];
    random_vector(&w->r, 0.5, position);
    random_quaternion(&w->r, q);
    const int surface = sn_build_surface_shape(w->build, shape, carrier, position, q, size);
    if (shape == SN_SURFACE_PATCH) {
        double net[25][3];
        for (int i = 0; i < 25; i++)
            sn_v3_set(i % 5, (double)(i / 5), random_uniform(&w->r, -0.5, 0.5), net[i]);
        sn_build_patch(w->build, surface, 5, 5, (const double(*)[3])net);
        sn_v3_set(random_uniform(&w->r, 1.3, 2.7), random_uniform(&w->r, 1.3, 2.7), 0, place);
    } else {
        random_vector(&w->r, 1, place);
    }
    random_vector(&w->r, 1, v);
    const int node = sn_build_on_surface(w->build, surface, 0.3, place, v);
    w->nodes[w->n_nodes++] = node;
    return node;
}

/* A guide of every kind, on bodies, in the world and through points that attach to bodies, guides,
 * surfaces and other points; a surface of every shape. */
static SnSystem *random_places(uint64_t seed, SnStepMethod method)
{
    static const double sizes[4][3] = {{0.6, 0.4, 0.3}, {0.3}, {0.8, 0.2}, {0}};
    World w = {.r = {seed}, .build = sn_build_new(method, 0.01)};
    w.body[0] = random_body(&w), w.body[1] = random_body(&w);
    for (int i = 0; i < 4; i++)
        w.particle[i] = random_particle(&w, 0.5);
    w.still = random_particle(&w, 1);
    sn_build_kinematic(w.build, w.still);
    slide(&w, rigid_guide(&w, SN_GUIDE_POLYLINE, SN_GUIDE_PLAIN, SN_BUILD_WORLD), 1.3);
    const int attached =
        slide(&w, rigid_guide(&w, SN_GUIDE_SPLINE, SN_GUIDE_PLAIN, w.body[0]), 0.6);
    slide(&w, rigid_guide(&w, SN_GUIDE_SPLINE, SN_GUIDE_WRAPPED, SN_BUILD_WORLD), 4.5);
    double q[4], center[3];
    random_quaternion(&w.r, q);
    random_vector(&w.r, 0.3, center);
    slide(&w, sn_build_ellipse(w.build, SN_GUIDE_WRAPPED, w.body[1], center, q, 0.5, 0.2), 0.3);
    const int sheet = on_surface(&w, SN_SURFACE_PATCH, w.body[0], sizes[3]);
    on_surface(&w, SN_SURFACE_ELLIPSOID, w.body[1], sizes[0]);
    on_surface(&w, SN_SURFACE_CYLINDER, SN_BUILD_WORLD, sizes[1]);
    on_surface(&w, SN_SURFACE_TORUS, w.body[0], sizes[2]);
    const int fixed = random_particle(&w, 0.1), blend = random_particle(&w, 0.1);
    sn_build_attach_to_body(w.build, fixed, w.body[1]);
    const double weights[2] = {0.3, 0.7};
    sn_build_attach_to_points(w.build, blend, 2, w.particle, weights);
    const int ways[][6] = {{w.particle[0], fixed, attached, blend, w.still, sheet},
                           {w.particle[2], w.particle[3], fixed, w.still, w.particle[0], blend}};
    slide(&w, sn_build_moving_guide(w.build, SN_GUIDE_SPLINE, SN_GUIDE_PLAIN, 6, ways[0]), 1.4);
    slide(&w, sn_build_moving_guide(w.build, SN_GUIDE_SPLINE, SN_GUIDE_WRAPPED, 6, ways[0]), 4.3);
    const int chained = slide(
        &w, sn_build_moving_guide(w.build, SN_GUIDE_POLYLINE, SN_GUIDE_PLAIN, 6, ways[1]), 2.2);
    const int last[2] = {chained, w.particle[1]};
    slide(&w, sn_build_moving_guide(w.build, SN_GUIDE_POLYLINE, SN_GUIDE_PLAIN, 2, last), 0.5);
    for (int i = 0; i < w.n_nodes; i++) {
        const double origin[3] = {0};
        const int load = sn_build_point_load(w.build, sn_build_point(w.build, w.nodes[i], origin));
        random_vector(&w.r, 3,
                      w.build->system->inputs.base + w.build->system->loads.loads[load].force);
    }
    const double gravity[3] = {0.3, -0.2, -1};
    return sn_build_finish(w.build, gravity);
}

typedef struct Fixture {
    SnSystem *system;
    SnState *state, *moved;
    SnWorkspace *work;
    double *plus, *minus; /* [n_u] */
} Fixture;

static Fixture fixture_new(uint64_t seed)
{
    Fixture f = {.system = random_places(seed, SN_STEP_BACKWARD_EULER)};
    f.state = sn_state_new(f.system);
    f.moved = sn_state_new(f.system);
    f.work = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    sn_targets_begin(f.system, f.system->inputs.base, f.system->inputs.base, 0.01, f.state, f.work);
    double *still = sn_state_u(f.state) + f.system->blocks[f.system->n_blocks - 1].u;
    sn_v3_set(0.3, -0.4, 0.2, still); /* the kinematic point moves */
    sn_attachments_follow(f.system, sn_state_q(f.state), sn_state_u(f.state));
    sn_kinematics(f.system, sn_state_q(f.state), sn_state_u(f.state), f.work);
    f.plus = calloc((size_t)f.system->n_u + 1, sizeof(double));
    f.minus = calloc((size_t)f.system->n_u + 1, sizeof(double));
    return f;
}

static void fixture_free(Fixture *f)
{
    sn_workspace_free(f->work);
    free(f->state);
    free(f->moved);
    free(f->plus);
    free(f->minus);
    sn_system_free(f->system);
}

/* f.moved: the state after a time h at its velocities; kinematic blocks too.  With `free_motion`
 * the velocities are those of the free drift. */
static void move(Fixture *f, double h, bool free_motion)
{
    const SnSystem *s = f->system;
    memcpy(f->moved, f->state, f->state->size);
    double *q = sn_state_q(f->moved), *u = sn_state_u(f->moved);
    if (free_motion) {
        sn_drift(s, h, q, u);
    } else {
        double *by = calloc((size_t)s->n_u, sizeof *by);
        for (int i = 0; i < s->n_u; i++)
            by[i] = h * u[i];
        sn_displace(s, by, q);
        free(by);
    }
    const SnBlock *still = &s->blocks[s->n_blocks - 1];
    sn_v3_axpy(h, u + still->u, q + still->q);
    sn_attachments_follow(s, q, u);
}

/* Velocities of the points are their derivatives times those of their roots, and the rates of their
 * positions. */
static void test_velocities(void)
{
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f = fixture_new(seed);
        const SnSystem *s = f.system;
        const double *u = sn_state_u(f.state);
        sn_prescribed_velocity(s, u, f.work);
        sn_spread_vector(s, f.work, u, f.plus);
        for (int i = 0; i < s->n_u; i++)
            g_assert_cmpfloat(fabs(f.plus[i] + f.work->motion.prescribed[i] - u[i]), <, 1e-12);
        for (int k = 0; k < 2; k++) {
            move(&f, k ? STEP : -STEP, false);
            const double *q = sn_state_q(f.moved);
            for (int b = s->n_active; b < s->n_active + s->n_attached; b++)
                sn_v3_copy(q + s->blocks[b].q, (k ? f.plus : f.minus) + s->blocks[b].u);
        }
        for (int b = s->n_active; b < s->n_active + s->n_attached; b++)
            for (int i = s->blocks[b].u; i < s->blocks[b].u + 3; i++)
                g_assert_cmpfloat(fabs((f.plus[i] - f.minus[i]) / (2 * STEP) - u[i]), <, 1e-7);
        fixture_free(&f);
    }
}

/* Accelerations that velocities make, the masters' numbers constant or drifting freely. */
static void check_bias(bool drifting)
{
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f = fixture_new(seed);
        const SnSystem *s = f.system;
        const double *q = sn_state_q(f.state), *u = sn_state_u(f.state);
        double *bias = calloc((size_t)s->n_u, sizeof(double));
        for (int i = 0; drifting && i < s->n_active; i++) {
            const SnBlock *block = &s->blocks[i];
            double moment[3];
            if (block->kind == SN_BLOCK_SURFACE)
                sn_surface_drift_rate(s, i, q, u, bias + block->u);
            if (block->kind != SN_BLOCK_BODY)
                continue;
            sn_m3_mul_v3(block->inertia, u + block->u + 3, moment);
            sn_v3_cross(moment, u + block->u + 3, moment);
            sn_m3_mul_v3(block->inertia_inverse, moment, bias + block->u + 3);
        }
        sn_attachment_bias(s, q, u, f.work, bias);
        for (int k = 0; k < 2; k++) {
            move(&f, k ? STEP : -STEP, drifting);
            memcpy(k ? f.plus : f.minus, sn_state_u(f.moved), (size_t)s->n_u * sizeof(double));
        }
        for (int b = 0; b < s->n_active + s->n_attached; b++)
            for (int i = s->blocks[b].u; i < s->blocks[b].u + s->blocks[b].n; i++) {
                const double numeric = (f.plus[i] - f.minus[i]) / (2 * STEP);
                if (fabs(numeric - bias[i]) > 2e-6 * (1 + fabs(numeric)))
                    g_error("seed %d block %d kind %d number %d: %g is not %g", (int)seed, b,
                            s->blocks[b].kind, i - s->blocks[b].u, bias[i], numeric);
            }
        free(bias);
        fixture_free(&f);
    }
}

static void test_bias(void)
{
    check_bias(false);
}

static void test_drifting_bias(void)
{
    check_bias(true);
}

/* --- forces turn with places --- */

/* Generalised forces on a SURFACE block in tangents carried from where it was. */
static void carry_back(const Fixture *f, int block, int number, double amount, double *force)
{
    const SnSystem *s = f->system;
    const SnBlock *b = &s->blocks[block];
    const SnSurfaceGeometry geometry = sn_surface_geometry(s, &s->surfaces.surfaces[b->owner]);
    double x[3], n[3], t[2][3], v[3], whole[3] = {0}, side[3];
    sn_v3_copy(sn_state_q(f->state) + b->q, x);
    sn_surface_normal(&geometry, x, n);
    sn_surface_tangents(n, t[0], t[1]);
    sn_v3_copy(t[number], v);
    sn_surface_traverse(&geometry, amount, x, v);
    sn_surface_normal(&geometry, x, n);
    sn_surface_tangents(n, t[0], t[1]);
    for (int i = 0; i < 2; i++)
        sn_v3_axpy(force[b->u + i], t[i], whole);
    sn_v3_cross(n, v, side); /* t1 -> t2 -> -t1 */
    force[b->u + number] = sn_v3_dot(whole, v);
    force[b->u + 1 - number] = (number ? -1 : 1) * sn_v3_dot(whole, side);
}

static void forces_at(Fixture *f, int block, int number, double amount, double *force)
{
    const SnSystem *s = f->system;
    double *by = calloc((size_t)s->n_u, sizeof *by);
    memcpy(f->moved, f->state, f->state->size);
    by[s->blocks[block].u + number] = amount;
    sn_displace(s, by, sn_state_q(f->moved));
    free(by);
    sn_attachments_follow(s, sn_state_q(f->moved), sn_state_u(f->moved));
    sn_kinematics(s, sn_state_q(f->moved), sn_state_u(f->moved), f->work);
    sn_forces(s, s->inputs.base, f->moved, f->work, false, 0, 0);
    sn_reduce_vector(s, f->work, f->work->forces.applied, force);
    if (s->blocks[block].kind == SN_BLOCK_SURFACE)
        carry_back(f, block, number, amount, force);
}

/* M-hat = M - K holds the symmetric part of the derivative of the forces. */
static void test_stiffness(void)
{
    for (uint64_t seed = 1; seed <= STATES; seed++) {
        Fixture f = fixture_new(seed);
        const SnSystem *s = f.system;
        const int n = s->n_u_active;
        memset(sn_state_u(f.state), 0, (size_t)s->n_u * sizeof(double));
        double *numeric = calloc((size_t)(n * n), sizeof *numeric);
        for (int b = 0; b < s->n_active; b++)
            for (int k = 0; k < s->blocks[b].n; k++) {
                forces_at(&f, b, k, STEP, f.plus);
                forces_at(&f, b, k, -STEP, f.minus);
                for (int i = 0; i < n; i++)
                    numeric[n * i + s->blocks[b].u + k] = (f.plus[i] - f.minus[i]) / (2 * STEP);
            }
        sn_kinematics(s, sn_state_q(f.state), sn_state_u(f.state), f.work);
        sn_forces(s, s->inputs.base, f.state, f.work, true, 0, 1);
        double *unit = calloc((size_t)n, sizeof *unit), *column = calloc((size_t)n, sizeof *unit);
        double *mass = calloc((size_t)n, sizeof *mass);
        for (int j = 0; j < n; j++) {
            memset(unit, 0, (size_t)n * sizeof *unit);
            unit[j] = 1;
            sn_pair_multiply(s, f.work, unit, column);
            sn_spread_vector(s, f.work, unit, f.plus);
            sn_mass_multiply(s, f.state, f.work, f.plus, mass);
            for (int i = 0; i < n; i++) {
                const double truth = 0.5 * (numeric[n * i + j] + numeric[n * j + i]);
                const double analytic = mass[i] - column[i];
                if (fabs(truth - analytic) > 2e-6 * (1 + fabs(truth)))
                    g_error("seed %d, %d by %d: %g is not %g", (int)seed, i, j, analytic, truth);
            }
        }
        free(numeric);
        free(unit);
        free(column);
        free(mass);
        fixture_free(&f);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/places/velocities", test_velocities);
    g_test_add_func("/sim/places/bias", test_bias);
    g_test_add_func("/sim/places/drifting-bias", test_drifting_bias);
    g_test_add_func("/sim/places/stiffness", test_stiffness);
    return g_test_run();
}
