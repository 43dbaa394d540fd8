/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inertia and gravity of strands through places of every kind, in whole systems, against quadrature
 * over the matter: where each bit of it is follows from the positions of the nodes alone; all else
 * are differences of that. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/build_strand.h"
#include "engine/sim/motion/force_tools.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/strand/strand_workspace.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_forces.h"
#include "tests/support/build_guides.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 9, NODES = 32, STRANDS = 2 };
static const double DENSITY = 0.7, GRAVITY[3] = {0.4, -1.3, -9.1};

typedef struct Fixture {
    SnSystem *system;
    SnState *state, *moved;
    SnWorkspace *work;
    double *u; /* of all active blocks [n_u] */
} Fixture;

/* --- systems --- */

static int add_particle(SnBuild *build, Random *r, double mass)
{
    double x[3], v[3];
    random_vector(r, 1, x);
    random_vector(r, 1, v);
    const int block = sn_build_particle(build, mass, x);
    sn_build_velocity(build, block, v, NULL);
    return block;
}

static int add_body(SnBuild *build, Random *r)
{
    const double inertia[3] = {0.2, 0.3, 0.4};
    double x[3], q[4], v[3], w[3];
    random_vector(r, 1, x);
    random_quaternion(r, q);
    random_vector(r, 1, v);
    random_vector(r, 1, w);
    const int block = sn_build_body(build, 1.5, inertia, x, q);
    sn_build_velocity(build, block, v, w);
    return block;
}

static int on_block(SnBuild *build, int block)
{
    static const double none[3] = {0};
    return sn_build_point(build, block, none);
}

/* Points in the world, on a body, a particle, between points, on a point of a body, on guides that
 * are rigid and that move, on a surface, on a particle that is a bead. */
static void add_places(SnBuild *build, Random *r, int points[PLACES])
{
    double x[3], control[5][3];
    const int body = add_body(build, r), other = add_body(build, r);
    int particle[5];
    for (int i = 0; i < 5; i++) {
        particle[i] = add_particle(build, r, 0.2);
        random_vector(r, 1, control[i]);
    }
    random_vector(r, 1, x);
    points[0] = sn_build_point(build, SN_BUILD_WORLD, x);
    random_vector(r, 1, x);
    points[1] = sn_build_point(build, body, x);
    points[2] = on_block(build, particle[0]);
    const double weights[3] = {0.5, 0.3, 0.2};
    const int blend = add_particle(build, r, 0);
    sn_build_attach_to_points(build, blend, 3, particle, weights);
    points[3] = on_block(build, blend);
    const int attached = add_particle(build, r, 0);
    sn_build_attach_to_body(build, attached, other);
    points[4] = on_block(build, attached);
    const int rigid = sn_build_guide(build, SN_GUIDE_SPLINE, SN_GUIDE_PLAIN, body, 5,
                                     (const double(*)[3])control);
    points[5] = on_block(build, sn_build_on_guide(build, rigid, 0, 0.7, random_uniform(r, -1, 1)));
    const int moving = sn_build_moving_guide(build, SN_GUIDE_SPLINE, SN_GUIDE_PLAIN, 5, particle);
    points[6] = on_block(build, sn_build_on_guide(build, moving, 0, 1.3, random_uniform(r, -1, 1)));
    const double size[3] = {0.6, 0.8, 0.5}, start[3] = {0.5, 0.3, 0.4};
    random_vector(r, 1, x);
    const int surface = sn_build_surface_shape(build, SN_SURFACE_ELLIPSOID, other, x, NULL, size);
    random_vector(r, 1, x);
    points[7] = on_block(build, sn_build_on_surface(build, surface, 0, start, x));
    points[8] = on_block(build, add_particle(build, r, 0.05));
}

/* A strand through the places in random order, some of its inner nodes virtual, some with flow. */
static void add_strand(SnBuild *build, Random *r, const int points[PLACES])
{
    int order[PLACES];
    SnBuildStrandNode nodes[PLACES] = {0};
    for (int i = 0; i < PLACES; i++) {
        const int k = (int)random_uniform(r, 0, i + 0.999);
        order[i] = order[k];
        order[k] = i;
    }
    for (int i = 0; i < PLACES; i++) {
        nodes[i].point = points[order[i]];
        nodes[i].kind = i % (PLACES - 1) == 0 ? SN_BUILD_MATERIAL
                                              : (SnBuildNodeKind)random_uniform(r, 0, 2.999);
    }
    const SnStrandParameters p = {
        .line_density = DENSITY, .gravity = {GRAVITY[0], GRAVITY[1], GRAVITY[2]}, .muscle = -1};
    const int strand = sn_build_strand(build, &p, 0, false, PLACES, nodes);
    const SnSystem *system = build->system;
    for (int i = 0; i < PLACES; i++) {
        const int eulerian =
            system->strands.nodes[system->strands.strands[strand].first_node + i].eulerian;
        const double rate[3] = {random_uniform(r, -1, 1), 0, 0};
        if (eulerian >= 0)
            sn_build_velocity(build, eulerian, rate, NULL);
    }
}

