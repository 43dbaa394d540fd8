/* SPDX-License-Identifier: GPL-3.0-or-later */
/* General constraint rows: every class of the table has rows in some system, which are planned the
 * same way again, numbered, and are derivatives of their residuals. */
#include "engine/base/vec.h"
#include "engine/check/build/build_curve_coordinate.h"
#include "engine/check/build/build_rod.h"
#include "engine/check/build/build_spline.h"
#include "engine/check/build/build_strand.h"
#include "engine/sim/joint/gear.h"
#include "engine/sim/motion/motion.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/solve/solve.h"
#include "engine/sim/strand/pulley.h"
#include "engine/sim/system/general_rows.h"
#include "tests/sim/random_system.h"
#include "tests/support/build_guides.h"
#include "tests/support/build_rod_contact.h"

#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STEP 1e-6

static const double ORIGIN[3] = {0}, NOTHING[3] = {0}, UNIT[3] = {1, 1, 1};

/* --- a system for each class --- */

static SnSystem *gears(void)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int hinge[2];
    for (int i = 0; i < 2; i++) {
        const double at[3] = {i, 0, 0};
        const int body = sn_build_body(build, 1, UNIT, at, NULL);
        hinge[i] =
            sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, at, NULL),
                           sn_build_frame(build, body, ORIGIN, NULL));
    }
    sn_build_gear(build, hinge[0], hinge[1], -0.5);
    return sn_build_finish(build, NOTHING);
}

/* A third wheel follows a polynomial of the angles of two, one of them twice over. */
static SnSystem *several(void)
{
    static const double terms[] = {0.1, 0, 0, 0.5, 1, 0, 0.7, 1, 1, -0.3, 0, 3},
                        outer[] = {0.2, 1.5};
    static const SnFunctionText f = {
        .kind = SN_FUNCTION_LINEAR, .n_coefficients = 2, .coefficients = outer, .scale = 1};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int hinge[3], before = SN_BUILD_WORLD;
    for (int i = 0; i < 3; i++) {
        const double at[3] = {i, 0.1, 0}, back[3] = {i ? 1 : 0, 0, 0}, axis[4] = {0.8, 0.6, 0, 0};
        const int body = sn_build_body(build, 1, UNIT, at, NULL);
        hinge[i] = sn_build_joint(build, &SN_JOINT_HINGE,
                                  i ? sn_build_frame(build, before, back, axis)
                                    : sn_build_frame(build, SN_BUILD_WORLD, at, axis),
                                  sn_build_frame(build, body, ORIGIN, axis));
        before = body;
    }
    const SnLeader leaders[2] = {{hinge[0], 0}, {hinge[1], 0}};
    sn_build_coupler_of_several(build, 2, leaders, 4, terms, hinge[2], 0, &f);
    return sn_build_finish(build, NOTHING);
}

static SnSystem *strand(bool slack)
{
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const SnStrandParameters p = {
        .radius = 1e-3, .line_density = 0.1, .inextensible = !slack, .slack = slack, .muscle = -1};
    SnBuildStrandNode nodes[4] = {{0}};
    for (int i = 0; i < 4; i++) {
        const double place[3] = {0.2 * i, 0.1 * (i % 2), 0.05 * i};
        nodes[i].point = i == 0
                             ? sn_build_point(build, SN_BUILD_WORLD, place)
                             : sn_build_point(build, sn_build_particle(build, 0.2, place), ORIGIN);
    }
    sn_build_strand(build, &p, 0, false, 4, nodes);
    return sn_build_finish(build, NOTHING);
}

static SnSystem *inextensible(void)
{
    return strand(false);
}

static SnSystem *slack(void)
{
    return strand(true);
}

