/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Masses and inertias: of <inertial>, or of the geoms as solids. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

double sn_mjcf_solid(const SnMjcfGeom *geom, double d[3])
{
    const double a = geom->size[0], b = geom->size[1], c = geom->size[2], h = 2 * b;
    double volume = 0;
    sn_v3_set(0, 0, 0, d);
    switch (geom->kind) {
    case SN_MJCF_SPHERE:
        sn_v3_set(0.4 * a * a, 0.4 * a * a, 0.4 * a * a, d);
        return 4.0 / 3 * G_PI * a * a * a;
    case SN_MJCF_ELLIPSOID:
        sn_v3_set((b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5, d);
        return 4.0 / 3 * G_PI * a * b * c;
    case SN_MJCF_BOX:
        sn_v3_set((b * b + c * c) / 3, (a * a + c * c) / 3, (a * a + b * b) / 3, d);
        return 8 * a * b * c;
    case SN_MJCF_CYLINDER:
        sn_v3_set(a * a / 4 + h * h / 12, a * a / 4 + h * h / 12, a * a / 2, d);
        return G_PI * a * a * h;
    case SN_MJCF_CAPSULE: { /* a cylinder and two half balls */
        const double tube = G_PI * a * a * h, ball = 4.0 / 3 * G_PI * a * a * a;
        volume = tube + ball;
        const double across =
            tube * (a * a / 4 + h * h / 12) + ball * (0.4 * a * a + 0.25 * h * h + 3.0 / 8 * a * h);
        sn_v3_set(across / volume, across / volume,
                  (tube * a * a / 2 + ball * 0.4 * a * a) / volume, d);
        return volume;
    }
    default:
        return 0;
    }
}

static void set_mesh_mass(SnMjcf *mjcf, SnMjcfGeom *geom, double mass, double density)
{
    const SnSurface *surface = sn_mjcf_surface(mjcf, geom->mesh);
    SnMassProperties of;
    SnPlacement moved;
    const char *inertia = sn_mjcf_get(mjcf, &geom->mesh->element, "inertia");
    const bool shell = inertia && strcmp(inertia, "shell") == 0;
    if (!surface || (!shell && !(fabs(sn_surface_volume(surface)) > 1e-15))) {
        geom->massed = mass == 0;
        return;
    }
    if (shell)
        sn_mjcf_mesh_shell(surface, &of);
    else
        sn_surface_mass(surface, 1, &of);
    if (of.mass == 0)
        return;
    const double factor = mass >= 0 ? mass / of.mass : density * (of.mass < 0 ? -1 : 1);
    sn_placement_inverse(&geom->mesh->reference, &moved);
    sn_placement_mul(&geom->pose, &moved, &moved);
    geom->mass = factor * of.mass;
    geom->massed = geom->mass >= 0 && of.inertia[0] * factor >= 0;
    for (int k = 0; k < 6; k++)
        geom->inertia[k] = factor * of.inertia[k];
    sn_mjcf_inertia_turn(moved.r, geom->inertia);
    sn_m3_mul_v3(moved.r, of.center, geom->center);
    sn_v3_add(geom->center, moved.p, geom->center);
}

static void set_mass(SnMjcf *mjcf, SnMjcfGeom *geom)
{
    const double mass = sn_mjcf_number(mjcf, &geom->element, "mass", -1),
                 density = sn_mjcf_number(mjcf, &geom->element, "density", 1000);
    const char *shell = sn_mjcf_get(mjcf, &geom->element, "shellinertia");
    double d[3];
    if (sn_mjcf_get(mjcf, &geom->element, "mass") && mass < 0)
        sn_mjcf_fail(mjcf, geom->element.node, "has a negative mass");
    if (density < 0)
        sn_mjcf_fail(mjcf, geom->element.node, "has a negative density");
    geom->massed = true;
    if (geom->kind == SN_MJCF_MESH) {
        set_mesh_mass(mjcf, geom, mass, density);
        return;
    }
    const bool skin = shell && strcmp(shell, "true") == 0 && geom->kind != SN_MJCF_ELLIPSOID;
    if (shell && strcmp(shell, "true") == 0 && !skin)
        sn_mjcf_body(mjcf, geom->body)->note =
            "the mass of an ellipsoid of it is that of a solid, not of a shell";
    const double volume = skin ? sn_mjcf_shell(geom, d) : sn_mjcf_solid(geom, d);
    geom->mass = mass >= 0 ? mass : density * volume;
    for (int k = 0; k < 6; k++)
        geom->inertia[k] = k < 3 ? geom->mass * d[k] : 0;
    sn_mjcf_inertia_turn(geom->pose.r, geom->inertia);
    sn_v3_copy(geom->pose.p, geom->center);
}

/* --- bodies --- */

static void read_inertial(SnMjcf *mjcf, const SnXmlNode *node, SnMjcfBody *body)
{
    const SnMjcfElement element = {node, NULL, 0};
    SnPlacement pose;
    double full[6] = {0};
    sn_mjcf_pose(mjcf, &element, &pose);
    if (sn_mjcf_says_where(mjcf, &element))
        sn_mjcf_from_global(mjcf, &body->world, &pose);
    sn_v3_copy(pose.p, body->center);
    body->mass = sn_mjcf_number(mjcf, &element, "mass", -1);
    if (!(body->mass >= 0))
        sn_mjcf_fail(mjcf, node, "has no mass, or a negative one");
    body->has_axes = sn_mjcf_numbers(mjcf, &element, "fullinertia", 6, 6, full) == 0;
    if (body->has_axes)
        sn_mjcf_numbers(mjcf, &element, "diaginertia", 3, 3, full);
    memcpy(body->axes, pose.r, sizeof body->axes);
    sn_mjcf_inertia_turn(pose.r, full);
    memcpy(body->inertia, full, sizeof full);
    body->massive = body->mass > 0;
}

/* Adds a solid to what a body has so far, about the origin. */
static void add_solid(const SnMjcfGeom *geom, SnMjcfBody *body)
{
    double about[6];
    memcpy(about, geom->inertia, sizeof about);
    sn_mjcf_inertia_shift(1, geom->mass, geom->center, about);
    for (int k = 0; k < 6; k++)
        body->inertia[k] += about[k];
    sn_v3_axpy(geom->mass, geom->center, body->center);
    if (geom->mass > 0) {
        body->has_axes = body->mass == 0 && geom->kind != SN_MJCF_MESH;
        memcpy(body->axes, geom->pose.r, sizeof body->axes);
    }
    body->mass += geom->mass;
}

static void sum_geoms(SnMjcf *mjcf, bool *has_inertial)
{
    for (guint i = 0; i < mjcf->geoms->len; i++) {
        SnMjcfGeom *geom = sn_mjcf_geom(mjcf, (int)i);
        SnMjcfBody *body = sn_mjcf_body(mjcf, geom->body);
        const int *groups = sn_mjcf_compiler(mjcf, body->node)->inertia_groups;
        if (has_inertial[geom->body] || geom->body == 0 || geom->group < groups[0] ||
            geom->group > groups[1])
            continue;
        set_mass(mjcf, geom);
        if (!geom->massed)
            body->note = "the mass of a mesh that is not there, or is not closed, is left out";
        else
            add_solid(geom, body);
    }
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        if (has_inertial[i] || !(body->mass > 0))
            continue;
        sn_v3_scale(1 / body->mass, body->center, body->center);
        sn_mjcf_inertia_shift(-1, body->mass, body->center, body->inertia);
        body->massive = true;
    }
}

