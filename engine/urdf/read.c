/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/urdf/urdf.h"

#include "engine/base/vec.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

#define XACRO "holds words of xacro; make a robot of it first: xacro FILE > robot.urdf"

/* Sets the first error, "FILE:LINE: ...". */
static G_GNUC_PRINTF(3, 4) void urdf_fail(SnUrdf *urdf, const SnXmlNode *node, const char *format,
                                          ...)
{
    va_list arguments;
    if (urdf->error)
        return;
    va_start(arguments, format);
    g_autofree char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    for (char *at = text; *at; at++) /* names may hold anything: one line */
        if (g_ascii_iscntrl(*at))
            *at = ' ';
    sn_refuse(&urdf->error, SN_MODEL_ERROR_FORMAT, "%s:%d: <%s> %s", sn_xml_name(urdf->xml),
              node->line, node->name, text);
}

bool sn_urdf_numbers(SnUrdf *urdf, const SnXmlNode *node, const char *attribute, int n,
                     double *value)
{
    const char *text = node ? sn_xml_attribute(node, attribute) : NULL;
    double found[8];
    if (!text)
        return false;
    if (strstr(text, "${") || strstr(text, "$(")) {
        urdf_fail(urdf, node, "%s", XACRO);
        return false;
    }
    const char *at = text;
    for (int i = 0; i < n; i++) {
        char *end;
        found[i] = g_ascii_strtod(at, &end);
        if (end == at || !isfinite(found[i])) {
            urdf_fail(urdf, node, "has %s=\"%.60s\": expected %d number%s", attribute, text, n,
                      n == 1 ? "" : "s");
            return false;
        }
        at = end;
    }
    if (at[strspn(at, " \t\r\n")]) {
        urdf_fail(urdf, node, "has %s=\"%.60s\": expected %d number%s", attribute, text, n,
                  n == 1 ? "" : "s");
        return false;
    }
    memcpy(value, found, (size_t)n * sizeof *value);
    return true;
}

/* Fixed axes: first about x, then y, then z. */
static void turn_of(const double rpy[3], double r[9])
{
    const double c[3] = {cos(rpy[0]), cos(rpy[1]), cos(rpy[2])},
                 s[3] = {sin(rpy[0]), sin(rpy[1]), sin(rpy[2])};
    const double m[9] = {c[2] * c[1],
                         c[2] * s[1] * s[0] - s[2] * c[0],
                         c[2] * s[1] * c[0] + s[2] * s[0],
                         s[2] * c[1],
                         s[2] * s[1] * s[0] + c[2] * c[0],
                         s[2] * s[1] * c[0] - c[2] * s[0],
                         -s[1],
                         c[1] * s[0],
                         c[1] * c[0]};
    memcpy(r, m, sizeof m);
}

void sn_urdf_origin(SnUrdf *urdf, const SnXmlNode *node, SnUrdfPose *pose)
{
    double rpy[3] = {0};
    const SnXmlNode *origin = sn_xml_child(node, "origin");
    sn_v3_set(0, 0, 0, pose->p);
    if (origin) {
        sn_urdf_numbers(urdf, origin, "xyz", 3, pose->p);
        sn_urdf_numbers(urdf, origin, "rpy", 3, rpy);
    }
    turn_of(rpy, pose->r);
}

static void urdf_pose_mul(const SnUrdfPose *a, const SnUrdfPose *b, SnUrdfPose *ab)
{
    SnUrdfPose product;
    sn_m3_mul(a->r, b->r, product.r);
    sn_m3_mul_v3(a->r, b->p, product.p);
    sn_v3_add(product.p, a->p, product.p);
    *ab = product;
}

/* --- links --- */

static void read_inertial(SnUrdf *urdf, const SnXmlNode *node, SnUrdfLink *link)
{
    static const char *const names[6] = {"ixx", "iyy", "izz", "ixy", "ixz", "iyz"};
    static const int place[6] = {0, 4, 8, 1, 2, 5};
    const SnXmlNode *mass = sn_xml_child(node, "mass"), *inertia = sn_xml_child(node, "inertia");
    SnUrdfPose pose;
    double m[9] = {0}, turned[9], back[9];
    sn_urdf_origin(urdf, node, &pose);
    sn_v3_copy(pose.p, link->center);
    sn_urdf_numbers(urdf, mass, "value", 1, &link->mass);
    for (int i = 0; inertia && i < 6; i++) {
        sn_urdf_numbers(urdf, inertia, names[i], 1, &m[place[i]]);
        m[3 * (place[i] % 3) + place[i] / 3] = m[place[i]];
    }
    sn_m3_mul(pose.r, m, turned);
    sn_m3_transpose(pose.r, back);
    sn_m3_mul(turned, back, m);
    for (int i = 0; i < 6; i++)
        link->inertia[i] = m[place[i]];
    if (link->mass < 0)
        urdf_fail(urdf, mass, "has a negative mass");
    link->massive = link->mass > 0;
}

static void leave_out(SnUrdf *urdf, const SnXmlNode *node, const char *name, const char *reason)
{
    sn_import_report_add(urdf->report, SN_IMPORT_LEFT_OUT, node->name, name, "%s", reason);
}

