/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Joints: two frames, or a point and the frame of a surface. */
#include "engine/base/terms.h"
#include "engine/base/vec.h"
#include "engine/compile/core/compiler.h"

static void add_joint(SnCompiler *c, const SnSystemJoint *joint)
{
    sn_compiler_set_index(c, joint->id, (int)c->joints->len);
    g_array_append_vals(c->joints, joint, 1);
}

static const SnJointClass *solver_class(const SnClass *class)
{
    static const struct {
        const SnClass *document;
        const SnJointClass *solver;
    } rows[] = {
#define ROW(NAME) {&SN_CLASS_##NAME, &SN_JOINT_##NAME},
        SN_JOINT_LIST(ROW)
#undef ROW
    };
    for (guint i = 0; i < G_N_ELEMENTS(rows); i++)
        if (rows[i].document == class)
            return rows[i].solver;
    g_error("joint class %s is not in joint_list.h", class->name);
}

/* What the rows of the document say is bound to a parameter of the solver. */
static void set_parameters(const SnComponent *component, SnSystemJoint *joint)
{
    for (int i = 0; i < sn_class_n_properties(component->class); i++) {
        const SnProperty *row = sn_class_property(component->class, i);
        double *parameter = row->kind == SN_PARAMETER ? sn_joint_parameter(joint, row->bind) : NULL;
        SnValue value;
        if (!parameter)
            continue;
        g_assert(row->type == SN_TYPE_REAL);
        sn_field_get(component, row, &value);
        *parameter = value.number[0];
    }
}

static SnSystemJoint new_joint(const SnJointComponent *joint)
{
    const SnComponent *component = &joint->base.base;
    SnSystemJoint row = {
        .class = solver_class(component->class),
        .id = component->id,
        .enabled = joint->enabled,
        .limited = sn_joint_is_limited(component),
        .frame_a = -1,
        .frame_b = -1,
        .point = -1,
        .row = -1,
        .limit = -1,
        .slots = -1,
        .turns = -1,
    };
    set_parameters(component, &row);
    return row;
}

void sn_compiler_add_function(SnCompiler *c, const SnFunctionText *text, SnFunction *function)
{
    const guint first = c->joint_numbers->len;
    function->first = (int)first;
    g_array_set_size(c->joint_numbers, first + (guint)sn_function_plan(text, function));
    sn_function_make(text, function, &g_array_index(c->joint_numbers, double, first));
}

/* What the motion of joints over an ellipsoid, and of a beam, needs. */
static bool set_motion(SnCompiler *c, const SnMotionJoint *component, SnSystemJoint *joint)
{
    const double length = sn_v3_norm(component->pin_axis);
    sn_v3_copy(component->size, joint->size);
    sn_v3_copy(component->pin, joint->pin);
    if (joint->class != &SN_JOINT_SCAPULOTHORACIC)
        return true;
    if (!(length > 0))
        return sn_compiler_fail(c, &component->base.base.base.base,
                                "its pin axis has no direction: give it one");
    sn_v3_scale(1 / length, component->pin_axis, joint->pin_axis);
    return true;
}

/* Two axes follow coordinates of their own, but along one line. */
static bool say_the_same(const SnJointAxis *a, const SnJointAxis *b)
{
    double across[3];
    sn_v3_cross(a->direction, b->direction, across);
    return a->coordinate >= 0 && b->coordinate >= 0 && a->coordinate != b->coordinate &&
           sn_v3_norm(across) < 1e-6;
}

/* Coordinates that cannot be told apart from each other. */
static bool is_ambiguous(const SnJointAxis *axis)
{
    double across[3];
    for (int i = 0; i < 6; i += 3) {
        if (say_the_same(&axis[i], &axis[i + 1]) || say_the_same(&axis[i + 1], &axis[i + 2]))
            return true;
        if ((i == 3 || axis[1].coordinate < 0) && say_the_same(&axis[i], &axis[i + 2]))
            return true;
    }
    sn_v3_cross(axis[3].direction, axis[4].direction, across);
    return axis[3].coordinate >= 0 && axis[4].coordinate >= 0 && axis[5].coordinate >= 0 &&
           axis[3].coordinate != axis[4].coordinate && axis[4].coordinate != axis[5].coordinate &&
           axis[3].coordinate != axis[5].coordinate &&
           fabs(sn_v3_dot(across, axis[5].direction)) < 1e-6;
}

