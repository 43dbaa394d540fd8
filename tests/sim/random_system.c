/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/random_system.h"

#include "engine/base/vec.h"
#include "engine/check/build/build_rod.h"
#include "engine/check/build/build_spline.h"
#include "engine/sim/rigid/fluid.h"
#include "engine/sim/system/drag.h"
#include "engine/sim/system/frame_load.h"
#include "engine/sim/system/frame_spring.h"
#include "tests/sim/fem_systems.h"
#include "tests/sim/random_scene.h"
#include "tests/sim/random_strands.h"
#include "tests/support/build_forces.h"

static void add_blocks(RandomScene *p)
{
    double x[3], v[3], w[3], q[4];
    for (int i = 0; i < 3; i++) {
        double inertia[3];
        random_vector(p->r, 1, x);
        random_quaternion(p->r, q);
        for (int k = 0; k < 3; k++)
            inertia[k] = random_uniform(p->r, 0.1, 0.15);
        p->body[i] = sn_build_body(p->build, random_uniform(p->r, 0.5, 2), inertia, x, q);
        random_vector(p->r, 0.1, p->build->system->blocks[p->body[i]].center);
        random_vector(p->r, 1, v);
        random_vector(p->r, 2, w);
        sn_build_velocity(p->build, p->body[i], v, w);
        random_vector(p->r, 1, x);
        p->particle[i] = sn_build_particle(p->build, random_uniform(p->r, 0.5, 2), x);
        random_vector(p->r, 1, v);
        sn_build_velocity(p->build, p->particle[i], v, NULL);
    }
    for (int k = 0; k < 2; k++) {
        const int block = k ? p->particle[2] : p->body[2];
        double *target = p->build->system->inputs.base + sn_build_kinematic(p->build, block);
        target = p->build->system->inputs.base + p->build->system->blocks[block].target;
        random_vector(p->r, 0.5, target + (k ? 3 : 7));
        if (k == 0)
            random_vector(p->r, 1, target + 10);
    }
    for (int i = 0; i < 8; i++) {
        const int owner[] = {p->body[0], p->body[0], p->body[1],     p->body[1],
                             p->body[2], -1,         p->particle[0], p->particle[1]};
        random_vector(p->r, owner[i] < 0 ? 1 : 0.3, x);
        p->points[i] = sn_build_point(p->build, owner[i], x);
    }
    random_vector(p->r, 0.3, x);
    p->points[8] = sn_build_point(p->build, p->particle[2], x);
}

static void add_frame_springs(RandomScene *p)
{
    const int pairs[4][2] = {
        {p->body[0], p->body[1]}, {p->body[1], p->body[2]}, {-1, p->body[0]}, {p->body[1], -1}};
    for (int i = 0; i < 4; i++) {
        const int a = random_frame(p, pairs[i][0]), b = random_frame(p, pairs[i][1]);
        const int spring = sn_build_frame_spring(p->build, a, b, 0, 0, random_uniform(p->r, 1, 3),
                                                 random_uniform(p->r, 0.1, 0.5));
        SnSystemFrameSpring *s = &sn_frame_springs(p->build->system)->springs[spring];
        for (int k = 0; k < 3; k++) {
            s->stiffness[k] = random_uniform(p->r, 10, 100);
            s->rotary_stiffness[k] = random_uniform(p->r, 1, 10);
            s->preload[k] = 3 - 2 * k + i; /* not drawn: all else stays as it was */
            s->rotary_preload[k] = 0.5 * i - 0.3 * k;
        }
    }
}

/* With every deflection acting on every other, in both conventions. */
static void add_bushings(RandomScene *p)
{
    const int pairs[4][2] = {
        {p->body[0], p->body[1]}, {p->body[2], p->body[1]}, {-1, p->body[0]}, {p->body[1], -1}};
    for (int i = 0; i < 8; i++) {
        const int a = random_frame(p, pairs[i % 4][0]),
                  b = random_near_frame(p, a, pairs[i % 4][1]);
        const int spring = sn_build_frame_spring(p->build, a, b, 0, 0, random_uniform(p->r, 0, 1),
                                                 random_uniform(p->r, 0, 0.2));
        SnSystemFrameSpring *s = &sn_frame_springs(p->build->system)->springs[spring];
        s->body_xyz = i % 2 == 0;
        s->has_matrix = i < 6;
        for (int r = 0; s->has_matrix && r < 6; r++)
            for (int c = 0; c <= r; c++) {
                s->stiffness_matrix[6 * r + c] = s->stiffness_matrix[6 * c + r] =
                    random_uniform(p->r, -3, 3) + 10 * (r == c);
                s->damping_matrix[6 * r + c] = s->damping_matrix[6 * c + r] =
                    random_uniform(p->r, -0.1, 0.1) + (r == c);
            }
        for (int k = 0; k < 3; k++) {
            s->stiffness[k] = random_uniform(p->r, 1, 10);
            s->rotary_stiffness[k] = random_uniform(p->r, 1, 3);
            s->preload[k] = random_uniform(p->r, -3, 3);
            s->rotary_preload[k] = random_uniform(p->r, -1, 1);
            s->axial_damping[k] = random_uniform(p->r, 0, 1);
            s->rotary_axial_damping[k] = random_uniform(p->r, 0, 1);
        }
    }
}