static SnSystem *capped_guide(void)
{
    static const double control[2][3] = {{0, 0, 0}, {1, 0.4, 0.2}};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const int guide =
        sn_build_guide(build, SN_GUIDE_POLYLINE, SN_GUIDE_CAPPED, SN_BUILD_WORLD, 2, control);
    sn_build_on_guide(build, guide, 0.1, 0.3, 0);
    return sn_build_finish(build, NOTHING);
}

/* A strand over a wheel that takes it along, from one particle to another. */
static SnSystem *wheel(void)
{
    enum { AROUND = 7 };
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    const SnStrandParameters p = {
        .radius = 1e-3, .line_density = 0.1, .stiffness = 500, .tension_only = true, .muscle = -1};
    const double ends[2][3] = {{-0.2, -0.8, 0}, {0.2, -0.6, 0}};
    SnBuildStrandNode nodes[AROUND + 2] = {{0}};
    const int body = sn_build_body(build, 1, UNIT, ORIGIN, NULL);
    sn_build_joint(build, &SN_JOINT_HINGE, sn_build_frame(build, SN_BUILD_WORLD, ORIGIN, NULL),
                   sn_build_frame(build, body, ORIGIN, NULL));
    const int guide =
        sn_build_ellipse(build, SN_GUIDE_WRAPPED, SN_BUILD_WORLD, ORIGIN, NULL, 0.2, 0.2);
    nodes[0].point = sn_build_point(build, sn_build_particle(build, 0.3, ends[0]), ORIGIN);
    sn_build_pulley_nodes(build, guide, AROUND, 0.2, nodes + 1);
    nodes[AROUND + 1].point = sn_build_point(build, sn_build_particle(build, 0.3, ends[1]), ORIGIN);
    sn_build_strand(build, &p, 0, false, AROUND + 2, nodes);
    sn_build_pulley(build, guide, 1, AROUND, -1, body, true);
    SnSystem *system = sn_build_finish(build, NOTHING);
    sn_strand_lay(system, 0, 0, 1);
    return system;
}

static SnSystem *spline(void)
{
    const SnStrandParameters p = {.radius = 0.01,
                                  .line_density = 0.2,
                                  .stiffness = 50,
                                  .damping = 0.4,
                                  .bending = 0.3,
                                  .muscle = -1};
    double x[6][3], at[3];
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    for (int i = 0; i < 6; i++)
        sn_v3_set(0.2 * i, 0.05 * i * i, 0.1 * sin(i), x[i]);
    const SnSplineCurve curve = {6, true, (const double(*)[3])x};
    const int number = sn_build_spline(build, 6, (const double(*)[3])x, true, &p, 1, NULL, NULL);
    sn_spline_point(&curve, 1.3, at, NULL, NULL);
    const double kept[3] = {1.3};
    SnSystemSplineConstraint c = {
        .kind = SN_SPLINE_FIXED, .spline = number, .other = -1, .surface = -1};
    c.point = sn_build_point(build, SN_BUILD_WORLD, x[0]);
    sn_build_spline_constraint(build, &c, kept);
    c.kind = SN_SPLINE_SLIDING;
    c.point = sn_build_point(build, sn_build_particle(build, 0.3, at), ORIGIN);
    sn_build_spline_constraint(build, &c, kept);
    return sn_build_finish(build, NOTHING);
}

static SnSystem *rod_on_table(void)
{
    const double half[2] = {0.02, 0.02}, size[3] = {1, 0.4, 0.1}, center[3] = {0.1, 0, -0.072};
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 1e-3);
    int bodies[5];
    sn_build_rod_line(build, 5, 0.3, 0.3, half, bodies);
    const int table = sn_build_body(build, 1, UNIT, center, NULL);
    const int rod = sn_build_rod(build, 5, bodies, half);
    sn_build_rod_contact(build, rod, 16, 8, 0.01);
    sn_build_rod_on_box(build, rod, table, size);
    return sn_build_finish(build, NOTHING);
}

static SnSystem *(*const systems[])(void) = {gears,        several, inextensible, slack,
                                             capped_guide, wheel,   spline,       rod_on_table};

