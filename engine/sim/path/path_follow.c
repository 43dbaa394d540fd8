/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/sim/path/path_follow.h"

#include "engine/base/terms.h"
#include "engine/base/vec.h"
#include "engine/sim/joint/joints.h"
#include "engine/sim/motion/motion.h"

#include <assert.h>
#include <string.h>

static const SnPathFollower *follower_of(const SnSystem *system, int point)
{
    const int number = system->points[point].follower;
    return number > 0 ? &system->paths.followers[number - 1] : NULL;
}

/* The coordinates that it follows. */
static void leading(const SnPathPlaces *places, const SnPathFollower *follower, double *x)
{
    const SnSystem *system = places->system;
    for (int k = 0; k < follower->n_leaders; k++) {
        const SnLeader *leader = &system->paths.leaders[follower->leaders + k];
        const SnSystemJoint *joint = &system->joints.joints[leader->joint];
        if (!places->state)
            x[k] = sn_joint_start_coordinate(system, joint, leader->coordinate);
        else if (places->work && joint->class->motion)
            x[k] = sn_joint_coordinate_here(system, places->state, places->work, joint,
                                            leader->coordinate);
        else
            x[k] =
                sn_joint_coordinate(system, sn_state_q_const(places->state),
                                    sn_state_turns_const(places->state), joint, leader->coordinate);
    }
}

/* The number that it follows at coordinates x; slope [n_leaders] by them. */
static double followed(const SnSystem *system, const SnPathFollower *follower, const double *x,
                       double *slope)
{
    if (follower->n_terms > 0)
        return sn_terms_value(system->joints.numbers + follower->terms, follower->n_terms,
                              follower->n_leaders, x, slope);
    if (slope)
        slope[0] = 1;
    return x[0];
}

static double number_of(const SnPathPlaces *places, const SnPathFollower *follower)
{
    double x[SN_TERMS_MOST_NUMBERS];
    leading(places, follower, x);
    return followed(places->system, follower, x, NULL);
}

int sn_path_follower_blocks(const SnSystem *system, const SnPathFollower *follower, int *blocks,
                            int n)
{
    for (int k = 0; follower->moves && k < 2 * follower->n_leaders; k++) {
        const SnLeader *leader = &system->paths.leaders[follower->leaders + k / 2];
        n = sn_block_add_once(blocks, n,
                              sn_joint_block(system, &system->joints.joints[leader->joint], k % 2));
    }
    return n;
}

/* f and its derivatives at c, in the axes of the block. */
static void follow(const SnSystem *system, const SnPathFollower *follower, double c,
                   double shift[3], double slope[3], double curvature[3])
{
    double f[3], first[3], second[3];
    for (int k = 0; k < 3; k++) {
        f[k] = sn_function_value(&follower->function[k], system->joints.numbers, c, &first[k]);
        second[k] = sn_function_curvature(&follower->function[k], system->joints.numbers, c);
    }
    sn_m3_mul_v3(follower->axes, f, shift);
    sn_m3_mul_v3(follower->axes, first, slope);
    sn_m3_mul_v3(follower->axes, second, curvature);
}

/* World position of a place in a block, with the rotations in the workspace. */
static void place_in(const SnPathPlaces *places, int block, const double local[3],
                     double position[3])
{
    const SnSystem *system = places->system;
    SnSystemPoint moved = {.block = block};
    sn_v3_copy(local, moved.local);
    sn_point_position(system, places->state ? sn_state_q_const(places->state) : system->q0, &moved,
                      position);
}

void sn_path_place(const SnPathPlaces *places, int point, double position[3])
{
    const SnSystem *system = places->system;
    const SnPathFollower *follower = follower_of(system, point);
    if (follower && follower->moves) {
        double local[3], shift[3], slope[3], curvature[3];
        follow(system, follower, number_of(places, follower), shift, slope, curvature);
        sn_v3_add(system->points[point].local, shift, local);
        place_in(places, system->points[point].block, local, position);
    } else if (places->work) {
        sn_v3_copy(places->work->motion.point_position[point], position);
    } else {
        sn_point_position(system, system->q0, &system->points[point], position);
    }
}

static bool counts(const SnPathPlaces *places, int point)
{
    const SnPathFollower *follower = follower_of(places->system, point);
    if (!follower || !follower->conditional)
        return true;
    const double c = number_of(places, follower);
    return c >= follower->lower && c <= follower->upper;
}

int sn_path_next(const SnPathPlaces *places, const SnSystemPath *path, int i)
{
    i++;
    while (path->n_followers > 0 && i < path->count &&
           !counts(places, places->system->paths.point[path->first + i]))
        i++;
    return i;
}

/* --- points that move --- */