/* One of every law at joints of every kind without a motion, which M-hat knows all of. */
static void add_coordinate_forces(RandomScene *p)
{
    static const double x[] = {-2, -1, 0.5, 2}, y[] = {3, -2, 1, 4};
    static const SnFunctionText f = {
        SN_FUNCTION_NATURAL_SPLINE, .n_x = 4, .n_y = 4, .x = x, .y = y, .scale = 2};
    static const SnJointClass *const classes[] = {&SN_JOINT_HINGE, &SN_JOINT_SLIDER,
                                                  &SN_JOINT_UNIVERSAL, &SN_JOINT_CYLINDRICAL};
    const int sides[4][2] = {
        {p->body[0], p->body[1]}, {-1, p->body[0]}, {p->body[1], -1}, {p->body[2], p->body[0]}};
    for (int i = 0; i < 24; i++) {
        const SnJointClass *class = classes[i / 6];
        const int a = random_frame(p, sides[i % 4][0]),
                  b = random_near_frame(p, a, sides[i % 4][1]);
        const int joint = sn_build_joint(p->build, class, a, b);
        const SnCoordinateLaw law = (SnCoordinateLaw)(i % 6);
        sn_build_coordinate_force(p->build,
                                  &(SnSystemCoordinateForce){
                                      .law = law,
                                      .joint = joint,
                                      .coordinate = i % class->n_coordinates,
                                      .lower = random_uniform(p->r, -0.5, 0.5),
                                      .upper = random_uniform(p->r, -0.5, 0.5),
                                      .lower_stiffness = random_uniform(p->r, 1, 5),
                                      .upper_stiffness = random_uniform(p->r, 1, 5),
                                      .transition = random_uniform(p->r, 0.5, 3),
                                      .steepness = random_uniform(p->r, 0.5, 2),
                                      .stiffness = random_uniform(p->r, 1, 5),
                                      .rest = random_uniform(p->r, -1, 1),
                                      .damping = random_uniform(p->r, 0.05, 0.2),
                                      .gain = 3,
                                      .lowest = -0.5,
                                      .highest = 0.7,
                                  },
                                  law == SN_COORDINATE_FUNCTION ? &f : NULL);
    }
    for (int i = 0; i < sn_coordinate_forces(p->build->system)->n; i++)
        if (sn_coordinate_forces(p->build->system)->forces[i].law == SN_COORDINATE_GIVEN)
            p->build->system->inputs.base[sn_coordinate_forces(p->build->system)->forces[i].input] =
                random_uniform(p->r, -1, 1);
}

static void add_loads(RandomScene *p)
{
    SnSystem *system = p->build->system;
    for (int i = 0; i < 3; i++) {
        const int load = sn_build_point_load(p->build, p->points[3 * i]);
        random_vector(p->r, 10, system->inputs.base + system->loads.loads[load].force);
    }
    const int load = sn_build_body_load(p->build, p->body[1]);
    random_vector(p->r, 5, system->inputs.base + system->loads.loads[load].force);
    random_vector(p->r, 5, system->inputs.base + system->loads.loads[load].force + 3);
}

