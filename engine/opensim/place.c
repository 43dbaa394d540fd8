/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where bodies are at the start: couplers set the coordinates that follow, joints carry bodies from
 * the ground outwards. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* --- couplers --- */

/* A coordinate that follows others gets its value from theirs; chains settle in as many rounds. */
static bool couple(SnOsim *osim, const SnXmlNode *node)
{
    SnOsimCoupling coupling;
    double x[SN_TERMS_MOST_NUMBERS], slope[SN_TERMS_MOST_NUMBERS], speed = 0;
    if (!sn_osim_coupling_read(osim, node, &coupling)) {
        sn_osim_coupling_clear(&coupling);
        return false;
    }
    for (int i = 0; i < coupling.n; i++) {
        if (coupling.leads[i] == coupling.follows) {
            sn_osim_coupling_clear(&coupling);
            return false;
        }
    }
    for (int i = 0; i < coupling.n; i++)
        x[i] = sn_osim_coordinate(osim, coupling.leads[i])->value;
    const double value = sn_osim_coupling_value(&coupling, x, slope);
    for (int i = 0; i < coupling.n; i++)
        speed += slope[i] * sn_osim_coordinate(osim, coupling.leads[i])->speed;
    SnOsimCoordinate *to = sn_osim_coordinate(osim, coupling.follows);
    const bool changed = fabs(value - to->value) > 1e-14;
    to->value = value;
    to->speed = speed;
    sn_osim_coupling_clear(&coupling);
    return changed;
}

static void couple_all(SnOsim *osim)
{
    bool changed = true;
    for (int round = 0; changed && round < 20; round++) {
        changed = false;
        for (int i = 0; i < (int)osim->items->len; i++) {
            const SnXmlNode *node = sn_osim_item(osim, i)->node;
            if (sn_osim_is(node, "CoordinateCouplerConstraint") && sn_osim_acts(osim, node) &&
                couple(osim, node))
                changed = true;
        }
    }
}

/* --- bodies --- */

static void values_of(const SnOsim *osim, const SnOsimJoint *joint, double t, double q[6])
{
    for (int i = 0; i < 6; i++) {
        q[i] = 0;
        if (i < joint->n_coordinates) {
            const SnOsimCoordinate *c = sn_osim_coordinate(osim, joint->first + i);
            q[i] = c->value + t * c->speed;
        }
    }
}

/* A joint that places the one of its bodies that has no place yet. */
static bool carry(SnOsim *osim, SnOsimJoint *joint, double t)
{
    SnOsimFrame *parent = sn_osim_frame(osim, joint->parent),
                *child = sn_osim_frame(osim, joint->child);
    if (parent->placed == child->placed)
        return false;
    double q[6];
    SnPlacement across, back, step;
    values_of(osim, joint, t, q);
    sn_osim_joint_pose(joint, q, &across);
    /* child = parent . in_parent . across . in_child^-1 */
    sn_placement_inverse(&joint->in_child, &back);
    sn_placement_mul(&joint->in_parent, &across, &step);
    sn_placement_mul(&step, &back, &step);
    if (parent->placed) {
        sn_placement_mul(&parent->world, &step, &child->world);
    } else {
        sn_placement_inverse(&step, &step);
        sn_placement_mul(&child->world, &step, &parent->world);
    }
    parent->placed = child->placed = true;
    joint->in_tree = true;
    return true;
}

/* Every body, where its joints' coordinates have gone on for a time t at their speeds. */
static void place_at(SnOsim *osim, double t)
{
    for (int i = 0; i < (int)osim->frames->len; i++)
        sn_osim_frame(osim, i)->placed = i == 0;
    for (bool moved = true; moved;) {
        moved = false;
        for (int i = 0; i < (int)osim->joints->len; i++)
            moved = carry(osim, sn_osim_joint(osim, i), t) || moved;
    }
}

/* A body without mass that is welded moves with what it is welded to: it becomes a frame. */
static void drop_massless(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->joints->len; i++) {
        SnOsimJoint *joint = sn_osim_joint(osim, i);
        const SnOsimFrame *child = sn_osim_frame(osim, joint->child);
        joint->dropped = joint->kind == SN_OSIM_WELD && child->massless && !child->ground &&
                         joint->in_tree && !child->joined;
        if (joint->dropped)
            sn_osim_frame(osim, joint->child)->joined = true;
    }
    for (int i = 0; i < (int)osim->joints->len; i++) {
        const SnOsimJoint *joint = sn_osim_joint(osim, i);
        if (!joint->dropped && joint->in_tree)
            sn_osim_frame(osim, joint->child)->joined = true;
    }
}

/* --- velocities --- */

static bool any_speed(const SnOsim *osim)
{
    for (int i = 0; i < (int)osim->coordinates->len; i++) {
        if (sn_osim_coordinate(osim, i)->speed != 0)
            return true;
    }
    return false;
}

/* Rates of places and axes by differences of fourth order, which leave 1e-12 of them. */
static void find_velocities(SnOsim *osim)
{
    static const double steps[4] = {-2, -1, 1, 2}, weights[4] = {1, -8, 8, -1};
    const double h = 1e-3;
    if (!any_speed(osim))
        return;
    place_at(osim, 0);
    SnPlacement *start = g_new(SnPlacement, osim->frames->len);
    double *rate = g_new0(double, 9 * (gsize)osim->frames->len);
    for (guint i = 0; i < osim->frames->len; i++)
        start[i] = sn_osim_frame(osim, (int)i)->world;
    for (int s = 0; s < 4; s++) {
        place_at(osim, steps[s] * h);
        for (guint i = 0; i < osim->frames->len; i++) {
            SnOsimFrame *frame = sn_osim_frame(osim, (int)i);
            const double w = weights[s] / (12 * h);
            sn_v3_axpy(w, frame->world.p, frame->velocity);
            for (int k = 0; k < 9; k++)
                rate[9 * i + (guint)k] += w * frame->world.r[k];
        }
    }
    for (guint i = 0; i < osim->frames->len; i++) {
        double back[9], spin[9]; /* the rate of the axes times their inverse is skew */
        sn_m3_transpose(start[i].r, back);
        sn_m3_mul(rate + 9 * (size_t)i, back, spin);
        sn_v3_set((spin[7] - spin[5]) / 2, (spin[2] - spin[6]) / 2, (spin[3] - spin[1]) / 2,
                  sn_osim_frame(osim, (int)i)->spin);
    }
    g_free(start);
    g_free(rate);
}

/* Prescribed coordinates start where their functions do, locked ones stand still. */
static void begin_held(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->coordinates->len; i++) {
        SnOsimCoordinate *c = sn_osim_coordinate(osim, i);
        SnOsimFunction function;
        if (c->locked)
            c->speed = 0;
        if (c->locked || !c->prescribed || c->item < 0)
            continue;
        const SnXmlNode *node = sn_osim_item(osim, c->item)->node;
        if (!sn_osim_function_read(osim, sn_osim_object(osim, node, "prescribed_function"), 0, 10,
                                   &function))
            continue;
        c->value = sn_osim_function_value(&function, 0, &c->speed);
        sn_osim_function_clear(&function);
    }
}

void sn_osim_place(SnOsim *osim)
{
    begin_held(osim);
    couple_all(osim);
    find_velocities(osim);
    place_at(osim, 0);
    drop_massless(osim);
}
