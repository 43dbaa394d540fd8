/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints.  Those of one body act one after the other, each on the axes that the ones before have
 * turned: where they meet in a point and shifts come first they are one custom joint, else a chain
 * of light bodies. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

#define MOST_TRAVEL 1000 /* of a limit [rad or m] */
#define LEAST_SINE  0.02 /* between axes of one custom joint */

static const char *const ANGLES[] = {"angle_1", "angle_2", "angle_3"};
static const char *const SHIFTS[] = {"translation_1", "translation_2", "translation_3"};

static const char *name_of(const SnMjcfJoint *joint, const char *otherwise)
{
    return *joint->name ? joint->name : otherwise;
}

static void set_travel(const SnMjcfJoint *joint, bool limited, json_t *json)
{
    if (limited) {
        const double low = joint->limited ? joint->range[0] : -MOST_TRAVEL,
                     high = joint->limited ? joint->range[1] : MOST_TRAVEL;
        json_object_set_new(json, "lower", json_real(fmax(low, -MOST_TRAVEL)));
        json_object_set_new(json, "upper", json_real(fmin(high, MOST_TRAVEL)));
    }
    if (joint->stiffness > 0) {
        json_object_set_new(json, "stiffness", json_real(joint->stiffness));
        json_object_set_new(json, "rest",
                            json_real(fmin(fmax(joint->rest, -MOST_TRAVEL), MOST_TRAVEL)));
    }
    if (joint->damping > 0)
        json_object_set_new(json, "damping", json_real(joint->damping));
    if (joint->friction > 0 && joint->kind != SN_MJCF_FREE)
        json_object_set_new(json, "friction", json_real(joint->friction));
    if (joint->armature > 0)
        json_object_set_new(json, "armature", json_real(joint->armature));
}

static void note_losses(const SnMjcf *mjcf, const SnMjcfJoint *joint, GString *notes)
{
    const bool slides = joint->kind == SN_MJCF_HINGE || joint->kind == SN_MJCF_SLIDE;
    if (slides && joint->limited && !mjcf->key &&
        (joint->reference < joint->range[0] || joint->reference > joint->range[1]))
        sn_mjcf_note(notes, "it starts beyond its range, into which MuJoCo lets it back softly");
    if (joint->friction > 0 && joint->kind == SN_MJCF_FREE)
        sn_mjcf_note(notes, "without its frictionloss");
    if (joint->friction > 0 && joint->kind == SN_MJCF_BALL)
        sn_mjcf_note(notes,
                     "its frictionloss is one limit for all directions, not one for each axis");
    if (joint->settles_alone)
        sn_mjcf_note(notes, "its springdamper is of what it moves alone, other joints held");
    if (joint->kind == SN_MJCF_BALL && joint->limited)
        sn_mjcf_note(notes, "its limit is on the angle between the z axes, not on the whole turn");
}

static void tell(SnMjcf *mjcf, const SnMjcfBody *body, const SnMjcfJoint *joint, const char *note)
{
    g_autoptr(GString) notes = g_string_new(note);
    note_losses(mjcf, joint, notes);
    sn_mjcf_tell_notes(mjcf, joint->element.node, name_of(joint, body->name), notes);
}

static void set_names(json_t *json, const SnMjcf *mjcf, const int *joints, int n)
{
    GString *names = g_string_new(NULL);
    bool all = true;
    for (int i = 0; i < n; i++) {
        const char *name = sn_mjcf_joint(mjcf, joints[i])->name;
        g_autofree char *plain = g_utf8_make_valid(name, -1);
        g_string_append_printf(names, "%s%s", i ? "," : "", g_strdelimit(plain, ",", '_'));
        all = all && *name;
    }
    if (all)
        json_object_set_new(json, "coordinate_names", json_string(names->str));
    g_string_free(names, TRUE);
}

/* --- one coordinate --- */

/* What a joint is between: A, at `there` from where the body stands, and B. */
typedef struct Sides {
    int parent;         /* body that carries A; -1: a link of the chain */
    const char *link_a; /* path of that */
    const char *b;
    SnPlacement there;
} Sides;