/* Sides, axes and point on every mixture of bodies and the world. */
static void add_frame_loads(RandomScene *p)
{
    const int b[4] = {p->body[0], p->body[1], p->body[2], -1};
    static const int roles[8][4] = {{0, 1, 0, 0}, {0, 3, 3, 0}, {0, 3, 3, 3}, {1, 0, 0, 1},
                                    {3, 1, 2, 0}, {0, 2, 1, 3}, {1, 3, 0, 2}, {0, 0, 1, 0}};
    for (int i = 0; i < 8; i++) {
        int frame[4];
        for (int k = 0; k < 4; k++)
            frame[k] = random_frame(p, b[roles[i][k]]);
        const int number = sn_build_frame_load(p->build, frame);
        SnSystemFrameLoad *load = &sn_frame_loads(p->build->system)->loads[number];
        double *given = p->build->system->inputs.base + load->input;
        random_vector(p->r, 5, load->force), random_vector(p->r, 2, load->moment);
        given[SN_FRAME_LOAD_CONTROL] = random_uniform(p->r, -2, 2);
        random_vector(p->r, 5, given + SN_FRAME_LOAD_FORCE);
        random_vector(p->r, 2, given + SN_FRAME_LOAD_MOMENT);
        random_vector(p->r, 0.3, given + SN_FRAME_LOAD_PLACE);
    }
}

/* By every law, on bodies that move and that are led. */
static void add_drags(RandomScene *p)
{
    for (int i = 0; i < 6; i++) {
        SnSystemDrag *drag = sn_build_drag(p->build, random_frame(p, p->body[i % 3]));
        SnFluid *fluid = &drag->fluid;
        fluid->law = (SnFluidLaw)(i % 2 ? SN_FLUID_ELLIPSOID : i / 2);
        for (int k = 0; k < 3; k++)
            fluid->half[k] = random_uniform(p->r, 0.1, 0.3);
        fluid->density = random_uniform(p->r, 1, 10);
        fluid->viscosity = random_uniform(p->r, 0.1, 1);
        for (int k = 0; k < SN_DRAG_COEFFICIENTS; k++)
            fluid->coefficient[k] = random_uniform(p->r, 0.2, 2);
        fluid->strength = random_uniform(p->r, 0.1, 1);
        fluid->exponent = random_uniform(p->r, 1.5, 3);
        sn_fluid_add_mass(fluid);
        random_vector(p->r, 1, p->build->system->inputs.base + drag->wind);
    }
}

/* A Cosserat strand through n bodies, away from its rest shape. */
static void add_rod(RandomScene *p, int n, const int *bodies, bool muscle)
{
    const double half_width[2] = {random_uniform(p->r, 0.05, 0.1), random_uniform(p->r, 0.02, 0.1)};
    const int number = sn_build_rod(p->build, n, bodies, half_width);
    SnSystemRods *rods = &p->build->system->rods;
    SnSystemRod *rod = &rods->rods[number];
    for (int i = 0; i < rod->n_segments; i++)
        for (int s = 0; s < 2; s++) {
            double q[4];
            random_quaternion(p->r, q);
            sn_q_to_m3(q, rods->segments[rod->first_segment + i].rest.triad[s]);
            rods->segments[rod->first_segment + i].rest.length *= 0.9;
        }
    rod->youngs_modulus = random_uniform(p->r, 500, 2000);
    rod->damping = random_uniform(p->r, 0.05, 0.2);
    rod->constants = n == 2;
    rod->bending = random_uniform(p->r, 1, 4);
    rod->twisting = random_uniform(p->r, 1, 4);
    rod->bending_modulus = random_uniform(p->r, 1e5, 2e5);
    rod->shear_modulus = random_uniform(p->r, 5e4, 1e5);
    rod->bending_damping = random_uniform(p->r, 0.05, 0.2);
    if (!muscle)
        return;
    const SnMuscleParameters law = {.type = n % 2,
                                    .max_force = 30,
                                    .optimal_length = 0.8 * rod->rest_length,
                                    .max_ratio = 1.6,
                                    .tendon_ratio = 0.1,
                                    .passive_fraction = 0.3,
                                    .damping = 1,
                                    .max_velocity = 10,
                                    .thelen = SN_THELEN_2003};
    SnSystem *system = p->build->system;
    const int m = sn_build_rod_muscle(p->build, number, &law);
    system->inputs.base[system->paths.muscles[m].excitation] = random_uniform(p->r, 0.2, 1);
}

static void add_rods(RandomScene *p)
{
    const int through[3] = {p->body[2], p->body[0], p->body[1]};
    const int ends[2] = {p->body[1], p->body[0]};
    add_rod(p, 3, through, false);
    add_rod(p, 2, ends, false);
    add_rod(p, 3, through, true);
    add_rod(p, 2, ends, true);
}

/* --- attachments --- */

static int random_particle(RandomScene *p, double mass)
{
    double x[3], v[3];
    random_vector(p->r, 1, x);
    const int block = sn_build_particle(p->build, mass, x);
    random_vector(p->r, 1, v);
    sn_build_velocity(p->build, block, v, NULL);
    return block;
}

