/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/wrap/hull.h"
#include "engine/wrap/planar.h"
#include "tests/sim/random_scene.h"
#include "tests/support/build_forces.h"

void random_springs(RandomScene *p)
{
    static const int paths[][4] = {{0, 2, -1, -1}, {1, 6, -1, -1}, {6, 7, -1, -1}, {3, 4, -1, -1},
                                   {5, 0, 1, 3},   {7, 8, 2, -1},  {6, 0, 1, 6},   {4, 8, -1, -1}};
    for (int i = 0; i < 8; i++) {
        int points[4], n = 0;
        for (; n < 4 && paths[i][n] >= 0; n++)
            points[n] = p->points[paths[i][n]];
        sn_build_spring(p->build, n, points, random_uniform(p->r, 20, 100),
                        random_uniform(p->r, 1, 5), random_uniform(p->r, 0.1, 1));
    }
}

/* The hull of so many places at random, within a radius of 0.15 m; it goes with the system. */
static SnWrapForm random_hull(RandomScene *p, Random *r, int n)
{
    SnSystemPaths *paths = &p->build->system->paths;
    double points[40][3];
    SnConvex shape;
    for (int i = 0; i < n; i++) {
        random_vector(r, 1, points[i]);
        sn_v3_scale(0.15 / sn_v3_norm(points[i]), points[i], points[i]);
    }
    sn_convex_hull(n, (const double(*)[3])points, 0, &shape);
    SnWrapHull *hull = sn_wrap_hull_new(&shape);
    sn_convex_free(&shape);
    paths->hulls = sn_resize(paths->hulls, (size_t)paths->n_hulls + 1, sizeof(SnWrapHull *));
    paths->hulls[paths->n_hulls++] = hull;
    return (SnWrapForm){.shape = SN_WRAP_HULL, .size = {0.1, 0, 0}, .hull = hull};
}

/* A mesh with hollows between few corners, to lie over in a plane; it goes with the system.  Not in
 * the sector of least covariance, where forces leap. */
static SnWrapForm random_mesh(RandomScene *p, Random *r, SnWrapSide side)
{
    enum { CORNERS = 14 };
    SnSystemPaths *paths = &p->build->system->paths;
    double points[CORNERS][3];
    SnConvex shape;
    for (int i = 0; i < CORNERS; i++) {
        random_vector(r, 1, points[i]);
        sn_v3_normalize(points[i], points[i]);
    }
    sn_convex_hull(CORNERS, (const double(*)[3])points, 0, &shape);
    for (int i = 0; i < shape.n_vertices; i++)
        sn_v3_scale(random_uniform(r, 0.1, 0.15), shape.vertex[i], shape.vertex[i]);
    SnWrapMesh *mesh = sn_wrap_mesh_new(shape.n_vertices, (const double(*)[3])shape.vertex,
                                        shape.n_faces, (const int(*)[3])(const void *)shape.corner);
    sn_convex_free(&shape);
    paths->meshes = sn_resize(paths->meshes, (size_t)paths->n_meshes + 1, sizeof(SnWrapMesh *));
    paths->meshes[paths->n_meshes++] = mesh;
    return (SnWrapForm){.shape = SN_WRAP_MESH, .side = side, .size = {0.1, 0, 0}, .mesh = mesh};
}

void random_wrapped_springs(RandomScene *p)
{
    static const int ends[][2] = {{0, 4}, {1, 6}, {6, 3}, {5, 7}, {0, 3},
                                  {2, 7}, {3, 5}, {0, 6}, {1, 4}, {2, 5}};
    static const SnWrapForm forms[] = {{SN_WRAP_SPHERE, SN_WRAP_ANY, {0.12, 0, 0}},
                                       {SN_WRAP_CYLINDER, SN_WRAP_ANY, {0.1, 0, 0}},
                                       {SN_WRAP_ELLIPSOID, SN_WRAP_ANY, {0.12, 0.09, 0.15}},
                                       {SN_WRAP_TORUS, SN_WRAP_ANY, {0.2, 0.06, 0}}};
    const int carriers[] = {p->body[1], -1,         p->body[0], p->body[2], p->body[1],
                            p->body[0], p->body[1], p->body[2], -1,         p->body[0]};
    Random apart = {4723}; /* of meshes, so that all else stays as it is */
    for (int i = 0; i < 10; i++) {
        SnSystem *system = p->build->system;
        Random *r = i > 4 ? &apart : p->r;
        const int points[2] = {p->points[ends[i][0]], p->points[ends[i][1]]};
        const int number = sn_build_spring(p->build, 2, points, random_uniform(r, 20, 100),
                                           random_uniform(r, 1, 5), 0.3);
        double at[2][3], aside[3];
        for (int k = 0; k < 2; k++) {
            const SnSystemPoint *point = &system->points[points[k]];
            sn_v3_copy(point->local, at[k]);
            if (point->block >= 0) {
                const double *q = p->build->q[point->block];
                sn_pose_point(q, q + 3, point->local, at[k]);
            }
        }
        for (int k = 0; k < (i == 4 ? 3 : 1); k++) {
            double position[3], q[4], share = i == 4 ? 0.2 + 0.3 * k : 0.5;
            const int carrier = carriers[i == 4 ? k : i];
            random_vector(r, 0.05, aside);
            for (int c = 0; c < 3; c++)
                position[c] = (1 - share) * at[0][c] + share * at[1][c] + aside[c];
            random_quaternion(r, q);
            if (carrier >= 0) {
                const double *from = p->build->q[carrier];
                sn_pose_inverse_point(from, from + 3, position, position);
            }
            SnWrapForm form = i > 6   ? random_mesh(p, r, i == 8 ? SN_WRAP_MINUS_X : SN_WRAP_ANY)
                              : i > 4 ? random_hull(p, r, i == 5 ? 8 : 40)
                                      : forms[i == 4 ? k : i];
            if (form.shape == SN_WRAP_CYLINDER && random_uniform(r, 0, 1) < 0.5)
                form = (SnWrapForm){SN_WRAP_CONE, SN_WRAP_ANY, {0.15, 0.4, 0}};
            if (i == 4)
                sn_v3_scale(0.7, form.size, form.size);
            const int surface = sn_build_wrap_surface(p->build, carrier, position, q, &form);
            sn_build_wrap(p->build, &p->build->system->paths.paths[number], surface, 0, 0);
        }
    }
}