static void set_sides(const SnMjcf *mjcf, const Sides *sides, const SnPlacement *a,
                      const SnPlacement *b, json_t *json)
{
    SnPlacement in_parent;
    sn_placement_mul(&sides->there, a, &in_parent);
    if (sides->parent >= 0) {
        sn_mjcf_attach(mjcf, sides->parent, &in_parent, json, "frame_a", "location_a",
                       "rotation_a");
    } else {
        json_object_set_new(json, "frame_a", json_string(sides->link_a));
        json_object_set_new(json, "location_a", sn_emit_numbers(in_parent.p, 3));
        json_object_set_new(json, "rotation_a", sn_emit_quaternion(in_parent.r));
    }
    json_object_set_new(json, "frame_b", json_string(sides->b));
    json_object_set_new(json, "location_b", sn_emit_numbers(b->p, 3));
    json_object_set_new(json, "rotation_b", sn_emit_quaternion(b->r));
}

static void emit_single(SnMjcf *mjcf, const SnMjcfBody *body, int index, const Sides *sides,
                        const char *note)
{
    static const char *const classes[] = {"free", "spherical", "slider", "hinge"};
    SnMjcfJoint *joint = sn_mjcf_joint(mjcf, index);
    json_t *json = json_object();
    SnPlacement a, b;
    double turn[9], about[3] = {0, 0, 0}, q[4];
    sn_v3_copy(joint->place, a.p);
    sn_mjcf_axes_along(joint->axis, a.r);
    if (joint->kind < SN_MJCF_SLIDE)
        sn_m3_identity(a.r);
    b = a;
    if (joint->kind == SN_MJCF_SLIDE) {
        sn_v3_axpy(-joint->reference, joint->axis, a.p);
    } else if (joint->kind == SN_MJCF_HINGE) {
        about[2] = joint->reference;
        sn_q_exp(about, q);
        sn_q_to_m3(q, turn);
        sn_m3_mul(a.r, turn, b.r);
    }
    json_object_set_new(json, "class", json_string(classes[joint->kind]));
    set_sides(mjcf, sides, &a, &b, json);
    set_travel(joint, joint->limited && joint->kind != SN_MJCF_BALL, json);
    if (joint->kind == SN_MJCF_BALL) {
        json_object_del(json, "rest");
        if (joint->limited && joint->range[1] > 0)
            json_object_set_new(json, "swing_limit", json_real(fmin(joint->range[1], G_PI)));
    } else {
        set_names(json, mjcf, &index, 1);
        joint->slot = "first";
    }
    if (joint->limited && (joint->kind != SN_MJCF_BALL || joint->range[1] > 0))
        json_object_set_new(json, "limited", json_true());
    joint->target = sn_emit(mjcf->root, mjcf->names, "joints", name_of(joint, body->name), json);
    tell(mjcf, body, joint, note);
}

/* --- several --- */

static void set_axis(json_t *json, const char *kind, int number, const SnMjcfJoint *joint,
                     const char *slot)
{
    g_autofree char *name = g_strdup_printf("%s_axis_%d", kind, number + 1);
    json_t *group = json_object();
    if (joint) {
        const double line[2] = {-joint->reference, 1};
        json_object_set_new(group, "direction", sn_emit_numbers(joint->axis, 3));
        json_object_set_new(group, "coordinate", json_string(slot));
        json_object_set_new(group, "function", json_string("linear"));
        json_object_set_new(group, "coefficients", sn_emit_numbers(line, 2));
    } else {
        json_object_set_new(group, "coordinate", json_string("none"));
        json_object_set_new(group, "function", json_string("constant"));
    }
    json_object_set_new(json, name, group);
}

/* What joints of one body are as a custom joint. */
typedef struct Compound {
    int shift[3], turn[3], n_shifts, n_turns;
} Compound;

static bool independent(const SnMjcf *mjcf, const int *joints, int n)
{
    double across[3];
    for (int i = 0; i + 1 < n; i++) {
        sn_v3_cross(sn_mjcf_joint(mjcf, joints[i])->axis, sn_mjcf_joint(mjcf, joints[i + 1])->axis,
                    across);
        if (sn_v3_norm(across) < LEAST_SINE)
            return false;
    }
    if (n < 3)
        return true;
    sn_v3_cross(sn_mjcf_joint(mjcf, joints[0])->axis, sn_mjcf_joint(mjcf, joints[1])->axis, across);
    return fabs(sn_v3_dot(across, sn_mjcf_joint(mjcf, joints[2])->axis)) > LEAST_SINE;
}

