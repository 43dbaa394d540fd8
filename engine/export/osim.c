/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim 4: bodies, joints with coordinates, markers, surfaces, meshes.  Its ground has y upwards:
 * what is at (x, y, z) here is at (x, z, -y) there. */
#include "engine/export/osim.h"

#include "engine/base/vec.h"
#include "engine/export/joints.h"
#include "engine/export/osim_parts.h"
#include "engine/export/osim_terms.h"
#include "engine/export/rates.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"
#include "engine/model/classes/strand.h"

#include <math.h>
#include <string.h>

/* --- what bodies carry --- */

static void write_mesh(SnExport *e, SnXmlOut *out, const SnComponent *component, const char *file,
                       const double scale[3])
{
    if (!file || !*file)
        return;
    g_autofree char *path = sn_export_file(e, file);
    char buffer[64];
    g_autofree char *name = sn_export_name(e, "mesh", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, "Mesh");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_leaf_numbers(out, "scale_factors", scale, 3);
    sn_xml_out_leaf(out, "mesh_file", path);
    sn_xml_out_end(out, "Mesh");
}

static void write_wrap(SnExport *e, SnXmlOut *out, const SnWrapSurface *wrap, int carrier,
                       const SnPlacement *pose)
{
    static const char *const classes[] = {[SN_WRAP_SURFACE_ELLIPSOID] = "WrapEllipsoid",
                                          [SN_WRAP_SURFACE_CYLINDER] = "WrapCylinder",
                                          [SN_WRAP_SURFACE_TORUS] = "WrapTorus",
                                          [SN_WRAP_SURFACE_PATCH] = NULL,
                                          [SN_WRAP_SURFACE_SPHERE] = "WrapSphere",
                                          [SN_WRAP_SURFACE_CONE] = NULL,
                                          [SN_WRAP_SURFACE_MESH] = NULL};
    static const char *const sides[] = {"all", "x", "-x", "y", "-y", "z", "-z"};
    const SnComponent *component = &wrap->base.base;
    char buffer[64];
    SnPlacement there;
    if (!classes[wrap->shape]) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "OpenSim wraps over spheres, ellipsoids, cylinders and tori only");
        return;
    }
    sn_export_in_ground(carrier, pose, &there);
    char *name = sn_export_name(e, "wrap", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, classes[wrap->shape]);
    sn_xml_out_text(out, "name", name);
    sn_export_osim_pose(out, "translation", "xyz_body_rotation", &there);
    sn_xml_out_leaf(out, "quadrant", sides[wrap->side]);
    if (wrap->shape == SN_WRAP_SURFACE_ELLIPSOID) {
        sn_xml_out_leaf_numbers(out, "dimensions", wrap->size, 3);
    } else if (wrap->shape == SN_WRAP_SURFACE_TORUS) {
        sn_xml_out_leaf_numbers(out, "inner_radius", wrap->size + 1, 1);
        sn_xml_out_leaf_numbers(out, "outer_radius", wrap->size, 1);
    } else {
        sn_xml_out_leaf_numbers(out, "radius", wrap->size, 1);
    }
    if (wrap->shape == SN_WRAP_SURFACE_CYLINDER)
        sn_xml_out_leaf_numbers(out, "length", wrap->size + 1, 1);
    sn_xml_out_end(out, classes[wrap->shape]);
    g_hash_table_insert(e->named, (gpointer)component, name);
    sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
}

