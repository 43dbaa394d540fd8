/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree of <worldbody>: bodies, joints, geoms, sites, with what <frame> and <replicate> do. */
#include "engine/mjcf/mjcf.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

enum { MAX_MADE = 50000 };

/* Where an element stands: the body, what frames have moved it by there, the class of its
 * children, what is added to names. */
typedef struct Place {
    int body, class;
    SnPlacement frame;
    const char *suffix;
} Place;

/* What is made of the elements in a body, a frame or a copy. */
typedef void Reader(SnMjcf *mjcf, const SnXmlNode *node, const Place *place);

static void read_children(SnMjcf *mjcf, const SnXmlNode *node, const Place *place);

static char *full_name(const SnXmlNode *node, const Place *place, const char *otherwise)
{
    const char *name = sn_mjcf_name_of(node);
    return g_strconcat(*name ? name : otherwise, place->suffix, NULL);
}

/* Of two of one name the first is meant (MuJoCo refuses them). */
static void remember(SnMjcf *mjcf, GHashTable *table, const SnXmlNode *node, const char *name,
                     guint number)
{
    if (!*sn_mjcf_name_of(node))
        return;
    if (g_hash_table_contains(table, name))
        sn_import_report_note(mjcf->report,
                              "line %d: the %s \"%.100s\" is there twice; its name means the first",
                              node->line, node->name, name);
    else
        g_hash_table_insert(table, g_strdup(name), GINT_TO_POINTER((int)number));
}

/* False, and an error, where a document makes too much. */
static bool has_room(SnMjcf *mjcf, const SnXmlNode *node)
{
    if (mjcf->n_made++ < MAX_MADE)
        return true;
    sn_mjcf_fail(mjcf, node, "is one of more than %d bodies, joints, geoms and sites", MAX_MADE);
    return false;
}

/* --- joints --- */

/* What a joint does by itself, in all its directions alike. */
static void read_forces(SnMjcf *mjcf, SnMjcfJoint *joint)
{
    const SnMjcfElement *element = &joint->element;
    joint->stiffness = sn_mjcf_slope(mjcf, element, "stiffness");
    joint->damping = sn_mjcf_slope(mjcf, element, "damping");
    joint->armature = fmax(sn_mjcf_number(mjcf, element, "armature", 0), 0);
    joint->friction = sn_mjcf_number(mjcf, element, "frictionloss", 0);
    if (mjcf->no_springs)
        joint->stiffness = 0;
    if (mjcf->no_dampers)
        joint->damping = 0;
    if (mjcf->no_friction)
        joint->friction = 0;
}

static SnMjcfJoint mjcf_read_joint(SnMjcf *mjcf, const SnXmlNode *node, int class)
{
    static const char *const kinds[] = {"free", "ball", "slide", "hinge"};
    const bool free = strcmp(node->name, "freejoint") == 0;
    SnMjcfJoint joint = {.element = sn_mjcf_element(mjcf, node, "joint", class),
                         .kind = SN_MJCF_HINGE,
                         .axis = {0, 0, 1}};
    if (free)
        joint.element.kind = NULL; /* takes no defaults */
    const SnMjcfElement *element = &joint.element;
    const int kind = free ? SN_MJCF_FREE : sn_mjcf_word(mjcf, element, "type", kinds, 4);
    joint.kind = kind < 0 ? SN_MJCF_HINGE : (SnMjcfJointKind)kind;
    const double unit = joint.kind == SN_MJCF_SLIDE ? 1 : sn_mjcf_compiler(mjcf, node)->angle;
    read_forces(mjcf, &joint);
    if (joint.kind == SN_MJCF_FREE)
        return joint;
    sn_mjcf_numbers(mjcf, element, "pos", 3, 3, joint.place);
    sn_mjcf_numbers(mjcf, element, "axis", 3, 3, joint.axis);
    if (!(sn_v3_normalize(joint.axis, joint.axis) > 0))
        sn_mjcf_fail(mjcf, node, "has an axis without direction");
    sn_mjcf_numbers(mjcf, element, "range", 2, 2, joint.range);
    joint.limited = !mjcf->no_limits && sn_mjcf_limited(mjcf, element, "limited", "range");
    for (int k = 0; k < 2; k++)
        joint.range[k] *= unit;
    if (joint.limited && !(joint.range[0] <= joint.range[1]))
        sn_mjcf_fail(mjcf, node, "has a range whose lower end is above the upper one");
    joint.reference = unit * sn_mjcf_number(mjcf, element, "ref", 0);
    joint.rest = unit * sn_mjcf_number(mjcf, element, "springref", 0);
    sn_mjcf_numbers(mjcf, element, "springdamper", 2, 2, joint.settling);
    sn_mjcf_find_soft(mjcf, element);
    return joint;
}