double sn_path_slide_rate(const SnSystem *system, const SnPathSlide *slide, const double *u)
{
    double rate = 0;
    for (int s = 0; s < slide->n_blocks; s++)
        for (int k = 0; k < 6; k++)
            rate += slide->slope[s][k] * u[system->blocks[slide->block[s]].u + k];
    return rate;
}

void sn_path_slide_push(const SnSystem *system, const SnPathSlide *slide, double share, double *f)
{
    for (int s = 0; s < slide->n_blocks; s++)
        for (int k = 0; k < 6; k++)
            f[system->blocks[slide->block[s]].u + k] += share * slide->slope[s][k];
}

void sn_path_slide_add(const SnPathSlide *slide, double share, double vector[][6])
{
    for (int s = 0; s < slide->n_blocks; s++)
        for (int k = 0; slide->place[s] >= 0 && k < 6; k++)
            vector[slide->place[s]][k] += share * slide->slope[s][k];
}

/* Adds `factor` times the derivative of a coordinate of a joint. */
static void add_leader(const SnSystem *system, const SnSystemJoint *joint, double factor,
                       double row[2][6], SnPathSlide *slide)
{
    for (int s = 0; s < 2; s++) {
        const int block = sn_joint_block(system, joint, s), before = slide->n_blocks;
        int i = 0;
        if (block < 0)
            continue;
        while (i < before && slide->block[i] != block)
            i++;
        if (i == before) {
            slide->block[slide->n_blocks++] = block;
            memset(slide->slope[i], 0, sizeof slide->slope[i]);
        }
        for (int k = 0; k < 6; k++)
            slide->slope[i][k] += factor * row[s][k];
    }
}

/* At the coordinates and rates there are; returns the place in the block in `local`. */
static void make_slide(const SnPathPlaces *places, const SnPathFollower *follower,
                       SnPathSlide *slide, double local[3])
{
    const SnSystem *system = places->system;
    const SnSystemPoint *point = &system->points[follower->point];
    const SnLeader *leader = &system->paths.leaders[follower->leaders];
    double shift[3], slope[3], curvature[3], x[SN_TERMS_MOST_NUMBERS], by[SN_TERMS_MOST_NUMBERS],
        row[SN_TERMS_MOST_NUMBERS][2][6];
    memset(row, 0, (size_t)follower->n_leaders * sizeof *row);
    for (int k = 0; k < follower->n_leaders; k++)
        x[k] = sn_joint_coordinate_row(system, places->state, places->work,
                                       &system->joints.joints[leader[k].joint],
                                       leader[k].coordinate, row[k]);
    const double c = followed(system, follower, x, by);
    slide->n_blocks = 0;
    for (int k = 0; k < follower->n_leaders; k++)
        add_leader(system, &system->joints.joints[leader[k].joint], by[k], row[k], slide);
    slide->rate = sn_path_slide_rate(system, slide, sn_state_u_const(places->state));
    follow(system, follower, c, shift, slope, curvature);
    sn_v3_add(point->local, shift, local);
    sn_v3_copy(slope, slide->along);
    sn_v3_copy(curvature, slide->bend);
    if (point->block >= 0) {
        const double *rotation = places->work->motion.rotation[point->block];
        sn_m3_mul_v3(rotation, slope, slide->along);
        sn_m3_mul_v3(rotation, curvature, slide->bend);
    }
}

void sn_path_contact(const SnPathPlaces *places, const SnSystemPath *path, int point,
                     SnPathSlide *slide, SnPathContact *contact)
{
    assert(places->work && places->state);
    const SnSystem *system = places->system;
    const SnWorkspace *work = places->work;
    const SnPathFollower *follower = follower_of(system, point);
    *contact = (SnPathContact){.block = system->points[point].block};
    if (!follower || !follower->moves) {
        sn_v3_copy(system->points[point].local, contact->local);
        sn_v3_copy(work->motion.point_position[point], contact->position);
        sn_v3_copy(work->motion.point_velocity[point], contact->velocity);
        return;
    }
    make_slide(places, follower, slide, contact->local);
    place_in(places, contact->block, contact->local, contact->position);
    sn_point_velocity(system, work, contact->block, contact->local, sn_state_u_const(places->state),
                      contact->velocity);
    sn_v3_axpy(slide->rate, slide->along, contact->velocity);
    for (int s = 0; s < slide->n_blocks; s++)
        slide->place[s] = sn_path_block(system, path, slide->block[s]);
    contact->slide = slide;
}

/* --- second derivatives --- */

/* The walk through the products of one path. */
typedef struct Products {
    const SnSystem *system;
    const SnWorkspace *work;
    const SnSystemPath *path;
    SnPathProduct product;
    void *data;
} Products;