static Fixture fixture_new(uint64_t seed)
{
    static const double none[3] = {0};
    Random r = {seed * 7919 + 13};
    int points[PLACES];
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    add_places(build, &r, points);
    for (int i = 0; i < STRANDS; i++)
        add_strand(build, &r, points);
    Fixture f = {.system = sn_build_finish(build, none)};
    for (int i = 0; i < STRANDS; i++)
        sn_strand_lay(f.system, i, 0, 0.9);
    f.state = sn_state_new(f.system);
    f.moved = sn_state_copy(f.state);
    f.work = sn_workspace_new(f.system, SN_LINSOLVE_DENSE);
    f.u = calloc((size_t)f.system->n_u + 1, sizeof(double));
    memcpy(f.u, sn_state_u(f.state), (size_t)f.system->n_u_active * sizeof(double));
    sn_attachments_follow(f.system, sn_state_q(f.state), sn_state_u(f.state));
    return f;
}

static void fixture_free(Fixture *f)
{
    sn_workspace_free(f->work);
    free(f->state);
    free(f->moved);
    free(f->u);
    sn_system_free(f->system);
}

/* --- the matter, from positions alone --- */

typedef struct Matter {
    double x[STRANDS][NODES][3], s[STRANDS][NODES];
} Matter;

/* At the start moved by `a` times one displacement and `b` times another (of active blocks). */
static void matter_at(Fixture *f, const double *first, double a, const double *second, double b,
                      Matter *matter)
{
    const SnSystem *system = f->system;
    double *sum = calloc((size_t)system->n_u + 1, sizeof(double));
    for (int i = 0; i < system->n_u_active; i++)
        sum[i] = (first ? a * first[i] : 0) + (second ? b * second[i] : 0);
    memcpy(f->moved, f->state, f->state->size);
    double *q = sn_state_q(f->moved), *u = sn_state_u(f->moved);
    sn_displace(system, sum, q);
    sn_attachments_follow(system, q, u);
    sn_kinematics(system, q, u, f->work);
    free(sum);
    for (int i = 0; i < system->strands.n; i++) {
        const SnSystemStrand *strand = &system->strands.strands[i];
        int begin = 0;
        for (int k = 0; k < strand->n_nodes; k++) {
            const SnSystemStrandNode *node = &system->strands.nodes[strand->first_node + k];
            double *s = matter->s[i];
            sn_v3_copy(f->work->motion.point_position[node->point], matter->x[i][k]);
            s[k] = k > begin ? s[k - 1] + sn_v3_distance(matter->x[i][k - 1], matter->x[i][k]) : 0;
            if (node->is_virtual)
                continue;
            const double end = sn_strand_coordinate(system, f->moved, strand->first_node + k);
            for (int j = begin + 1; j < k; j++)
                s[j] = s[begin] + (end - s[begin]) * (s[j] - s[begin]) / (s[k] - s[begin]);
            s[k] = end;
            begin = k;
            /* the way to the next nodes is counted from here */
            for (int j = k + 1; j < strand->n_nodes; j++)
                s[j] = 0;
        }
    }
}

static void place(const Matter *matter, int strand, int part, double s, double x[3])
{
    const double *at = matter->s[strand] + part;
    const double t = (s - at[0]) / (at[1] - at[0]);
    sn_v3_scale(1 - t, matter->x[strand][part], x);
    sn_v3_axpy(t, matter->x[strand][part + 1], x);
}

static const int stencil[4] = {-2, -1, 1, 2};
static const double weight[4] = {1 / 12.0, -8 / 12.0, 8 / 12.0, -1 / 12.0};

/* Kinetic energy of the matter at the start moved by y (a times `shift`), at velocities `rate`. */
static double kinetic(Fixture *f, const double *shift, double a, const double *rate)
{
    static Matter still, moved[4];
    const double h = 4e-4, gauss = 0.28867513459481288; /* 1 / sqrt(12) */
    double energy = 0;
    matter_at(f, shift, a, NULL, 0, &still);
    for (int d = 0; d < 4; d++)
        matter_at(f, shift, a, rate, stencil[d] * h, &moved[d]);
    for (int i = 0; i < f->system->strands.n; i++) {
        const SnSystemStrand *strand = &f->system->strands.strands[i];
        for (int part = 0; part + 1 < strand->n_nodes; part++)
            for (int g = -1; g <= 1; g += 2) {
                const double *at = still.s[i] + part, span = at[1] - at[0];
                const double s = at[0] + (0.5 + g * gauss) * span;
                double v[3] = {0}, x[3];
                for (int d = 0; d < 4; d++) {
                    place(&moved[d], i, part, s, x);
                    sn_v3_axpy(weight[d] / h, x, v);
                }
                energy += DENSITY * span / 4 * sn_v3_dot(v, v);
            }
    }
    return energy;
}