static void turn_into_body(const SnMjcf *mjcf, int body, SnMjcfJoint *joint)
{
    const SnPlacement *world = &sn_mjcf_body(mjcf, body)->world;
    double back[9], axis[3], place[3];
    sn_m3_transpose(world->r, back);
    sn_m3_mul_v3(back, joint->axis, axis);
    sn_v3_copy(axis, joint->axis);
    if (!sn_mjcf_says_where(mjcf, &joint->element))
        return;
    sn_v3_sub(joint->place, world->p, place);
    sn_m3_mul_v3(back, place, joint->place);
}

/* A frame moves joints, too: their places and axes. */
static void move_joint(const SnPlacement *frame, SnMjcfJoint *joint)
{
    double place[3], axis[3];
    sn_m3_mul_v3(frame->r, joint->place, place);
    sn_v3_add(place, frame->p, joint->place);
    sn_m3_mul_v3(frame->r, joint->axis, axis);
    sn_v3_copy(axis, joint->axis);
}

static void add_joint(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    SnMjcfJoint joint = mjcf_read_joint(mjcf, node, place->class);
    if (mjcf->global)
        turn_into_body(mjcf, place->body, &joint);
    move_joint(&place->frame, &joint);
    joint.name = full_name(node, place, "");
    g_array_append_val(mjcf->joints, joint);
    remember(mjcf, mjcf->joint_by_name, node, joint.name, mjcf->joints->len);
    sn_mjcf_body(mjcf, place->body)->n_joints++;
}

/* --- geoms, sites --- */

/* Place, axes and half length from two end points; false: not given. */
static bool from_to(SnMjcf *mjcf, SnMjcfGeom *geom)
{
    double ends[6], along[3];
    if (sn_mjcf_numbers(mjcf, &geom->element, "fromto", 6, 6, ends) == 0)
        return false;
    sn_v3_sub(ends + 3, ends, along);
    for (int k = 0; k < 3; k++)
        geom->pose.p[k] = 0.5 * (ends[k] + ends[k + 3]);
    const double half = 0.5 * sn_v3_normalize(along, along);
    if (!(half > 0)) {
        sn_mjcf_fail(mjcf, geom->element.node, "has a fromto without length");
        return true;
    }
    sn_mjcf_axes_along(along, geom->pose.r);
    if (geom->kind == SN_MJCF_BOX || geom->kind == SN_MJCF_ELLIPSOID) {
        geom->size[1] = geom->size[0];
        geom->size[2] = half;
    } else {
        geom->size[1] = half;
    }
    return true;
}

/* How many sizes each kind needs; 0: what it has stands elsewhere. */
static bool has_size(const SnMjcfGeom *geom)
{
    static const int needs[SN_MJCF_N_GEOM_KINDS] = {0, 0, 1, 2, 3, 2, 3, 0, 0};
    for (int k = 0; k < needs[geom->kind]; k++)
        if (!(geom->size[k] > 1e-9 && geom->size[k] <= 1e6))
            return false;
    return true;
}

