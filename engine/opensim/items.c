/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The components of a document, wherever they stand: in sets, in bodies, in lists of components.
 * Sets may lie in files of their own. */
#include "engine/opensim/osim.h"

#include <string.h>

static const struct {
    SnOsimKind kind;
    const char *classes; /* with a blank around each */
} KINDS[] = {
    {SN_OSIM_FRAME, " Ground Body PhysicalOffsetFrame StationDefinedFrame OffsetFrame "},
    {SN_OSIM_JOINT,
     " WeldJoint PinJoint SliderJoint UniversalJoint GimbalJoint BallJoint PlanarJoint FreeJoint "
     "CustomJoint EllipsoidJoint ScapulothoracicJoint ConstantCurvatureJoint "},
    {SN_OSIM_COORDINATE, " Coordinate "},
    {SN_OSIM_CONSTRAINT,
     " WeldConstraint PointConstraint ConstantDistanceConstraint CoordinateCouplerConstraint "
     "PointOnLineConstraint RollingOnSurfaceConstraint "},
    {SN_OSIM_MARKER, " Marker Station "},
    {SN_OSIM_CONTACT_SHAPE,
     " ContactSphere ContactHalfSpace ContactMesh ContactCylinder ContactEllipsoid ContactTorus "
     "Smith2018ContactMesh "},
    {SN_OSIM_WRAP,
     " WrapCylinder WrapSphere WrapEllipsoid WrapTorus WrapCylinderObst WrapSphereObst "
     "WrapDoubleCylinderObst "},
    {SN_OSIM_GEOMETRY, " Brick Sphere Ellipsoid Cylinder Cone Torus "},
    {SN_OSIM_CONTROLLER,
     " PrescribedController ControlSetController CorrectionController ToyReflexController "
     "ActuatorController InputController "},
    {SN_OSIM_FORCE,
     " Thelen2003Muscle Thelen2003Muscle_Deprecated Schutte1993Muscle "
     "Schutte1993Muscle_Deprecated Delp1990Muscle Delp1990Muscle_Deprecated "
     "Millard2012EquilibriumMuscle Millard2012AccelerationMuscle RigidTendonMuscle "
     "DeGrooteFregly2016Muscle McKibbenActuator ContDerivMuscle_Deprecated PathActuator "
     "PathSpring PointToPointSpring BushingForce FunctionBasedBushingForce "
     "ExpressionBasedBushingForce ExpressionBasedPointToPointForce ExpressionBasedCoordinateForce "
     "CoordinateLimitForce ExponentialCoordinateLimitForce CoordinateLinearStop "
     "CoordinateLinearSpring CoordinateLinearDamper SpringGeneralizedForce CoordinateActuator "
     "ActivationCoordinateActuator TorqueActuator BodyActuator PointActuator PointToPointActuator "
     "ClutchedPathSpring Ligament Blankevoort1991Ligament HuntCrossleyForce "
     "ElasticFoundationForce SmoothSphereHalfSpaceForce MeyerFregly2016Force "
     "ExponentialContactForce PrescribedForce "
     "ExternalForce BodyDragForce PistonActuator ControllableSpring Smith2018ArticularContactForce "
     "CoordinateGeneralizedForce GeneralizedForce Force Torque "},
};

static SnOsimKind kind_of_class(const char *class)
{
    g_autofree char *word = g_strdup_printf(" %s ", class);
    for (size_t i = 0; i < G_N_ELEMENTS(KINDS); i++) {
        if (strstr(KINDS[i].classes, word))
            return KINDS[i].kind;
    }
    if (g_str_has_prefix(class, "CMC_"))
        return SN_OSIM_NOT_NEEDED;
    if (g_str_has_suffix(class, "Muscle") || g_str_has_suffix(class, "Force") ||
        g_str_has_suffix(class, "Actuator") || g_str_has_suffix(class, "Ligament"))
        return SN_OSIM_FORCE;
    if (g_str_has_suffix(class, "Controller"))
        return SN_OSIM_CONTROLLER;
    if (g_str_has_suffix(class, "Probe") || g_str_has_suffix(class, "Reporter") ||
        g_str_has_suffix(class, "Task"))
        return SN_OSIM_NOT_NEEDED;
    if (g_str_has_suffix(class, "Joint"))
        return SN_OSIM_JOINT;
    if (g_str_has_suffix(class, "Constraint"))
        return SN_OSIM_CONSTRAINT;
    return SN_OSIM_UNKNOWN;
}

