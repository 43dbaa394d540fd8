/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equality constraints become joints and couplers. */
#include "engine/mjcf/flex.h"

#include "engine/base/terms.h"
#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

static void put(SnMjcf *mjcf, const SnMjcfElement *element, json_t *json, const char *note)
{
    const char *name = sn_mjcf_name_of(element->node);
    if (mjcf->no_equality || sn_mjcf_flag(mjcf, element, "active") == 0)
        json_object_set_new(json, "enabled", json_false());
    g_free(sn_emit(mjcf->root, mjcf->names, "joints", *name ? name : element->node->name, json));
    sn_mjcf_tell(mjcf, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, element->node, name, note);
}

static void leave(SnMjcf *mjcf, const SnMjcfElement *element, const char *reason)
{
    sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, element->node, sn_mjcf_name_of(element->node), reason);
}

/* Whether the two sides are fixed to one body. */
static bool is_one(const SnMjcf *mjcf, int a, int b)
{
    const SnMjcfBody *first = sn_mjcf_body(mjcf, a), *second = sn_mjcf_body(mjcf, b);
    const bool stands_a = !first->moves && !first->mocap,
               stands_b = !second->moves && !second->mocap;
    return a == b || (stands_a && stands_b);
}

/* The poses on both sides, of sites or of bodies; false: it says neither. */
static bool sides_of(SnMjcf *mjcf, const SnMjcfElement *element, int bodies[2],
                     SnPlacement poses[2])
{
    static const char *const sites[] = {"site1", "site2"}, *const names[] = {"body1", "body2"};
    for (int i = 0; i < 2; i++) {
        const int site = sn_mjcf_named(mjcf, element, sites[i], mjcf->site_by_name);
        const int body = sn_mjcf_named(mjcf, element, names[i], mjcf->body_by_name);
        sn_placement_identity(&poses[i]);
        bodies[i] = body;
        if (site >= 0) {
            bodies[i] = sn_mjcf_site(mjcf, site)->body;
            poses[i] = sn_mjcf_site(mjcf, site)->pose;
        } else if (i == 1 && body < 0 && !sn_xml_attribute(element->node, names[1]) &&
                   !sn_xml_attribute(element->node, sites[1])) {
            bodies[i] = 0;
        }
    }
    return bodies[0] >= 0 && bodies[1] >= 0;
}

static bool uses_sites(const SnMjcfElement *element)
{
    return sn_xml_attribute(element->node, "site1") != NULL;
}

/* Where something of the first body is in the second at the start. */
static void carry_over(const SnMjcf *mjcf, const int bodies[2], const SnPlacement *first,
                       SnPlacement *second)
{
    SnPlacement back;
    sn_placement_inverse(&sn_mjcf_body(mjcf, bodies[1])->world, &back);
    sn_placement_mul(&back, &sn_mjcf_body(mjcf, bodies[0])->world, &back);
    sn_placement_mul(&back, first, second);
}

static void emit_sides(SnMjcf *mjcf, const SnMjcfElement *element, const char *class,
                       const int bodies[2], const SnPlacement poses[2])
{
    json_t *json = json_object();
    if (is_one(mjcf, bodies[0], bodies[1])) {
        json_decref(json);
        leave(mjcf, element, "both its sides are fixed to one body");
        return;
    }
    json_object_set_new(json, "class", json_string(class));
    sn_mjcf_attach(mjcf, bodies[0], &poses[0], json, "frame_a", "location_a", "rotation_a");
    sn_mjcf_attach(mjcf, bodies[1], &poses[1], json, "frame_b", "location_b", "rotation_b");
    put(mjcf, element, json, NULL);
}

