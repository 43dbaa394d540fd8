/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ropes drawn at random (laws, 1 to 200 segments, lengths, stiffness, bending, loads of 1:1000 to
 * 1000:1 of their mass, slack and tight, steps of 0.1 to 20 ms) thrown about: energy never rises
 * above what was there by more than 0.1 % (0.5 % where rows keep lengths), or the run is refused
 * with a name.  500 of each law with
 * SN_LONG=1. */
#include "engine/base/vec.h"
#include "engine/check/build/build_strand.h"
#include "engine/sim/step/step.h"
#include "engine/sim/strand/strand_workspace.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>

#define MOST_PARTS   200
#define LARGEST_RISE 1e-3 /* of the kinetic energy that there was, or the fall of the energy */
/* Lengths that rows keep are corrected after the step, which moves weights a little. */
#define CORRECTED 5e-3

static const double DOWN[3] = {0, 0, -9.81};

typedef enum Law { LINEAR, TENSION_ONLY, TENDON, INEXTENSIBLE, SLACK, N_LAWS } Law;
static const char *const NAMES[] = {"linear", "tension only", "tendon", "inextensible", "slack"};

typedef struct Draw {
    Law law;
    int n;
    double h, load; /* over the strand's mass */
    bool bends;
    SnTrial trial;
} Draw;

static double log_uniform(Random *r, double from, double to)
{
    return exp(random_uniform(r, log(from), log(to)));
}

static bool chance(Random *r, double probability)
{
    return random_uniform(r, 0, 1) < probability;
}

static SnStrandParameters draw_matter(Random *r, Draw *draw, double length, double *mass)
{
    const double radius = length * log_uniform(r, 5e-4, 1e-2), area = G_PI * radius * radius;
    const double modulus = log_uniform(r, 1e6, 1e10);
    SnStrandParameters p = {.muscle = -1,
                            .line_density = area * random_uniform(r, 300, 5000),
                            .stiffness = modulus * area,
                            .resample = 0.1};
    *mass = p.line_density * length;
    sn_v3_copy(DOWN, p.gravity);
    p.tension_only = draw->law == TENSION_ONLY || draw->law == TENDON;
    p.tendon_curve = draw->law == TENDON;
    p.inextensible = draw->law == INEXTENSIBLE || draw->law == SLACK;
    p.slack = draw->law == SLACK;
    p.damping = chance(r, 0.5) ? 0 : p.stiffness * log_uniform(r, 1e-4, 1e-3);
    p.lumped = chance(r, 0.3);
    draw->bends = chance(r, 0.4);
    if (draw->bends)
        p.bending = modulus * area * radius * radius / 4 * log_uniform(r, 1e-3, 1);
    return p;
}

/* Nodes at even distances from the origin to `end`, the last with a load; the strand's number. */
static void build_rope(SnBuild *build, const SnStrandParameters *p, const double end[3],
                       double ratio, bool held, int n, double load)
{
    static const double at[3] = {0, 0, 0};
    SnBuildStrandNode nodes[MOST_PARTS + 1] = {0};
    for (int i = 0; i <= n; i++) {
        double x[3];
        sn_v3_scale((double)i / n, end, x);
        nodes[i].point = i == 0 && held ? sn_build_world_point(build, x)
                         : i < n        ? sn_build_free_node(build, x)
                                 : sn_build_point(build, sn_build_particle(build, load, x), at);
        nodes[i].movable = i > 0 && i < n;
    }
    sn_build_strand(build, p, ratio * sn_v3_norm(end), false, n + 1, nodes);
}

/* From the world (or free) through n - 1 free nodes to a particle that flies. */
static Draw draw_rope(Random *r, Law law, SnStepMethod method)
{
    static const double slacks[] = {1, 1, 0.95, 1.05, 1.5};
    Draw draw = {.law = law,
                 .n = (int)lround(log_uniform(r, 1, 200)),
                 .h = log_uniform(r, 1e-4, 20e-3),
                 .load = log_uniform(r, 1e-3, 1e3)};
    const double length = log_uniform(r, 0.05, 3);
    double mass, along[3];
    const SnStrandParameters p = draw_matter(r, &draw, length, &mass);
    const int choice = (int)random_uniform(r, 0, 5) % 5;
    const double ratio =
        law == INEXTENSIBLE || (law == SLACK && slacks[choice] < 1) ? 1 : slacks[choice];
    random_vector(r, 1, along);
    sn_v3_normalize(along, along);
    SnBuild *build = sn_build_new(method, draw.h);
    sn_v3_scale(length, along, along);
    build_rope(build, &p, along, ratio, !chance(r, 0.2), draw.n, draw.load * mass);
    draw.trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    const SnSystem *system = draw.trial.system;
    double velocity[3];
    random_vector(r, chance(r, 0.3) ? 0 : 4 * sqrt(length), velocity);
    if (draw.trial.fault.code == SN_FAULT_NONE) {
        sn_v3_copy(velocity, sn_state_u(draw.trial.state) + system->blocks[system->n_active - 1].u);
        draw.trial.fault =
            sn_assemble(system, system->inputs.base, draw.trial.state, draw.trial.work);
    }
    return draw;
}

