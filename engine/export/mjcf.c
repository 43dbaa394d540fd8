/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MuJoCo: bodies in each other, with joints, sites, geoms. */
#include "engine/base/vec.h"
#include "engine/export/joints.h"
#include "engine/export/points.h"
#include "engine/export/rates.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/strand.h"
#include "engine/wrap/round.h"

#include <math.h>
#include <string.h>

static void write_pose(SnXmlOut *out, const SnPlacement *pose)
{
    double q[4];
    sn_q_from_m3(pose->r, q);
    sn_xml_out_numbers(out, "pos", pose->p, 3);
    if (sn_v3_norm(q + 1) > 0)
        sn_xml_out_numbers(out, "quat", q, 4);
}

/* Sees, but touches nothing by itself: contacts are pairs. */
static void touch_nothing(SnXmlOut *out)
{
    sn_xml_out_text(out, "contype", "0");
    sn_xml_out_text(out, "conaffinity", "0");
}

/* --- joints --- */

static void write_numbers(SnXmlOut *out, const SnExportCoordinate *c, double sign)
{
    const double range[2] = {sign > 0 ? c->lower : -c->upper, sign > 0 ? c->upper : -c->lower};
    if (c->limited)
        sn_xml_out_numbers(out, "range", range, 2);
    if (c->stiffness > 0) {
        sn_xml_out_numbers(out, "stiffness", &c->stiffness, 1);
        sn_xml_out_numbers(out, "springref", &c->rest, 1);
    }
    if (c->damping > 0)
        sn_xml_out_numbers(out, "damping", &c->damping, 1);
    if (c->friction > 0)
        sn_xml_out_numbers(out, "frictionloss", &c->friction, 1);
    if (c->armature > 0)
        sn_xml_out_numbers(out, "armature", &c->armature, 1);
}

/* What a step follows by: its joint has the name of the coordinate, or one of its own. */
static char *step_name(const SnExportJoint *joint, int k)
{
    const SnExportMove *move = &joint->move[k];
    const char *name = joint->coordinate[move->coordinate].name;
    return move->whole ? g_strdup(name) : g_strdup_printf("%s_step_%d", name, k + 1);
}

static double sign_of(const SnExportMove *move)
{
    const SnFunctionText *f = &move->function;
    const double slope = f->n_coefficients > 1 ? f->coefficients[1] : 1;
    return move->whole && slope * f->scale < 0 ? -1 : 1;
}

/* Axes are written in the body, as it stands at the start. */
static void write_moves(SnXmlOut *out, const SnExportJoint *joint, GArray *rates)
{
    double axis[SN_EXPORT_MOVES][3], after[9];
    sn_m3_identity(after);
    for (int k = joint->n_moves - 1; k >= 0; k--) {
        const SnExportMove *move = &joint->move[k];
        double in_b[3], w[3], q[4], turn[9], product[9];
        sn_m3_tmul_v3(after, move->axis, in_b);
        sn_m3_mul_v3(joint->in_b.r, in_b, axis[k]);
        sn_v3_scale(sign_of(move), axis[k], axis[k]);
        if (!move->turns)
            continue;
        sn_v3_scale(move->value, move->axis, w);
        sn_q_exp(w, q);
        sn_q_to_m3(q, turn);
        sn_m3_mul(turn, after, product);
        memcpy(after, product, sizeof product);
    }
    for (int k = 0; k < joint->n_moves; k++) {
        const SnExportMove *move = &joint->move[k];
        if (move->coordinate < 0 || (!move->whole && !move->follows))
            continue;
        const SnExportCoordinate *c = &joint->coordinate[move->coordinate];
        g_autofree char *name = step_name(joint, k);
        sn_xml_out_begin(out, "joint");
        sn_xml_out_text(out, "name", name);
        sn_xml_out_text(out, "type", move->turns ? "hinge" : "slide");
        sn_xml_out_numbers(out, "pos", joint->in_b.p, 3);
        sn_xml_out_numbers(out, "axis", axis[k], 3);
        sn_xml_out_numbers(out, "ref", move->whole ? &c->value : &move->value, 1);
        if (move->whole)
            write_numbers(out, c, 1);
        sn_xml_out_end(out, "joint");
        const double rate = move->whole ? c->rate : sn_export_step_rate(joint, move);
        g_array_append_val(rates, rate);
    }
}

