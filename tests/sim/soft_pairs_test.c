/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which pairs of points, edges and triangles of surfaces become contacts: the same whatever was
 * looked for before, and of what meets on its way only what does not say the same again; and many
 * of them solved at once. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/build_contact.h"
#include "engine/check/build/build_fem.h"
#include "engine/check/build/solids.h"
#include "engine/sim/contact/soft.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/contact_take.h"
#include "engine/sim/solve/solve.h"
#include "tests/geometry/meshes.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <limits.h>
#include <math.h>
#include <string.h>

static const double SIDE = 0.1, GAP = 1e-3, NONE[3] = {0, 0, 0};

/* --- what is near --- */

/* A block of this height that moves with a velocity. */
static int add_block(SnBuild *build, const int cells[3], double height, double youngs,
                     const double low[3], const double velocity[3])
{
    const double high[3] = {low[0] + SIDE, low[1] + SIDE, low[2] + height};
    const SnMaterial material = sn_material_elastic(SN_MATERIAL_NEO_HOOKEAN, youngs, 0.3);
    const int fem = sn_build_fem(build, sn_solid_box(low, high, cells, SN_ELEMENT_TET4, &material,
                                                     1000, SN_INCOMPRESSIBLE_OFF));
    SnVolumeMesh *mesh =
        sn_volume_mesh_box((double[3]){SIDE, SIDE, height}, cells, SN_ELEMENT_TET4);
    for (int i = 0; i < mesh->n_nodes; i++)
        sn_build_velocity(build, sn_build_fem_node(build, fem, i), velocity, NULL);
    sn_build_contact_fem(build, fem, mesh, GAP);
    sn_volume_mesh_unref(mesh);
    return fem;
}

/* Two soft cubes that hit, turn and slide off each other at this speed [m/s]. */
static SnTrial start_cubes(double speed)
{
    const double low[2][3] = {{0, 0, 0}, {0.043, 0.021, 0.103}};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
    for (int b = 0; b < 2; b++) {
        const double sign = b == 0 ? 1 : -1;
        add_block(build, (int[3]){3 + b, 3 + b, 3 + b}, SIDE, 2e4, low[b],
                  (double[3]){0.6 * sign * speed, -0.2 * sign * speed, sign * speed});
    }
    sn_build_contact_rule(build, &(SnContactRule){.enabled = true, .friction = 0.2});
    return sn_trial_new(sn_build_finish(build, NONE), SN_LINSOLVE_AUTO);
}

/* Two rigid rings, each through the other, that hit at this speed [m/s]; bodies look for contacts
 * further away than what is soft does. */
static SnTrial start_rings(double speed)
{
    static const double upright[4] = {M_SQRT1_2, M_SQRT1_2, 0, 0}, flat[4] = {1, 0, 0, 0};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 2e-3);
    for (int b = 0; b < 2; b++) {
        Shape shape = shape_torus(16, 8, 0.3);
        const double sign = b == 0 ? 1 : -1;
        shape_place(&shape, SIDE, flat, NONE);
        const int block = sn_build_body(build, 1, (double[3]){4e-3, 5e-3, 6e-3},
                                        (double[3]){0.8 * SIDE * b, 0, 0}, b == 0 ? flat : upright);
        sn_build_contact_mesh(build, block, shape.n_vertices, shape.x, shape.n_triangles,
                              shape.triangles);
        sn_build_velocity(build, block, (double[3]){sign * speed, 0.3 * speed, 0},
                          (double[3]){0, 3 * sign * speed, speed});
        shape_free(&shape);
    }
    sn_build_contact_rule(build,
                          &(SnContactRule){.enabled = true, .friction = 0.2, .gap = 3 * GAP});
    return sn_trial_new(sn_build_finish(build, NONE), SN_LINSOLVE_AUTO);
}

static void find(const SnTrial *t, SnWorkspace *work)
{
    sn_kinematics(t->system, sn_state_q_const(t->state), sn_state_u_const(t->state), work);
    sn_contacts_begin(work, false);
    sn_contacts_find(t->system, t->state, work);
}