/* Visuals stand in frames of their own. */
static void write_visuals(SnExport *e, SnXmlOut *out, const GArray *all, int carrier)
{
    sn_xml_out_begin(out, "components");
    for (guint i = 0; i < all->len; i++) {
        const SnExportHeld *held = &g_array_index(all, SnExportHeld, i);
        const SnVisual *visual = (const SnVisual *)held->component;
        char buffer[64];
        SnPlacement there;
        if (held->component->class != &SN_CLASS_VISUAL)
            continue;
        g_autofree char *name = sn_export_name(e, "frame", sn_export_wish(held->component, buffer));
        g_autofree char *socket = sn_export_socket(e, carrier);
        sn_export_in_ground(carrier, &held->pose, &there);
        sn_xml_out_begin(out, "PhysicalOffsetFrame");
        sn_xml_out_text(out, "name", name);
        sn_xml_out_leaf(out, "socket_parent", socket);
        sn_export_osim_pose(out, "translation", "orientation", &there);
        sn_xml_out_begin(out, "attached_geometry");
        write_mesh(e, out, held->component, visual->mesh, visual->scale);
        sn_xml_out_end(out, "attached_geometry");
        sn_xml_out_end(out, "PhysicalOffsetFrame");
        sn_export_tell(e, SN_IMPORT_EXACT, held->component, NULL);
    }
    sn_xml_out_end(out, "components");
}

static void write_carried(SnExport *e, SnXmlOut *out, const GArray *all, int carrier)
{
    write_visuals(e, out, all, carrier);
    sn_xml_out_begin(out, "WrapObjectSet");
    sn_xml_out_begin(out, "objects");
    for (guint i = 0; i < all->len; i++) {
        const SnExportHeld *held = &g_array_index(all, SnExportHeld, i);
        const SnWrapSurface *wrap = (const SnWrapSurface *)held->component;
        if (held->component->class == &SN_CLASS_WRAP_SURFACE)
            write_wrap(e, out, wrap, carrier, &held->pose);
    }
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "WrapObjectSet");
}

/* --- bodies --- */

static void write_body(SnExport *e, SnXmlOut *out, int index)
{
    const SnExportBody *body = sn_export_body(e, index);
    const SnComponent *component = &body->body->base.base;
    sn_xml_out_begin(out, "Body");
    sn_xml_out_text(out, "name", body->name);
    sn_xml_out_leaf_numbers(out, "mass", &body->mass.mass, 1);
    sn_xml_out_leaf_numbers(out, "mass_center", body->mass.center, 3);
    sn_xml_out_leaf_numbers(out, "inertia", body->mass.inertia, 6);
    if (body->body->shape == SN_SHAPE_MESH) {
        sn_xml_out_begin(out, "attached_geometry");
        write_mesh(e, out, component, body->body->mesh, body->body->scale);
        sn_xml_out_end(out, "attached_geometry");
    }
    write_carried(e, out, body->held_here, index);
    sn_xml_out_end(out, "Body");
    sn_export_tell(e, body->strays ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component,
                   body->strays ? SN_EXPORT_STRAYS : NULL);
}

/* --- joints --- */

static void write_frames(SnExport *e, SnXmlOut *out, int a, const SnPlacement *in_a, int b,
                         const SnPlacement *in_b)
{
    static const char *const sockets[2] = {"socket_parent_frame", "socket_child_frame"};
    static const char *const names[2] = {"parent_offset", "child_offset"};
    sn_export_offset_frames(e, out, sockets, names, (const int[]){a, b},
                            (const SnPlacement *const[]){in_a, in_b});
}

static void write_coordinate(SnXmlOut *out, const char *name, double value, double rate,
                             bool limited, double low, double high, bool locked)
{
    const double range[2] = {limited ? low : -1000, limited ? high : 1000};
    sn_xml_out_begin(out, "Coordinate");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_leaf_numbers(out, "default_value", &value, 1);
    if (rate != 0)
        sn_xml_out_leaf_numbers(out, "default_speed_value", &rate, 1);
    if (limited)
        sn_xml_out_leaf_numbers(out, "range", range, 2);
    if (locked)
        sn_xml_out_leaf(out, "locked", "true");
    sn_xml_out_end(out, "Coordinate");
}

/* Whether an input probe leads something of a component. */
static bool is_led(const SnExport *e, SnId id)
{
    for (guint i = 0; i < e->all->len; i++) {
        const SnInputProbe *probe = e->all->pdata[i];
        if (((const SnComponent *)e->all->pdata[i])->class != &SN_CLASS_INPUT_PROBE)
            continue;
        for (int k = 0; k < probe->base.targets.n; k++)
            if (sn_id_equal(probe->base.targets.targets[k].id, id))
                return true;
    }
    return false;
}