static const char *note_of(const SnExportJoint *joint)
{
    if (joint->held)
        return "MuJoCo has no such joint: held as it is at the start";
    for (int k = 0; k < joint->n_moves; k++) {
        const SnExportMove *move = &joint->move[k];
        if (move->coordinate >= 0 && !move->whole && !move->follows)
            return "a step of it whose coordinate moves nothing else stays as it is at the start";
        if (move->follows &&
            (sn_function_is_table(move->function.kind) || move->function.n_coefficients > 5))
            return "what follows its coordinates does so by polynomials of degree 4";
    }
    return NULL;
}

/* In the body's own axes. */
static void write_ball_rate(SnExport *e, const SnExportJoint *joint)
{
    double world[3], spin[3];
    SnPlacement frame = joint->in_a;
    if (joint->a >= 0)
        sn_placement_mul(&sn_export_body(e, joint->a)->world, &joint->in_a, &frame);
    sn_m3_mul_v3(frame.r, joint->spin, world);
    sn_m3_tmul_v3(sn_export_body(e, joint->b)->world.r, world, spin);
    g_array_append_vals(e->rates, spin, 3);
}

static void write_joint(SnExport *e, SnXmlOut *out, const SnExportBody *body)
{
    const SnExportJoint *joint = body->joint < 0 ? NULL : sn_export_joint(e, body->joint);
    if (body->still || (body->held && !joint))
        return;
    if (!joint) { /* the world's axes, then the body's own */
        double spin[3];
        sn_m3_tmul_v3(body->world.r, body->spin, spin);
        sn_xml_out_begin(out, "freejoint");
        sn_xml_out_end(out, "freejoint");
        g_array_append_vals(e->rates, body->velocity, 3);
        g_array_append_vals(e->rates, spin, 3);
        return;
    }
    const SnComponent *component = &joint->joint->base.base.base;
    const char *note = note_of(joint);
    if (joint->ball) {
        const SnSpherical *ball = (const SnSpherical *)joint->joint;
        const double range[2] = {0, ball->swing_limit};
        sn_xml_out_begin(out, "joint");
        sn_xml_out_text(out, "name", joint->name);
        sn_xml_out_text(out, "type", "ball");
        sn_xml_out_numbers(out, "pos", joint->in_b.p, 3);
        if (ball->limited)
            sn_xml_out_numbers(out, "range", range, 2);
        if (ball->stiffness > 0)
            sn_xml_out_numbers(out, "stiffness", &ball->stiffness, 1);
        if (ball->damping > 0)
            sn_xml_out_numbers(out, "damping", &ball->damping, 1);
        if (ball->friction > 0)
            sn_xml_out_numbers(out, "frictionloss", &ball->friction, 1);
        if (ball->armature > 0)
            sn_xml_out_numbers(out, "armature", &ball->armature, 1);
        sn_xml_out_end(out, "joint");
        write_ball_rate(e, joint);
        note = ball->limited && ball->friction > 0
                   ? "its limit is on the whole turn in MuJoCo, its friction has one for each axis"
               : ball->limited      ? "its limit is on the whole turn in MuJoCo"
               : ball->friction > 0 ? "its friction has a limit for each axis in MuJoCo"
                                    : NULL;
    } else if (!joint->held) {
        write_moves(out, joint, e->rates);
    }
    sn_export_tell(e, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component, note);
}

/* --- geoms, sites --- */

static void write_file_geom(SnExport *e, SnXmlOut *out, const SnComponent *component,
                            const SnPlacement *pose, bool drawn_only)
{
    const char *mesh = g_hash_table_lookup(e->meshes, component);
    char buffer[64];
    if (!mesh)
        return;
    g_autofree char *name = sn_export_name(e, "geom", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, "geom");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "type", "mesh");
    sn_xml_out_text(out, "mesh", mesh);
    write_pose(out, pose);
    touch_nothing(out);
    if (drawn_only)
        sn_xml_out_text(out, "group", "1");
    sn_xml_out_end(out, "geom");
    g_hash_table_insert(e->named, (gpointer)component, g_steal_pointer(&name));
}