/* By a workspace that has come along, whose trees are those of steps before, and a new one. */
static int compare_found(const SnTrial *t)
{
    SnWorkspace *fresh = sn_workspace_new(t->system, SN_LINSOLVE_AUTO);
    const SnContactWorkspace *old = t->work->contacts, *new = fresh->contacts;
    find(t, t->work);
    find(t, fresh);
    const int n = old->n;
    g_assert_cmpint(n, ==, new->n);
    for (int i = 0; i < n; i++) {
        const SnContact *a = &old->contacts[i], *b = &new->contacts[i];
        g_assert_cmpuint(a->feature, ==, b->feature);
        g_assert_cmpmem(a->local_normal, sizeof a->local_normal, b->local_normal,
                        sizeof b->local_normal);
        g_assert_cmpmem(a->weight, sizeof a->weight, b->weight, sizeof b->weight);
    }
    sn_workspace_free(fresh);
    return n;
}

/* At speeds where trees serve for many steps, for a few, and for none. */
static void check_found_alike(SnTrial (*start)(double speed))
{
    static const double speeds[] = {0.05, 0.5, 5};
    for (gsize k = 0; k < G_N_ELEMENTS(speeds); k++) {
        SnTrial t = start(speeds[k]);
        int touched = 0;
        for (int i = 0; i < 60; i++) {
            sn_trial_steps(&t, 1);
            g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
            touched += compare_found(&t) > 0;
        }
        g_assert_cmpint(touched, >, 0);
        sn_trial_free(&t);
    }
}

static void test_cubes_found_alike(void)
{
    check_found_alike(start_cubes);
}

static void test_rings_found_alike(void)
{
    check_found_alike(start_rings);
}

/* --- what begins cut --- */

/* A soft block that begins in another, in a box or beside a ball that it is pulled against, is
 * pulled out; at this speed they turn and slide as well. */
static SnTrial start_cut(int seed)
{
    static const double low[3] = {0, 0, 0}, size[3] = {0.05, 0.06, 0.04};
    Random r = {.s = 77 + (uint64_t)seed};
    double place[3] = {random_uniform(&r, 0.02, 0.06), random_uniform(&r, 0.02, 0.06),
                       SIDE - random_uniform(&r, 0.005, 0.02)};
    double turned[4], velocity[3], spin[3];
    random_quaternion(&r, turned);
    random_vector(&r, 0.3, velocity);
    random_vector(&r, 5, spin);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    add_block(build, (int[3]){3, 3, 3}, SIDE, 5e3, low, velocity);
    if (seed % 2 == 0)
        add_block(build, (int[3]){2, 3, 2}, SIDE, 5e3, place, NONE);
    const double at[3] = {place[0], place[1], seed % 2 ? place[2] + 0.01 : -0.015};
    const int box = sn_build_body(build, 0.2, (double[3]){1e-4, 1e-4, 1e-4}, at, turned);
    sn_convex_box(size, &sn_build_contact_shape(build, box)->convex);
    sn_build_velocity(build, box, NONE, spin);
    const double beside[3] = {-0.0062, 0.05, 0.05};
    const int ball = sn_build_body(build, 0.05, (double[3]){1e-6, 1e-6, 1e-6}, beside, NULL);
    sn_convex_sphere(0.006, &sn_build_contact_shape(build, ball)->convex);
    sn_build_velocity(build, ball, (double[3]){1, 0, 0}, NONE);
    sn_build_contact_rule(build, &(SnContactRule){.enabled = true, .friction = 0.4});
    return sn_trial_new(sn_build_finish(build, NONE), SN_LINSOLVE_AUTO);
}

/* From every state on, a new workspace steps to the same bits as one that has come along. */
static void test_cut_resumed(void)
{
    int cut = 0;
    for (int seed = 0; seed < 4; seed++) {
        SnTrial t = start_cut(seed);
        for (int i = 0; i < 30 && t.fault.code == SN_FAULT_NONE; i++) {
            SnTrial other = t;
            other.state = sn_state_copy(t.state);
            other.work = sn_workspace_new(t.system, SN_LINSOLVE_AUTO);
            sn_trial_steps(&t, 1);
            sn_trial_steps(&other, 1);
            cut += sn_soft_any_cut(t.work);
            g_assert_cmpint(t.fault.code, ==, other.fault.code);
            g_assert_cmphex(sn_state_hash(t.state), ==, sn_state_hash(other.state));
            sn_workspace_free(other.work);
            sn_free(other.state);
        }
        g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
        sn_trial_free(&t);
    }
    g_assert_cmpint(cut, >, 20);
}