/* Muscles of plug-ins have any name, and a path. */
static SnOsimKind kind_of(const SnXmlNode *node)
{
    const SnOsimKind kind = kind_of_class(sn_osim_plain_class(node->name));
    const bool muscle = kind == SN_OSIM_UNKNOWN && sn_xml_child(node, "max_isometric_force") &&
                        (sn_xml_child(node, "GeometryPath") || sn_xml_child(node, "path") ||
                         sn_xml_child(node, "MusclePointSet"));
    return muscle ? SN_OSIM_FORCE : kind;
}

/* Elements that only hold others, and are no step of a component's path. */
static bool is_holder(const SnXmlNode *node)
{
    static const char *const names[] = {"objects",       "components", "frames",
                                        "coordinates",   "Joint",      "attached_geometry",
                                        "WrapObjectSet", "path",       NULL};
    for (int i = 0; names[i]; i++) {
        if (sn_osim_is(node, names[i]))
            return true;
    }
    return false;
}

/* A set that people wrote by hand may have its components without <objects> around them. */
static bool is_bare_set(const SnXmlNode *node)
{
    static const char *const sets[] = {"ForceSet",  "ActuatorSet",        "ConstraintSet",
                                       "MarkerSet", "ContactGeometrySet", "ControllerSet",
                                       "JointSet",  "WrapObjectSet",      NULL};
    return g_strv_contains(sets, node->name) && !sn_xml_child(node, "objects");
}

static bool is_list(const SnXmlNode *node)
{
    return sn_osim_is(node, "objects") || sn_osim_is(node, "components") ||
           sn_osim_is(node, "frames") || is_bare_set(node);
}

static void add(SnOsim *osim, const SnXmlNode *node, SnOsimKind kind, const char *path)
{
    const SnOsimItem item = {.node = node, .kind = kind, .path = g_strdup(path), .index = -1};
    int index = (int)osim->items->len;
    g_array_append_val(osim->items, item);
    g_hash_table_insert(osim->items_by_node, (gpointer)node, GINT_TO_POINTER(index + 1));
    const char *name = sn_osim_name_of(node);
    GArray *same = g_hash_table_lookup(osim->items_by_name, name);
    if (!same) {
        same = g_array_new(FALSE, FALSE, sizeof(int));
        g_hash_table_insert(osim->items_by_name, (gpointer)name, same);
    }
    g_array_append_val(same, index);
}

/* A set in a file of its own: <ForceSet file="muscles.xml"/>.  Its objects, or NULL. */
static const SnXmlNode *included(SnOsim *osim, const SnXmlNode *node)
{
    const char *name = sn_xml_attribute(node, "file");
    const SnXmlNode *known = g_hash_table_lookup(osim->included, node);
    if (known || !name || !*name || node->first)
        return known;
    g_autofree char *slashes = g_strdelimit(g_strdup(name), "\\", '/');
    g_autofree char *path = g_path_is_absolute(slashes)
                                ? g_strdup(slashes)
                                : g_build_filename(osim->folder, slashes, NULL);
    GError *problem = NULL;
    SnXml *xml = sn_xml_read(path, &problem);
    if (!xml) {
        sn_import_report_note(osim->report, "<%s file=\"%s\">: %s", node->name, name,
                              problem->message);
        g_error_free(problem);
        return NULL;
    }
    g_ptr_array_add(osim->parts, xml);
    const SnXmlNode *root = sn_xml_root(xml), *set = sn_xml_child(root, node->name);
    g_hash_table_insert(osim->included, (gpointer)node, (gpointer)(set ? set : root));
    return set ? set : root;
}

static void walk(SnOsim *osim, const SnXmlNode *node, const char *path, int depth);