/* A point of a block that follows the way of the centre of body[0] or body[1] along a line. */
static int follower(RandomScene *p, int block, int which)
{
    static const double x[] = {-3, -1, 0.5, 3}, y[] = {0.3, -0.2, 0.1, 0.4}, line[] = {0.1, 0.2},
                        square[] = {0, 0.1, -0.1};
    const SnFunctionText functions[3] = {
        {SN_FUNCTION_NATURAL_SPLINE, .n_x = 4, .n_y = 4, .x = x, .y = y, .scale = 1},
        {SN_FUNCTION_LINEAR, .n_coefficients = 2, .coefficients = line, .scale = -1},
        {SN_FUNCTION_POLYNOMIAL, .n_coefficients = 3, .coefficients = square, .scale = 2}};
    static const double wide[2] = {-100, 100};
    double place[3], q[4];
    random_vector(p->r, 0.5, place);
    random_quaternion(p->r, q);
    const int a = sn_build_frame(p->build, -1, place, q);
    sn_v3_set(0, 0, 0, place);
    const int b = sn_build_frame(p->build, p->body[which % 2], place, q);
    const int joint = sn_build_joint(p->build, &SN_JOINT_SLIDER, a, b);
    p->build->system->joints.joints[joint].enabled = false;
    random_vector(p->r, 0.3, place);
    const int point = sn_build_point(p->build, block, place);
    sn_build_follower(p->build, point, joint, 0, functions, which == 2 ? wide : NULL);
    return point;
}

void random_followers(RandomScene *p)
{
    static const double never[2] = {50, 60};
    const int on[] = {p->body[0], p->body[1], -1, p->body[2], p->body[0]};
    int point[5];
    for (int i = 0; i < 5; i++)
        point[i] = follower(p, on[i], i);
    const int absent = sn_build_point(p->build, p->body[1], (double[3]){0.2, 0.1, 0});
    sn_build_follower(p->build, absent, 0, 0, NULL, never);
    const int paths[][4] = {{p->points[3], point[0], p->points[6], absent},
                            {point[1], point[0], point[2], p->points[1]},
                            {point[2], absent, point[3], p->points[7]},
                            {point[4], p->points[2], point[1], p->points[5]}};
    for (int i = 0; i < 4; i++)
        sn_build_spring(p->build, 4, paths[i], random_uniform(p->r, 20, 100),
                        random_uniform(p->r, 1, 5), 0.3);
    /* a sphere in the way of two that move */
    const int number = sn_build_spring(p->build, 2, (int[2]){point[0], point[3]}, 50, 2, 0.3);
    double end[2][3], middle[3], q[4];
    for (int k = 0; k < 2; k++) {
        const SnSystemPoint *at = &p->build->system->points[point[k ? 3 : 0]];
        const double *from = p->build->q[at->block];
        sn_pose_point(from, from + 3, at->local, end[k]);
    }
    random_vector(p->r, 0.03, middle);
    for (int c = 0; c < 3; c++)
        middle[c] += 0.5 * (end[0][c] + end[1][c]);
    random_quaternion(p->r, q);
    const SnWrapForm sphere = {SN_WRAP_SPHERE, SN_WRAP_ANY, {0.2, 0, 0}};
    const int surface = sn_build_wrap_surface(p->build, -1, middle, q, &sphere);
    sn_build_wrap(p->build, &p->build->system->paths.paths[number], surface, 0, 0);
}