static double height(Fixture *f, const double *shift, double a)
{
    static Matter still;
    double energy = 0;
    matter_at(f, shift, a, NULL, 0, &still);
    for (int i = 0; i < f->system->strands.n; i++)
        for (int k = 0; k + 1 < f->system->strands.strands[i].n_nodes; k++)
            energy -= DENSITY * (still.s[i][k + 1] - still.s[i][k]) / 2 *
                      (sn_v3_dot(GRAVITY, still.x[i][k]) + sn_v3_dot(GRAVITY, still.x[i][k + 1]));
    return energy;
}

/* --- tests --- */

static void look(Fixture *f)
{
    double *q = sn_state_q(f->state), *u = sn_state_u(f->state);
    sn_attachments_follow(f->system, q, u);
    sn_kinematics(f->system, q, u, f->work);
}

static void near(const double *value, const double *truth, int n, double tolerance,
                 const char *what, uint64_t seed)
{
    double size = 0.1, worst = 0;
    for (int i = 0; i < n; i++) {
        size = fmax(size, fabs(truth[i]));
        worst = fmax(worst, fabs(value[i] - truth[i]));
    }
    g_test_message("%s %d: error %.1e of %.1e", what, (int)seed, worst, size);
    if (!(worst <= tolerance * size))
        g_error("%s, system %d: error %g of %g", what, (int)seed, worst, size);
}

/* u'M u of blocks. */
static double twice_blocks(const SnSystem *system, const double *u)
{
    double sum = 0;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (!sn_block_has_mass(block))
            continue;
        const double *v = u + block->u;
        sum += block->mass * sn_v3_dot(v, v);
        for (int k = 0; k < 3 && block->kind == SN_BLOCK_BODY; k++)
            sum += block->inertia[4 * k] * v[3 + k] * v[3 + k];
    }
    return sum;
}

static void test_mass(void)
{
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Fixture f = fixture_new(seed);
        const SnSystem *system = f.system;
        const int n = system->n_u_active;
        double *rate = calloc((size_t)system->n_u + 1, sizeof(double));
        double *product = calloc((size_t)n + 1, sizeof(double)), value[24], truth[24], unused[6];
        Random r = {seed};
        for (int trial = 0; trial < 24; trial++) {
            for (int i = 0; i < n; i++)
                rate[i] = trial == 0 ? f.u[i] : random_uniform(&r, -1, 1);
            look(&f);
            sn_forces(system, system->inputs.base, f.state, f.work, true, 0, 0);
            sn_pair_multiply(system, f.work, rate, product);
            value[trial] = -twice_blocks(system, rate);
            for (int i = 0; i < n; i++)
                value[trial] += rate[i] * product[i];
            truth[trial] = 2 * kinetic(&f, NULL, 0, rate);
        }
        near(value, truth, 24, 1e-7, "mass", seed);
        look(&f);
        f.work->forces.strand->stale = true;
        value[0] = 2 * sn_strand_kinetic(system, f.state, f.work, memset(unused, 0, sizeof unused));
        near(value, truth, 1, 1e-7, "kinetic energy", seed);
        free(rate);
        free(product);
        fixture_free(&f);
    }
}

/* --- quadratic velocity force --- */

/* Second (`twice`) or first derivative of a point's position along a displacement. */
static void derivative(Fixture *f, const double *along, int point, bool twice, double out[3])
{
    static const double second[5] = {-1 / 12.0, 16 / 12.0, -30 / 12.0, 16 / 12.0, -1 / 12.0};
    static Matter unused;
    const double h = 1e-3;
    sn_v3_set(0, 0, 0, out);
    for (int d = -2; d <= 2; d++) {
        const double w = twice    ? second[d + 2] / (h * h)
                         : d == 0 ? 0
                                  : weight[d > 0 ? d + 1 : d + 2] / h;
        matter_at(f, along, d * h, NULL, 0, &unused);
        sn_v3_axpy(w, f->work->motion.point_position[point], out);
    }
}

static int point_of(const SnSystem *system, int block)
{
    for (int i = 0; i < system->n_points; i++)
        if (system->points[i].block == block)
            return i;
    g_assert_not_reached();
}

/* Displacements are no unknowns of a place on a moving guide or a surface: with zero second
 * derivatives of theirs it has this acceleration along its tangents.  Across them the `bias` that
 * the engine gives it is the truth. */