/* --- the table --- */

static int rows_of(const SnSystem *system, const SnConstraintClass *class)
{
    int n = 0;
    for (int i = 0; i < system->general.n_rows; i++)
        n += system->general.rows[i].class == class;
    for (int i = 0; i < system->general.n_limits; i++)
        n += system->general.limits[i].class == class;
    return n;
}

static void test_coverage(void)
{
    const SnConstraintClass *const *classes;
    const int n = sn_constraint_classes(&classes);
    int rows[64] = {0};
    g_assert_cmpint(n, >=, 7);
    for (size_t k = 0; k < G_N_ELEMENTS(systems); k++) {
        SnSystem *system = systems[k]();
        int sum = 0;
        for (int c = 0; c < n; c++) {
            const int more = rows_of(system, classes[c]);
            rows[c] += more, sum += more;
        }
        g_assert_cmpint(sum, ==, system->general.n_rows + system->general.n_limits);
        g_assert_cmpint(sum, >, 0);
        sn_system_free(system);
    }
    for (int c = 0; c < n; c++) {
        g_assert_nonnull(classes[c]->plan);
        g_assert_nonnull(classes[c]->values);
        if (rows[c] == 0)
            g_error("no system has a row of the class '%s'", classes[c]->name);
        for (int k = 0; k < c; k++)
            g_assert_cmpstr(classes[c]->name, !=, classes[k]->name);
    }
}

static void assert_same_rows(const SnGeneralRow *a, const SnGeneralRow *b, int n, const int *blocks,
                             const SnSystem *system)
{
    int value = 0;
    for (int i = 0; i < n; i++) {
        g_assert_true(a[i].class == b[i].class && sn_id_equal(a[i].id, b[i].id));
        g_assert_cmpint(a[i].owner, ==, b[i].owner);
        g_assert_cmpint(a[i].part, ==, b[i].part);
        g_assert_cmpint(a[i].count, ==, b[i].count);
        g_assert_cmpint(b[i].value, ==, value);
        g_assert_cmpint(memcmp(blocks + a[i].first, system->general.block + b[i].first,
                               (size_t)a[i].count * sizeof(int)),
                        ==, 0);
        value += sn_general_row_width(system, &b[i]);
    }
}

/* Rows planned once more are the same, with the same numbers, not more. */
static void test_again(void)
{
    for (size_t k = 0; k < G_N_ELEMENTS(systems); k++) {
        SnSystem *s = systems[k]();
        const int n[4] = {s->general.n_rows, s->general.n_limits, s->rows.n, s->rows.n_limits};
        SnGeneralRow *rows = g_memdup2(s->general.rows, (gsize)n[0] * sizeof *rows),
                     *limits = g_memdup2(s->general.limits, (gsize)n[1] * sizeof *limits);
        int *blocks = g_memdup2(s->general.block, (gsize)s->general.n_blocks * sizeof *blocks);
        s->rows.n -= n[0];
        s->rows.n_limits -= n[1];
        sn_finish_general_rows(s);
        g_assert_cmpint(s->general.n_rows, ==, n[0]);
        g_assert_cmpint(s->general.n_limits, ==, n[1]);
        g_assert_cmpint(s->rows.n, ==, n[2]);
        g_assert_cmpint(s->rows.n_limits, ==, n[3]);
        assert_same_rows(rows, s->general.rows, n[0], blocks, s);
        assert_same_rows(limits, s->general.limits, n[1], blocks, s);
        g_free(rows);
        g_free(limits);
        g_free(blocks);
        sn_system_free(s);
    }
}

/* --- the rows --- */

static void look(const SnSystem *system, SnState *state, SnWorkspace *work, bool jacobian,
                 SnRowValues *rows)
{
    sn_attachments_follow(system, sn_state_q(state), sn_state_u(state));
    sn_kinematics(system, sn_state_q_const(state), sn_state_u_const(state), work);
    sn_rows(system, state, work, jacobian, rows);
}