/* What the compiler does to a body's moments about its own principal axes: none is less than the
 * least; three that no solid can have become their mean where balanceinertia asks for that. */
static void bound_inertia(const SnMjcfCompiler *compiler, double inertia[6])
{
    double moments[3], axes[9];
    sn_mjcf_principal(inertia, moments, axes);
    const double least = compiler->least_inertia;
    const double mean =
        (fmax(moments[0], least) + fmax(moments[1], least) + fmax(moments[2], least)) / 3;
    const bool none = compiler->balance &&
                      fmax(moments[1], least) + fmax(moments[2], least) < fmax(moments[0], least);
    if (!(moments[2] < least) && !none)
        return;
    for (int k = 0; k < 6; k++)
        inertia[k] = k >= 3 ? 0 : none ? mean : fmax(moments[k], least);
    sn_mjcf_inertia_turn(axes, inertia);
}

/* The compiler's bounds and total. */
static void apply_bounds(SnMjcf *mjcf)
{
    double total = 0;
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        const SnMjcfCompiler *compiler = sn_mjcf_compiler(mjcf, body->node);
        if (compiler->least_mass > 0 && body->mass < compiler->least_mass) {
            body->mass = compiler->least_mass;
            body->massive = true;
        }
        bound_inertia(compiler, body->inertia);
        total += body->mass;
    }
    if (!(mjcf->total_mass > 0) || !(total > 0))
        return;
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        for (int k = 0; k < 6; k++)
            body->inertia[k] *= mjcf->total_mass / total;
        body->mass *= mjcf->total_mass / total;
    }
}