static void connect(SnMjcf *mjcf, const SnMjcfElement *element)
{
    int bodies[2];
    SnPlacement poses[2];
    if (sn_mjcf_hold_point(mjcf, element))
        return;
    if (!sides_of(mjcf, element, bodies, poses)) {
        leave(mjcf, element, "a body or site that it holds is not there");
        return;
    }
    if (!uses_sites(element)) {
        if (sn_mjcf_numbers(mjcf, element, "anchor", 3, 3, poses[0].p) == 0) {
            leave(mjcf, element, "it has no anchor");
            return;
        }
        carry_over(mjcf, bodies, &poses[0], &poses[1]);
    }
    emit_sides(mjcf, element, "spherical", bodies, poses);
}

/* relpose: of the second body in the first; its quaternion 0: as at the start. */
static void weld(SnMjcf *mjcf, const SnMjcfElement *element)
{
    int bodies[2];
    SnPlacement poses[2];
    double given[7] = {0};
    if (sn_mjcf_hold_point(mjcf, element))
        return;
    if (!sides_of(mjcf, element, bodies, poses)) {
        leave(mjcf, element, "a body or site that it holds is not there");
        return;
    }
    if (!uses_sites(element)) {
        sn_mjcf_numbers(mjcf, element, "relpose", 7, 7, given);
        if (hypot(hypot(given[3], given[4]), hypot(given[5], given[6])) > 1e-12) {
            sn_q_normalize(given + 3);
            sn_v3_copy(given, poses[0].p);
            sn_q_to_m3(given + 3, poses[0].r);
        } else {
            carry_over(mjcf, bodies, &poses[0], &poses[1]);
        }
    }
    emit_sides(mjcf, element, "fixed", bodies, poses);
}

/* --- coordinates --- */

/* y - y0 = a0 + a1 (x - x0) + ... as a polynomial of x. */
static void expand(const double a[5], double x0, double y0, double c[5])
{
    memset(c, 0, 5 * sizeof *c);
    for (int n = 4; n >= 0; n--) { /* Horner: c (x - x0) + a_n */
        for (int k = 4; k > 0; k--)
            c[k] = c[k - 1] - x0 * c[k];
        c[0] = a[n] - x0 * c[0];
    }
    c[0] += y0;
}

static void couple(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *follows,
                   const SnMjcfJoint *leads, const double c[5])
{
    json_t *json = json_object(), *relation = json_object();
    json_object_set_new(json, "class", json_string("coupler"));
    json_object_set_new(json, "joint_a", json_string(leads->target));
    json_object_set_new(json, "coordinate_a", json_string(leads->slot));
    json_object_set_new(json, "joint_b", json_string(follows->target));
    json_object_set_new(json, "coordinate_b", json_string(follows->slot));
    json_object_set_new(relation, "function", json_string("polynomial"));
    json_object_set_new(relation, "coefficients", sn_emit_numbers(c, 5));
    json_object_set_new(json, "relation", relation);
    put(mjcf, element, json, NULL);
}

static void joint(SnMjcf *mjcf, const SnMjcfElement *element)
{
    const int follows = sn_mjcf_named(mjcf, element, "joint1", mjcf->joint_by_name),
              leads = sn_mjcf_named(mjcf, element, "joint2", mjcf->joint_by_name);
    double a[5] = {0, 1, 0, 0, 0}, c[5];
    if (follows < 0 || (leads < 0 && sn_xml_attribute(element->node, "joint2"))) {
        leave(mjcf, element, "a joint that it couples is not there");
        return;
    }
    sn_mjcf_numbers(mjcf, element, "polycoef", 1, 5, a);
    const SnMjcfJoint *y = sn_mjcf_joint(mjcf, follows),
                      *x = leads < 0 ? NULL : sn_mjcf_joint(mjcf, leads);
    if (!y->slot || !y->target || (x && (!x->slot || !x->target)) || y == x) {
        leave(mjcf, element, "it needs joints that turn or slide, two different ones");
    } else if (x) {
        expand(a, x->reference, y->reference, c);
        couple(mjcf, element, y, x, c);
    } else {
        json_t *json =
            json_pack("{s:s,s:s,s:s,s:f}", "class", "drive", "joint", y->target, "coordinate",
                      y->slot, "value", fmin(fmax(y->reference + a[0], -1000), 1000));
        put(mjcf, element, json, NULL);
    }
}

