/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyframes: the numbers of all joints, by which bodies stand at the start in the place of where
 * they are drawn. */
#include "engine/mjcf/flex.h"
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static int numbers_of(const SnMjcfJoint *joint)
{
    static const int n[SN_MJCF_N_JOINT_KINDS] = {
        [SN_MJCF_FREE] = 7, [SN_MJCF_BALL] = 4, [SN_MJCF_SLIDE] = 1, [SN_MJCF_HINGE] = 1};
    return n[joint->kind];
}

/* --- the tree at given numbers --- */

static void rotation_of(const double q[4], double r[9])
{
    double unit[4];
    memcpy(unit, q, sizeof unit);
    if (!(hypot(hypot(q[0], q[1]), hypot(q[2], q[3])) > 1e-12))
        unit[0] = 1; /* none is given: not turned */
    sn_q_normalize(unit);
    sn_q_to_m3(unit, r);
}

/* By what a joint moves its body, in the body's axes so far. */
static void motion_of(const SnMjcfJoint *joint, const double *q, SnPlacement *motion)
{
    double about[3], turn[4], place[3];
    sn_placement_identity(motion);
    if (joint->kind == SN_MJCF_SLIDE) {
        sn_v3_scale(q[0] - joint->reference, joint->axis, motion->p);
        return;
    }
    if (joint->kind == SN_MJCF_HINGE) {
        sn_v3_scale(q[0] - joint->reference, joint->axis, about);
        sn_q_exp(about, turn);
        sn_q_to_m3(turn, motion->r);
    } else {
        rotation_of(q, motion->r);
    }
    sn_m3_mul_v3(motion->r, joint->place, place);
    sn_v3_sub(joint->place, place, motion->p);
}

static void place_body(SnMjcf *mjcf, SnMjcfBody *body, const double **q)
{
    sn_placement_mul(&sn_mjcf_body(mjcf, body->parent)->start, &body->here, &body->start);
    for (int i = body->first_joint; i < body->first_joint + body->n_joints; i++) {
        SnMjcfJoint *joint = sn_mjcf_joint(mjcf, i);
        SnPlacement motion;
        if (joint->kind == SN_MJCF_FREE) {
            sn_v3_copy(*q, body->start.p);
            rotation_of(*q + 3, body->start.r);
        } else {
            motion_of(joint, *q, &motion);
            sn_placement_mul(&body->start, &motion, &body->start);
        }
        joint->start = body->start;
        *q += numbers_of(joint);
    }
}

/* Where joints are at their springrefs, free bodies and balls at their reference: there tendons
 * rest whose springs say no length (MuJoCo's qpos_spring). */
static void rest_bodies(SnMjcf *mjcf)
{
    sn_mjcf_body(mjcf, 0)->start = sn_mjcf_body(mjcf, 0)->world;
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        g_autofree double *q = g_new0(double, 7 * (size_t)body->n_joints + 1);
        double *next = q;
        for (int k = body->first_joint; k < body->first_joint + body->n_joints; k++) {
            const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, k);
            if (joint->kind == SN_MJCF_FREE) {
                sn_v3_copy(body->world.p, next);
                sn_q_from_m3(body->world.r, next + 3);
            } else {
                next[0] = joint->kind == SN_MJCF_BALL ? 1 : joint->rest;
            }
            next += numbers_of(joint);
        }
        const double *from = q;
        place_body(mjcf, body, &from);
    }
    for (guint i = 0; i < mjcf->bodies->len; i++)
        sn_mjcf_body(mjcf, (int)i)->rest = sn_mjcf_body(mjcf, (int)i)->start;
}

/* --- the document's keys --- */

/* The key of that name, else of that number from 0; its names are added to `all`. */
static const SnXmlNode *find_key(const SnMjcf *mjcf, GString *all)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml), *named = NULL, *numbered = NULL;
    char *end;
    const guint64 wanted = g_ascii_strtoull(mjcf->key, &end, 10);
    guint64 number = 0;
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "keyframe") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in; in = sn_mjcf_next(mjcf, in)) {
            const char *name = sn_mjcf_name_of(in);
            if (strcmp(in->name, "key") != 0)
                continue;
            if (!named && *name && strcmp(name, mjcf->key) == 0)
                named = in;
            if (number++ == wanted && *mjcf->key && !*end)
                numbered = in;
            g_string_append_printf(all, "%s%.60s", all->len ? ", " : "",
                                   *name ? name : "(no name)");
        }
    }
    return named ? named : numbered;
}