/* The joint's number of a coordinate of the document's enum (1 to 3: angles, then distances); -1:
 * none, or one that it has not. */
static int number_of(const SnSystemJoint *joint, int of)
{
    if (of <= SN_COUNTED_ANGLES)
        return of <= joint->n_angles ? of - 1 : -1;
    of -= SN_COUNTED_ANGLES;
    return of <= joint->n_distances ? joint->n_angles + of - 1 : -1;
}

/* Terms of the document as those of the joint's own coordinates; adds to `moved` which those are.
 */
static bool set_terms(SnCompiler *c, const SnComponent *base, const SnAxisFields *fields,
                      const SnSystemJoint *joint, SnJointAxis *axis, unsigned *moved)
{
    const SnReals *given = &fields->terms;
    const double scale = fields->function.scale;
    const int n = joint->n_angles + joint->n_distances;
    const char *refused = sn_terms_refused(given->values, given->n, SN_AXIS_NUMBERS - 1);
    if (refused)
        return sn_compiler_fail(c, base, "an axis %s", refused);
    axis->terms = (int)c->joint_numbers->len;
    axis->n_terms = given->n / SN_AXIS_NUMBERS;
    for (int t = 0; t < axis->n_terms; t++) {
        const double *term = given->values + t * SN_AXIS_NUMBERS;
        double own[SN_AXIS_NUMBERS] = {scale * term[0]};
        for (int of = 1; of < SN_AXIS_NUMBERS; of++) {
            const int number = number_of(joint, of);
            if (number >= 0)
                own[1 + number] = term[of];
            else if (term[of] > 0)
                return sn_compiler_fail(c, base, "a term follows a coordinate that it has not");
            if (term[of] > 0 && term[0] != 0)
                *moved |= 1u << of;
        }
        g_array_append_vals(c->joint_numbers, own, (guint)(1 + n));
    }
    return true;
}

/* Coordinates and axes of a custom joint. */
static bool set_custom(SnCompiler *c, const SnCustomJoint *component, SnSystemJoint *joint)
{
    const SnComponent *base = &component->base.base.base.base;
    unsigned moved = 0; /* coordinates, as bits of their numbers in the document */
    joint->n_angles = component->angles, joint->n_distances = component->translations;
    joint->axes = (int)c->joint_axes->len;
    for (int i = 0; i < 6; i++) {
        const SnAxisFields *fields = &component->axis[i];
        const SnFunctionText text = sn_function_text(&fields->function);
        const char *refused = sn_function_refused(&text);
        const int of = fields->function.kind == SN_FUNCTION_CONSTANT ? 0 : fields->coordinate;
        moved |= 1u << of;
        const double length = sn_v3_norm(fields->direction);
        SnJointAxis axis = {.coordinate = of <= SN_COUNTED_ANGLES
                                              ? of - 1
                                              : joint->n_angles + of - 1 - SN_COUNTED_ANGLES};
        if (refused)
            return sn_compiler_fail(c, base, "the function of axis %d %s", i + 1, refused);
        if (!(length > 0))
            return sn_compiler_fail(c, base, "axis %d has no direction", i + 1);
        if (of <= SN_COUNTED_ANGLES ? of > joint->n_angles
                                    : of - SN_COUNTED_ANGLES > joint->n_distances)
            return sn_compiler_fail(c, base, "axis %d follows a coordinate that it has not", i + 1);
        sn_v3_scale(1 / length, fields->direction, axis.direction);
        sn_compiler_add_function(c, &text, &axis.function);
        if (!set_terms(c, base, fields, joint, &axis, &moved))
            return false;
        g_array_append_val(c->joint_axes, axis);
    }
    for (int of = 1; of <= 2 * SN_COUNTED_ANGLES; of++)
        if ((of <= SN_COUNTED_ANGLES ? of <= joint->n_angles
                                     : of - SN_COUNTED_ANGLES <= joint->n_distances) &&
            !(moved >> of & 1))
            return sn_compiler_fail(c, base,
                                    "a coordinate of it moves nothing: let an axis follow it, or "
                                    "have fewer coordinates");
    if (is_ambiguous(&g_array_index(c->joint_axes, SnJointAxis, joint->axes)))
        return sn_compiler_fail(c, base,
                                "axes that follow different coordinates are parallel, or lie in "
                                "one plane: give them other directions");
    set_parameters(base, joint);
    return true;
}