/* A body's own shape. */
static void write_shape(SnExport *e, SnXmlOut *out, const SnRigidBody *body,
                        const SnPlacement *pose)
{
    static const char *const types[] = {NULL,       NULL,      "box",  "ellipsoid",
                                        "cylinder", "capsule", "plane"};
    const SnComponent *component = &body->base.base;
    char buffer[64];
    double size[3];
    if (body->shape == SN_SHAPE_MESH)
        write_file_geom(e, out, component, pose, false);
    if (!types[body->shape])
        return;
    const bool ball = body->shape == SN_SHAPE_ELLIPSOID && body->size[0] == body->size[1] &&
                      body->size[1] == body->size[2];
    const bool round = body->shape == SN_SHAPE_CYLINDER || body->shape == SN_SHAPE_CAPSULE;
    for (int k = 0; k < 3; k++)
        size[k] = body->shape == SN_SHAPE_ELLIPSOID ? body->size[k] : body->size[k] / 2;
    if (round) {
        size[0] = body->radius;
        size[1] = body->length / 2;
    }
    char *name = sn_export_name(e, "geom", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, "geom");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "type", ball ? "sphere" : types[body->shape]);
    sn_xml_out_numbers(out, "size", size, ball ? 1 : round ? 2 : 3);
    write_pose(out, pose);
    touch_nothing(out);
    sn_xml_out_end(out, "geom");
    g_hash_table_insert(e->named, (gpointer)component, name);
}

static void write_wrap(SnExport *e, SnXmlOut *out, const SnWrapSurface *wrap,
                       const SnPlacement *pose)
{
    const SnComponent *component = &wrap->base.base;
    const bool ball = wrap->shape == SN_WRAP_SURFACE_SPHERE;
    const double size[2] = {wrap->size[0], wrap->size[1] / 2};
    char buffer[64];
    if (!ball && wrap->shape != SN_WRAP_SURFACE_CYLINDER) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "MuJoCo wraps over spheres and cylinders only");
        return;
    }
    char *name = sn_export_name(e, "geom", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, "geom");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "type", ball ? "sphere" : "cylinder");
    sn_xml_out_numbers(out, "size", size, ball ? 1 : 2);
    write_pose(out, pose);
    touch_nothing(out);
    sn_xml_out_text(out, "group", "3");
    sn_xml_out_end(out, "geom");
    if (wrap->side != SN_WRAP_ANY) {
        double axis[3], at[3];
        g_autofree char *side = g_strdup_printf("%s_side", name);
        g_autofree char *site = sn_export_name(e, "site", side);
        sn_wrap_side_axis((SnWrapSide)wrap->side, axis);
        sn_v3_scale(2 * wrap->size[0], axis, axis);
        sn_m3_mul_v3(pose->r, axis, at);
        sn_v3_add(at, pose->p, at);
        sn_xml_out_begin(out, "site");
        sn_xml_out_text(out, "name", site);
        sn_xml_out_numbers(out, "pos", at, 3);
        sn_xml_out_end(out, "site");
        g_hash_table_insert(e->sides, (gpointer)component, g_steal_pointer(&site));
    }
    g_hash_table_insert(e->named, (gpointer)component, name);
    sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
}

static void write_held(SnExport *e, SnXmlOut *out, const GArray *all)
{
    for (guint i = 0; i < all->len; i++) {
        const SnExportHeld *held = &g_array_index(all, SnExportHeld, i);
        const SnComponent *component = held->component;
        char buffer[64];
        if (component->class == &SN_CLASS_WRAP_SURFACE) {
            write_wrap(e, out, (const SnWrapSurface *)component, &held->pose);
        } else if (component->class == &SN_CLASS_VISUAL) {
            write_file_geom(e, out, component, &held->pose, true);
            sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
        } else {
            char *name = sn_export_name(e, "site", sn_export_wish(component, buffer));
            sn_xml_out_begin(out, "site");
            sn_xml_out_text(out, "name", name);
            sn_xml_out_numbers(out, "pos", held->pose.p, 3);
            sn_xml_out_end(out, "site");
            g_hash_table_insert(e->named, (gpointer)component, name);
            if (component->class == &SN_CLASS_PATH_POINT)
                sn_export_tell(e, SN_IMPORT_APPROXIMATED, component,
                               "MuJoCo's sites follow no coordinate: it stays as at the start");
            else
                sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
        }
    }
}

/* --- bodies --- */

static void begin_body(SnExport *e, SnXmlOut *out, const SnExportBody *body)
{
    static const SnPlacement here = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    const SnComponent *component = &body->body->base.base;
    sn_xml_out_begin(out, "body");
    sn_xml_out_text(out, "name", body->name);
    write_pose(out, &body->in_parent);
    if (body->mass.mass > 0) {
        sn_xml_out_begin(out, "inertial");
        sn_xml_out_numbers(out, "pos", body->mass.center, 3);
        sn_xml_out_numbers(out, "mass", &body->mass.mass, 1);
        sn_xml_out_numbers(out, "fullinertia", body->mass.inertia, 6);
        sn_xml_out_end(out, "inertial");
    }
    write_joint(e, out, body);
    write_shape(e, out, body->body, &here);
    write_held(e, out, body->held_here);
    sn_export_tell(e, body->strays ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component,
                   body->strays ? SN_EXPORT_STRAYS : NULL);
}

