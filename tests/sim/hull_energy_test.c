/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Springs over polyhedra, by the shortest way and in a plane: what swings on them keeps its energy,
 * over edges, past corners, while the path touches down and lifts off.  The force is the gradient
 * of a length that does not jump, so what the trapezoidal rule is off by comes from where that
 * gradient bends alone. */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/check/build/strand_trial.h"
#include "engine/sim/path/path_geometry.h"
#include "engine/wrap/hull.h"
#include "engine/wrap/planar.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <glib.h>
#include <math.h>

typedef enum Way { SHORTEST, AWAY } Way;

typedef struct Swing {
    double energy, least, most, kinetic; /* at the start; of all; most kinetic [J] */
    int touched, free;                   /* steps */
} Swing;

/* The faces of a polyhedron of triangles as a mesh. */
static SnWrapForm mesh_of(SnBuild *build, const SnConvex *shape)
{
    SnSystemPaths *paths = &build->system->paths;
    paths->meshes = sn_alloc(1, sizeof *paths->meshes);
    paths->meshes[paths->n_meshes++] =
        sn_wrap_mesh_new(shape->n_vertices, (const double(*)[3])shape->vertex, shape->n_faces,
                         (const int(*)[3])(const void *)shape->corner);
    g_assert_cmpint(shape->start[shape->n_faces], ==, 3 * shape->n_faces);
    return (SnWrapForm){.shape = SN_WRAP_MESH, .size = {0.1, 0, 0}, .mesh = paths->meshes[0]};
}

static SnWrapForm hull_of(SnBuild *build, Random *r, int n, Way way)
{
    SnSystemPaths *paths = &build->system->paths;
    double points[200][3];
    SnConvex shape;
    for (int i = 0; i < n; i++) {
        random_vector(r, 1, points[i]);
        sn_v3_scale(0.1 / sn_v3_norm(points[i]), points[i], points[i]);
    }
    g_assert_true(sn_convex_hull(n, (const double(*)[3])points, 0, &shape));
    if (way != SHORTEST) {
        const SnWrapForm form = mesh_of(build, &shape);
        sn_convex_free(&shape);
        return form;
    }
    SnWrapHull *hull = sn_wrap_hull_new(&shape);
    sn_convex_free(&shape);
    paths->hulls = sn_alloc(1, sizeof *paths->hulls);
    paths->hulls[paths->n_hulls++] = hull;
    return (SnWrapForm){.shape = SN_WRAP_HULL, .size = {0.1, 0, 0}, .hull = hull};
}

/* A bone in the air, in a spring that is fixed above on the other side of a polyhedron; that is on
 * the ground, or the bone's own. */
static Swing swing(int seed, int corners, bool on_bone, Way way, double h, double time)
{
    const double mass = 0.5, inertia[3] = {2e-3, 3e-3, 2.5e-3};
    const double none[3] = {0}, gravity[3] = {0, 0, -9.81};
    Random r = {(uint64_t)seed};
    SnBuild *build = sn_build_new(SN_STEP_NEWTON_TRAPEZOIDAL, h);
    double start[3] = {0.16, random_uniform(&r, -0.05, 0.05), -0.3}, velocity[3], turning[3];
    const int bone = sn_build_body(build, mass, inertia, start, NULL);
    random_vector(&r, 0.5, velocity);
    random_vector(&r, 2, turning);
    sn_build_velocity(build, bone, velocity, turning);
    const double above[3] = {-0.13, 0.01, 0.05};
    const double hung[3] = {on_bone ? 0.12 : 0.02, 0.03, on_bone ? -0.04 : 0.05};
    const int points[2] = {sn_build_point(build, SN_BUILD_WORLD, above),
                           sn_build_point(build, bone, hung)};
    const SnWrapForm form = hull_of(build, &r, corners, way);
    const double beside[3] = {0, 0, on_bone ? 0.06 : 0};
    const int spring = sn_build_spring(build, 2, points, 150, 0, 0.35);
    const int surface = sn_build_wrap_surface(build, on_bone ? bone : SN_BUILD_WORLD,
                                              on_bone ? beside : none, NULL, &form);
    sn_build_wrap(build, &build->system->paths.paths[spring], surface, 0, 0);
    SnTrial trial = sn_trial_new(sn_build_finish(build, gravity), SN_LINSOLVE_DENSE);
    Swing s = {.least = HUGE_VAL, .most = -HUGE_VAL};
    g_assert_cmpstr(trial.fault.text, ==, "");
    for (int i = 0; i <= lround(time / h); i++) {
        double energy[2], momentum[6];
        sn_audit(trial.system, trial.state, trial.work, energy, momentum);
        const double all = energy[0] + energy[1];
        s.energy = i == 0 ? all : s.energy;
        s.least = fmin(s.least, all), s.most = fmax(s.most, all);
        s.kinetic = fmax(s.kinetic, energy[0]);
        sn_trial_steps(&trial, 1);
        g_assert_cmpstr(trial.fault.text, ==, "");
        const SnPathGeometry g = sn_path_geometry(trial.system, trial.state, trial.work,
                                                  &trial.system->paths.paths[spring]);
        s.touched += g.n_contacts > 2, s.free += g.n_contacts == 2;
    }
    sn_trial_free(&trial);
    return s;
}

static void test_energy(gconstpointer data)
{
    const Way way = (Way)GPOINTER_TO_INT(data);
    static const int corners[2][2] = {{12, 60}, {60, 200}}; /* in planes forces leap at edges */
    const int cases = sn_cases(6, 60);
    for (int on_bone = 0; on_bone < 2; on_bone++) {
        double worst[2] = {0};
        int touched = 0, free_of_it = 0;
        for (int i = 0; i < cases; i++)
            for (int fine = 0; fine < 2; fine++) {
                const Swing s = swing(31 + i, corners[way != SHORTEST][i % 2], on_bone, way,
                                      fine ? 2.5e-4 : 1e-3, 1);
                worst[fine] =
                    fmax(worst[fine], fmax(s.most - s.energy, s.energy - s.least) / s.kinetic);
                touched += s.touched, free_of_it += s.free;
            }
        g_test_message("%s: off by %.3g of the largest kinetic energy at 1 ms, %.3g at 0.25 ms; "
                       "%d steps over it, %d beside it",
                       on_bone ? "on the bone" : "on the ground", worst[0], worst[1], touched,
                       free_of_it);
        g_assert_cmpint(touched, >, 100);
        g_assert_cmpint(free_of_it, >, 100);
        g_assert_cmpfloat(worst[0], <, way == SHORTEST ? 2e-2 : 5e-2);
        g_assert_cmpfloat(worst[1], <, 0.5 * worst[0]);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/sim/hull-energy/shortest", GINT_TO_POINTER(SHORTEST), test_energy);
    g_test_add_data_func("/sim/hull-energy/plane", GINT_TO_POINTER(AWAY), test_energy);
    return g_test_run();
}