static int random_body(RandomScene *p)
{
    double x[3], q[4], inertia[3];
    random_vector(p->r, 1, x);
    random_quaternion(p->r, q);
    for (int k = 0; k < 3; k++)
        inertia[k] = random_uniform(p->r, 0.1, 0.15);
    return sn_build_body(p->build, random_uniform(p->r, 0.2, 0.6), inertia, x, q);
}

/* Blocks that hang on others, the last of a chain attached first. */
static void add_attached_blocks(RandomScene *p, int slave[8])
{
    static const double three[3] = {0.4, 0.35, 0.25}, two[2] = {0.7, 0.3};
    static const bool body[8] = {false, false, true, false, true, false, false, false};
    int corner[3];
    for (int i = 0; i < 3; i++) { /* far out: the polar frame is well determined */
        corner[i] = random_particle(p, random_uniform(p->r, 0.5, 2));
        p->build->q[corner[i]][i] += 3;
    }
    for (int i = 0; i < 8; i++) /* the third and the sixth are like markers */
        slave[i] = body[i]
                       ? random_body(p)
                       : random_particle(p, i == 3 || i == 6 ? 0 : random_uniform(p->r, 0.1, 1));
    const int ends[2] = {slave[5], slave[3]}, mixed[3] = {p->particle[0], slave[0], p->particle[2]};
    const int frame[5] = {p->particle[0], corner[0], corner[1], corner[2], slave[1]};
    sn_build_attach_to_points(p->build, slave[6], 2, ends, two);
    sn_build_attach_to_body(p->build, slave[5], slave[4]);
    sn_build_attach_to_points(p->build, slave[1], 3, mixed, three);
    sn_build_attach_body_to_points(p->build, slave[4], 5, frame);
    sn_build_attach_to_body(p->build, slave[3], slave[2]);
    sn_build_attach_to_body(p->build, slave[2], p->body[0]);
    sn_build_attach_to_body(p->build, slave[0], p->body[0]);
    sn_build_attach_to_body(p->build, slave[7], p->body[2]);
}

static void add_forces_on_attached(RandomScene *p, const int slave[8])
{
    SnSystem *system = p->build->system;
    int points[9];
    for (int i = 0; i < 8; i++) {
        double local[3];
        random_vector(p->r, 0.3, local);
        points[i] = sn_build_point(p->build, slave[i], local);
    }
    points[8] = p->points[2];
    static const int springs[10][2] = {{0, 1}, {1, 3}, {2, 4}, {3, 6}, {4, 7},
                                       {5, 8}, {6, 8}, {7, 0}, {5, 2}, {4, 1}};
    for (int i = 0; i < 10; i++) {
        const int ends[2] = {points[springs[i][0]], points[springs[i][1]]};
        sn_build_spring(p->build, 2, ends, random_uniform(p->r, 20, 100),
                        random_uniform(p->r, 1, 5), random_uniform(p->r, 0.1, 1));
    }
    const int pairs[3][2] = {{slave[2], slave[4]}, {slave[4], p->body[2]}, {p->body[1], slave[4]}};
    for (int i = 0; i < 3; i++) {
        const int a = random_frame(p, pairs[i][0]), b = random_frame(p, pairs[i][1]);
        sn_build_frame_spring(p->build, a, b, random_uniform(p->r, 10, 100),
                              random_uniform(p->r, 1, 10), random_uniform(p->r, 1, 3),
                              random_uniform(p->r, 0.1, 0.5));
    }
    for (int i = 0; i < 3; i++) {
        const int load = sn_build_point_load(p->build, points[2 * i + 1]);
        random_vector(p->r, 10, system->inputs.base + system->loads.loads[load].force);
    }
    const int load = sn_build_body_load(p->build, slave[4]);
    random_vector(p->r, 5, system->inputs.base + system->loads.loads[load].force);
    random_vector(p->r, 5, p->build->system->inputs.base + system->loads.loads[load].force + 3);
    const double place[3] = {0.1, -0.2, 0.15}; /* not drawn: all else stays as it was */
    const int roles[4] = {slave[4], slave[2], p->body[1], slave[4]};
    int frame[4];
    for (int i = 0; i < 4; i++)
        frame[i] = sn_build_frame(p->build, roles[i], place, NULL);
    const int number = sn_build_frame_load(p->build, frame);
    double *given = system->inputs.base + sn_frame_loads(p->build->system)->loads[number].input;
    for (int i = 0; i < SN_FRAME_LOAD_INPUTS; i++)
        given[i] = 0.7 - 0.3 * i;
}