static void place_accelerations(Fixture *f, const double *bias, double *acceleration)
{
    const SnSystem *system = f->system;
    double *unit = calloc((size_t)system->n_u + 1, sizeof(double));
    for (int i = 0; i < system->attachments.n; i++) {
        const SnSystemAttachment *a = &system->attachments.attachments[i];
        const SnBlock *block = &system->blocks[system->attachments.master[a->first]];
        if (block->kind != SN_BLOCK_GUIDE && block->kind != SN_BLOCK_SURFACE)
            continue;
        const int point = point_of(system, a->block);
        double rest[3], tangent[2][3];
        derivative(f, f->u, point, true, rest);
        sn_v3_axpy(-1, bias + system->blocks[a->block].u, rest);
        for (int c = 0; c < block->n; c++) {
            unit[block->u + c] = 1;
            derivative(f, unit, point, false, tangent[c]);
            unit[block->u + c] = 0;
        }
        g_assert_cmpfloat(fabs(sn_v3_norm(tangent[0]) - 1), <, 1e-6);
        if (block->n == 2)
            g_assert_cmpfloat(fabs(sn_v3_dot(tangent[0], tangent[1])), <, 1e-6);
        for (int c = 0; c < block->n; c++) {
            acceleration[block->u + c] = sn_v3_dot(tangent[c], rest);
            sn_v3_axpy(-acceleration[block->u + c], tangent[c], rest);
        }
        g_assert_cmpfloat(sn_v3_norm(rest), <, 1e-5);
    }
    free(unit);
}

/* dT/dy - d/dt dT/dy', in coordinates y that are small displacements from the start. */
static void test_quadratic(void)
{
    const double h = 1e-3;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        Fixture f = fixture_new(seed);
        const SnSystem *system = f.system;
        const int n = system->n_u_active;
        const size_t room = (size_t)system->n_u + 1;
        double *unit = calloc(room, sizeof(double)), *rate = calloc(room, sizeof(double));
        double *bias = calloc(room, sizeof(double)), *all = calloc(room, sizeof(double));
        double *truth = calloc(room, sizeof(double)), *value = calloc(room, sizeof(double));
        for (int j = 0; j < n; j++) {
            unit[j] = 1;
            for (int d = 0; d < 4; d++) {
                double momentum = 0;
                for (int sign = -1; sign <= 1; sign += 2) { /* exact: T is quadratic */
                    for (int i = 0; i < n; i++)
                        rate[i] = f.u[i] + sign * unit[i];
                    momentum += sign * kinetic(&f, f.u, stencil[d] * h, rate) / 2;
                }
                truth[j] += weight[d] / h * (kinetic(&f, unit, stencil[d] * h, f.u) - momentum);
            }
            unit[j] = 0;
        }
        memset(rate, 0, room * sizeof(double));
        look(&f);
        sn_attachment_bias(system, sn_state_q(f.state), sn_state_u(f.state), f.work, bias);
        place_accelerations(&f, bias, rate);
        look(&f);
        sn_forces(system, system->inputs.base, f.state, f.work, true, 0, 0);
        sn_pair_multiply(system, f.work, rate, unit);
        for (int j = 0; j < n; j++)
            truth[j] += unit[j];
        f.work->forces.strand->stale = true;
        sn_strand_add_quadratic(system, f.state, f.work, bias, 1, all);
        sn_reduce_vector(system, f.work, all, value);
        near(value, truth, n, 1e-6, "quadratic velocity force", seed);
        void *arrays[] = {unit, rate, bias, all, truth, value};
        for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
            free(arrays[i]);
        fixture_free(&f);
    }
}

static void test_gravity(void)
{
    const double h = 3e-4;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        Fixture f = fixture_new(seed);
        const SnSystem *system = f.system;
        const int n = system->n_u_active;
        double *unit = calloc((size_t)system->n_u + 1, sizeof(double));
        double *truth = calloc((size_t)n + 1, sizeof(double));
        double *value = calloc((size_t)n + 1, sizeof(double));
        for (int j = 0; j < n; j++) {
            unit[j] = 1;
            for (int d = 0; d < 4; d++)
                truth[j] -= weight[d] / h * height(&f, unit, stencil[d] * h);
            unit[j] = 0;
        }
        look(&f);
        sn_forces(system, system->inputs.base, f.state, f.work, false, 0, 0);
        sn_reduce_vector(system, f.work, f.work->forces.applied, value);
        near(value, truth, n, 1e-7, "gravity", seed);
        free(unit);
        free(truth);
        free(value);
        fixture_free(&f);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/strand-quadrature/mass", test_mass);
    g_test_add_func("/strand-quadrature/gravity", test_gravity);
    g_test_add_func("/strand-quadrature/quadratic", test_quadratic);
    return g_test_run();
}