/* Whether a step that begins at a state finds surfaces that cut, in a new workspace. */
static bool begins_cut(const SnTrial *t, const SnState *state)
{
    SnWorkspace *work = sn_workspace_new(t->system, SN_LINSOLVE_AUTO);
    memcpy(work->step.backup, state, state->size);
    work->step.size = t->system->step_size;
    sn_soft_begin(t->system, work);
    const bool cut = sn_soft_any_cut(work);
    sn_workspace_free(work);
    return cut;
}

/* The state says which pairs cut, with the places for which it is known; else all are looked at. */
static void test_cuts_are_kept(void)
{
    SnTrial t = start_cut(0);
    const SnSystemContacts *c = &t.system->contacts;
    g_assert_true(begins_cut(&t, t.state));
    sn_trial_steps(&t, 3);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    double *kept = sn_state_z(t.state) + t.state->n_z - sn_soft_cuts_kept(c);
    g_assert_true(begins_cut(&t, t.state));
    for (int i = 2; i < sn_soft_cuts_kept(c); i++)
        kept[i] = 0;
    g_assert_false(begins_cut(&t, t.state));
    sn_state_q(t.state)[t.system->blocks[c->surfaces[0].vertex_block[0]].q] += 1e-15;
    g_assert_true(begins_cut(&t, t.state));
    sn_trial_free(&t);
}

/* --- many --- */

typedef struct Mats {
    double youngs, friction, step, height, speed;
    int cells;
} Mats;

/* Two mats that hit flat and slide, their contacts solved sparsely or with the Delassus matrix. */
static SnTrial hit(const Mats *m, bool sparse)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, m->step);
    const double low[2][3] = {{0, 0, 0}, {0.0021, 0.0033, m->height + 1.2 * GAP}};
    for (int b = 0; b < 2; b++)
        add_block(build, (int[3]){m->cells - b, m->cells - b, 3}, m->height, m->youngs, low[b],
                  (double[3]){b == 0 ? 0.6 * m->speed : 0, 0, b == 0 ? 0 : -m->speed});
    sn_build_contact_rule(build, &(SnContactRule){.enabled = true, .friction = m->friction});
    SnTrial t = sn_trial_new(sn_build_finish(build, NONE), SN_LINSOLVE_AUTO);
    t.work->unilateral.dense_most = sparse ? 0 : INT_MAX;
    sn_trial_steps(&t, 2);
    g_assert_cmpint(t.fault.code, ==, SN_FAULT_NONE);
    return t;
}

/* By how much velocities differ between both, over the speed. */
static double difference(const Mats *m)
{
    SnTrial sparse = hit(m, true), dense = hit(m, false);
    double most = 0;
    g_assert_cmpint(sparse.work->contacts->n, >, 0);
    for (int i = 0; i < sparse.system->n_u; i++)
        most =
            fmax(most, fabs(sn_state_u_const(sparse.state)[i] - sn_state_u_const(dense.state)[i]));
    g_test_message("E %g, mu %g, h %g: %d contacts, difference %g", m->youngs, m->friction, m->step,
                   sparse.work->contacts->n, most / m->speed);
    sn_trial_free(&sparse);
    sn_trial_free(&dense);
    return most / m->speed;
}

/* Parts of stiff mats give way far more than their own masses and stiffness say. */
static void test_stiff(void)
{
    const Mats mats = {.youngs = 2e6,
                       .friction = 0.5,
                       .step = 2e-3,
                       .height = 0.02,
                       .speed = 0.5,
                       .cells = g_getenv("SN_SANITIZE") ? 5 : 9};
    const double off = difference(&mats);
    g_assert_cmpfloat(off, >, 0); /* else both were solved the same way */
    g_assert_cmpfloat(off, <, 2e-5);
}