/* Each body with what hangs on it, without recursion: a chain may be long. */
static void write_bodies(SnExport *e, SnXmlOut *out)
{
    const int n = (int)e->bodies->len;
    int *first = g_new(int, n + 1), *next = g_new(int, n + 1);
    g_autoptr(GArray) open = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = 0; i <= n; i++)
        first[i] = next[i] = -1;
    for (int i = n - 1; i >= 0; i--) { /* place n: of the world */
        const int parent = sn_export_body(e, i)->parent, at = parent < 0 ? n : parent;
        next[i] = first[at];
        first[at] = i;
    }
    for (int at = first[n]; at >= 0;) {
        begin_body(e, out, sn_export_body(e, at));
        g_array_append_val(open, at);
        int follows = first[at];
        while (follows < 0 && open->len > 0) {
            const int last = g_array_index(open, int, open->len - 1);
            sn_xml_out_end(out, "body");
            g_array_set_size(open, open->len - 1);
            follows = next[last];
        }
        at = follows;
    }
    g_free(first);
    g_free(next);
}

/* --- the document --- */

static void write_settings(SnExport *e, SnXmlOut *out)
{
    const SnModelComponent *root = (const SnModelComponent *)e->model->root;
    const int row = sn_class_find_property(e->model->root->class, "solver.integrator");
    const SnProperty *property = sn_class_property(e->model->root->class, row);
    const char *name = property->names[root->integrator];
    sn_xml_out_begin(out, "compiler");
    sn_xml_out_text(out, "angle", "radian");
    sn_xml_out_text(out, "autolimits", "true");
    sn_xml_out_end(out, "compiler");
    sn_xml_out_begin(out, "option");
    sn_xml_out_numbers(out, "timestep", &root->max_step, 1);
    sn_xml_out_numbers(out, "gravity", root->gravity, 3);
    sn_xml_out_text(out, "integrator",
                    strstr(name, "trapezoidal") || strstr(name, "runge") ? "RK4" : "implicit");
    sn_xml_out_end(out, "option");
}

static void write_mesh(SnExport *e, SnXmlOut *out, const SnComponent *component, const char *file,
                       const double scale[3])
{
    char buffer[64];
    if (!file || !*file)
        return;
    g_autofree char *path = sn_export_file(e, file);
    char *name = sn_export_name(e, "mesh", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, "mesh");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "file", path);
    sn_xml_out_numbers(out, "scale", scale, 3);
    sn_xml_out_end(out, "mesh");
    g_hash_table_insert(e->meshes, (gpointer)component, name);
}

static void write_assets(SnExport *e, SnXmlOut *out)
{
    sn_xml_out_begin(out, "asset");
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        const SnRigidBody *body = (const SnRigidBody *)component;
        const SnVisual *visual = (const SnVisual *)component;
        if (component->class == &SN_CLASS_RIGID_BODY && body->shape == SN_SHAPE_MESH)
            write_mesh(e, out, component, body->mesh, body->scale);
        else if (component->class == &SN_CLASS_VISUAL)
            write_mesh(e, out, component, visual->mesh, visual->scale);
    }
    sn_xml_out_end(out, "asset");
}

static void tell_frames(SnExport *e)
{
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_FRAME)
            sn_export_tell(e, SN_IMPORT_EXACT, component, NULL); /* what is on it is */
    }
}

void sn_export_mjcf(SnExport *e, SnXmlOut *out)
{
    const SnModelComponent *root = (const SnModelComponent *)e->model->root;
    for (guint i = 0; i < e->joints->len; i++)
        if (sn_export_joint(e, (int)i)->several)
            sn_export_joint(e, (int)i)->held = true;
    sn_xml_out_begin(out, "mujoco");
    sn_xml_out_text(out, "model", root->title && *root->title ? root->title : "model");
    write_settings(e, out);
    write_assets(e, out);
    sn_xml_out_begin(out, "worldbody");
    write_held(e, out, e->world);
    write_bodies(e, out);
    sn_xml_out_end(out, "worldbody");
    tell_frames(e);
    sn_export_mjcf_forces(e, out);
    sn_xml_out_end(out, "mujoco");
}