/* Why a geom cannot be there; NULL: it can. */
static const char *lacks(const SnMjcf *mjcf, const SnMjcfGeom *geom)
{
    if (geom->kind == SN_MJCF_MESH || geom->kind == SN_MJCF_HFIELD)
        if (!geom->mesh)
            return "its mesh or height field is not there";
    if ((geom->kind == SN_MJCF_PLANE || geom->kind == SN_MJCF_HFIELD) &&
        sn_mjcf_body(mjcf, geom->body)->n_joints > 0)
        return geom->kind == SN_MJCF_PLANE ? "a plane cannot move" : "a height field cannot move";
    return has_size(geom) ? NULL : "it has no size that a solid can have (1e-9 to 1e6)";
}

static SnMjcfGeom mjcf_read_geom(SnMjcf *mjcf, const SnXmlNode *node, int class)
{
    static const char *const kinds[] = {"plane",    "hfield", "sphere", "capsule", "ellipsoid",
                                        "cylinder", "box",    "mesh",   "sdf"};
    SnMjcfGeom geom = {.element = sn_mjcf_element(mjcf, node, "geom", class),
                       .kind = SN_MJCF_SPHERE};
    const SnMjcfElement *element = &geom.element;
    const int kind = sn_mjcf_word(mjcf, element, "type", kinds, SN_MJCF_N_GEOM_KINDS);
    const bool field = kind == SN_MJCF_HFIELD;
    const int mesh = field ? sn_mjcf_named(mjcf, element, "hfield", mjcf->hfield_by_name)
                           : sn_mjcf_named(mjcf, element, "mesh", mjcf->mesh_by_name);
    double friction[5] = {1, 0.005, 0.0001};
    geom.kind = kind >= 0 ? (SnMjcfGeomKind)kind : SN_MJCF_SPHERE;
    geom.mesh = mesh >= 0 ? mjcf->meshes->pdata[mesh] : NULL;
    sn_mjcf_numbers(mjcf, element, "size", 1, 3, geom.size);
    sn_mjcf_pose(mjcf, element, &geom.pose);
    if (geom.kind >= SN_MJCF_CAPSULE && geom.kind <= SN_MJCF_BOX)
        from_to(mjcf, &geom);
    const bool named = !field && sn_mjcf_get(mjcf, element, "mesh");
    if (named && !(geom.mesh && geom.kind != SN_MJCF_MESH && sn_mjcf_fit(mjcf, &geom)))
        geom.kind = SN_MJCF_MESH;
    geom.contype = sn_mjcf_integer(mjcf, element, "contype", 1);
    geom.conaffinity = sn_mjcf_integer(mjcf, element, "conaffinity", 1);
    geom.condim = sn_mjcf_integer(mjcf, element, "condim", 3);
    geom.priority = sn_mjcf_integer(mjcf, element, "priority", 0);
    geom.group = sn_mjcf_integer(mjcf, element, "group", 0);
    sn_mjcf_numbers(mjcf, element, "friction", 1, 5, friction);
    geom.friction = fmin(fmax(friction[0], 0), 100);
    geom.twisting = fmin(fmax(friction[1], 0), 100);
    geom.rolling = fmin(fmax(friction[2], 0), 100);
    return geom;
}

static void add_geom(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    SnMjcfGeom geom = mjcf_read_geom(mjcf, node, place->class);
    geom.body = place->body;
    geom.name = full_name(node, place, "");
    if (sn_mjcf_says_where(mjcf, &geom.element))
        sn_mjcf_from_global(mjcf, &sn_mjcf_body(mjcf, place->body)->world, &geom.pose);
    sn_placement_mul(&place->frame, &geom.pose, &geom.pose);
    const char *why = lacks(mjcf, &geom);
    if (why) {
        sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, geom.name, why);
        g_free(geom.name);
        return;
    }
    g_array_append_val(mjcf->geoms, geom);
    remember(mjcf, mjcf->geom_by_name, node, geom.name, mjcf->geoms->len);
}