static bool add_frame_joint(SnCompiler *c, const SnFrameJoint *component)
{
    const SnComponent *base = &component->base.base.base;
    SnSystemJoint joint = new_joint(&component->base);
    SnPose a, b;
    if (!sn_compiler_pose(c, base, component->frame_a, component->location_a, component->rotation_a,
                          &a) ||
        !sn_compiler_pose(c, base, component->frame_b, component->location_b, component->rotation_b,
                          &b))
        return false;
    if (a.block == b.block)
        return sn_compiler_fail(c, base,
                                "both frames are on the same body (or both in the world): choose "
                                "another frame_a or frame_b");
    joint.frame_a = sn_compiler_add_frame(c, SN_ID_NULL, &a);
    joint.frame_b = sn_compiler_add_frame(c, SN_ID_NULL, &b);
    if (joint.class->motion && !joint.class->counted &&
        !set_motion(c, (const SnMotionJoint *)component, &joint))
        return false;
    if (base->class == &SN_CLASS_ROLLING) {
        const SnRollingJoint *rolling = (const SnRollingJoint *)component;
        joint.rolling = (SnRolling){(SnRollingSurface)rolling->surface, rolling->base_radius,
                                    rolling->rim, rolling->edge};
    }
    if (base->class == &SN_CLASS_CUSTOM && !set_custom(c, (const SnCustomJoint *)component, &joint))
        return false;
    for (int k = 0; joint.limited && k < sn_joint_n_coordinates(&joint); k++)
        if (joint.class->coordinate[k].limited &&
            joint.coordinate[k].lower > joint.coordinate[k].upper)
            return sn_compiler_fail(c, base, "lower limit is above the upper one: exchange them");
    add_joint(c, &joint);
    return true;
}

static bool set_polyline(SnCompiler *c, const SnPointOnPolyline *component, SnSystemJoint *joint)
{
    const SnComponent *base = &component->base.base.base.base;
    const SnPolylinePoint *points = component->points.entries;
    const int n = component->points.n;
    if (n < 2)
        return sn_compiler_fail(c, base, "its polyline needs at least 2 points, has %d", n);
    joint->smoothing = component->smoothing;
    joint->polyline = (int)c->polyline->len;
    joint->n_polyline = n;
    for (int i = 0; i < n; i++) {
        if (i > 0 && !(points[i].position[0] > points[i - 1].position[0]))
            return sn_compiler_fail(c, base,
                                    "x of its polyline points must increase: point %d does not "
                                    "lie beyond the one before",
                                    i);
        const double xz[2] = {points[i].position[0], points[i].position[2]};
        g_array_append_vals(c->polyline, xz, 1);
    }
    return true;
}

static bool add_surface_joint(SnCompiler *c, const SnSurfaceJoint *component)
{
    const SnComponent *base = &component->base.base.base;
    SnSystemJoint joint = new_joint(&component->base);
    joint.point = sn_compiler_point(c, component->point);
    if (joint.point < 0)
        return sn_compiler_fail(c, base, "has no point: choose a marker, particle or node");
    SnPose pose;
    if (!sn_compiler_pose(c, base, component->frame, component->location, component->rotation,
                          &pose))
        return false;
    const SnSystemPoint *point = &g_array_index(c->points, SnSystemPoint, joint.point);
    if (point->block == pose.block)
        return sn_compiler_fail(c, base,
                                "point and surface are on the same body (or both in the world): "
                                "choose another point or frame");
    joint.frame_a = sn_compiler_add_frame(c, SN_ID_NULL, &pose);
    joint.one_sided = component->one_sided;
    if (sn_class_is_a(base->class, &SN_CLASS_POINT_ON_POLYLINE) &&
        !set_polyline(c, (const SnPointOnPolyline *)component, &joint))
        return false;
    add_joint(c, &joint);
    return true;
}

