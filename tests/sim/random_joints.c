/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints of every class between the blocks of a random system. */
#include "engine/base/vec.h"
#include "tests/sim/random_scene.h"

int random_frame(RandomScene *p, int block)
{
    double position[3], q[4];
    random_vector(p->r, 0.2, position);
    random_quaternion(p->r, q);
    return sn_build_frame(p->build, block, position, q);
}

int random_near_frame(RandomScene *p, int other, int block)
{
    const SnSystemFrame *a = &p->build->system->frames[other];
    const double none[7] = {0, 0, 0, 1, 0, 0, 0};
    const double *from = a->block >= 0 ? p->build->q[a->block] : none;
    const double *to = block >= 0 ? p->build->q[block] : none;
    double position[3], q[4], back[4], apart[3], turn[3], dq[4];
    sn_pose_point(from, from + 3, a->position, position);
    random_vector(p->r, 0.05, apart), random_vector(p->r, 0.3, turn);
    sn_v3_add(position, apart, position);
    sn_q_mul(from + 3, a->orientation, q);
    sn_q_exp(turn, dq);
    sn_q_mul(q, dq, q);
    sn_pose_inverse_point(to, to + 3, position, apart);
    sn_q_conj(to + 3, back);
    sn_q_mul(back, q, q);
    return sn_build_frame(p->build, block, apart, q);
}

static void random_direction(Random *r, double direction[3])
{
    random_vector(r, 1, direction);
    direction[0] += 1.5;
    sn_v3_scale(1 / sn_v3_norm(direction), direction, direction);
}

int random_custom_joint(SnBuild *build, Random *r, int frame_a, int frame_b)
{
    static const double x[] = {-2, -0.7, 0.1, 0.9, 2.2};
    double y[3][5], polynomial[3], constant[1];
    const double terms[9] = {random_uniform(r, -0.2, 0.2),   1, 1, /* of the angle, the distance */
                             random_uniform(r, -0.1, 0.1),   2, 0,
                             random_uniform(r, -0.05, 0.05), 1, 2};
    const SnFunctionKind kinds[6] = {SN_FUNCTION_LINEAR,   SN_FUNCTION_POLYNOMIAL,
                                     SN_FUNCTION_CONSTANT, SN_FUNCTION_SIMM_SPLINE,
                                     SN_FUNCTION_LINEAR,   SN_FUNCTION_NATURAL_SPLINE};
    const int follows[6] = {0, 0, -1, 0, 1, 1};
    SnBuildAxis axis[6];
    for (int i = 0; i < 3; i++)
        polynomial[i] = random_uniform(r, -0.2, 0.2);
    constant[0] = random_uniform(r, -0.3, 0.3);
    for (int i = 0; i < 15; i++)
        y[i / 5][i % 5] = random_uniform(r, -0.1, 0.1);
    for (int i = 0; i < 6; i++) {
        axis[i] = (SnBuildAxis){.coordinate = follows[i],
                                .function = {.kind = kinds[i],
                                             .n_x = 5,
                                             .n_y = 5,
                                             .x = x,
                                             .y = y[i % 3],
                                             .scale = random_uniform(r, 0.7, 1.3)}};
        if (i % 3 == 2) /* these follow both */
            axis[i].n_terms = 3, axis[i].terms = terms;
        if (kinds[i] == SN_FUNCTION_POLYNOMIAL)
            axis[i].function.n_coefficients = 3, axis[i].function.coefficients = polynomial;
        if (kinds[i] == SN_FUNCTION_CONSTANT)
            axis[i].function.n_coefficients = 1, axis[i].function.coefficients = constant;
        random_direction(r, axis[i].direction);
    }
    return sn_build_custom(build, frame_a, frame_b, 1, 1, axis);
}

void random_ellipsoid(Random *r, double size, SnSystemJoint *joint)
{
    for (int i = 0; i < 3; i++)
        joint->size[i] = random_uniform(r, 0.8 * size, 1.2 * size);
    random_vector(r, 0.3 * size, joint->pin);
    random_direction(r, joint->pin_axis);
}