static void test_random(void)
{
    Random r = {5};
    for (int k = 0; k < sn_long_cases(6, 200); k++) {
        const Mats mats = {.youngs = pow(10, random_uniform(&r, 4, 8)),
                           .friction = random_uniform(&r, 0, 1.2),
                           .step = pow(10, random_uniform(&r, -4, -2)),
                           .height = random_uniform(&r, 0.01, 0.1),
                           .speed = random_uniform(&r, 0.2, 2),
                           .cells = 3 + k % 3};
        g_assert_cmpfloat(difference(&mats), <, 1e-4);
    }
}

/* --- taken again --- */

/* Impulse of row k of contact i: its normal, its tangents. */
static double *impulse_of(SnWorkspace *work, int i, int k)
{
    SnContactWorkspace *w = work->contacts;
    const SnContact *c = &w->contacts[i];
    return k == 0 ? &work->unilateral.dynamic.row[c->row].impulse
                  : &w->rows.row[c->tangents + k - 1].impulse;
}

static void set_impulses(SnWorkspace *work, double scale)
{
    for (int i = 0; i < work->contacts->n; i++)
        for (int k = 0; k < 3; k++)
            *impulse_of(work, i, k) = scale * (1 + 3 * i + k);
}

/* Each contact has its impulses again, whatever comes before it; velocities and the first
 * correction do not know of each other, and the next step of neither. */
static void test_take(void)
{
    SnTrial t = start_cubes(0.5);
    do
        sn_trial_steps(&t, 1);
    while (t.work->contacts->n < 5);
    SnWorkspace *work = t.work;
    SnContactWorkspace *w = work->contacts;
    sn_contact_take_begin(work);
    sn_contacts_aim(work, SN_CONTACT_ABSOLUTE);
    set_impulses(work, 1);
    sn_contact_take_note(work);
    sn_contacts_aim(work, SN_CONTACT_FRICTIONLESS);
    set_impulses(work, 10);
    sn_contact_take_recall(work);
    g_assert_cmpfloat(*impulse_of(work, 1, 0), ==, 40);
    sn_contact_take_note(work);
    set_impulses(work, 100);
    sn_contact_take_note(work); /* another correction: not kept */
    const uint64_t other = w->contacts[0].feature;
    w->contacts[0].feature = UINT64_MAX - 1;
    w->contacts[1].feature = other;
    sn_contacts_aim(work, SN_CONTACT_ABSOLUTE);
    set_impulses(work, 0);
    sn_contact_take_recall(work);
    for (int k = 0; k < 3; k++) {
        g_assert_cmpfloat(*impulse_of(work, 0, k), ==, 0);
        g_assert_cmpfloat(*impulse_of(work, 1, k), ==, 1 + k);
        g_assert_cmpfloat(*impulse_of(work, 2, k), ==, 7 + k);
    }
    sn_contact_take_note(work); /* velocities of the next take */
    sn_contacts_aim(work, SN_CONTACT_FRICTIONLESS);
    sn_contact_take_recall(work);
    g_assert_cmpfloat(*impulse_of(work, 2, 0), ==, 70);
    sn_contact_take_begin(work);
    set_impulses(work, 0);
    sn_contact_take_recall(work);
    g_assert_cmpfloat(*impulse_of(work, 2, 0), ==, 0);
    sn_contact_take_end(work);
    sn_contacts_aim(work, SN_CONTACT_ABSOLUTE);
    set_impulses(work, 1);
    sn_contact_take_note(work); /* between steps: not kept */
    set_impulses(work, 0);
    sn_contact_take_recall(work);
    g_assert_cmpfloat(*impulse_of(work, 2, 0), ==, 0);
    sn_trial_free(&t);
}

/* --- what meets on its way --- */

enum { POINTS = 8 };

typedef struct Fixture {
    SnSoftWorkspace soft;
    int first_stop[POINTS];
} Fixture;

static void set_up(Fixture *f, gconstpointer unused)
{
    f->soft.first_stop = f->first_stop;
    for (int i = 0; i < POINTS; i++)
        f->first_stop[i] = -1;
}

