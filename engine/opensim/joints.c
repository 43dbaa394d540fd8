/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints and their coordinates, of all versions of the format. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* How a kind of joint moves: axes about which, then along which its coordinates go. */
typedef struct Shape {
    const char *class;
    SnOsimJointKind kind;
    int n;
    const char *axes;     /* of each coordinate: x y z turn, X Y Z shift */
    const char *slots[6]; /* what the model's joint calls them */
    const char *names[6]; /* what OpenSim calls them where the file does not */
} Shape;

static const Shape SHAPES[] = {
    {"WeldJoint", SN_OSIM_WELD, 0, "", {0}, {0}},
    {"PinJoint", SN_OSIM_PIN, 1, "z", {"first"}, {"rz"}},
    {"SliderJoint", SN_OSIM_SLIDER, 1, "X", {"first"}, {"tx"}},
    {"UniversalJoint", SN_OSIM_UNIVERSAL, 2, "xy", {"angle_1", "angle_2"}, {"rx", "ry"}},
    {"GimbalJoint",
     SN_OSIM_GIMBAL,
     3,
     "xyz",
     {"angle_1", "angle_2", "angle_3"},
     {"rx", "ry", "rz"}},
    {"BallJoint", SN_OSIM_GIMBAL, 3, "xyz", {"angle_1", "angle_2", "angle_3"}, {"rx", "ry", "rz"}},
    {"PlanarJoint",
     SN_OSIM_PLANAR,
     3,
     "zXY",
     {"angle_1", "translation_1", "translation_2"},
     {"rz", "tx", "ty"}},
    {"FreeJoint",
     SN_OSIM_FREE,
     6,
     "xyzXYZ",
     {"angle_1", "angle_2", "angle_3", "translation_1", "translation_2", "translation_3"},
     {"rx", "ry", "rz", "tx", "ty", "tz"}},
    {"EllipsoidJoint",
     SN_OSIM_ELLIPSOID,
     3,
     "xyz",
     {"angle_1", "angle_2", "angle_3"},
     {"rx", "ry", "rz"}},
    {"ScapulothoracicJoint",
     SN_OSIM_SCAPULOTHORACIC,
     4,
     "xyz",
     {"angle_1", "angle_2", "angle_3", "angle_4"},
     {"abduction", "elevation", "upward_rotation", "internal_rotation"}},
    {"ConstantCurvatureJoint",
     SN_OSIM_CURVATURE,
     3,
     "xzy",
     {"angle_1", "angle_2", "angle_3"},
     {"rx", "rz", "ry"}},
    {"CustomJoint", SN_OSIM_CUSTOM, -1, "", {0}, {0}},
    {"Joint", SN_OSIM_CUSTOM, -1, "", {0}, {0}}, /* SimbodyJoint, SimmJoint: before 1.6 */
};

/* --- coordinates --- */

/* A number that a model can start with; another one counts as not given. */
static double start_number(SnOsim *osim, const SnXmlNode *node, const char *name, double otherwise)
{
    const double value = sn_osim_number(osim, node, name, otherwise);
    return fabs(value) <= 1000 ? value : otherwise;
}

static void read_coordinate(SnOsim *osim, const SnXmlNode *node, SnOsimCoordinate *coordinate)
{
    const SnXmlNode *function = sn_osim_object(osim, node, "prescribed_function");
    coordinate->value =
        start_number(osim, node, "default_value", start_number(osim, node, "initial_value", 0));
    coordinate->speed =
        start_number(osim, node, "default_speed_value", sn_osim_engine_speed(osim, node, 0));
    coordinate->has_range = sn_osim_numbers(osim, node, "range", 2, coordinate->range) &&
                            coordinate->range[0] < coordinate->range[1] &&
                            fabs(coordinate->range[0]) <= 1000 &&
                            fabs(coordinate->range[1]) <= 1000;
    coordinate->locked = sn_osim_flag(osim, node, "locked", false);
    coordinate->prescribed = sn_osim_flag(osim, node, "prescribed", false) && function;
    coordinate->translates =
        g_ascii_strcasecmp(sn_osim_text(osim, node, "motion_type"), "translational") == 0;
}