/* --- of joints --- */

bool sn_mjcf_hangs_on(const SnMjcf *mjcf, int body, int on)
{
    while (body > 0 && body != on)
        body = sn_mjcf_body(mjcf, body)->parent;
    return body == on;
}

/* About the axis of a joint of body `of`, with all that hangs on that. */
static double joint_inertia(const SnMjcf *mjcf, int of, const SnMjcfJoint *joint)
{
    const SnPlacement *here = &sn_mjcf_body(mjcf, of)->world;
    double axis[3], place[3], sum = joint->armature;
    sn_m3_mul_v3(here->r, joint->axis, axis);
    sn_m3_mul_v3(here->r, joint->place, place);
    sn_v3_add(here->p, place, place);
    for (int i = 1; i < (int)mjcf->bodies->len; i++) {
        const SnMjcfBody *body = sn_mjcf_body(mjcf, i);
        double own[3], center[3], arm[3], across[3];
        if (!sn_mjcf_hangs_on(mjcf, i, of) || !(body->mass > 0))
            continue;
        const double *j = body->inertia; /* xx yy zz xy xz yz */
        sn_m3_tmul_v3(body->world.r, axis, own);
        sn_m3_mul_v3(body->world.r, body->center, center);
        sn_v3_add(body->world.p, center, center);
        sn_v3_sub(center, place, arm);
        sn_v3_cross(axis, arm, across);
        if (joint->kind == SN_MJCF_SLIDE)
            sum += body->mass;
        else
            sum += body->mass * sn_v3_dot(across, across) + j[0] * own[0] * own[0] +
                   j[1] * own[1] * own[1] + j[2] * own[2] * own[2] +
                   2 * (j[3] * own[0] * own[1] + j[4] * own[0] * own[2] + j[5] * own[1] * own[2]);
    }
    return sum;
}

/* Stiffness and damping that let a joint settle as its springdamper says: MuJoCo's for what it
 * moves where the other joints give way. */
static void settle(const SnMjcf *mjcf, SnMjcfJoint *joint, double inertia)
{
    const double time = joint->settling[0], ratio = joint->settling[1];
    joint->stiffness = mjcf->no_springs ? 0 : inertia / (time * time * ratio * ratio);
    joint->damping = mjcf->no_dampers ? 0 : 2 * inertia / time;
}

static void settle_all(SnMjcf *mjcf)
{
    bool any = false;
    int n, freedom = 0;
    for (guint i = 0; i < mjcf->joints->len; i++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, (int)i);
        any = any || (joint->settling[0] > 0 && joint->settling[1] > 0);
    }
    g_autofree double *inverse = any ? sn_mjcf_inverse_masses(mjcf, &n) : NULL;
    for (guint i = 0; i < mjcf->joints->len && any; i++) {
        SnMjcfJoint *joint = sn_mjcf_joint(mjcf, (int)i);
        if (joint->kind >= SN_MJCF_SLIDE && joint->settling[0] > 0 && joint->settling[1] > 0) {
            joint->settles_alone = !inverse;
            settle(mjcf, joint,
                   inverse ? 1 / inverse[(gsize)freedom * n + freedom] : joint->inertia);
        }
        freedom += sn_mjcf_speeds_of(joint);
    }
}

void sn_mjcf_read_masses(SnMjcf *mjcf)
{
    g_autofree bool *has_inertial = g_new0(bool, mjcf->bodies->len);
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        const SnMjcfCompiler *compiler = sn_mjcf_compiler(mjcf, body->node);
        const SnXmlNode *inertial = NULL;
        for (const SnXmlNode *at = sn_mjcf_first(mjcf, body->node); at; at = sn_mjcf_next(mjcf, at))
            inertial = strcmp(at->name, "inertial") == 0 ? at : inertial;
        const bool given = inertial && !compiler->from_geoms_only;
        if (given)
            read_inertial(mjcf, inertial, body);
        has_inertial[i] = compiler->from_inertial_only || given;
    }
    sum_geoms(mjcf, has_inertial);
    apply_bounds(mjcf);
    for (int i = 1; i < (int)mjcf->bodies->len; i++) {
        const SnMjcfBody *body = sn_mjcf_body(mjcf, i);
        for (int k = body->first_joint; k < body->first_joint + body->n_joints; k++) {
            SnMjcfJoint *joint = sn_mjcf_joint(mjcf, k);
            joint->inertia = joint_inertia(mjcf, i, joint);
        }
    }
    settle_all(mjcf);
}