static void add_joints_on_attached(RandomScene *p, const int slave[8])
{
    const int sides[3][2] = {{p->body[1], slave[2]}, {slave[4], p->body[2]}, {slave[4], slave[2]}};
    for (int k = 0; random_joint_class(k); k++)
        random_joint(p, random_joint_class(k), sides[k % 3][0], sides[k % 3][1]);
    for (int i = 0; i < 8; i++) {
        const double local[3] = {0.1, -0.1, 0.2};
        const int block = i % 3 == 0 ? -1 : i % 3 == 1 ? slave[4] : p->body[1];
        sn_build_surface(p->build, &SN_JOINT_POINT_ON_PLANE, random_frame(p, block),
                         sn_build_point(p->build, slave[i], local), i % 2 == 1, 0, NULL);
    }
}

/* Strands that go from attached block to attached block, with moving and kinematic ones between. */
static void add_strands_on_attached(RandomScene *p, const int slave[8], RandomLaws laws)
{
    int points[9];
    for (int i = 0; i < 8; i++) {
        double local[3];
        random_vector(p->r, 0.3, local);
        points[i] = sn_build_point(p->build, slave[i], local);
    }
    points[8] = p->points[2];
    random_strands(p->build, p->r, 9, points, laws);
}

static void add_attachments(RandomScene *p)
{
    const unsigned parts = p->parts;
    const bool joints = parts & RANDOM_JOINTS, rods = parts & RANDOM_RODS;
    int slave[8];
    add_attached_blocks(p, slave);
    if (parts & RANDOM_STRANDS)
        add_strands_on_attached(p, slave, RANDOM_LAWS_STRETCH);
    if (parts & RANDOM_TIGHT_STRANDS)
        add_strands_on_attached(p, slave, RANDOM_LAWS_TIGHT);
    if (rods) {
        const int bodies[4] = {slave[2], p->body[1], slave[4], p->body[0]};
        add_rod(p, 4, bodies, false);
    }
    add_forces_on_attached(p, slave);
    if (joints)
        add_joints_on_attached(p, slave);
}

static void add_strands(RandomScene *p)
{
    random_strands(p->build, p->r, 9, p->points, RANDOM_LAWS_STRETCH);
}

static void add_tight_strands(RandomScene *p)
{
    random_strands(p->build, p->r, 9, p->points, RANDOM_LAWS_TIGHT);
}

/* Away from its rest shape, all of it moving. */
static void add_spline(RandomScene *p)
{
    enum { NODES = 6 };
    const SnStrandParameters parameters = {.radius = 0.01,
                                           .line_density = 0.5,
                                           .stiffness = 50,
                                           .damping = 0.4,
                                           .bending = 0.3,
                                           .gravity = {0, 0, -9.81},
                                           .muscle = -1};
    const SnMuscleParameters muscle = {.type = 2, .max_force = 9};
    double rest[NODES][3], x[3];
    for (int i = 0; i < NODES; i++) {
        random_vector(p->r, 0.1, rest[i]);
        rest[i][0] += 0.5 * i;
    }
    const int strand = sn_build_spline(p->build, NODES, (const double(*)[3])rest, true, &parameters,
                                       0.95, NULL, &muscle);
    for (int i = 0; i < NODES; i++) {
        const int block = sn_build_spline_node(p->build, strand, i);
        random_vector(p->r, 0.6, x);
        sn_build_velocity(p->build, block, x, NULL);
        random_vector(p->r, 0.1, x);
        sn_v3_add(p->build->q[block], x, p->build->q[block]);
    }
    SnSystem *system = p->build->system;
    system->splines.splines[strand].mass_damping = 1.7;
    system->inputs.base[system->paths.muscles[system->paths.n_muscles - 1].excitation] = 0.6;
}

/* Two soft bricks, deformed and moving. */
static void add_fem(RandomScene *p)
{
    static const int cells[3] = {2, 1, 1};
    SnMaterial material = fem_material(SN_INCOMPRESSIBLE_OFF);
    material.youngs_modulus = 200;
    SnFemSolid *solid = fem_box_of(cells, 0.5, SN_INCOMPRESSIBLE_OFF, &material);
    solid->mass_damping = 0.5, solid->stiffness_damping = 0.02;
    const int fem = sn_build_fem(p->build, solid);
    for (int i = 0; i < solid->n_nodes; i++) {
        const int block = sn_build_fem_node(p->build, fem, i);
        double x[3];
        random_vector(p->r, 0.3, x);
        sn_build_velocity(p->build, block, x, NULL);
        random_vector(p->r, 0.05, x);
        sn_v3_add(p->build->q[block], x, p->build->q[block]);
    }
}