static void add_coordinate(SnOsim *osim, int joint, const SnXmlNode *node, const char *name)
{
    SnOsimCoordinate coordinate = {.item = -1, .joint = joint};
    if (node) {
        const gpointer found = g_hash_table_lookup(osim->items_by_node, node);
        coordinate.item = found ? GPOINTER_TO_INT(found) - 1 : -1;
        if (coordinate.item >= 0)
            sn_osim_item(osim, coordinate.item)->index = (int)osim->coordinates->len;
        read_coordinate(osim, node, &coordinate);
        name = *sn_osim_name_of(node) ? sn_osim_name_of(node) : name;
    }
    coordinate.name = g_strdup(name);
    g_array_append_val(osim->coordinates, coordinate);
}

/* A coordinate that another joint has already moves this one as well. */
static void add_named(SnOsim *osim, int joint, const SnXmlNode *from, const char *name)
{
    const int item = sn_osim_find(osim, from, name, 1u << SN_OSIM_COORDINATE);
    const int taken = item < 0 ? -1 : sn_osim_item(osim, item)->index;
    if (taken < 0) {
        add_coordinate(osim, joint, item < 0 ? NULL : sn_osim_item(osim, item)->node, name);
        return;
    }
    SnOsimCoordinate copy = *sn_osim_coordinate(osim, taken);
    copy.item = -1;
    copy.joint = joint;
    copy.name = g_strdup(copy.name);
    copy.slot = NULL;
    copy.copies = 1 + taken;
    g_array_append_val(osim->coordinates, copy);
}

/* Those that the file has, then those it leaves out; of a custom joint as many as there are. */
static void read_coordinates(SnOsim *osim, SnOsimJoint *joint, int index, const Shape *shape)
{
    const SnXmlNode *node = sn_osim_item(osim, joint->item)->node;
    const SnXmlNode *list = sn_osim_objects(osim, node, "coordinates");
    if (!list)
        list = sn_osim_objects(osim, node, "CoordinateSet");
    const int most = shape->n < 0 ? 6 : shape->n;
    joint->first = (int)osim->coordinates->len;
    g_autoptr(GPtrArray) named = sn_osim_dof_coordinates(osim, node);
    for (guint i = 0; named && i < named->len && joint->n_coordinates < most; i++) {
        add_named(osim, index, node, named->pdata[i]);
        joint->n_coordinates++;
    }
    for (const SnXmlNode *at = list ? list->first : NULL; at; at = at->next) {
        if (!sn_osim_is(at, "Coordinate") || joint->n_coordinates == most)
            continue;
        const char *usual = shape->n < 0 ? "" : shape->names[joint->n_coordinates];
        add_coordinate(osim, index, at, usual);
        joint->n_coordinates++;
    }
    while (shape->n >= 0 && joint->n_coordinates < shape->n) {
        g_autofree char *name =
            g_strdup_printf("%s_coord_%d", sn_osim_name_of(node), joint->n_coordinates);
        add_coordinate(osim, index, NULL, name);
        joint->n_coordinates++;
    }
}

int sn_osim_coordinate_named(SnOsim *osim, const SnXmlNode *from, const char *path)
{
    const int item = *path ? sn_osim_find(osim, from, path, 1u << SN_OSIM_COORDINATE) : -1;
    return item < 0 ? -1 : sn_osim_item(osim, item)->index;
}

/* --- frames of a joint --- */

/* What a joint is between, in its own words, to be freed; "": it does not say. */
static char *named_side(const SnOsim *osim, const SnXmlNode *node, bool child)
{
    g_auto(GStrv) bodies = sn_osim_words(sn_osim_text(osim, node, "bodies")); /* before 1.6 */
    if (bodies[0] && bodies[1])
        return g_strdup(bodies[child]);
    const char *path = sn_osim_socket(osim, node, child ? "child_frame" : "parent_frame");
    return g_strdup(*path ? path
                          : sn_osim_socket(osim, node, child ? "child_body" : "parent_body"));
}