int sn_compiler_coordinate(const SnCompiler *c, SnId id, SnCoordinateName name, int *coordinate)
{
    for (guint i = 0; i < c->joints->len; i++) {
        const SnSystemJoint *joint = &g_array_index(c->joints, SnSystemJoint, i);
        if (!sn_id_equal(joint->id, id))
            continue;
        const bool angle = name < SN_COORDINATE_TRANSLATION_1;
        int left = (int)name - (int)(angle ? SN_COORDINATE_ANGLE_1 : SN_COORDINATE_TRANSLATION_1);
        for (int k = 0; k < sn_joint_n_coordinates(joint); k++)
            if (name == SN_COORDINATE_FIRST ||
                (sn_joint_is_angle(joint, k) == angle && left-- == 0)) {
                *coordinate = k;
                return (int)i;
            }
    }
    return -1;
}

bool sn_compiler_add_several(SnCompiler *c, const SnComponent *base, const SnSeveralFields *several,
                             SnLeader *leaders, int *terms, int *n_terms)
{
    SnCoordinateName names[SN_TERMS_MOST_NUMBERS];
    const int n = several->others.n;
    const char *refused = sn_terms_refused(several->terms.values, several->terms.n, 1 + n);
    if (refused)
        return sn_compiler_fail(c, base, "it %s", refused);
    if (!sn_coordinates_named(several->other_coordinates, n, names))
        return sn_compiler_fail(c, base, "other_coordinates needs a name for each other joint");
    *terms = (int)c->joint_numbers->len;
    *n_terms = several->terms.n / (2 + n);
    for (int i = 0; *n_terms > 0 && i < n; i++) {
        leaders[i].joint =
            sn_compiler_coordinate(c, several->others.ids[i], names[i], &leaders[i].coordinate);
        if (leaders[i].joint < 0)
            return sn_compiler_fail(c, base,
                                    "other joint %d has not the coordinate that is asked for: "
                                    "choose another coordinate or joint",
                                    i + 1);
    }
    g_array_append_vals(c->joint_numbers, several->terms.values, (guint)several->terms.n);
    return true;
}

static bool add_gear(SnCompiler *c, const SnGear *component)
{
    const SnComponent *base = &component->base.base.base;
    SnSystemJoint joint = new_joint(&component->base);
    joint.geared[0] = sn_compiler_coordinate(c, component->joint_a, SN_COORDINATE_FIRST,
                                             &joint.geared_coordinate[0]);
    joint.geared[1] = sn_compiler_coordinate(c, component->joint_b, SN_COORDINATE_FIRST,
                                             &joint.geared_coordinate[1]);
    for (int k = 0; k < 2; k++)
        if (joint.geared[k] < 0)
            return sn_compiler_fail(c, base,
                                    "joint %c has no coordinate to gear: choose one that turns or "
                                    "slides, such as a hinge or a slider",
                                    k ? 'B' : 'A');
    if (joint.geared[0] == joint.geared[1])
        return sn_compiler_fail(c, base, "gears a joint with itself: choose another joint");
    add_joint(c, &joint);
    return true;
}

static const char no_such_coordinate[] =
    "%s has not the coordinate that is asked for: choose another coordinate or joint";