/* With limits, stiffness and damping of all coordinates. */
void random_joint(RandomScene *p, const SnJointClass *class, int block_a, int block_b)
{
    const int a = random_frame(p, block_a),
              b = class->motion ? random_near_frame(p, a, block_b) : random_frame(p, block_b);
    const int number = class == &SN_JOINT_CUSTOM ? random_custom_joint(p->build, p->r, a, b)
                                                 : sn_build_joint(p->build, class, a, b);
    SnSystemJoint *joint = &p->build->system->joints.joints[number];
    joint->limited = true;
    if (class->motion)
        random_ellipsoid(p->r, 0.2, joint);
    if (class == &SN_JOINT_ROLLING)
        joint->rolling = (SnRolling){(SnRollingSurface)(int)random_uniform(p->r, 0, 3),
                                     random_uniform(p->r, 0.5, 2), random_uniform(p->r, 0, 0.2),
                                     random_uniform(p->r, 0, 0.1)};
    for (int k = 0; k < SN_MAX_COORDINATES; k++)
        joint->coordinate[k] = (SnJointCoordinate){.lower = -0.5,
                                                   .upper = 0.7,
                                                   .stiffness = random_uniform(p->r, 0.5, 3),
                                                   .rest = random_uniform(p->r, -0.5, 0.5),
                                                   .damping = random_uniform(p->r, 0.1, 1)};
    /* M-hat lacks how the derivative of such a coordinate turns: tested in joint_motion_test.c */
    for (int k = 0; class->motion && k < SN_MAX_COORDINATES; k++)
        joint->coordinate[k].stiffness = joint->coordinate[k].damping = 0;
}

/* Joints of every class with armatures of all coordinates, and nothing else. */
void random_armatures(RandomScene *p)
{
    const int sides[4][2] = {
        {p->body[0], p->body[1]}, {-1, p->body[0]}, {p->body[1], p->body[2]}, {p->body[2], -1}};
    for (int k = 0; random_joint_class(k); k++) {
        random_joint(p, random_joint_class(k), sides[k % 4][0], sides[k % 4][1]);
        SnSystemJoint *joint = &p->build->system->joints.joints[p->build->system->joints.n - 1];
        joint->limited = false;
        for (int c = 0; c < SN_MAX_COORDINATES; c++)
            joint->coordinate[c] = (SnJointCoordinate){.armature = random_uniform(p->r, 0.1, 2)};
    }
}

/* Number k of the classes that join two frames; NULL: there is none. */
const SnJointClass *random_joint_class(int k)
{
    int n;
    const SnJointClass *const *classes = sn_joint_classes(&n);
    for (int i = 0; i < n; i++)
        if (classes[i]->ends == SN_JOINT_FRAMES && k-- == 0)
            return classes[i];
    return NULL;
}

/* Gears between some of the joints that have coordinates. */
static void add_gears(RandomScene *p)
{
    static const int pairs[3][2] = {{0, 1}, {4, 2}, {3, 6}};
    const SnSystem *system = p->build->system;
    const int n = system->joints.n;
    int moving[64], n_moving = 0;
    for (int i = 0; i < n && n_moving < 64; i++)
        if (sn_joint_n_coordinates(&system->joints.joints[i]) > 0)
            moving[n_moving++] = i;
    for (int i = 0; i < 3; i++)
        sn_build_gear(p->build, moving[pairs[i][0]], moving[pairs[i][1]],
                      random_uniform(p->r, -2, 2));
}

/* Two of every kind, between moving, kinematic and world sides. */
void random_joints(RandomScene *p)
{
    static const double corners[] = {-0.5, 0.1, -0.1, 0.3, 0.1, 0.2, 0.3, 0.5, 0.6, 0.4};
    const int sides[12][2] = {
        {p->body[0], p->body[1]}, {-1, p->body[0]},         {p->body[1], p->body[2]},
        {p->body[0], -1},         {p->body[2], p->body[0]}, {p->body[1], p->body[0]},
        {p->body[0], p->body[1]}, {-1, p->body[1]},         {p->body[2], p->body[0]},
        {p->body[1], p->body[0]}, {p->body[1], -1},         {p->body[0], p->body[2]}};
    int n = 0;
    for (int round = 0; round < 2; round++)
        for (int k = 0; random_joint_class(k); k++, n++)
            random_joint(p, random_joint_class(k), sides[n % 12][0], sides[n % 12][1]);
    add_gears(p);
    for (int i = 0; i < 8; i++) {
        const int block = i % 4 == 0 ? -1 : (i % 4 == 1 ? p->body[0] : p->body[i % 4 - 1]);
        const int surface = sn_build_surface(
            p->build, i < 4 ? &SN_JOINT_POINT_ON_PLANE : &SN_JOINT_POINT_ON_POLYLINE,
            random_frame(p, block), p->points[(2 * i + 2) % 9], i % 2 == 1, i < 4 ? 0 : 5, corners);
        p->build->system->joints.joints[surface].smoothing = 0.08;
    }
}
