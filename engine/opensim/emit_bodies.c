/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ground, which OpenSim has with y upwards, as a frame turned upright; bodies in their
 * places. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* (x, y, z) of OpenSim's ground is (x, -z, y) here. */
static const double UPRIGHT[9] = {1, 0, 0, 0, 0, -1, 0, 1, 0};

static void emit_ground(SnOsim *osim)
{
    json_t *json = json_object();
    json_object_set_new(json, "rotation", sn_emit_quaternion(UPRIGHT));
    sn_osim_frame(osim, 0)->target = sn_emit(osim->root, osim->names, "frames", "ground", json);
}

static double mass_of_all(const SnOsim *osim)
{
    double mass = 0;
    for (int i = 1; i < (int)osim->frames->len; i++)
        mass += sn_osim_frame(osim, i)->mass;
    return mass > 0 ? mass : 1;
}

/* A body that moves needs some mass and inertia: one without inertia gets that of a ball of 1 mm
 * radius, one without mass that of 1 cm. */
static const char *mend_inertia(const SnOsim *osim, SnOsimFrame *body)
{
    const char *note = NULL;
    if (body->massless) {
        body->mass = 1e-4 * mass_of_all(osim);
        note = "has no mass; given a ten-thousandth of the model's";
    }
    if (!sn_sym3_is_positive(body->inertia)) {
        const double least = 0.4 * body->mass * (body->massless ? 1e-4 : 1e-6);
        for (int k = 0; k < 3; k++)
            body->inertia[k] = fmax(body->inertia[k], 0) + least;
        if (!sn_sym3_is_positive(body->inertia))
            memset(body->inertia + 3, 0, 3 * sizeof(double));
        if (!note)
            note = "its inertia is none a solid can have; that of a ball of 1 mm radius is added";
    }
    return note;
}

void sn_osim_set_pose(json_t *json, const SnPlacement *in_ground)
{
    double r[9], p[3];
    sn_m3_mul(UPRIGHT, in_ground->r, r);
    sn_m3_mul_v3(UPRIGHT, in_ground->p, p);
    json_object_set_new(json, "position", sn_emit_numbers(p, 3));
    json_object_set_new(json, "orientation", sn_emit_quaternion(r));
}

static void set_rate(json_t *json, const char *key, const double rate[3])
{
    double turned[3];
    if (!(sn_v3_norm(rate) > 1e-12))
        return;
    sn_m3_mul_v3(UPRIGHT, rate, turned);
    json_object_set_new(json, key, sn_emit_numbers(turned, 3));
}

static void emit_body(SnOsim *osim, SnOsimFrame *body)
{
    const SnXmlNode *node = sn_osim_item(osim, body->item)->node;
    const char *note = mend_inertia(osim, body);
    json_t *json = json_object(), *inertia = json_object();
    sn_osim_set_pose(json, &body->world);
    set_rate(json, "velocity", body->velocity);
    set_rate(json, "angular_velocity", body->spin);
    json_object_set_new(inertia, "method", json_string("explicit"));
    json_object_set_new(inertia, "mass", json_real(body->mass));
    json_object_set_new(inertia, "center", sn_emit_numbers(body->center, 3));
    json_object_set_new(inertia, "tensor", sn_emit_numbers(body->inertia, 6));
    json_object_set_new(json, "inertia", inertia);
    body->target = sn_emit(osim->root, osim->names, "bodies", sn_osim_name_of(node), json);
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
}

/* Fixed to what its weld joins it to. */
static void emit_dropped(SnOsim *osim, SnOsimJoint *joint)
{
    SnOsimFrame *body = sn_osim_frame(osim, joint->child);
    const SnXmlNode *node = sn_osim_item(osim, body->item)->node;
    SnPlacement step, back;
    json_t *json = json_object();
    sn_placement_inverse(&joint->in_child, &back);
    sn_placement_mul(&joint->in_parent, &back, &step);
    sn_osim_attach(osim, joint->parent, &step, json, "body", "location", "rotation");
    body->target = sn_emit(osim->root, osim->names, "frames", sn_osim_name_of(node), json);
    sn_osim_exact(osim, node);
    sn_osim_exact(osim, sn_osim_item(osim, joint->item)->node);
}

static void emit_all_dropped(SnOsim *osim)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < (int)osim->joints->len; i++) {
            SnOsimJoint *joint = sn_osim_joint(osim, i);
            if (!joint->dropped || sn_osim_frame(osim, joint->child)->target ||
                !sn_osim_frame(osim, joint->parent)->target)
                continue;
            emit_dropped(osim, joint);
            again = true;
        }
    }
}

/* Frames that are more than a joint's own side are kept as frames. */
static void emit_offset(SnOsim *osim, int index)
{
    const SnXmlNode *node = sn_osim_item(osim, sn_osim_frame(osim, index)->item)->node;
    if (node->parent && !sn_osim_is(node->parent, "frames")) {
        SnPlacement here;
        json_t *json = json_object();
        sn_placement_identity(&here);
        sn_osim_attach(osim, index, &here, json, "body", "location", "rotation");
        g_free(sn_emit(osim->root, osim->names, "frames", sn_osim_name_of(node), json));
    }
    sn_osim_exact(osim, node);
}

void sn_osim_emit_bodies(SnOsim *osim)
{
    emit_ground(osim);
    bool *dropped = g_new0(bool, osim->frames->len);
    for (int i = 0; i < (int)osim->joints->len; i++) {
        if (sn_osim_joint(osim, i)->dropped)
            dropped[sn_osim_joint(osim, i)->child] = true;
    }
    for (int i = 1; i < (int)osim->frames->len; i++) {
        SnOsimFrame *frame = sn_osim_frame(osim, i);
        if (frame->base == i && !dropped[i])
            emit_body(osim, frame);
    }
    emit_all_dropped(osim);
    for (int i = 1; i < (int)osim->frames->len; i++) {
        if (sn_osim_frame(osim, i)->base != i)
            emit_offset(osim, i);
    }
    g_free(dropped);
}
