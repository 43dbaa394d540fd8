/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keyframes: the numbers of all joints, by which bodies stand at the start in the place of where
 * they are drawn. */
#include "engine/mjcf/flex.h"
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

int sn_mjcf_speeds_of(const SnMjcfJoint *joint)
{
    static const int n[SN_MJCF_N_JOINT_KINDS] = {
        [SN_MJCF_FREE] = 6, [SN_MJCF_BALL] = 3, [SN_MJCF_SLIDE] = 1, [SN_MJCF_HINGE] = 1};
    return n[joint->kind];
}

int sn_mjcf_numbers_of(const SnMjcfJoint *joint)
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
        *q += sn_mjcf_numbers_of(joint);
    }
}

void sn_mjcf_place_bodies(SnMjcf *mjcf, const double *q)
{
    sn_mjcf_body(mjcf, 0)->start = sn_mjcf_body(mjcf, 0)->world;
    for (guint i = 1; i < mjcf->bodies->len; i++)
        place_body(mjcf, sn_mjcf_body(mjcf, (int)i), &q);
}

/* Of all joints, at their springrefs or at their refs; balls and free bodies as they are drawn. */
static void numbers_at(const SnMjcf *mjcf, bool at_rest, double *q)
{
    for (guint i = 1; i < mjcf->bodies->len; i++) {
        const SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        for (int k = body->first_joint; k < body->first_joint + body->n_joints; k++) {
            const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, k);
            if (joint->kind == SN_MJCF_FREE) {
                sn_v3_copy(body->world.p, q);
                sn_q_from_m3(body->world.r, q + 3);
            } else if (joint->kind == SN_MJCF_BALL) {
                q[0] = 1;
                memset(q + 1, 0, 3 * sizeof *q);
            } else {
                q[0] = at_rest ? joint->rest : joint->reference;
            }
            q += sn_mjcf_numbers_of(joint);
        }
    }
}

void sn_mjcf_reference_numbers(const SnMjcf *mjcf, double *q)
{
    numbers_at(mjcf, false, q);
}

/* Where tendons rest whose springs say no length (MuJoCo's qpos_spring). */
static void rest_bodies(SnMjcf *mjcf)
{
    g_autofree double *q = g_new0(double, 7 * (gsize)mjcf->joints->len + 1);
    numbers_at(mjcf, true, q);
    sn_mjcf_place_bodies(mjcf, q);
    for (guint i = 0; i < mjcf->bodies->len; i++)
        sn_mjcf_body(mjcf, (int)i)->rest = sn_mjcf_body(mjcf, (int)i)->start;
}

/* --- while bodies stand elsewhere --- */

struct SnMjcfPoses {
    SnPlacement *bodies, *joints;
};

SnMjcfPoses *sn_mjcf_keep_poses(const SnMjcf *mjcf)
{
    SnMjcfPoses *poses = g_new(SnMjcfPoses, 1);
    poses->bodies = g_new(SnPlacement, mjcf->bodies->len);
    poses->joints = g_new(SnPlacement, mjcf->joints->len + 1);
    for (guint i = 0; i < mjcf->bodies->len; i++)
        poses->bodies[i] = sn_mjcf_body(mjcf, (int)i)->start;
    for (guint i = 0; i < mjcf->joints->len; i++)
        poses->joints[i] = sn_mjcf_joint(mjcf, (int)i)->start;
    return poses;
}