static void tear_down(Fixture *f, gconstpointer unused)
{
    sn_free(f->soft.meetings);
    sn_free(f->soft.ahead);
}

/* A point, or edges with these ends, that would be stopped along `normal`. */
static void note(Fixture *f, uint64_t feature, double time, const double normal[3], int n_points,
                 const int *point)
{
    SnSoftMeeting meeting = {
        .contact = {.feature = feature}, .surface = {0, 1}, .time = time, .n_points = n_points};
    sn_v3_copy(normal, meeting.contact.local_normal);
    memcpy(meeting.point, point, (size_t)n_points * sizeof *point);
    sn_soft_note(&f->soft, &meeting);
}

/* Chooses; then those ahead are these. */
static void expect_ahead(Fixture *f, int n, const uint64_t *features)
{
    sn_soft_choose_ahead(&f->soft);
    g_assert_cmpint(f->soft.n_ahead, ==, n);
    for (int i = 0; i < n; i++)
        g_assert_cmpuint(f->soft.ahead[i].feature, ==, features[i]);
    g_assert_cmpint(f->soft.n_meetings, ==, 0);
    for (int i = 0; i < POINTS; i++)
        g_assert_cmpint(f->first_stop[i], ==, -1);
}

static const double UP[3] = {0, 0, 1}, DOWN[3] = {0, 0, -1}, ASIDE[3] = {1, 0, 0};

/* Of one point the first in each direction, whatever their order. */
static void test_first_of_a_point(Fixture *f, gconstpointer unused)
{
    note(f, 13, 0.7, UP, 1, (int[]){2});
    note(f, 11, 0.5, DOWN, 1, (int[]){2});
    note(f, 12, 0.9, ASIDE, 1, (int[]){2});
    note(f, 14, 0.8, UP, 1, (int[]){3});
    expect_ahead(f, 3, (uint64_t[]){11, 14, 12});
}

/* Edges, unless an end is stopped that way. */
static void test_edges(Fixture *f, gconstpointer unused)
{
    note(f, 31, 0.1, UP, 4, (int[]){0, 1, 4, 5});
    note(f, 32, 0.2, ASIDE, 4, (int[]){0, 1, 4, 5});
    note(f, 33, 0.3, UP, 4, (int[]){2, 3, 6, 7});
    note(f, 21, 0.6, UP, 1, (int[]){4});
    expect_ahead(f, 3, (uint64_t[]){21, 32, 33});
}

/* One that was ahead already takes its new normal, and stops nothing: it did not hold by itself. */
static void test_known(Fixture *f, gconstpointer unused)
{
    note(f, 11, 0.5, UP, 1, (int[]){2});
    expect_ahead(f, 1, (uint64_t[]){11});
    const double tilted[3] = {0.1, 0, sqrt(1 - 0.01)};
    note(f, 11, 0.4, tilted, 1, (int[]){2});
    note(f, 15, 0.6, UP, 1, (int[]){2});
    note(f, 31, 0.7, UP, 4, (int[]){0, 1, 6, 7});
    expect_ahead(f, 3, (uint64_t[]){11, 15, 31});
    g_assert_cmpfloat(f->soft.ahead[0].local_normal[0], ==, 0.1);
}

#define ADD(path, test) g_test_add(path, Fixture, NULL, set_up, test, tear_down)

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/sim/soft-pairs/cubes-found-alike", test_cubes_found_alike);
    g_test_add_func("/sim/soft-pairs/rings-found-alike", test_rings_found_alike);
    g_test_add_func("/sim/soft-pairs/cut-resumed", test_cut_resumed);
    g_test_add_func("/sim/soft-pairs/cuts-are-kept", test_cuts_are_kept);
    g_test_add_func("/sim/soft-pairs/stiff", test_stiff);
    g_test_add_func("/sim/soft-pairs/random", test_random);
    g_test_add_func("/sim/soft-pairs/take", test_take);
    ADD("/sim/soft-pairs/ahead/first-of-a-point", test_first_of_a_point);
    ADD("/sim/soft-pairs/ahead/edges", test_edges);
    ADD("/sim/soft-pairs/ahead/known", test_known);
    return g_test_run();
}
