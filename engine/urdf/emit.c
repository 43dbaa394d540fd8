/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a robot becomes: bodies and frames, joints, and their lines in the report. */
#include "engine/model/file/emit.h"
#include "engine/base/vec.h"
#include "engine/urdf/urdf.h"

#include <math.h>
#include <string.h>

#define MOST_TRAVEL 1000 /* of a limit [rad or m] */

static void report(SnUrdf *urdf, const SnXmlNode *node, const char *name, const char *note)
{
    sn_import_report_add(urdf->report, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, node->name,
                         name, note ? "%s" : NULL, note);
}

/* --- links --- */

static double mass_of_all(const SnUrdf *urdf)
{
    double mass = 0;
    for (guint i = 0; i < urdf->links->len; i++)
        mass += g_array_index(urdf->links, SnUrdfLink, i).mass;
    return mass > 0 ? mass : 1;
}

/* What moves needs some mass and inertia: of a ball of 1 cm radius. */
static const char *mend_inertia(SnUrdf *urdf, SnUrdfLink *link)
{
    const char *note = NULL;
    if (!link->massive) {
        link->mass = 1e-4 * mass_of_all(urdf);
        note = "it moves but has no mass; given a ten-thousandth of the robot's";
    }
    if (sn_sym3_is_positive(link->inertia))
        return note;
    for (int k = 0; k < 3; k++)
        link->inertia[k] = fmax(link->inertia[k], 0) + 0.4 * link->mass * 1e-4;
    if (!sn_sym3_is_positive(link->inertia))
        memset(link->inertia + 3, 0, 3 * sizeof(double));
    return note ? note
                : "its inertia is none a solid can have; that of a ball of 1 cm radius is added";
}

/* Stands still, or is fixed to another link without mass of its own. */
static void emit_frame(SnUrdf *urdf, SnUrdfLink *link)
{
    json_t *json = json_object();
    if (link->joint >= 0) {
        const SnUrdfJoint *joint = &g_array_index(urdf->joints, SnUrdfJoint, link->joint);
        const SnUrdfLink *parent = &g_array_index(urdf->links, SnUrdfLink, joint->parent);
        json_object_set_new(json, "body", json_string(parent->target));
        json_object_set_new(json, "location", sn_emit_numbers(joint->origin.p, 3));
        json_object_set_new(json, "rotation", sn_emit_quaternion(joint->origin.r));
    }
    link->target = sn_emit(urdf->root, urdf->names, "frames", link->name, json);
    sn_import_report_add(urdf->report, SN_IMPORT_EXACT, link->node->name, link->name, NULL);
}

static void emit_body(SnUrdf *urdf, SnUrdfLink *link)
{
    const char *note = mend_inertia(urdf, link);
    json_t *json = json_object(), *inertia = json_object();
    json_object_set_new(json, "class", json_string("rigid_body"));
    json_object_set_new(json, "position", sn_emit_numbers(link->world.p, 3));
    json_object_set_new(json, "orientation", sn_emit_quaternion(link->world.r));
    json_object_set_new(inertia, "method", json_string("explicit"));
    json_object_set_new(inertia, "mass", json_real(link->mass));
    json_object_set_new(inertia, "center", sn_emit_numbers(link->center, 3));
    json_object_set_new(inertia, "tensor", sn_emit_numbers(link->inertia, 6));
    json_object_set_new(json, "inertia", inertia);
    link->target = sn_emit(urdf->root, urdf->names, "bodies", link->name, json);
    report(urdf, link->node, link->name, note);
}

static bool is_frame(const SnUrdf *urdf, const SnUrdfLink *link)
{
    return link->joint < 0 ||
           (!link->massive &&
            g_array_index(urdf->joints, SnUrdfJoint, link->joint).kind == SN_URDF_FIXED);
}

