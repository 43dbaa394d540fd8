/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bodies: what moves is a rigid body, what does not a frame. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static double mass_of_all(const SnMjcf *mjcf)
{
    double mass = 0;
    for (guint i = 1; i < mjcf->bodies->len; i++)
        mass += sn_mjcf_body(mjcf, (int)i)->mass;
    return mass > 0 ? mass : 1;
}

/* What moves needs some mass and inertia: of a ball of 1 cm radius. */
static void mend_inertia(const SnMjcf *mjcf, SnMjcfBody *body)
{
    if (!body->massive) {
        body->mass = 1e-4 * mass_of_all(mjcf);
        body->note = "it moves but has no mass; given a ten-thousandth of the model's";
    }
    if (sn_sym3_is_positive(body->inertia))
        return;
    for (int k = 0; k < 3; k++)
        body->inertia[k] = fmax(body->inertia[k], 0) + 0.4 * body->mass * 1e-4;
    if (!sn_sym3_is_positive(body->inertia))
        memset(body->inertia + 3, 0, 3 * sizeof(double));
    if (!body->note)
        body->note = "its inertia is none a solid can have; that of a ball of 1 cm radius is added";
}

/* The rotor of a hinge or ball joint turns with its body; MuJoCo adds it to the joint alone. */
static void add_armature(SnMjcf *mjcf, SnMjcfBody *body)
{
    for (int i = body->first_joint; i < body->first_joint + body->n_joints; i++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, i);
        const double *a = joint->axis, m = joint->armature;
        if (!(m > 0) || joint->kind == SN_MJCF_SLIDE)
            continue;
        for (int k = 0; k < 3; k++)
            body->inertia[k] += joint->kind != SN_MJCF_HINGE ? m : m * a[k] * a[k];
        if (joint->kind != SN_MJCF_HINGE)
            continue;
        body->inertia[3] += m * a[0] * a[1];
        body->inertia[4] += m * a[0] * a[2];
        body->inertia[5] += m * a[1] * a[2];
    }
}

static void emit_frame(SnMjcf *mjcf, SnMjcfBody *body)
{
    json_t *json = json_object();
    sn_mjcf_attach(mjcf, body->parent, &body->here, json, "body", "location", "rotation");
    body->target = sn_emit(mjcf->root, mjcf->names, "frames", body->name, json);
    sn_mjcf_tell(mjcf, body->note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, body->node,
                 body->name, body->note);
}

/* A force that takes a share of its weight off a body. */
static void emit_carried(SnMjcf *mjcf, const SnMjcfBody *body, const double weight[3],
                         const double center[3])
{
    double force[3];
    json_t *json = json_pack("{s:s,s:s}", "class", "frame_load", "frame_a", body->target);
    sn_v3_scale(-body->carried, weight, force);
    json_object_set_new(json, "point", sn_emit_numbers(center, 3));
    json_object_set_new(json, "force", sn_emit_numbers(force, 3));
    g_autofree char *name = g_strdup_printf("%s_gravcomp", body->name);
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", name, json));
}

/* Mass times gravity [N]. */
static void weight_of(const SnMjcf *mjcf, const SnMjcfBody *body, double weight[3])
{
    const json_t *gravity = json_object_get(mjcf->root, "gravity");
    for (size_t k = 0; k < 3; k++)
        weight[k] = body->mass * json_number_value(json_array_get(gravity, k));
}

static void emit_body(SnMjcf *mjcf, int index)
{
    SnMjcfBody *body = sn_mjcf_body(mjcf, index);
    json_t *json = json_object();
    if (!body->mocap) {
        mend_inertia(mjcf, body);
    } else if (!body->massive || !sn_sym3_is_positive(body->inertia)) {
        body->mass = 1;
        for (int k = 0; k < 6; k++)
            body->inertia[k] = k < 3 ? 1e-3 : 0;
    }
    json_object_set_new(json, "class", json_string("rigid_body"));
    const bool in_fluid = sn_mjcf_has_fluid(mjcf) && body->mass > 0 && !body->mocap;
    SnMjcfFluidBox box;
    sn_mjcf_fluid_box(body, &box);
    add_armature(mjcf, body);
    double weight[3], center[3];
    weight_of(mjcf, body, weight);
    sn_v3_copy(body->center, center);
    sn_mjcf_share_mass(mjcf, index);
    json_object_set_new(json, "position", sn_emit_numbers(body->start.p, 3));
    json_object_set_new(json, "orientation", sn_emit_quaternion(body->start.r));
    sn_mjcf_set_rates(json, body->velocity, body->spin);
    if (body->mocap)
        json_object_set_new(json, "dynamic", json_false());
    sn_mjcf_set_inertia(json, body->mass, body->center, body->inertia);
    body->target = sn_emit(mjcf->root, mjcf->names, "bodies", body->name, json);
    body->json = json;
    if (body->carried != 0 && !body->mocap)
        emit_carried(mjcf, body, weight, center);
    if (in_fluid)
        sn_mjcf_emit_fluid(mjcf, index, &box);
    sn_mjcf_tell(mjcf, body->note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, body->node,
                 body->name, body->note);
}

/* Parents come first in the list. */
void sn_mjcf_emit_bodies(SnMjcf *mjcf)
{
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        const bool still = !body->moves && !body->mocap;
        if (still || (body->n_joints == 0 && !body->massive && !body->mocap))
            emit_frame(mjcf, body);
        else
            emit_body(mjcf, (int)i);
    }
}