static bool add_coupler(SnCompiler *c, const SnCoupler *component)
{
    const SnComponent *base = &component->base.base.base;
    const SnFunctionText text = sn_function_text(&component->function);
    const char *refused = sn_function_refused(&text);
    SnSystemJoint joint = new_joint(&component->base);
    joint.geared[0] =
        sn_compiler_coordinate(c, component->joint_a, (SnCoordinateName)component->coordinate_a,
                               &joint.geared_coordinate[0]);
    joint.geared[1] =
        sn_compiler_coordinate(c, component->joint_b, (SnCoordinateName)component->coordinate_b,
                               &joint.geared_coordinate[1]);
    for (int k = 0; k < 2; k++)
        if (joint.geared[k] < 0)
            return sn_compiler_fail(c, base, no_such_coordinate, k ? "joint B" : "joint A");
    if (joint.geared[0] == joint.geared[1] &&
        joint.geared_coordinate[0] == joint.geared_coordinate[1])
        return sn_compiler_fail(c, base, "couples a coordinate with itself: choose another");
    if (refused)
        return sn_compiler_fail(c, base, "its relation %s", refused);
    sn_compiler_add_function(c, &text, &joint.function);
    SnLeader others[SN_TERMS_MOST_NUMBERS];
    if (!sn_compiler_add_several(c, base, &component->several, others, &joint.terms,
                                 &joint.n_terms))
        return false;
    joint.n_leaders = joint.n_terms > 0 ? component->several.others.n : 0;
    joint.leaders = c->system->joints.n_leaders;
    for (int i = 0; i < joint.n_leaders; i++) {
        if (others[i].joint == joint.geared[1] &&
            others[i].coordinate == joint.geared_coordinate[1])
            return sn_compiler_fail(c, base, "couples a coordinate with itself: choose another");
        SN_COMPILER_APPEND(c->system->joints.leaders, c->system->joints.n_leaders, others[i]);
    }
    add_joint(c, &joint);
    return true;
}

static bool add_drive(SnCompiler *c, const SnDrive *component)
{
    const SnComponent *base = &component->base.base.base;
    SnSystemJoint joint = new_joint(&component->base);
    joint.geared[0] = -1;
    joint.geared[1] = sn_compiler_coordinate(
        c, component->joint, (SnCoordinateName)component->coordinate, &joint.geared_coordinate[1]);
    if (joint.geared[1] < 0)
        return sn_compiler_fail(c, base, no_such_coordinate, "its joint");
    joint.input = sn_compiler_add_inputs(c, &component->value, 1);
    add_joint(c, &joint);
    return true;
}

bool sn_compile_start_distances(SnCompiler *c)
{
    for (int i = 0; i < c->system->joints.n; i++) {
        SnSystemJoint *joint = &c->system->joints.joints[i];
        double end[2][3], apart[3];
        if (joint->class != &SN_JOINT_DISTANCE || joint->length > 0)
            continue;
        for (int s = 0; s < 2; s++) {
            const SnSystemFrame *frame = &c->system->frames[s ? joint->frame_b : joint->frame_a];
            SnSystemPoint point = {.block = frame->block};
            sn_v3_copy(frame->position, point.local);
            sn_point_start(c->system, &point, end[s]);
        }
        sn_v3_sub(end[1], end[0], apart);
        joint->length = sn_v3_norm(apart);
        if (!(joint->length > 0))
            return sn_compiler_fail(c, sn_model_get(c->model, joint->id),
                                    "its ends are in one place: give it a length, move an end, or "
                                    "use a ball joint");
    }
    return true;
}

bool sn_compile_joints(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (sn_class_is_a(component->class, &SN_CLASS_FRAME_JOINT))
            good = add_frame_joint(c, (const SnFrameJoint *)component);
        else if (sn_class_is_a(component->class, &SN_CLASS_SURFACE_JOINT))
            good = add_surface_joint(c, (const SnSurfaceJoint *)component);
    }
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_GEAR)
            good = add_gear(c, (const SnGear *)component);
        else if (component->class == &SN_CLASS_COUPLER)
            good = add_coupler(c, (const SnCoupler *)component);
        else if (component->class == &SN_CLASS_DRIVE)
            good = add_drive(c, (const SnDrive *)component);
    }
    return good;
}