void sn_mjcf_give_back_poses(SnMjcf *mjcf, SnMjcfPoses *poses)
{
    for (guint i = 0; i < mjcf->bodies->len; i++)
        sn_mjcf_body(mjcf, (int)i)->start = poses->bodies[i];
    for (guint i = 0; i < mjcf->joints->len; i++)
        sn_mjcf_joint(mjcf, (int)i)->start = poses->joints[i];
    g_free(poses->bodies);
    g_free(poses->joints);
    g_free(poses);
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

/* What a key says beyond what is taken over. */
static void tell_key(SnMjcf *mjcf, const SnXmlNode *key, const char *lost)
{
    const char *note = soft_numbers(mjcf, key, -1) > 0
                           ? "only where its joints are, without speeds, and the points of what is "
                             "soft"
                           : lost;
    sn_mjcf_tell(mjcf, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, key, sn_mjcf_name_of(key),
                 note);
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

/* Numbers of a key; NULL: not given.  False, and an error, where there are not n that can be. */
static bool key_numbers(SnMjcf *mjcf, const SnXmlNode *key, const char *name, guint n,
                        GArray **numbers)
{
    const char *text = sn_xml_attribute(key, name);
    *numbers = text ? sn_mjcf_list(mjcf, key, name, text) : NULL;
    if (!*numbers)
        return !mjcf->error;
    if ((*numbers)->len != n)
        sn_mjcf_fail(mjcf, key, "has %u numbers in %s; the joints have %u", (*numbers)->len, name,
                     n);
    for (guint i = 0; i < (*numbers)->len && !mjcf->error; i++)
        if (!(fabs(g_array_index(*numbers, double, i)) < 1e6))
            sn_mjcf_fail(mjcf, key, "has the number %g in %s", g_array_index(*numbers, double, i),
                         name);
    return !mjcf->error;
}

/* Moves a joint's numbers on for a time t at its speeds. */
static void move_on(const SnMjcfJoint *joint, const double *speed, double t, double *q)
{
    const int turns = joint->kind == SN_MJCF_FREE ? 3 : 0;
    if (joint->kind == SN_MJCF_SLIDE || joint->kind == SN_MJCF_HINGE) {
        q[0] += t * speed[0];
        return;
    }
    double about[3], turn[4], unit[4], *at = joint->kind == SN_MJCF_FREE ? q + 3 : q;
    if (joint->kind == SN_MJCF_FREE)
        sn_v3_axpy(t, speed, q);
    sn_v3_scale(t, speed + turns, about);
    sn_q_exp(about, turn);
    memcpy(unit, at, sizeof unit);
    if (!(hypot(hypot(unit[0], unit[1]), hypot(unit[2], unit[3])) > 1e-12))
        unit[0] = 1;
    sn_q_normalize(unit);
    sn_q_mul(unit, turn, at);
}

/* Where mocap bodies are, by the key. */
typedef struct Mocap {
    GArray *places, *turns;
    guint n; /* of them so far */
} Mocap;

static void place_mocap(SnMjcfBody *body, Mocap *mocap)
{
    if (!body->mocap)
        return;
    if (mocap->places && 3 * mocap->n + 3 <= mocap->places->len)
        sn_v3_copy(&g_array_index(mocap->places, double, 3 * mocap->n), body->start.p);
    if (mocap->turns && 4 * mocap->n + 4 <= mocap->turns->len)
        rotation_of(&g_array_index(mocap->turns, double, 4 * mocap->n), body->start.r);
    mocap->n++;
}

/* What a key says of places and speeds. */
typedef struct Key {
    const SnXmlNode *node;
    GArray *places, *speeds; /* NULL: not given */
    Mocap mocap;
} Key;

/* All bodies, a time t after the key. */
static void place_all(SnMjcf *mjcf, Key *key, double t)
{
    const double *next = key->places ? (const double *)key->places->data : NULL,
                 *speed = key->speeds ? (const double *)key->speeds->data : NULL;
    key->mocap.n = 0;
    for (int i = 1; i < (int)mjcf->bodies->len; i++) {
        SnMjcfBody *body = sn_mjcf_body(mjcf, i);
        g_autofree double *q = g_new0(double, 7 * (size_t)body->n_joints + 1);
        double *at = q;
        if (next)
            next += soft_numbers(mjcf, key->node, i);
        for (int k = body->first_joint; k < body->first_joint + body->n_joints; k++) {
            const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, k);
            const int m = sn_mjcf_numbers_of(joint);
            const bool own = is_of(mjcf, key->node, joint->element.node);
            numbers_at_reference(mjcf, i, joint, at);
            if (own && next) {
                memcpy(at, next, (size_t)m * sizeof *at);
                next += m;
            }
            if (own && speed) {
                move_on(joint, speed, t, at);
                speed += sn_mjcf_speeds_of(joint);
            }
            at += m;
        }
        const double *from = q;
        place_body(mjcf, body, &from);
        place_mocap(body, &key->mocap);
    }
}

/* Of a place that turned from r, its rates so far added. */
static void spin_of(const double r[9], const double rate[9], double spin[3])
{
    double back[9], cross[9];
    sn_m3_transpose(r, back);
    sn_m3_mul(rate, back, cross); /* skew */
    sn_v3_set((cross[7] - cross[5]) / 2, (cross[2] - cross[6]) / 2, (cross[3] - cross[1]) / 2,
              spin);
}

/* Velocities by differences of fourth order, which leave 1e-12 of them. */
static void find_velocities(SnMjcf *mjcf, Key *key)
{
    static const double steps[4] = {-2, -1, 1, 2}, weights[4] = {1, -8, 8, -1};
    const double h = 1e-3;
    const guint n = mjcf->bodies->len, all = n + mjcf->joints->len;
    g_autofree double *rates = g_new0(double, 9 * (size_t)all);
    for (int s = 0; s < 4; s++) {
        const double w = weights[s] / (12 * h);
        place_all(mjcf, key, steps[s] * h);
        for (guint i = 1; i < all; i++) {
            SnMjcfBody *body = i < n ? sn_mjcf_body(mjcf, (int)i) : NULL;
            SnMjcfJoint *joint = body ? NULL : sn_mjcf_joint(mjcf, (int)(i - n));
            const SnPlacement *start = body ? &body->start : &joint->start;
            sn_v3_axpy(w, start->p, body ? body->velocity : joint->velocity);
            for (int k = 0; k < 9; k++)
                rates[9 * i + (guint)k] += w * start->r[k];
        }
    }
    place_all(mjcf, key, 0);
    for (guint i = 1; i < all; i++) {
        SnMjcfBody *body = i < n ? sn_mjcf_body(mjcf, (int)i) : NULL;
        SnMjcfJoint *joint = body ? NULL : sn_mjcf_joint(mjcf, (int)(i - n));
        spin_of(body ? body->start.r : joint->start.r, rates + 9 * i,
                body ? body->spin : joint->spin);
    }
}

/* What actuators do at the start; a reason where that is left out. */
static const char *read_controls(SnMjcf *mjcf, const SnXmlNode *node)
{
    const char *controls = sn_xml_attribute(node, "ctrl"), *states = sn_xml_attribute(node, "act"),
               *lost = NULL;
    guint n_states;
    const guint n = sn_mjcf_count_actuators(mjcf, &n_states);
    mjcf->key_controls = controls ? sn_mjcf_list(mjcf, node, "ctrl", controls) : NULL;
    mjcf->key_activations = states ? sn_mjcf_list(mjcf, node, "act", states) : NULL;
    if (mjcf->key_controls && mjcf->key_controls->len != n) {
        g_clear_pointer(&mjcf->key_controls, g_array_unref);
        lost = "without its controls, which are not as many as the actuators";
    }
    if (mjcf->key_activations && mjcf->key_activations->len != n_states) {
        g_clear_pointer(&mjcf->key_activations, g_array_unref);
        lost = "without its activations, which are not as many as the actuators that have one";
    }
    return lost;
}

static void stand_by(SnMjcf *mjcf, const SnXmlNode *node)
{
    const char *places = sn_xml_attribute(node, "mpos"), *turns = sn_xml_attribute(node, "mquat");
    const guint soft = soft_numbers(mjcf, node, -1);
    guint n = soft, n_speeds = 0;
    Key key = {.node = node};
    for (guint i = 0; i < mjcf->joints->len; i++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, (int)i);
        if (!is_of(mjcf, node, joint->element.node))
            continue;
        n += (guint)sn_mjcf_numbers_of(joint);
        n_speeds += (guint)sn_mjcf_speeds_of(joint);
    }
    key.mocap.places = places ? sn_mjcf_list(mjcf, node, "mpos", places) : NULL;
    key.mocap.turns = turns ? sn_mjcf_list(mjcf, node, "mquat", turns) : NULL;
    if (key_numbers(mjcf, node, "qpos", n, &key.places) &&
        (soft > 0 || key_numbers(mjcf, node, "qvel", n_speeds, &key.speeds))) {
        place_all(mjcf, &key, 0);
        if (key.speeds)
            find_velocities(mjcf, &key);
    }
    const char *lost = read_controls(mjcf, node);
    g_clear_pointer(&key.places, g_array_unref);
    g_clear_pointer(&key.speeds, g_array_unref);
    g_clear_pointer(&key.mocap.places, g_array_unref);
    g_clear_pointer(&key.mocap.turns, g_array_unref);
    tell_key(mjcf, node, lost);
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
}