static bool find_compound(const SnMjcf *mjcf, const SnMjcfBody *body, Compound *c)
{
    memset(c, 0, sizeof *c);
    for (int i = body->first_joint; i < body->first_joint + body->n_joints; i++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, i);
        if (joint->kind == SN_MJCF_SLIDE && c->n_turns == 0 && c->n_shifts < 3) {
            c->shift[c->n_shifts++] = i;
        } else if (joint->kind == SN_MJCF_HINGE && c->n_turns < 3) {
            if (c->n_turns > 0 &&
                sn_v3_distance(joint->place, sn_mjcf_joint(mjcf, c->turn[0])->place) > 1e-9)
                return false;
            c->turn[c->n_turns++] = i;
        } else {
            return false;
        }
    }
    return independent(mjcf, c->shift, c->n_shifts) && independent(mjcf, c->turn, c->n_turns);
}

static void set_coordinates(SnMjcf *mjcf, const int *joints, int n, const char *const *slots,
                            bool limited, json_t *json)
{
    for (int i = 0; i < n; i++) {
        SnMjcfJoint *joint = sn_mjcf_joint(mjcf, joints[i]);
        json_t *group = json_object();
        set_travel(joint, limited, group);
        joint->slot = slots[i];
        if (json_object_size(group))
            json_object_set_new(json, slots[i], group);
        else
            json_decref(group);
    }
}

static void emit_compound(SnMjcf *mjcf, const SnMjcfBody *body, const Compound *c,
                          const Sides *sides)
{
    static const char *const counts[] = {"none", "one", "two", "three"};
    json_t *json = json_object();
    int all[6], n = 0;
    bool limited = false;
    SnPlacement at;
    sn_placement_identity(&at);
    if (c->n_turns > 0)
        sn_v3_copy(sn_mjcf_joint(mjcf, c->turn[0])->place, at.p);
    for (int i = 0; i < c->n_turns; i++)
        all[n++] = c->turn[i];
    for (int i = 0; i < c->n_shifts; i++)
        all[n++] = c->shift[i];
    for (int i = 0; i < n; i++)
        limited = limited || sn_mjcf_joint(mjcf, all[i])->limited;
    json_object_set_new(json, "class", json_string("custom"));
    set_sides(mjcf, sides, &at, &at, json);
    json_object_set_new(json, "angles", json_string(counts[c->n_turns]));
    json_object_set_new(json, "translations", json_string(counts[c->n_shifts]));
    for (int i = 0; i < 3; i++) {
        set_axis(json, "rotation", i, i < c->n_turns ? sn_mjcf_joint(mjcf, c->turn[i]) : NULL,
                 ANGLES[i]);
        set_axis(json, "translation", i, i < c->n_shifts ? sn_mjcf_joint(mjcf, c->shift[i]) : NULL,
                 SHIFTS[i]);
    }
    set_coordinates(mjcf, c->turn, c->n_turns, ANGLES, limited, json);
    set_coordinates(mjcf, c->shift, c->n_shifts, SHIFTS, limited, json);
    set_names(json, mjcf, all, n);
    if (limited)
        json_object_set_new(json, "limited", json_true());
    char *path = sn_emit(mjcf->root, mjcf->names, "joints", body->name, json);
    for (int i = 0; i < n; i++) {
        SnMjcfJoint *joint = sn_mjcf_joint(mjcf, all[i]);
        joint->target = g_strdup(path);
        tell(mjcf, body, joint, NULL);
    }
    g_free(path);
}