/* vector += J' force of a contact point, without its slide. */
static void pull(const Products *p, const SnPathContact *contact, const double force[3],
                 double vector[][6])
{
    const int b = sn_path_block(p->system, p->path, contact->block);
    if (b < 0)
        return;
    sn_v3_add(vector[b], force, vector[b]);
    if (p->system->blocks[contact->block].kind != SN_BLOCK_BODY)
        return;
    double in_body[3], arm[3];
    sn_m3_tmul_v3(p->work->motion.rotation[contact->block], force, in_body);
    sn_v3_cross(contact->local, in_body, arm);
    sn_v3_add(vector[b] + 3, arm, vector[b] + 3);
}

static void clear(const Products *p, SnPathGradient *product)
{
    memset(product->length, 0, sizeof *product->length * (size_t)p->path->n_blocks);
    memset(product->rate, 0, sizeof *product->rate * (size_t)p->path->n_blocks);
}

/* A straight part of unit vector d and P = (I - dd') / length: |P^(1/2) (J+ u + a+ c+' - J u - a
 * c')|^2 without what is quadratic in the J. */
static void straight_products(const Products *p, const SnPathContact *part)
{
    double projected[2][3] = {{0}};
    SnPathGradient product;
    for (int s = 0; s < 2; s++) {
        const SnPathSlide *slide = part[s].slide;
        if (!slide)
            continue;
        const double along = sn_v3_dot(slide->along, part->direction);
        double force[3];
        for (int k = 0; k < 3; k++)
            projected[s][k] = (slide->along[k] - along * part->direction[k]) / part->length;
        clear(p, &product);
        sn_path_slide_add(slide, 1, product.length);
        pull(p, &part[s], projected[s], product.rate);
        sn_v3_scale(-1, projected[s], force);
        pull(p, &part[1 - s], force, product.rate);
        p->product(p->data, &product, sn_v3_dot(slide->along, projected[s]), 2);
    }
    if (!part[0].slide || !part[1].slide)
        return;
    clear(p, &product);
    sn_path_slide_add(part[0].slide, 1, product.length);
    sn_path_slide_add(part[1].slide, 1, product.rate);
    p->product(p->data, &product, 0, -2 * sn_v3_dot(part[0].slide->along, projected[1]));
}

/* How the slide itself turns with its body and bends: e . (2 (w x a) c' + b c'^2), e = d- - d+. */
static void turning_products(const Products *p, const SnPathContact *contact, const double e[3])
{
    const SnPathSlide *slide = contact->slide;
    const int own = sn_path_block(p->system, p->path, contact->block);
    SnPathGradient product;
    clear(p, &product);
    sn_path_slide_add(slide, 1, product.length);
    if (own >= 0 && p->system->blocks[contact->block].kind == SN_BLOCK_BODY) {
        double across[3];
        sn_v3_cross(slide->along, e, across);
        sn_m3_tmul_v3(p->work->motion.rotation[contact->block], across, product.rate[own] + 3);
    }
    p->product(p->data, &product, sn_v3_dot(e, slide->bend), 2);
}

void sn_path_slide_products(const SnSystem *system, const SnWorkspace *work,
                            const SnSystemPath *path, const SnPathGeometry *geometry,
                            bool semidefinite, SnPathProduct product, void *data)
{
    assert(work->system == system && path->n_blocks <= SN_PATH_MAX_BLOCKS);
    const Products p = {system, work, path, product, data};
    double before[3] = {0};
    for (int i = 0; i < geometry->n_contacts; i++) {
        const SnPathContact *contact = &geometry->contacts[i];
        const bool last = i + 1 == geometry->n_contacts;
        if (!last && !contact->on_surface && contact->length > 0 &&
            (contact[0].slide || contact[1].slide))
            straight_products(&p, contact);
        if (contact->slide && !semidefinite) {
            double e[3];
            sn_v3_sub(before, contact->direction, e);
            turning_products(&p, contact, e);
        }
        sn_v3_copy(contact->direction, before);
    }
}

/* --- to be seen --- */

void sn_path_followers_show(const SnSystem *system, const SnState *state, SnWorkspace *work)
{
    assert(work->system == system);
    const SnPathPlaces places = {system, state, work};
    for (int i = 0; i < system->paths.n_followers; i++) {
        const SnPathFollower *follower = &system->paths.followers[i];
        const int point = follower->point, block = system->points[point].block;
        SnPathSlide slide;
        double local[3], *velocity = work->motion.point_velocity[point];
        if (!follower->moves)
            continue;
        work->motion.shown = true;
        make_slide(&places, follower, &slide, local);
        place_in(&places, block, local, work->motion.point_position[point]);
        sn_point_velocity(system, work, block, local, sn_state_u_const(state), velocity);
        sn_v3_axpy(slide.rate, slide.along, velocity);
    }
}