static const char *name_of(SnUrdf *urdf, const SnXmlNode *node)
{
    const char *name = sn_xml_attribute(node, "name");
    if (!name || !*name)
        urdf_fail(urdf, node, "has no name");
    return name ? name : "";
}

static void add_link(SnUrdf *urdf, const SnXmlNode *node)
{
    SnUrdfLink link = {.node = node, .name = name_of(urdf, node), .joint = -1};
    const SnXmlNode *inertial = sn_xml_child(node, "inertial");
    if (g_hash_table_contains(urdf->link_by_name, link.name)) {
        leave_out(urdf, node, link.name, "a link of this name is there already");
        return;
    }
    if (inertial)
        read_inertial(urdf, inertial, &link);
    g_array_append_val(urdf->links, link);
    g_hash_table_insert(urdf->link_by_name, (void *)link.name,
                        GINT_TO_POINTER((int)urdf->links->len));
}

/* --- joints --- */

/* -1: it names none that is there. */
static int link_named(const SnUrdf *urdf, const SnXmlNode *joint, const char *element)
{
    const SnXmlNode *node = sn_xml_child(joint, element);
    const char *name = node ? sn_xml_attribute(node, "link") : NULL;
    return name ? GPOINTER_TO_INT(g_hash_table_lookup(urdf->link_by_name, name)) - 1 : -1;
}

/* -1: none that is known. */
static int kind_of(const SnXmlNode *node)
{
    static const char *const names[SN_URDF_N_JOINT_KINDS] = {
        "fixed", "revolute", "continuous", "prismatic", "floating", "planar", "spherical"};
    const char *type = sn_xml_attribute(node, "type");
    for (int i = 0; type && i < SN_URDF_N_JOINT_KINDS; i++)
        if (strcmp(type, names[i]) == 0)
            return i;
    return type && strcmp(type, "ball") == 0 ? SN_URDF_SPHERICAL : -1;
}

static void read_travel(SnUrdf *urdf, SnUrdfJoint *joint)
{
    const SnXmlNode *limit = sn_xml_child(joint->node, "limit"),
                    *dynamics = sn_xml_child(joint->node, "dynamics"),
                    *mimic = sn_xml_child(joint->node, "mimic");
    joint->limited = (joint->kind == SN_URDF_REVOLUTE || joint->kind == SN_URDF_PRISMATIC) && limit;
    sn_urdf_numbers(urdf, limit, "lower", 1, &joint->lower);
    sn_urdf_numbers(urdf, limit, "upper", 1, &joint->upper);
    if (joint->limited && joint->lower > joint->upper) {
        joint->limited = false;
        joint->note = "its lower limit lies above the upper one: it has none here";
    } else if (joint->limited && !sn_xml_attribute(limit, "lower") &&
               !sn_xml_attribute(limit, "upper")) {
        joint->limited = false;
        joint->note = "its limit has no lower and upper: it has none here";
    }
    sn_urdf_numbers(urdf, dynamics, "damping", 1, &joint->damping);
    sn_urdf_numbers(urdf, dynamics, "friction", 1, &joint->friction);
    joint->multiplier = 1;
    if (mimic) {
        joint->mimic = sn_xml_attribute(mimic, "joint");
        sn_urdf_numbers(urdf, mimic, "multiplier", 1, &joint->multiplier);
        sn_urdf_numbers(urdf, mimic, "offset", 1, &joint->offset);
    }
}

/* Why a joint cannot be there; NULL: it can. */
static const char *lacks(const SnUrdf *urdf, const SnUrdfJoint *joint)
{
    if (joint->parent < 0 || joint->child < 0)
        return "its parent or child is no link that is there";
    if (joint->parent == joint->child)
        return "it joins a link to itself";
    if (g_array_index(urdf->links, SnUrdfLink, joint->child).joint >= 0)
        return "its child has a parent already";
    if (g_hash_table_contains(urdf->joint_by_name, joint->name))
        return "a joint of this name is there already";
    return NULL;
}

static void read_axis(SnUrdf *urdf, SnUrdfJoint *joint)
{
    const SnXmlNode *axis = sn_xml_child(joint->node, "axis");
    sn_urdf_numbers(urdf, axis, "xyz", 3, joint->axis);
    if (sn_v3_normalize(joint->axis, joint->axis) > 0)
        return;
    sn_v3_set(1, 0, 0, joint->axis);
    if (joint->kind == SN_URDF_FIXED || joint->kind >= SN_URDF_FLOATING)
        return;
    joint->kind = SN_URDF_FIXED;
    joint->note = "its axis has no direction: it is fixed here";
}