/* After its parent, whose path a frame needs. */
static void emit_link(SnUrdf *urdf, int first)
{
    g_autoptr(GArray) way = g_array_new(FALSE, FALSE, sizeof(int));
    for (int i = first; i >= 0 && !g_array_index(urdf->links, SnUrdfLink, i).target;) {
        const int joint = g_array_index(urdf->links, SnUrdfLink, i).joint;
        g_array_append_val(way, i);
        i = joint >= 0 ? g_array_index(urdf->joints, SnUrdfJoint, joint).parent : -1;
    }
    while (way->len > 0) {
        SnUrdfLink *link =
            &g_array_index(urdf->links, SnUrdfLink, g_array_index(way, int, way->len - 1));
        if (is_frame(urdf, link))
            emit_frame(urdf, link);
        else
            emit_body(urdf, link);
        g_array_set_size(way, way->len - 1);
    }
}

/* --- joints --- */

/* Axes whose z is an axis, turned by the shortest way. */
static void axes_along(const double axis[3], double r[9])
{
    const double z[3] = {0, 0, 1};
    double q[4] = {1 + axis[2], 0, 0, 0};
    sn_v3_cross(z, axis, q + 1);
    if (q[0] < 1e-9)
        q[0] = 0, q[1] = 1; /* half a turn about x */
    sn_q_normalize(q);
    sn_q_to_m3(q, r);
}

static void set_travel(const SnUrdfJoint *joint, json_t *json)
{
    if (joint->kind == SN_URDF_FIXED)
        return; /* nothing moves that could be damped */
    if (joint->limited) {
        json_object_set_new(json, "limited", json_true());
        json_object_set_new(json, "lower", json_real(fmax(joint->lower, -MOST_TRAVEL)));
        json_object_set_new(json, "upper", json_real(fmin(joint->upper, MOST_TRAVEL)));
    }
    if (joint->damping > 0)
        json_object_set_new(json, "damping", json_real(joint->damping));
    if (joint->friction > 0)
        json_object_set_new(json, "friction", json_real(joint->friction));
}

static void emit_joint(SnUrdf *urdf, SnUrdfJoint *joint)
{
    static const char *const classes[SN_URDF_N_JOINT_KINDS] = {
        "fixed", "hinge", "hinge", "slider", "free", "planar", "spherical"};
    const SnUrdfLink *parent = &g_array_index(urdf->links, SnUrdfLink, joint->parent),
                     *child = &g_array_index(urdf->links, SnUrdfLink, joint->child);
    const bool turned = joint->kind != SN_URDF_FIXED && joint->kind != SN_URDF_FLOATING &&
                        joint->kind != SN_URDF_SPHERICAL;
    const bool loses = joint->kind == SN_URDF_FLOATING || joint->kind == SN_URDF_PLANAR;
    double along[9], in_parent[9];
    json_t *json = json_object();
    if (is_frame(urdf, child)) { /* its frame says all */
        json_decref(json);
        report(urdf, joint->node, joint->name, joint->note);
        return;
    }
    sn_m3_identity(along);
    if (turned)
        axes_along(joint->axis, along);
    sn_m3_mul(joint->origin.r, along, in_parent);
    json_object_set_new(json, "class", json_string(classes[joint->kind]));
    json_object_set_new(json, "frame_a", json_string(parent->target));
    json_object_set_new(json, "frame_b", json_string(child->target));
    json_object_set_new(json, "location_a", sn_emit_numbers(joint->origin.p, 3));
    json_object_set_new(json, "rotation_a", sn_emit_quaternion(in_parent));
    json_object_set_new(json, "rotation_b", sn_emit_quaternion(along));
    if (joint->kind < SN_URDF_FLOATING || joint->kind == SN_URDF_SPHERICAL)
        set_travel(joint, json);
    joint->target = sn_emit(urdf->root, urdf->names, "joints", joint->name, json);
    report(urdf, joint->node, joint->name,
           joint->note ? joint->note
           : !loses || !(joint->damping > 0 || joint->friction > 0)
               ? NULL
               : "without its damping and friction, which are of no direction");
}