static void walk_one(SnOsim *osim, const SnXmlNode *child, const char *path, bool in_list,
                     int depth)
{
    if (sn_osim_is(child, "defaults") || sn_osim_is(child, "groups") ||
        sn_osim_is(child, "VisibleObject") || sn_osim_is(child, "SpatialTransform") ||
        sn_osim_is(child, "TransformAxisSet") || sn_osim_is(child, "DofSet") ||
        sn_osim_is(child, "SpeedSet"))
        return;
    const char *name = sn_osim_name_of(child);
    const bool holder = is_holder(child);
    g_autofree char *own = holder || !*name ? g_strdup(path) : g_strconcat(path, "/", name, NULL);
    SnOsimKind kind = holder ? SN_OSIM_UNKNOWN : kind_of(child);
    /* outside lists, words like <CoordinateLimitForce> are properties only where they have names */
    const bool component = !holder && (in_list || kind == SN_OSIM_FRAME || kind == SN_OSIM_JOINT ||
                                       (kind == SN_OSIM_COORDINATE && *name));
    if (component && sn_osim_broken(osim, child)) {
        sn_osim_left_out(osim, child, sn_osim_broken(osim, child));
        return;
    }
    if (component && !g_str_has_suffix(child->name, "Set") && (in_list || kind != SN_OSIM_UNKNOWN))
        add(osim, child, kind, own);
    if (component &&
        (kind == SN_OSIM_FORCE || kind == SN_OSIM_CONTROLLER || kind == SN_OSIM_CONSTRAINT ||
         kind == SN_OSIM_CONTACT_SHAPE || kind == SN_OSIM_MARKER || kind == SN_OSIM_NOT_NEEDED)) {
        walk(osim, sn_xml_child(child, "components"), own, depth + 1);
        walk(osim, sn_xml_child(child, "frames"), own, depth + 1);
        return;
    }
    const SnXmlNode *other = included(osim, child);
    if (other && depth < 8)
        walk(osim, other, own, depth + 1);
    walk(osim, child, own, depth);
}

static void walk(SnOsim *osim, const SnXmlNode *node, const char *path, int depth)
{
    if (!node)
        return;
    const bool in_list = is_list(node);
    for (const SnXmlNode *child = node->first; child; child = child->next)
        walk_one(osim, child, path, in_list, depth);
}

void sn_osim_collect(SnOsim *osim)
{
    walk(osim, osim->model, "", 0);
}

/* --- references --- */

/* The path that a reference means: absolute as it is, relative from the component that holds it. */
static char *absolute(const SnOsim *osim, const SnXmlNode *from, const char *path)
{
    if (*path == '/')
        return g_strdup(path);
    const char *own = NULL;
    for (const SnXmlNode *at = from; at && !own; at = at->parent) {
        const gpointer found = g_hash_table_lookup(osim->items_by_node, at);
        own = found ? sn_osim_item(osim, GPOINTER_TO_INT(found) - 1)->path : NULL;
    }
    g_autofree char *joined = g_strconcat(own ? own : "", "/", path, NULL);
    g_auto(GStrv) steps = g_strsplit(joined, "/", -1);
    g_autoptr(GPtrArray) kept = g_ptr_array_new();
    for (int i = 0; steps[i]; i++) {
        if (strcmp(steps[i], "..") == 0 && kept->len > 0)
            g_ptr_array_remove_index(kept, kept->len - 1);
        else if (*steps[i] && strcmp(steps[i], ".") != 0 && strcmp(steps[i], "..") != 0)
            g_ptr_array_add(kept, steps[i]);
    }
    GString *text = g_string_new(NULL);
    for (guint i = 0; i < kept->len; i++)
        g_string_append_printf(text, "/%s", (char *)kept->pdata[i]);
    return g_string_free(text, FALSE);
}

/* How many elements around both. */
static int shared_depth(const SnXmlNode *a, const SnXmlNode *b)
{
    while (a && b && a != b) {
        if (a->depth >= b->depth)
            a = a->parent;
        else
            b = b->parent;
    }
    return a && a == b ? a->depth : -1;
}

int sn_osim_find(const SnOsim *osim, const SnXmlNode *from, const char *path, unsigned kinds)
{
    g_autofree char *full = absolute(osim, from, path);
    const char *slash = strrchr(full, '/');
    const GArray *same = g_hash_table_lookup(osim->items_by_name, slash ? slash + 1 : full);
    int best = -1, best_depth = -2;
    for (guint i = 0; same && i < same->len; i++) {
        const int index = g_array_index(same, int, i);
        const SnOsimItem *item = sn_osim_item(osim, index);
        if (!(kinds & (1u << item->kind)) || item->node == from)
            continue;
        int depth = shared_depth(from, item->node);
        if (strcmp(item->path, full) == 0)
            depth = 1000;
        else if (*path == '/' && g_str_has_suffix(full, item->path))
            depth = 999; /* with the model's name before it */
        if (depth > best_depth) {
            best = index;
            best_depth = depth;
        }
    }
    return best;
}