/* Whether a drive keeps the coordinate where it starts: OpenSim's lock. */
static bool is_locked(SnExport *e, int joint, int coordinate)
{
    const double start = sn_export_joint(e, joint)->coordinate[coordinate].value;
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        const SnDrive *drive = (const SnDrive *)component;
        int of, k;
        if (component->class != &SN_CLASS_DRIVE || !drive->base.enabled ||
            !sn_export_coordinate(e, drive->joint, drive->coordinate, &of, &k) || of != joint ||
            k != coordinate || is_led(e, component->id) || fabs(drive->value - start) > 1e-9)
            continue;
        sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
        return true;
    }
    return false;
}

/* Three angles, and for a free joint three places, of B seen from A, in whose axes it turns and
 * moves so. */
static void write_free_coordinates(SnExport *e, SnXmlOut *out, const char *name,
                                   const SnPlacement *ab, const double spin[3],
                                   const double *velocity)
{
    static const char *const endings[] = {"rx", "ry", "rz", "tx", "ty", "tz"};
    double values[6], rates[6] = {0};
    sn_export_osim_angles(ab->r, values);
    if (!sn_export_angle_rates(ab->r, spin, rates) && sn_v3_norm(spin) > 0)
        sn_import_report_note(e->report,
                              "%s starts without turning: its angles have no rates there", name);
    if (velocity)
        sn_v3_copy(velocity, rates + 3);
    sn_v3_copy(ab->p, values + 3);
    sn_xml_out_begin(out, "coordinates");
    for (int k = 0; k < (velocity ? 6 : 3); k++) {
        g_autofree char *wish = g_strdup_printf("%s_%s", name, endings[k]);
        g_autofree char *own = sn_export_name(e, "coordinate", wish);
        write_coordinate(out, own, values[k], rates[k], false, 0, 0, false);
    }
    sn_xml_out_end(out, "coordinates");
}

/* Axes that nothing moves along stand across the others: OpenSim wants three that differ. */
static void fill_axes(double axis[3][3], int n)
{
    double other[3];
    if (n == 0)
        sn_v3_set(1, 0, 0, axis[0]);
    if (n <= 1)
        sn_v3_tangents(axis[0], axis[1], other);
    if (n <= 2) {
        sn_v3_cross(axis[0], axis[1], axis[2]);
        if (!(sn_v3_normalize(axis[2], axis[2]) > 1e-9))
            sn_v3_tangents(axis[0], axis[2], other);
    }
}

/* Of the coordinates that a step follows. */
static char *names_of(const SnExportJoint *joint, const SnExportMove *move)
{
    int used[SN_EXPORT_MOVES];
    if (!move->terms)
        return g_strdup(move->coordinate >= 0 ? joint->coordinate[move->coordinate].name : "");
    const int n = joint->n_coordinates,
              count = sn_export_terms_used((const double *)move->terms->data,
                                           (int)move->terms->len / (1 + n), n, used);
    GString *names = g_string_new(NULL);
    for (int k = 0; k < count; k++)
        g_string_append_printf(names, "%s%s", k ? " " : "", joint->coordinate[used[k]].name);
    return g_string_free(names, FALSE);
}

static void write_transform(SnXmlOut *out, const SnExportJoint *joint)
{
    static const SnFunctionText none = {.kind = SN_FUNCTION_CONSTANT, .scale = 1};
    sn_xml_out_begin(out, "SpatialTransform");
    for (int turns = 1; turns >= 0; turns--) {
        const SnExportMove *moves[3] = {NULL};
        double axis[3][3];
        int n = 0;
        for (int k = 0; k < joint->n_moves; k++)
            if (joint->move[k].turns == turns && n < 3) {
                sn_v3_copy(joint->move[k].axis, axis[n]);
                moves[n++] = &joint->move[k];
            }
        fill_axes(axis, n);
        for (int i = 0; i < 3; i++) {
            g_autofree char *name =
                g_strdup_printf("%s%d", turns ? "rotation" : "translation", i + 1);
            g_autofree char *names = moves[i] ? names_of(joint, moves[i]) : g_strdup("");
            sn_xml_out_begin(out, "TransformAxis");
            sn_xml_out_text(out, "name", name);
            sn_xml_out_leaf(out, "coordinates", names);
            sn_xml_out_leaf_numbers(out, "axis", axis[i], 3);
            if (moves[i] && moves[i]->terms)
                sn_export_osim_terms(out, "function", (const double *)moves[i]->terms->data,
                                     (int)moves[i]->terms->len / (1 + joint->n_coordinates),
                                     joint->n_coordinates);
            else
                sn_export_osim_function(out, "function", moves[i] ? &moves[i]->function : &none);
            sn_xml_out_end(out, "TransformAxis");
        }
    }
    sn_xml_out_end(out, "SpatialTransform");
}