static void emit_mimic(SnUrdf *urdf, const SnUrdfJoint *joint)
{
    const int index = GPOINTER_TO_INT(g_hash_table_lookup(urdf->joint_by_name, joint->mimic)) - 1;
    const SnUrdfJoint *leader =
        index >= 0 ? &g_array_index(urdf->joints, SnUrdfJoint, index) : NULL;
    const double line[2] = {joint->offset, joint->multiplier};
    if (!leader || leader == joint || !leader->target || leader->kind == SN_URDF_FIXED ||
        leader->kind >= SN_URDF_FLOATING || joint->kind >= SN_URDF_FLOATING) {
        sn_import_report_add(urdf->report, SN_IMPORT_LEFT_OUT, "mimic", joint->name,
                             "the joint that it follows is not there or does not move");
        return;
    }
    json_t *json = json_object(), *relation = json_object();
    json_object_set_new(json, "class", json_string("coupler"));
    json_object_set_new(json, "joint_a", json_string(leader->target));
    json_object_set_new(json, "joint_b", json_string(joint->target));
    json_object_set_new(relation, "function", json_string("linear"));
    json_object_set_new(relation, "coefficients", sn_emit_numbers(line, 2));
    json_object_set_new(json, "relation", relation);
    g_autofree char *name = g_strconcat(joint->name, "_follows", NULL);
    g_free(sn_emit(urdf->root, urdf->names, "joints", name, json));
    sn_import_report_add(urdf->report, SN_IMPORT_EXACT, "mimic", joint->name, NULL);
}

/* What stands in a link or joint and is for programs that control robots. */
static void report_inside(SnUrdf *urdf, const SnXmlNode *node)
{
    static const char *const known[] = {"inertial", "visual", "collision", "origin",
                                        "parent",   "child",  "axis",      "limit",
                                        "dynamics", "mimic",  NULL};
    const char *name = sn_xml_attribute(node, "name");
    for (const SnXmlNode *at = node->first; at; at = at->next)
        if (!g_strv_contains(known, at->name))
            sn_import_report_add(urdf->report, SN_IMPORT_LEFT_OUT, at->name, name ? name : "",
                                 "it is no part of the mechanics");
}

static bool is_driven(const SnXmlNode *joint)
{
    const SnXmlNode *limit = sn_xml_child(joint, "limit");
    return limit && (sn_xml_attribute(limit, "effort") || sn_xml_attribute(limit, "velocity"));
}

static void report_others(SnUrdf *urdf)
{
    bool driven = false;
    for (const SnXmlNode *at = sn_xml_root(urdf->xml)->first; at; at = at->next) {
        const bool joint = strcmp(at->name, "joint") == 0;
        if (joint || strcmp(at->name, "link") == 0)
            report_inside(urdf, at);
        driven = driven || (joint && is_driven(at));
    }
    if (driven)
        sn_import_report_note(urdf->report,
                              "how much effort and velocity joints bear is for what drives them, "
                              "and left out");
    const SnXmlNode *robot = sn_xml_root(urdf->xml);
    for (const SnXmlNode *at = robot->first; at; at = at->next) {
        const char *name = sn_xml_attribute(at, "name");
        if (strcmp(at->name, "link") != 0 && strcmp(at->name, "joint") != 0 &&
            strcmp(at->name, "material") != 0)
            sn_import_report_add(urdf->report, SN_IMPORT_LEFT_OUT, at->name, name ? name : "",
                                 "it is no part of the mechanics");
    }
}

void sn_urdf_emit(SnUrdf *urdf)
{
    const char *name = sn_xml_attribute(sn_xml_root(urdf->xml), "name");
    g_autofree char *title = g_utf8_make_valid(name && *name ? name : "Robot", -1);
    json_object_set_new(urdf->root, "title", json_string(title));
    for (guint i = 0; i < urdf->links->len; i++)
        emit_link(urdf, (int)i);
    for (guint i = 0; i < urdf->joints->len; i++)
        emit_joint(urdf, &g_array_index(urdf->joints, SnUrdfJoint, i));
    for (guint i = 0; i < urdf->joints->len; i++) {
        const SnUrdfJoint *joint = &g_array_index(urdf->joints, SnUrdfJoint, i);
        if (joint->mimic && joint->target)
            emit_mimic(urdf, joint);
    }
    for (guint i = 0; i < urdf->links->len && !urdf->error; i++)
        sn_urdf_emit_visuals(urdf, &g_array_index(urdf->links, SnUrdfLink, i));
    report_others(urdf);
}