static void add_damping(RandomScene *p)
{
    for (int i = 0; i < p->build->system->n_blocks; i++) {
        p->build->system->blocks[i].damping = random_uniform(p->r, 0.1, 1);
        p->build->system->blocks[i].rotary_damping = random_uniform(p->r, 0.01, 0.1);
    }
}

/* Random numbers are drawn in this order; a new kind goes before the attachments. */
const RandomForce random_forces[] = {
    {"springs", RANDOM_SPRINGS, &SN_FORCE_PATHS, random_springs},
    {"laws of springs", RANDOM_SPRINGS, &SN_FORCE_PATHS, random_lawful_springs},
    {"elastic muscles", RANDOM_MUSCLES, &SN_FORCE_PATHS, random_elastic_muscles},
    {"muscles", RANDOM_MUSCLES, &SN_FORCE_PATHS, random_muscles},
    {"frame springs", RANDOM_FRAME_SPRINGS, &SN_FORCE_FRAME_SPRINGS, add_frame_springs},
    {"loads", RANDOM_LOADS, &SN_FORCE_LOADS, add_loads},
    {"joints", RANDOM_JOINTS, &SN_FORCE_JOINTS, random_joints},
    {"forces on coordinates", RANDOM_COORDINATE_FORCES, &SN_FORCE_COORDINATES,
     add_coordinate_forces},
    {"armatures", RANDOM_ARMATURES, &SN_FORCE_ARMATURES, random_armatures},
    {"loads of frames", 65536, &SN_FORCE_FRAME_LOADS, add_frame_loads},
    {"drags", 131072, &SN_FORCE_DRAGS, add_drags},
    {"bushings", 8192, &SN_FORCE_FRAME_SPRINGS, add_bushings},
    {"Cosserat strands", RANDOM_RODS, &SN_FORCE_RODS, add_rods},
    {"strands", RANDOM_STRANDS, &SN_FORCE_STRANDS, add_strands},
    {"tight strands", RANDOM_TIGHT_STRANDS, NULL, add_tight_strands},
    {"spline strands", 2048, &SN_FORCE_SPLINES, add_spline},
    {"FEM models", RANDOM_FEMS, &SN_FORCE_FEMS, add_fem},
    {"attachments", RANDOM_ATTACHMENTS, &SN_FORCE_ATTACHMENTS, add_attachments},
    {"wrapped springs", RANDOM_WRAPS, &SN_FORCE_PATHS, random_wrapped_springs},
    {"points that follow", RANDOM_FOLLOWERS, &SN_FORCE_PATHS, random_followers},
    {"block damping", RANDOM_DAMPING, &SN_FORCE_BLOCKS, add_damping},
    {NULL},
};

SnSystem *random_system(uint64_t seed, unsigned parts, SnStepMethod method, double step_size)
{
    static const double gravity[3] = {0.3, -0.2, -9.81};
    Random r = {seed * 0x9e3779b97f4a7c15ULL + 1};
    RandomScene p = {.build = sn_build_new(method, step_size), .r = &r, .parts = parts};
    add_blocks(&p);
    for (const RandomForce *force = random_forces; force->name; force++)
        if (parts & force->part)
            force->add(&p);
    return sn_build_finish(p.build, gravity);
}

void displace_one(const SnSystem *system, double *q, int i, double amount)
{
    for (int b = 0; b < system->n_blocks; b++) {
        const SnBlock *block = &system->blocks[b];
        const int k = i - block->u;
        if (k < 0 || k >= block->n)
            continue;
        if (k < 3) {
            q[block->q + k] += amount;
        } else {
            double turn[3] = {0}, dq[4];
            turn[k - 3] = amount;
            sn_q_exp(turn, dq);
            sn_q_mul(q + block->q + 3, dq, q + block->q + 3);
            sn_q_normalize(q + block->q + 3);
        }
    }
}

SnSystem *random_without_preload(SnSystem *system)
{
    SnFrameSprings *springs = sn_frame_springs(system);
    for (int i = 0; i < springs->n; i++)
        sn_v3_set(0, 0, 0, springs->springs[i].rotary_preload);
    return system;
}