static void add_joint(SnUrdf *urdf, const SnXmlNode *node)
{
    SnUrdfJoint joint = {.node = node, .name = name_of(urdf, node), .axis = {1, 0, 0}};
    const int kind = kind_of(node);
    joint.kind = kind < 0 ? SN_URDF_FIXED : (SnUrdfJointKind)kind;
    joint.note = kind < 0 ? "its type is none that is known: it is fixed here" : NULL;
    joint.parent = link_named(urdf, node, "parent");
    joint.child = link_named(urdf, node, "child");
    sn_urdf_origin(urdf, node, &joint.origin);
    const char *why = lacks(urdf, &joint);
    if (why) {
        leave_out(urdf, node, joint.name, why);
        return;
    }
    read_axis(urdf, &joint);
    read_travel(urdf, &joint);
    g_array_index(urdf->links, SnUrdfLink, joint.child).joint = (int)urdf->joints->len;
    g_array_append_val(urdf->joints, joint);
    g_hash_table_insert(urdf->joint_by_name, (void *)joint.name,
                        GINT_TO_POINTER((int)urdf->joints->len));
}

/* --- the tree --- */

/* Each link after its parent: up to one that is placed or a root, then down again. */
static void place_links(SnUrdf *urdf)
{
    const int n = (int)urdf->links->len;
    int *way = g_new(int, n + 1);
    for (int i = 0; i < n && !urdf->error; i++) {
        int length = 0, at = i;
        while (at >= 0 && !g_array_index(urdf->links, SnUrdfLink, at).placed && length <= n) {
            const int joint = g_array_index(urdf->links, SnUrdfLink, at).joint;
            way[MIN(length, n)] = at;
            length++;
            at = joint >= 0 ? g_array_index(urdf->joints, SnUrdfJoint, joint).parent : -1;
        }
        if (length > n)
            urdf_fail(urdf, g_array_index(urdf->links, SnUrdfLink, i).node,
                      "\"%.100s\" hangs on itself", g_array_index(urdf->links, SnUrdfLink, i).name);
        while (!urdf->error && length-- > 0) {
            SnUrdfLink *link = &g_array_index(urdf->links, SnUrdfLink, way[length]);
            sn_m3_identity(link->world.r);
            link->placed = true;
            if (link->joint < 0)
                continue;
            const SnUrdfJoint *joint = &g_array_index(urdf->joints, SnUrdfJoint, link->joint);
            const SnUrdfLink *parent = &g_array_index(urdf->links, SnUrdfLink, joint->parent);
            urdf_pose_mul(&parent->world, &joint->origin, &link->world);
        }
    }
    g_free(way);
}

/* A colour that is none is no reason to refuse a robot. */
static bool read_color(const char *text, double rgba[4])
{
    for (int k = 0; k < 3; k++) {
        char *end = NULL;
        if (!text)
            return false;
        rgba[k] = g_ascii_strtod(text, &end);
        if (!isfinite(rgba[k]) || end == text)
            return false;
        text = end;
    }
    return true;
}

static void read_material(SnUrdf *urdf, const SnXmlNode *node)
{
    const char *name = sn_xml_attribute(node, "name");
    const SnXmlNode *color = sn_xml_child(node, "color");
    double rgba[4];
    char text[8];
    if (!name || !color || !read_color(sn_xml_attribute(color, "rgba"), rgba))
        return;
    unsigned c[3];
    for (int k = 0; k < 3; k++)
        c[k] = (unsigned)lround(255 * fmin(fmax(rgba[k], 0), 1));
    g_snprintf(text, sizeof text, "#%02x%02x%02x", c[0], c[1], c[2]);
    g_hash_table_insert(urdf->colors, g_strdup(name), g_strdup(text));
}

/* Materials may be given within the visuals that use them. */
static void read_materials(SnUrdf *urdf, const SnXmlNode *node)
{
    for (const SnXmlNode *at = node->first; at; at = at->next) {
        if (strcmp(at->name, "material") == 0)
            read_material(urdf, at);
        else if (strcmp(at->name, "link") == 0 || strcmp(at->name, "visual") == 0)
            read_materials(urdf, at);
    }
}

/* A text that a program of its own makes a robot of, first. */
static bool is_xacro(const SnXmlNode *robot)
{
    static const char *const words[] = {"property", "macro", "include", "arg"};
    for (const SnXmlNode *at = robot->first; at; at = at->next)
        for (size_t i = 0; i < G_N_ELEMENTS(words); i++)
            if (strcmp(at->name, words[i]) == 0)
                return true;
    return false;
}

void sn_urdf_read(SnUrdf *urdf)
{
    const SnXmlNode *robot = sn_xml_root(urdf->xml);
    if (strcmp(robot->name, "robot") != 0) {
        urdf_fail(urdf, robot, "is no robot: expected <robot>");
        return;
    }
    for (const SnXmlNode *at = robot->first; at; at = at->next)
        if (strcmp(at->name, "link") == 0)
            add_link(urdf, at);
    if (is_xacro(robot) && urdf->links->len == 0)
        urdf_fail(urdf, robot, "%s", XACRO);
    for (const SnXmlNode *at = robot->first; at && !urdf->error; at = at->next)
        if (strcmp(at->name, "joint") == 0)
            add_joint(urdf, at);
    if (urdf->error)
        return;
    if (is_xacro(robot))
        sn_import_report_note(urdf->report,
                              "it holds xacro macros, which are left out; make a robot "
                              "of it with the program xacro to have all");
    if (urdf->links->len == 0)
        urdf_fail(urdf, robot, "has no link");
    read_materials(urdf, robot);
    place_links(urdf);
}