/* Whether a key says where a joint is: one of its own document, or of a model in that. */
static bool is_of(const SnMjcf *mjcf, const SnXmlNode *key, const SnXmlNode *node)
{
    const SnMjcfCompiler *of = sn_mjcf_compiler(mjcf, key), *at = sn_mjcf_compiler(mjcf, node);
    while (at && at != of)
        at = at->outer;
    return at != NULL;
}

/* How many numbers a key has of what is soft and stands before a body in the list (-1: anywhere):
 * three of each point that is not pinned. */
static guint soft_numbers(const SnMjcf *mjcf, const SnXmlNode *key, int before)
{
    guint n = 0;
    for (guint i = 0; i < mjcf->flexes->len; i++) {
        const SnMjcfFlex *flex = &g_array_index(mjcf->flexes, SnMjcfFlex, i);
        if (flex->dim == 1 || (before >= 0 && flex->first_body != before) ||
            !is_of(mjcf, key, flex->element.node)) /* the points of strings are bodies */
            continue;
        for (guint k = 0; k < flex->pinned->len; k++)
            n += g_array_index(flex->pinned, bool, k) ? 0 : 3;
    }
    return n;
}

/* What a key says beyond where joints are. */
static void tell_key(SnMjcf *mjcf, const SnXmlNode *key)
{
    static const char *const others[] = {"qvel", "act", "ctrl", "mpos", "mquat"};
    bool more = soft_numbers(mjcf, key, -1) > 0;
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        more = more || sn_xml_attribute(key, others[i]);
    sn_mjcf_tell(mjcf, more ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, key, sn_mjcf_name_of(key),
                 more ? "only where its joints are, without speeds, activations, controls and the "
                        "points of what is soft"
                      : NULL);
}

/* Where a joint is in the reference pose. */
static void numbers_at_reference(const SnMjcf *mjcf, int body, const SnMjcfJoint *joint, double *q)
{
    const SnPlacement *world = &sn_mjcf_body(mjcf, body)->world;
    if (joint->kind == SN_MJCF_FREE) {
        sn_v3_copy(world->p, q);
        sn_q_from_m3(world->r, q + 3);
    } else {
        q[0] = joint->kind == SN_MJCF_BALL ? 1 : joint->reference;
    }
}

static void stand_by(SnMjcf *mjcf, const SnXmlNode *key)
{
    const char *text = sn_xml_attribute(key, "qpos");
    g_autoptr(GArray) given = text ? sn_mjcf_list(mjcf, key, "qpos", text) : NULL;
    guint n = soft_numbers(mjcf, key, -1);
    for (guint i = 0; i < mjcf->joints->len; i++)
        if (is_of(mjcf, key, sn_mjcf_joint(mjcf, (int)i)->element.node))
            n += (guint)numbers_of(sn_mjcf_joint(mjcf, (int)i));
    if (given && given->len != n)
        sn_mjcf_fail(mjcf, key, "has %u numbers in qpos; the joints have %u", given->len, n);
    if (!given || mjcf->error)
        return;
    const double *next = (const double *)given->data;
    for (guint i = 0; i < n; i++)
        if (!(fabs(next[i]) < 1e6)) {
            sn_mjcf_fail(mjcf, key, "has the number %g in qpos", next[i]);
            return;
        }
    for (int i = 1; i < (int)mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, i);
        g_autofree double *q = g_new0(double, 7 * (size_t)body->n_joints + 1);
        double *at = q;
        next += soft_numbers(mjcf, key, i);
        for (int k = body->first_joint; k < body->first_joint + body->n_joints; k++) {
            const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, k);
            const int m = numbers_of(joint);
            if (is_of(mjcf, key, joint->element.node)) {
                memcpy(at, next, (size_t)m * sizeof *at);
                next += m;
            } else {
                numbers_at_reference(mjcf, i, joint, at);
            }
            at += m;
        }
        const double *from = q;
        place_body(mjcf, body, &from);
    }
}

void sn_mjcf_read_key(SnMjcf *mjcf)
{
    rest_bodies(mjcf);
    for (guint i = 0; i < mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        body->start = body->world;
        for (int k = body->first_joint; k < body->first_joint + body->n_joints; k++)
            sn_mjcf_joint(mjcf, k)->start = body->world;
    }
    if (!mjcf->key)
        return;
    g_autoptr(GString) all = g_string_new(NULL);
    mjcf->key_node = find_key(mjcf, all);
    if (!mjcf->key_node) {
        sn_mjcf_fail(mjcf, sn_xml_root(mjcf->xml), "has no key \"%.60s\"; it has: %.400s",
                     mjcf->key, all->len ? all->str : "none");
        return;
    }
    stand_by(mjcf, mjcf->key_node);
    tell_key(mjcf, mjcf->key_node);
}