static int side(SnOsim *osim, const SnXmlNode *node, bool child, SnPlacement *in_base)
{
    static const char *const places[2][2] = {{"location_in_parent", NULL},
                                             {"location_in_child", "location"}};
    static const char *const turns[2][2] = {{"orientation_in_parent", NULL},
                                            {"orientation_in_child", "orientation"}};
    double angles[3] = {0}, place[3] = {0};
    g_autofree char *path = named_side(osim, node, child);
    const int frame = *path
                          ? sn_osim_frame_named(osim, node, path)
                          : (child ? sn_osim_frame_of(osim, node, "child_frame", "child_body") : 0);
    for (int k = 0; k < 2; k++) {
        if (places[child][k] && sn_osim_numbers(osim, node, places[child][k], 3, place))
            break;
    }
    for (int k = 0; k < 2; k++) {
        if (turns[child][k] && sn_osim_numbers(osim, node, turns[child][k], 3, angles))
            break;
    }
    SnPlacement own;
    sn_osim_pose_set(angles, place, &own);
    sn_placement_mul(&sn_osim_frame(osim, frame)->in_base, &own, in_base);
    return sn_osim_frame(osim, frame)->base;
}

static void quarter_about_z(double sign, SnPlacement *pose)
{
    const double r[9] = {0, -sign, 0, sign, 0, 0, 0, 0, 1}, origin[3] = {0};
    memcpy(pose->r, r, sizeof r);
    sn_v3_copy(origin, pose->p);
}

static void mend_radii(SnOsimJoint *joint)
{
    for (int k = 0; k < 3; k++) {
        if (joint->radii[k] > 0)
            continue;
        joint->radii[k] = joint->radii[k] < 0 ? -joint->radii[k] : 1;
        joint->note = "a radius of its ellipsoid is not positive: its size counts, or 1 m";
    }
}

static void read_ellipsoid(SnOsim *osim, SnOsimJoint *joint)
{
    const SnXmlNode *node = sn_osim_item(osim, joint->item)->node;
    double r[3] = {1, 1, 1}, origin[2] = {0};
    if (joint->kind == SN_OSIM_ELLIPSOID) {
        sn_v3_set(1, 1, 1, joint->radii);
        sn_osim_numbers(osim, node, "radii_x_y_z", 3, joint->radii);
        mend_radii(joint);
        return;
    }
    /* Seth et al. 2016: its ellipsoid is turned by a quarter about z, in both frames; the pin lies
     * in the plane of the scapula */
    SnPlacement quarter;
    sn_osim_numbers(osim, node, "thoracic_ellipsoid_radii_x_y_z", 3, r);
    sn_osim_numbers(osim, node, "scapula_winging_axis_origin", 2, origin);
    const double w = sn_osim_number(osim, node, "scapula_winging_axis_direction", 0);
    sn_v3_set(r[1], r[0], r[2], joint->radii);
    mend_radii(joint);
    quarter_about_z(1, &quarter);
    sn_placement_mul(&joint->in_parent, &quarter, &joint->in_parent);
    sn_placement_mul(&joint->in_child, &quarter, &joint->in_child);
    const double pin[3] = {origin[0], origin[1], 0}, axis[3] = {-sin(w), cos(w), 0};
    sn_m3_tmul_v3(quarter.r, pin, joint->pin);
    sn_m3_tmul_v3(quarter.r, axis, joint->pin_axis);
}