static void add_site(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    SnMjcfSite site = {.element = sn_mjcf_element(mjcf, node, "site", place->class),
                       .body = place->body};
    double ends[6], along[3];
    sn_mjcf_pose(mjcf, &site.element, &site.pose);
    if (sn_mjcf_numbers(mjcf, &site.element, "fromto", 6, 6, ends) == 6) {
        sn_v3_sub(ends + 3, ends, along);
        for (int k = 0; k < 3; k++)
            site.pose.p[k] = 0.5 * (ends[k] + ends[k + 3]);
        if (sn_v3_normalize(along, along) > 0)
            sn_mjcf_axes_along(along, site.pose.r);
    }
    if (sn_mjcf_says_where(mjcf, &site.element))
        sn_mjcf_from_global(mjcf, &sn_mjcf_body(mjcf, place->body)->world, &site.pose);
    sn_placement_mul(&place->frame, &site.pose, &site.pose);
    site.name = full_name(node, place, "");
    g_array_append_val(mjcf->sites, site);
    remember(mjcf, mjcf->site_by_name, node, site.name, mjcf->sites->len);
}

/* --- frames and copies --- */

static void in_frame(SnMjcf *mjcf, const SnXmlNode *node, const Place *place, Reader *read)
{
    const SnMjcfElement element = {node, NULL, place->class};
    Place inside = *place;
    SnPlacement pose;
    sn_mjcf_pose(mjcf, &element, &pose);
    sn_placement_mul(&place->frame, &pose, &inside.frame);
    inside.class = sn_mjcf_class(mjcf, node, sn_xml_attribute(node, "childclass"), place->class);
    read(mjcf, node, &inside);
}

/* Each copy is moved and turned from the one before; copies in copies have the inner number first,
 * each as wide as the count. */
static void in_copies(SnMjcf *mjcf, const SnXmlNode *node, const Place *place, Reader *read)
{
    const SnMjcfElement element = {node, NULL, place->class};
    const int count = sn_mjcf_integer(mjcf, &element, "count", 0);
    const char *between = sn_xml_attribute(node, "sep");
    int digits = 1;
    Place inside = *place;
    SnPlacement step;
    sn_mjcf_pose(mjcf, &element, &step);
    sn_mjcf_numbers(mjcf, &element, "offset", 3, 3, step.p);
    for (int k = count; k >= 10; k /= 10)
        digits++;
    for (int i = 0; i < count && !mjcf->error && has_room(mjcf, node); i++) {
        g_autofree char *suffix =
            g_strdup_printf("%s%0*d%s", between ? between : "", digits, i, place->suffix);
        inside.suffix = suffix;
        read(mjcf, node, &inside);
        sn_placement_mul(&inside.frame, &step, &inside.frame);
    }
}

static void read_frame(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    in_frame(mjcf, node, place, read_children);
}

static void read_replicate(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    in_copies(mjcf, node, place, read_children);
}

/* Joints of one body stand together in the list: they are read before what the body holds. */
static void read_joints(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at && !mjcf->error;
         at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "frame") == 0)
            in_frame(mjcf, at, place, read_joints);
        else if (strcmp(at->name, "replicate") == 0)
            in_copies(mjcf, at, place, read_joints);
        else if ((strcmp(at->name, "joint") == 0 || strcmp(at->name, "freejoint") == 0) &&
                 has_room(mjcf, at))
            add_joint(mjcf, at, place);
    }
}

/* --- bodies --- */