static double energy_of(const SnTrial *trial, double *kinetic)
{
    double energy[2], momentum[6];
    sn_audit(trial->system, trial->state, trial->work, energy, momentum);
    *kinetic = energy[0];
    return energy[0] + energy[1];
}

/* Whether it ran to its end. */
static bool check_rope(Random *r, Law law, SnStepMethod method, int number)
{
    Draw draw = draw_rope(r, law, method);
    SnTrial *trial = &draw.trial;
    double kinetic, most_kinetic, least, rise = 0;
    const double start = energy_of(trial, &kinetic);
    const int steps = draw.n > 60 ? 20 : 80;
    most_kinetic = kinetic, least = start;
    for (int i = 0; i < steps && trial->fault.code == SN_FAULT_NONE; i++) {
        sn_trial_steps(trial, 1);
        const double now = energy_of(trial, &kinetic);
        g_assert_true(isfinite(now));
        most_kinetic = fmax(most_kinetic, kinetic);
        least = fmin(least, now);
        rise = fmax(rise, now - start);
    }
    const bool done = trial->fault.code == SN_FAULT_NONE;
    const bool corrected =
        method == SN_STEP_BACKWARD_EULER && (law == INEXTENSIBLE || law == SLACK);
    const double allowed = corrected ? CORRECTED : LARGEST_RISE;
    if (rise > allowed * fmax(most_kinetic, start - least))
        g_error("%s, method %d, draw %d: %d segments, load %g, step %g, %s: energy rises by %g "
                "(kinetic %g)",
                NAMES[law], method, number, draw.n, draw.load, draw.h,
                draw.bends ? "bends" : "free", rise, most_kinetic);
    g_assert_true(done || trial->fault.text[0]);
    sn_trial_free(trial);
    return done;
}

static void test_ropes(gconstpointer data)
{
    const Law law = (Law)GPOINTER_TO_INT(data);
    const int n = sn_long_cases(16, 500);
    Random r = {(uint64_t)(411 + law)};
    int done = 0;
    for (int i = 0; i < n; i++)
        done += check_rope(&r, law, SN_STEP_BACKWARD_EULER, i);
    g_test_message("%s: %d of %d ran to their end", NAMES[law], done, n);
    /* rows of parts that are slack can contradict each other; they are refused by name */
    g_assert_cmpint(done, >=,
                    law == SLACK          ? n * 2 / 3
                    : law == INEXTENSIBLE ? n * 9 / 10
                                          : n - n / 50);
}

/* The trapezoidal rules damp nothing themselves: what gains is taken in parts and damped. */
static void test_trapezoidal(gconstpointer data)
{
    static const SnStepMethod methods[] = {SN_STEP_TRAPEZOIDAL, SN_STEP_NEWTON_TRAPEZOIDAL};
    const Law law = (Law)GPOINTER_TO_INT(data);
    const int n = sn_long_cases(6, 250);
    Random r = {(uint64_t)(511 + law)};
    int done = 0;
    for (int i = 0; i < n; i++)
        done += check_rope(&r, law, methods[i % 2], i);
    g_test_message("%s, trapezoidal: %d of %d ran to their end", NAMES[law], done, n);
    g_assert_cmpint(done, >=, law == SLACK ? n / 2 : n * 8 / 10);
}

/* A stiff rope of many segments that falls from rest, at long steps. */
static void test_long_rope(void)
{
    const double area = 5e-5;
    const double end[3] = {1.5, 0, 0.2};
    SnStrandParameters p = {.muscle = -1,
                            .line_density = 0.25,
                            .stiffness = 1e9 * area,
                            .damping = 1e6 * area,
                            .tension_only = true,
                            .resample = 0.1};
    sn_v3_copy(DOWN, p.gravity);
    SnBuild *build = sn_build_new(SN_STEP_BACKWARD_EULER, 20e-3);
    build_rope(build, &p, end, 1, true, MOST_PARTS, 0.1);
    SnTrial trial = sn_trial_new(sn_build_finish(build, DOWN), SN_LINSOLVE_AUTO);
    double kinetic, before = energy_of(&trial, &kinetic), most = 0;
    for (int i = 0; i < 25; i++) {
        sn_trial_steps(&trial, 1);
        g_assert_cmpint(trial.fault.code, ==, SN_FAULT_NONE);
        const double now = energy_of(&trial, &kinetic);
        g_assert_cmpfloat(now, <, before + 1e-5);
        before = now;
        most = fmax(most, kinetic);
    }
    g_assert_cmpfloat(most, >, 1.5); /* of 2.9 J that it falls through: it did swing */
    sn_trial_free(&trial);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (int law = 0; law < N_LAWS; law++) {
        char *name = g_strdup_printf("/strand-energy/%s", NAMES[law]);
        g_test_add_data_func(name, GINT_TO_POINTER(law), test_ropes);
        g_free(name);
        name = g_strdup_printf("/strand-energy/%s, trapezoidal", NAMES[law]);
        g_test_add_data_func(name, GINT_TO_POINTER(law), test_trapezoidal);
        g_free(name);
    }
    g_test_add_func("/strand-energy/long rope", test_long_rope);
    return g_test_run();
}