/* OpenSim's slider goes along x, this program's along z. */
static void turn_slider(SnPlacement *pose)
{
    static const SnPlacement back = {{0, 0, -1, 0, 1, 0, 1, 0, 0}, {0, 0, 0}};
    sn_placement_mul(pose, &back, pose);
}

static const char *class_of(const SnExportJoint *joint)
{
    const SnClass *class = joint->joint->base.base.base.class;
    return joint->held || class == &SN_CLASS_FIXED ? "WeldJoint"
           : joint->ball                           ? "BallJoint"
           : class == &SN_CLASS_HINGE              ? "PinJoint"
           : class == &SN_CLASS_SLIDER             ? "SliderJoint"
                                                   : "CustomJoint";
}

static void write_joint(SnExport *e, SnXmlOut *out, int index)
{
    const SnExportJoint *joint = sn_export_joint(e, index);
    const char *class = class_of(joint);
    SnPlacement a = joint->in_a, b = joint->in_b, ab;
    if (strcmp(class, "SliderJoint") == 0) {
        turn_slider(&a);
        turn_slider(&b);
    }
    sn_placement_mul(joint->a < 0 ? &(SnPlacement){{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0}}
                                  : &sn_export_body(e, joint->a)->world,
                     &a, &ab);
    sn_placement_inverse(&ab, &ab);
    sn_placement_mul(&ab, &sn_export_body(e, joint->b)->world, &ab);
    sn_placement_mul(&ab, &b, &ab);
    if (joint->held) /* as it is: both frames at one place */
        sn_placement_mul(&a, &ab, &a);
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", joint->name);
    write_frames(e, out, joint->a, &a, joint->b, &b);
    if (joint->ball) {
        write_free_coordinates(e, out, joint->name, &ab, joint->spin, NULL);
    } else if (!joint->held) {
        sn_xml_out_begin(out, "coordinates");
        for (int k = 0; k < joint->n_coordinates; k++) {
            const SnExportCoordinate *c = &joint->coordinate[k];
            write_coordinate(out, c->name, c->value, c->rate, c->limited, c->lower, c->upper,
                             is_locked(e, index, k));
        }
        sn_xml_out_end(out, "coordinates");
    }
    if (strcmp(class, "CustomJoint") == 0)
        write_transform(out, joint);
    sn_xml_out_end(out, class);
    const char *note = sn_export_osim_joint_note(joint);
    sn_export_tell(e, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT,
                   &joint->joint->base.base.base, note);
}

static void in_axes_of_ground(const double vector[3], SnPlacement *turned)
{
    SnPlacement given;
    sn_placement_identity(&given);
    sn_v3_copy(vector, given.p);
    sn_export_in_ground(-1, &given, turned);
}

/* A body without joint is free, attached or stands still. */
static void write_own_joint(SnExport *e, SnXmlOut *out, int index)
{
    static const SnPlacement here = {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0}};
    const SnExportBody *body = sn_export_body(e, index);
    const bool fixed = body->still || body->held;
    SnPlacement in_ground, velocity, spin;
    g_autofree char *name = sn_export_name(e, "joint", body->name);
    sn_export_in_ground(-1, &body->world, &in_ground);
    in_axes_of_ground(body->velocity, &velocity);
    in_axes_of_ground(body->spin, &spin);
    sn_xml_out_begin(out, fixed ? "WeldJoint" : "FreeJoint");
    sn_xml_out_text(out, "name", name);
    if (fixed) {
        write_frames(e, out, body->parent, &body->in_parent, index, &here);
    } else {
        g_autofree char *socket = sn_export_socket(e, index);
        sn_xml_out_leaf(out, "socket_parent_frame", "/ground");
        sn_xml_out_leaf(out, "socket_child_frame", socket);
        write_free_coordinates(e, out, body->name, &in_ground, spin.p, velocity.p);
    }
    sn_xml_out_end(out, fixed ? "WeldJoint" : "FreeJoint");
}