/* A sum of coordinates: coef x that of a joint, each joint once. */
typedef struct Sum {
    int n, joint[SN_TERMS_MOST_NUMBERS];
    double coef[SN_TERMS_MOST_NUMBERS];
    double reference; /* its value in the reference pose */
} Sum;

/* Adds factor times a fixed tendon's length; false: a joint has no coordinate, or there are too
 * many. */
static bool add_sum(const SnMjcf *mjcf, const SnMjcfTendon *tendon, double factor, Sum *sum)
{
    for (guint i = 0; i < tendon->joints->len; i++) {
        const int joint = g_array_index(tendon->joints, int, i);
        const double coef = factor * g_array_index(tendon->coefs, double, i);
        const SnMjcfJoint *q = sn_mjcf_joint(mjcf, joint);
        int k = 0;
        while (k < sum->n && sum->joint[k] != joint)
            k++;
        if (!q->slot || !q->target || k == SN_TERMS_MOST_NUMBERS)
            return false;
        if (k == sum->n) {
            sum->joint[sum->n++] = joint;
            sum->coef[k] = 0;
        }
        sum->coef[k] += coef;
        sum->reference += coef * q->reference;
    }
    return true;
}

/* The last joint with a part in it follows the others, so that the sum keeps a value. */
static void keep_sum(SnMjcf *mjcf, const SnMjcfElement *element, const Sum *sum, double value)
{
    json_t *terms = json_array(), *others = json_array();
    g_autoptr(GString) names = g_string_new(NULL);
    int last = sum->n - 1;
    while (last > 0 && sum->coef[last] == 0)
        last--;
    const double share = last >= 0 ? sum->coef[last] : 0;
    json_t *json = json_pack("{s:s,s:{s:s,s:[f,f]}}", "class", "coupler", "relation", "function",
                             "linear", "coefficients", share != 0 ? value / share : 0, 1.0);
    for (int i = 0; i < last; i++) {
        const SnMjcfJoint *q = sn_mjcf_joint(mjcf, sum->joint[i]);
        if (i == 0) {
            json_object_set_new(json, "joint_a", json_string(q->target));
            json_object_set_new(json, "coordinate_a", json_string(q->slot));
        } else {
            json_array_append_new(others, json_string(q->target));
            g_string_append_printf(names, "%s%s", i > 1 ? "," : "", q->slot);
        }
        json_array_append_new(terms, json_real(-sum->coef[i] / share));
        for (int k = 0; k < last; k++)
            json_array_append_new(terms, json_integer(k == i));
    }
    json_object_set_new(json, "other_joints", others);
    json_object_set_new(json, "other_coordinates", json_string(names->str));
    json_object_set_new(json, "terms", terms);
    if (last < 1 || share == 0) {
        json_decref(json);
        leave(mjcf, element, "it needs two joints that turn or slide");
        return;
    }
    const SnMjcfJoint *q = sn_mjcf_joint(mjcf, sum->joint[last]);
    json_object_set_new(json, "joint_b", json_string(q->target));
    json_object_set_new(json, "coordinate_b", json_string(q->slot));
    put(mjcf, element, json, NULL);
}