void random_elastic_muscles(RandomScene *p)
{
    /* Schutte's tendon is a table too fine for differences */
    static const SnMuscleType types[] = {SN_MUSCLE_TYPE_THELEN, SN_MUSCLE_TYPE_MILLARD,
                                         SN_MUSCLE_TYPE_DE_GROOTE, SN_MUSCLE_TYPE_SCHUTTE,
                                         SN_MUSCLE_TYPE_MILLARD};
    Random r = {4711};
    for (int i = 0; i < 5; i++) {
        const int ends[3] = {p->points[i], p->points[(i + 4) % 9], p->points[(i + 6) % 9]};
        const SnMuscleParameters muscle = {
            .type = types[i],
            .rigid_tendon = i > 2,
            .max_force = 30,
            .optimal_length = random_uniform(&r, 1.5, 2.5),
            .tendon_slack_length = random_uniform(&r, 2, 3),
            .pennation = random_uniform(&r, 0, 0.4),
            .max_velocity = 10,
            .fibre_damping = 0.1,
            .tendon_strain = 0.2,
            .thelen = SN_THELEN_2003,
        };
        const int path = sn_build_muscle(p->build, 3, ends, &muscle);
        SnSystem *system = p->build->system;
        system->inputs.base[system->paths.muscles[system->paths.paths[path].law].excitation] =
            random_uniform(&r, 0.2, 1);
    }
}

void random_lawful_springs(RandomScene *p)
{
    static const double table[][2] = {{0, 0}, {0.1, 1}, {0.3, 6}, {0.6, 20}, {2, 90}};
    SnSystem *system = p->build->system;
    for (int type = SN_SPRING_TYPE_POLYNOMIAL; type <= SN_SPRING_TYPE_FUNCTION; type++) {
        const int ends[2] = {p->points[type % 9], p->points[(type + 5) % 9]};
        sn_build_spring(p->build, 2, ends, 20, 0.3, 0.5);
        SnSpringParameters *spring = &system->paths.springs[system->paths.n_springs - 1];
        spring->type = type;
        spring->quadratic = 3, spring->cubic = 5;
        spring->arm_stiffness = 15, spring->arm_damping = 0.4;
        spring->transition = 0.1;
    }
    static const double x[] = {-0.4, 0, 0.3, 0.8, 1.6}, y[] = {-6, 0, 2, 14, 9};
    const SnFunctionText curve = {
        .kind = SN_FUNCTION_NATURAL_SPLINE, .n_x = 5, .n_y = 5, .x = x, .y = y, .scale = 1.5};
    SnFunction function;
    sn_build_function(p->build, &curve, &function);
    system->paths.springs[system->paths.n_springs - 1].function = function;
    const int ends[2] = {p->points[1], p->points[6]};
    sn_build_spring(p->build, 2, ends, 25, 0.2, 0.1);
    system->paths.springs[system->paths.n_springs - 1].tension_only = true;
    system->paths.springs[system->paths.n_springs - 1].dissipation = 0.7;
    sn_build_spring(p->build, 2, ends, 0, 0, 0);
    SnSpringParameters *actuator = &system->paths.springs[system->paths.n_springs - 1];
    actuator->type = SN_SPRING_TYPE_ACTUATOR;
    actuator->gain = -30, actuator->lowest = -1, actuator->highest = 1;
    actuator->input = sn_build_inputs(p->build, 1);
    system->inputs.base[actuator->input] = 0.4;
    sn_build_spring(p->build, 2, ends, 40, 0.3, 0.2);
    SnSpringParameters *servo = &system->paths.springs[system->paths.n_springs - 1];
    servo->type = SN_SPRING_TYPE_ACTUATOR;
    servo->gain = -40, servo->lowest = -1, servo->highest = 1;
    servo->input = sn_build_inputs(p->build, 1);
    servo->ranged = true;
    servo->least = -1e6, servo->most = 1e6;
    SnSplineTable *grown = SN_BUILD_GROW(system->paths.tables, system->paths.n_tables);
    *grown = sn_spline_table(table, 5);
    system->paths.n_tables++;
}

void random_muscles(RandomScene *p)
{
    for (int i = 0; i < 4; i++) {
        const int ends[3] = {p->points[i], p->points[(i + 3) % 9], p->points[(i + 5) % 9]};
        const SnMuscleParameters muscle = {
            .type = i % 2,
            .dynamics = i > 1,
            .rise_time = 0.01,
            .fall_time = 0.04,
            .max_force = 30,
            .optimal_length = i % 2 ? random_uniform(p->r, 1.5, 2.5) : random_uniform(p->r, 1, 2),
            .max_ratio = 1.6,
            .tendon_ratio = 0.3,
            .passive_fraction = 0.2,
            .damping = 1,
            .tendon_slack_length = 0.3,
            .pennation = 0.3,
            .max_velocity = 10,
            .thelen = SN_THELEN_2003,
        };
        const int path = sn_build_muscle(p->build, 3, ends, &muscle);
        SnSystem *system = p->build->system;
        system->inputs.base[system->paths.muscles[system->paths.paths[path].law].excitation] =
            random_uniform(p->r, 0.2, 1);
        system->state.activation0[system->paths.muscles[system->paths.paths[path].law].activation] =
            random_uniform(p->r, 0.2, 1);
    }
}