/* A light body, where the body itself stands without the joints behind. */
static char *emit_link(SnMjcf *mjcf, const SnMjcfBody *body, const SnMjcfJoint *joint)
{
    const double share = 1e-5;
    const double mean = share * (body->inertia[0] + body->inertia[1] + body->inertia[2]) / 3;
    const double inertia[6] = {mean, mean, mean, 0, 0, 0};
    json_t *json = json_object();
    g_autofree char *name = g_strdup_printf("%s_%s", body->name, name_of(joint, "link"));
    json_object_set_new(json, "class", json_string("rigid_body"));
    json_object_set_new(json, "position", sn_emit_numbers(joint->start.p, 3));
    json_object_set_new(json, "orientation", sn_emit_quaternion(joint->start.r));
    json_object_set_new(json, "render", json_pack("{sb}", "visible", 0));
    sn_mjcf_set_rates(json, joint->velocity, joint->spin);
    sn_mjcf_set_inertia(json, share * body->mass, joint->place, inertia);
    return sn_emit(mjcf->root, mjcf->names, "bodies", name, json);
}

static void emit_chain(SnMjcf *mjcf, const SnMjcfBody *body, const Sides *first)
{
    Sides sides = *first;
    g_autofree char *before = NULL;
    const int last = body->first_joint + body->n_joints - 1;
    for (int i = body->first_joint; i <= last; i++) {
        const bool at_end = i == last;
        char *link =
            at_end ? g_strdup(body->target) : emit_link(mjcf, body, sn_mjcf_joint(mjcf, i));
        sides.b = link;
        emit_single(mjcf, body, i, &sides,
                    at_end ? NULL : "a light body stands between it and the next joint");
        g_free(before);
        before = link;
        sides.parent = -1;
        sides.link_a = before;
        sn_placement_identity(&sides.there);
    }
}

/* Without a joint of its own it is held by what carries it. */
static void emit_weld(SnMjcf *mjcf, const SnMjcfBody *body, const Sides *sides)
{
    json_t *json = json_object();
    SnPlacement here;
    sn_placement_identity(&here);
    json_object_set_new(json, "class", json_string("fixed"));
    set_sides(mjcf, sides, &here, &here, json);
    g_free(sn_emit(mjcf->root, mjcf->names, "joints", body->name, json));
}

/* What a free joint holds its body with: a spring and damper to where that is drawn, as stiff in
 * all directions and turns. */
static void emit_free(SnMjcf *mjcf, const SnMjcfBody *body, const SnMjcfJoint *joint)
{
    if (!(joint->stiffness > 0) && !(joint->damping > 0))
        return;
    const double k[3] = {joint->stiffness, joint->stiffness, joint->stiffness};
    json_t *json = json_pack("{s:s,s:s,s:f,s:f}", "class", "frame_spring", "frame_b", body->target,
                             "damping", joint->damping, "rotary_damping", joint->damping);
    json_object_set_new(json, "location_a", sn_emit_numbers(body->world.p, 3));
    json_object_set_new(json, "rotation_a", sn_emit_quaternion(body->world.r));
    json_object_set_new(json, "stiffness", sn_emit_numbers(k, 3));
    json_object_set_new(json, "rotary_stiffness", sn_emit_numbers(k, 3));
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", name_of(joint, body->name), json));
}

static void emit_joints_of(SnMjcf *mjcf, const SnMjcfBody *body)
{
    const Sides sides = {body->parent, NULL, body->target, body->here};
    Compound compound;
    if (body->n_joints == 0) {
        emit_weld(mjcf, body, &sides);
        return;
    }
    SnMjcfJoint *first = sn_mjcf_joint(mjcf, body->first_joint);
    if (first->kind == SN_MJCF_FREE) {
        emit_free(mjcf, body, first);
        for (int i = body->first_joint; i < body->first_joint + body->n_joints; i++)
            tell(mjcf, body, sn_mjcf_joint(mjcf, i),
                 i == body->first_joint ? NULL : "its body is free in any case");
    } else if (body->n_joints == 1) {
        emit_single(mjcf, body, body->first_joint, &sides, NULL);
    } else if (find_compound(mjcf, body, &compound)) {
        emit_compound(mjcf, body, &compound, &sides);
    } else {
        emit_chain(mjcf, body, &sides);
    }
}

void sn_mjcf_emit_joints(SnMjcf *mjcf)
{
    for (guint i = 1; i < mjcf->bodies->len && !mjcf->error; i++) {
        const SnMjcfBody *body = sn_mjcf_body(mjcf, (int)i);
        if (body->target && g_str_has_prefix(body->target, "bodies/") && !body->mocap)
            emit_joints_of(mjcf, body);
    }
}