/* Residuals that change with an unknown as their row says: not those of contact, which stand still
 * while they hold, and of grips only along the turning of a wheel, as its hinge lets it. */
static bool is_exact(const SnSystem *system, const SnGeneralRow *row, int column)
{
    if (row->class != &sn_grip_constraint)
        return row->class != &sn_voxel_constraint;
    for (int i = 0; i < system->n_active; i++) {
        const SnBlock *block = &system->blocks[i];
        if (block->kind == SN_BLOCK_BODY && column >= block->u && column < block->u + 5)
            return false;
    }
    return true;
}

/* Rates of residuals and gaps along every active unknown, against the rows. */
static void test_derivatives(void)
{
    int checked = 0;
    for (size_t k = 0; k < G_N_ELEMENTS(systems); k++) {
        SnSystem *s = systems[k]();
        SnState *state = sn_state_new(s), *moved = sn_state_new(s);
        SnWorkspace *work = sn_workspace_new(s, SN_LINSOLVE_AUTO);
        sn_gears_engage(s, state);
        sn_attachments_follow(s, sn_state_q(state), sn_state_u(state));
        sn_kinematics(s, sn_state_q_const(state), sn_state_u_const(state), work);
        sn_pulleys_engage(s, state, work);
        look(s, state, work, true, &work->rows);
        sn_row_plan_fill(work, &work->rows);
        g_assert_cmpint(sn_dynamic_rows_gather(s, state, work).code, ==, SN_FAULT_NONE);
        const int first = s->rows.n - s->general.n_rows,
                  n = s->general.n_rows + work->unilateral.dynamic.n;
        double *unit = calloc((size_t)s->n_u_active, sizeof *unit), *value[2];
        value[0] = calloc((size_t)n + 1, sizeof **value);
        value[1] = calloc((size_t)n + 1, sizeof **value);
        for (int j = 0; j < s->n_u_active; j++) {
            for (int side = 0; side < 2; side++) {
                memcpy(moved, state, state->size);
                memset(unit, 0, (size_t)s->n_u_active * sizeof *unit);
                unit[j] = side ? -STEP : STEP;
                sn_displace(s, unit, sn_state_q(moved));
                look(s, moved, work, false, &work->ahead);
                for (int i = 0; i < n; i++)
                    value[side][i] =
                        i < s->general.n_rows
                            ? work->ahead.residual[first + i]
                            : sn_dynamic_row_gap(
                                  s, moved, work, &work->ahead,
                                  &work->unilateral.dynamic.row[i - s->general.n_rows]);
            }
            unit[j] = 1;
            for (int i = 0; i < n; i++) {
                const int limit = i - s->general.n_rows;
                if (limit < 0 && !is_exact(s, &s->general.rows[i], j))
                    continue;
                const double row =
                    limit < 0 ? sn_plan_rate(&work->bilateral.plan, first + i, unit)
                              : sn_dynamic_row_rate(&work->unilateral.dynamic, limit, unit);
                const double rate = (value[0][i] - value[1][i]) / (2 * STEP);
                checked += fabs(rate) > 1e-3;
                if (fabs(row - rate) > 1e-6 * (1 + fabs(rate)))
                    g_error("system %d row %d column %d: %g is not %g", (int)k, i, j, row, rate);
            }
            unit[j] = 0;
        }
        free(unit);
        free(value[0]);
        free(value[1]);
        free(state);
        free(moved);
        sn_workspace_free(work);
        sn_system_free(s);
    }
    g_test_message("%d numbers that are not zero", checked);
    g_assert_cmpint(checked, >, 50);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/general-rows/coverage", test_coverage);
    g_test_add_func("/general-rows/again", test_again);
    g_test_add_func("/general-rows/derivatives", test_derivatives);
    return g_test_run();
}
