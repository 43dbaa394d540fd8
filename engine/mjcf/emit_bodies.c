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

/* The armature of a free joint moves and turns with its body and has no weight: a ball of that mass
 * and of that inertia at the body's origin, which a force carries.  Returns the mass. */
static double add_armature(SnMjcf *mjcf, SnMjcfBody *body)
{
    const SnMjcfJoint *joint = body->n_joints ? sn_mjcf_joint(mjcf, body->first_joint) : NULL;
    const double m = joint && joint->kind == SN_MJCF_FREE ? joint->armature : 0;
    if (!(m > 0))
        return 0;
    sn_mjcf_inertia_shift(1, body->mass, body->center, body->inertia);
    sn_v3_scale(body->mass / (body->mass + m), body->center, body->center);
    body->mass += m;
    sn_mjcf_inertia_shift(-1, body->mass, body->center, body->inertia);
    for (int k = 0; k < 3; k++)
        body->inertia[k] += m;
    return m;
}

static void emit_frame(SnMjcf *mjcf, SnMjcfBody *body)
{
    json_t *json = json_object();
    sn_mjcf_attach(mjcf, body->parent, &body->here, json, "body", "location", "rotation");
    body->target = sn_emit(mjcf->root, mjcf->names, "frames", body->name, json);
    sn_mjcf_tell(mjcf, body->note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, body->node,
                 body->name, body->note);
}

/* A force that takes a share of a weight off a body. */
static void emit_carried(SnMjcf *mjcf, const SnMjcfBody *body, const char *what, double share,
                         const double weight[3], const double center[3])
{
    double force[3];
    json_t *json = json_pack("{s:s,s:s}", "class", "frame_load", "frame_a", body->target);
    sn_v3_scale(-share, weight, force);
    json_object_set_new(json, "point", sn_emit_numbers(center, 3));
    json_object_set_new(json, "force", sn_emit_numbers(force, 3));
    g_autofree char *name = g_strdup_printf("%s_%s", body->name, what);
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", name, json));
}

/* Mass times gravity [N]. */
static void weight_of(const SnMjcf *mjcf, double mass, double weight[3])
{
    const json_t *gravity = json_object_get(mjcf->root, "gravity");
    for (size_t k = 0; k < 3; k++)
        weight[k] = mass * json_number_value(json_array_get(gravity, k));
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
    static const double origin[3] = {0, 0, 0};
    double weight[3], extra[3], center[3];
    weight_of(mjcf, body->mass, weight);
    sn_v3_copy(body->center, center);
    const double armature = add_armature(mjcf, body);
    weight_of(mjcf, armature, extra);
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
        emit_carried(mjcf, body, "gravcomp", body->carried, weight, center);
    if (sn_v3_norm(extra) > 0)
        emit_carried(mjcf, body, "armature", 1, extra, origin);
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