/* Of fixed tendons: L1 - L1_0 = a0 + a1 (L2 - L2_0), or a0 alone. */
static void tendon(SnMjcf *mjcf, const SnMjcfElement *element)
{
    const int first = sn_mjcf_named(mjcf, element, "tendon1", mjcf->tendon_by_name),
              second = sn_mjcf_named(mjcf, element, "tendon2", mjcf->tendon_by_name);
    const SnMjcfTendon *of = first < 0 ? NULL : sn_mjcf_tendon(mjcf, first),
                       *by = second < 0 ? NULL : sn_mjcf_tendon(mjcf, second);
    const bool two = sn_xml_attribute(element->node, "tendon2") != NULL;
    double a[5] = {0, 1, 0, 0, 0};
    Sum sum = {0};
    sn_mjcf_numbers(mjcf, element, "polycoef", 1, 5, a);
    if (!of || !of->fixed || (two && (!by || !by->fixed)))
        leave(mjcf, element, "only fixed tendons keep their lengths here");
    else if (two && (a[2] != 0 || a[3] != 0 || a[4] != 0))
        leave(mjcf, element, "of two tendons one may only follow the other by a line here");
    else if (!add_sum(mjcf, of, 1, &sum) || (two && !add_sum(mjcf, by, -a[1], &sum)))
        leave(mjcf, element, "its joints do not turn or slide");
    else
        keep_sum(mjcf, element, &sum, sum.reference + a[0]);
}

/* Between the surfaces of two balls is between their centres. */
static void distance(SnMjcf *mjcf, const SnMjcfElement *element)
{
    const int i = sn_mjcf_named(mjcf, element, "geom1", mjcf->geom_by_name),
              k = sn_mjcf_named(mjcf, element, "geom2", mjcf->geom_by_name);
    const SnMjcfGeom *a = i < 0 ? NULL : sn_mjcf_geom(mjcf, i),
                     *b = k < 0 ? NULL : sn_mjcf_geom(mjcf, k);
    const double gap = sn_mjcf_number(mjcf, element, "distance", 0.02);
    if (!a || !b) {
        leave(mjcf, element, "it has no geom1 and geom2 that are there");
        return;
    }
    if (a->kind != SN_MJCF_SPHERE || b->kind != SN_MJCF_SPHERE || is_one(mjcf, a->body, b->body)) {
        leave(mjcf, element, "only two spheres of different bodies keep a distance here");
        return;
    }
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string("distance"));
    json_object_set_new(json, "length", json_real(fmax(gap + a->size[0] + b->size[0], 1e-9)));
    sn_mjcf_attach(mjcf, a->body, &a->pose, json, "frame_a", "location_a", NULL);
    sn_mjcf_attach(mjcf, b->body, &b->pose, json, "frame_b", "location_b", NULL);
    put(mjcf, element, json, NULL);
}

/* What holds something soft at its lengths; its stiffness has it. */
static void soft(SnMjcf *mjcf, const SnMjcfElement *element)
{
    for (guint i = 0; i < mjcf->flexes->len; i++) {
        const char *name = g_array_index(mjcf->flexes, SnMjcfFlex, i).name;
        if (sn_mjcf_keeps_flex(mjcf, element->node, name)) {
            sn_mjcf_tell(mjcf, SN_IMPORT_APPROXIMATED, element->node, name,
                         "a high stiffness takes its place");
            return;
        }
    }
    leave(mjcf, element, "what it names is not there, or it is switched off");
}

static void emit_one(SnMjcf *mjcf, const SnXmlNode *node)
{
    static const struct {
        const char *name;
        void (*emit)(SnMjcf *, const SnMjcfElement *);
    } KINDS[] = {{"connect", connect},   {"weld", weld}, {"joint", joint},   {"tendon", tendon},
                 {"distance", distance}, {"flex", soft}, {"flexvert", soft}, {"flexstrain", soft}};
    const SnMjcfElement element = sn_mjcf_element(mjcf, node, "equality", 0);
    sn_mjcf_find_soft(mjcf, &element);
    for (size_t i = 0; i < G_N_ELEMENTS(KINDS); i++)
        if (strcmp(node->name, KINDS[i].name) == 0) {
            KINDS[i].emit(mjcf, &element);
            return;
        }
    leave(mjcf, &element, "there is no such constraint here");
}

void sn_mjcf_emit_equality(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "equality") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in && !mjcf->error;
             in = sn_mjcf_next(mjcf, in))
            emit_one(mjcf, in);
    }
}