static void add_body(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    const SnMjcfElement element = {node, NULL, place->class};
    SnMjcfBody body = {.node = node, .parent = place->body, .first_joint = (int)mjcf->joints->len};
    sn_mjcf_pose(mjcf, &element, &body.here);
    if (sn_mjcf_says_where(mjcf, &element))
        sn_mjcf_from_global(mjcf, &sn_mjcf_body(mjcf, place->body)->world, &body.here);
    sn_placement_mul(&place->frame, &body.here, &body.here);
    sn_placement_mul(&sn_mjcf_body(mjcf, place->body)->world, &body.here, &body.world);
    body.mocap = sn_mjcf_flag(mjcf, &element, "mocap") == 1;
    if (!mjcf->no_springs || !mjcf->no_dampers) /* without passive forces: none */
        body.carried = sn_mjcf_number(mjcf, &element, "gravcomp", 0);
    body.name = full_name(node, place, "body");
    g_array_append_val(mjcf->bodies, body);
    remember(mjcf, mjcf->body_by_name, node, body.name, mjcf->bodies->len);
    Place inside = {.body = (int)mjcf->bodies->len - 1, .suffix = place->suffix};
    inside.class = sn_mjcf_class(mjcf, node, sn_xml_attribute(node, "childclass"), place->class);
    sn_placement_identity(&inside.frame);
    read_joints(mjcf, node, &inside);
    SnMjcfBody *added = sn_mjcf_body(mjcf, inside.body);
    added->moves = added->n_joints > 0 || sn_mjcf_body(mjcf, place->body)->moves;
    read_children(mjcf, node, &inside);
}

static void add_flexcomp(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    g_autofree char *name = full_name(node, place, "flex");
    Place inside = *place;
    inside.class = 0; /* what MuJoCo makes has the defaults of the document */
    const SnXmlNode *made = sn_mjcf_read_flexcomp(mjcf, node, place->body, &place->frame, name);
    if (made)
        read_children(mjcf, made, &inside);
}

static void read_child(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    static const struct {
        const char *name;
        void (*read)(SnMjcf *, const SnXmlNode *, const Place *);
    } ELEMENTS[] = {{"body", add_body},
                    {"geom", add_geom},
                    {"site", add_site},
                    {"frame", read_frame},
                    {"replicate", read_replicate},
                    {"flexcomp", add_flexcomp}};
    static const char *const others[] = {"joint", "freejoint", "inertial"};
    for (size_t i = 0; i < G_N_ELEMENTS(ELEMENTS); i++)
        if (strcmp(node->name, ELEMENTS[i].name) == 0) {
            if (has_room(mjcf, node))
                ELEMENTS[i].read(mjcf, node, place);
            return;
        }
    for (size_t i = 0; i < G_N_ELEMENTS(others); i++)
        if (strcmp(node->name, others[i]) == 0)
            return;
    const bool seen = strcmp(node->name, "light") == 0 || strcmp(node->name, "camera") == 0;
    sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, node, sn_mjcf_name_of(node),
                 seen ? "it is no part of the mechanics" : "there is nothing of this kind here");
}

/* A file is at most SN_MAX_XML_DEPTH deep. */
static void read_children(SnMjcf *mjcf, const SnXmlNode *node, const Place *place)
{
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, node); at && !mjcf->error;
         at = sn_mjcf_next(mjcf, at))
        read_child(mjcf, at, place);
}

void sn_mjcf_read_bodies(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    SnMjcfBody world = {.node = root, .parent = -1, .name = g_strdup("world")};
    Place place = {.suffix = ""};
    sn_placement_identity(&world.here);
    sn_placement_identity(&world.world);
    sn_placement_identity(&place.frame);
    g_array_append_val(mjcf->bodies, world);
    g_hash_table_insert(mjcf->body_by_name, g_strdup("world"), GINT_TO_POINTER(1));
    bool found = false;
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at && !mjcf->error;
         at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "worldbody") != 0)
            continue;
        place.class = sn_mjcf_class(mjcf, at, sn_xml_attribute(at, "childclass"), 0);
        read_children(mjcf, at, &place);
        found = true;
    }
    if (!found)
        sn_import_report_note(mjcf->report,
                              "there is no <worldbody>: this is a part of a model, and "
                              "nothing of it stands anywhere");
}