static bool is_written(const SnExportBody *body)
{
    return body->body->shape != SN_SHAPE_HALF_SPACE;
}

static void write_sets(SnExport *e, SnXmlOut *out)
{
    sn_xml_out_begin(out, "BodySet");
    sn_xml_out_begin(out, "objects");
    for (guint i = 0; i < e->bodies->len; i++)
        if (is_written(sn_export_body(e, e->order[i])))
            write_body(e, out, e->order[i]);
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "BodySet");
    sn_xml_out_begin(out, "JointSet");
    sn_xml_out_begin(out, "objects");
    for (guint i = 0; i < e->bodies->len; i++) {
        const SnExportBody *body = sn_export_body(e, e->order[i]);
        if (is_written(body) && body->joint >= 0)
            write_joint(e, out, body->joint);
        else if (is_written(body))
            write_own_joint(e, out, e->order[i]);
    }
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "JointSet");
}

static void write_markers_of(SnExport *e, SnXmlOut *out, const GArray *all, int carrier)
{
    for (guint i = 0; i < all->len; i++) {
        const SnExportHeld *held = &g_array_index(all, SnExportHeld, i);
        char buffer[64];
        SnPlacement there;
        if (held->component->class != &SN_CLASS_MARKER)
            continue;
        g_autofree char *name =
            sn_export_name(e, "marker", sn_export_wish(held->component, buffer));
        g_autofree char *socket = sn_export_socket(e, carrier);
        sn_export_in_ground(carrier, &held->pose, &there);
        sn_xml_out_begin(out, "Marker");
        sn_xml_out_text(out, "name", name);
        sn_xml_out_leaf(out, "socket_parent_frame", socket);
        sn_xml_out_leaf_numbers(out, "location", there.p, 3);
        sn_xml_out_end(out, "Marker");
        sn_export_tell(e, SN_IMPORT_EXACT, held->component, NULL);
    }
}

void sn_export_osim(SnExport *e, SnXmlOut *out)
{
    const SnModelComponent *root = (const SnModelComponent *)e->model->root;
    SnPlacement gravity;
    sn_placement_identity(&gravity);
    sn_v3_copy(root->gravity, gravity.p);
    sn_export_in_ground(-1, &gravity, &gravity);
    sn_xml_out_begin(out, "OpenSimDocument");
    sn_xml_out_text(out, "Version", "40000");
    sn_xml_out_begin(out, "Model");
    sn_xml_out_text(out, "name", root->title && *root->title ? root->title : "model");
    sn_xml_out_leaf_numbers(out, "gravity", gravity.p, 3);
    sn_xml_out_begin(out, "Ground");
    sn_xml_out_text(out, "name", "ground");
    write_carried(e, out, e->world, -1);
    sn_xml_out_end(out, "Ground");
    write_sets(e, out);
    sn_export_osim_forces(e, out);
    sn_xml_out_begin(out, "MarkerSet");
    sn_xml_out_begin(out, "objects");
    write_markers_of(e, out, e->world, -1);
    for (guint i = 0; i < e->bodies->len; i++)
        write_markers_of(e, out, sn_export_body(e, (int)i)->held_here, (int)i);
    sn_xml_out_end(out, "objects");
    sn_xml_out_end(out, "MarkerSet");
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_FRAME)
            sn_export_tell(e, SN_IMPORT_EXACT, component, NULL); /* what is on it is */
    }
    sn_xml_out_end(out, "Model");
    sn_xml_out_end(out, "OpenSimDocument");
}