/* OpenSim's own reader of it leaves the products of velocities out. */
static void read_beam(SnOsim *osim, SnOsimJoint *joint)
{
    const SnXmlNode *node = sn_osim_item(osim, joint->item)->node;
    double neutral[3] = {0}; /* about x, z, y */
    sn_osim_numbers(osim, node, "neutral_angle_x_z_y", 3, neutral);
    sn_v3_set(neutral[0], neutral[2], neutral[1], joint->pin);
    for (int k = 0; k < 3; k++) { /* b turns about x, z, y */
        sn_v3_set(k == 0, k == 2, k == 1, joint->axis[k].direction);
        joint->axis[k].coordinate = k;
        sn_osim_function_clear(&joint->axis[k].function);
        sn_osim_function_line(neutral[k], 1, &joint->axis[k].function);
    }
    joint->radii[0] = sn_osim_number(osim, node, "length", 1);
    if (joint->radii[0] > 1e-9 && joint->radii[0] < 1e6)
        return;
    joint->radii[0] = 1;
    joint->note = "its length is not positive: 1 m";
}

/* Axes of the joints whose coordinates are angles and distances themselves. */
static void plain_axes(SnOsimJoint *joint, const Shape *shape)
{
    for (int i = 0; i < 6; i++) {
        SnOsimAxis *axis = &joint->axis[i];
        axis->coordinate = -1;
        sn_v3_set(i % 3 == 0, i % 3 == 1, i % 3 == 2, axis->direction);
        for (int k = 0; shape->axes[k]; k++) {
            const char letter = shape->axes[k];
            const int turns = g_ascii_islower(letter) ? letter - 'x' : letter - 'X' + 3;
            if (turns == i)
                axis->coordinate = k;
        }
        sn_osim_function_line(0, axis->coordinate >= 0, &axis->function);
    }
}

static const Shape *shape_of(const char *class)
{
    for (size_t i = 0; i < G_N_ELEMENTS(SHAPES); i++) {
        if (strcmp(SHAPES[i].class, class) == 0)
            return &SHAPES[i];
    }
    return NULL;
}

static void exchange_sides(SnOsimJoint *joint)
{
    const int parent = joint->parent;
    const SnPlacement pose = joint->in_parent;
    joint->parent = joint->child;
    joint->in_parent = joint->in_child;
    joint->child = parent;
    joint->in_child = pose;
}

static void read_joint(SnOsim *osim, int item)
{
    const SnXmlNode *node = sn_osim_item(osim, item)->node;
    const Shape *shape = shape_of(sn_osim_plain_class(node->name));
    SnOsimJoint joint = {.item = item};
    if (!shape) {
        sn_osim_left_out(osim, node,
                         "this class of joint is not known; its body is held by it no more");
        return;
    }
    joint.kind = shape->kind;
    for (int k = 0; k < 2; k++) {
        g_autofree char *path = named_side(osim, node, k);
        if (!*path || sn_osim_frame_is_there(osim, node, path))
            continue;
        g_autofree char *reason = g_strdup_printf("it names the body or frame \"%.200s\", which is "
                                                  "not in the file, and holds nothing",
                                                  path);
        sn_osim_left_out(osim, node, reason);
        return;
    }
    joint.parent = side(osim, node, false, &joint.in_parent);
    joint.child = side(osim, node, true, &joint.in_child);
    if (joint.parent == joint.child) {
        sn_osim_left_out(osim, node, "it joins a body to itself");
        return;
    }
    if (joint.kind == SN_OSIM_ELLIPSOID || joint.kind == SN_OSIM_SCAPULOTHORACIC)
        read_ellipsoid(osim, &joint);
    const int index = (int)osim->joints->len;
    read_coordinates(osim, &joint, index, shape);
    plain_axes(&joint, shape);
    if (joint.kind == SN_OSIM_CURVATURE)
        read_beam(osim, &joint);
    for (int k = 0; k < shape->n; k++)
        sn_osim_coordinate(osim, joint.first + k)->slot = shape->slots[k];
    if (joint.kind == SN_OSIM_CUSTOM)
        sn_osim_read_custom(osim, &joint);
    if (sn_osim_flag(osim, node, "reverse", false))
        exchange_sides(&joint);
    sn_osim_item(osim, item)->index = index;
    g_array_append_val(osim->joints, joint);
}

void sn_osim_read_joints(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len; i++) {
        if (sn_osim_item(osim, i)->kind == SN_OSIM_JOINT)
            read_joint(osim, i);
    }
}
