/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact: each shape that a force names is a light body of that shape, fixed to what carries it;
 * a half-space is a body that does not move.  The force is a collision of them, with a compliance
 * that is Hertz' at the weight of the model. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* A shape that touches: the body that stands for it, what carries it, its place in the ground at
 * the start, of a half-space its axis into it. */
typedef struct Shape {
    const char *path;
    int carrier;
    bool space;
    double radius, place[3], inward[3];
} Shape;

/* What a force says of those that touch. */
typedef struct Contact {
    GArray *shapes; /* of Shape */
    double stiffness, dissipation, friction;
    int missing; /* shapes that are not here */
} Contact;

static double whole_mass(const SnOsim *osim)
{
    double mass = 0;
    for (int i = 1; i < (int)osim->frames->len; i++)
        mass += sn_osim_frame(osim, i)->base == i ? sn_osim_frame(osim, i)->mass : 0;
    return mass > 0 ? mass : 1;
}

static void read_pose(SnOsim *osim, const SnXmlNode *node, int *frame, SnPlacement *pose)
{
    double angles[3] = {0}, place[3] = {0};
    sn_osim_numbers(osim, node, "location", 3, place);
    sn_osim_numbers(osim, node, "orientation", 3, angles);
    sn_osim_pose_set(angles, place, pose);
    *frame = sn_osim_frame_of(osim, node, "frame", "body_name");
}

/* OpenSim's half-space is where its own x is positive, here what is below z = 0. */
static char *emit_half_space(SnOsim *osim, const SnXmlNode *node)
{
    static const double turned[9] = {0, 0, -1, 0, 1, 0, 1, 0, 0};
    static const double look[3] = {2, 2, 0.02};
    SnPlacement pose, own;
    int frame;
    read_pose(osim, node, &frame, &pose);
    if (sn_osim_frame(osim, frame)->base != 0)
        return NULL;
    sn_placement_identity(&own);
    memcpy(own.r, turned, sizeof turned);
    sn_placement_mul(&pose, &own, &pose);
    sn_placement_mul(&sn_osim_frame(osim, frame)->in_base, &pose, &pose);
    json_t *json = json_object(), *geometry = json_object();
    sn_osim_set_pose(json, &pose);
    json_object_set_new(geometry, "shape", json_string("half_space"));
    json_object_set_new(geometry, "size", sn_emit_numbers(look, 3));
    json_object_set_new(json, "geometry", geometry);
    json_object_set_new(json, "dynamic", json_false());
    return sn_emit(osim->root, osim->names, "bodies", sn_osim_name_of(node), json);
}

/* A ten-thousandth of the model's mass, as a ball of the sphere's size. */
static char *emit_sphere(SnOsim *osim, const SnXmlNode *node, double radius)
{
    SnPlacement pose, here, world;
    int frame;
    read_pose(osim, node, &frame, &pose);
    const SnOsimFrame *own = sn_osim_frame(osim, frame);
    const SnOsimFrame *base = sn_osim_frame(osim, own->base);
    sn_placement_mul(&own->in_base, &pose, &world);
    sn_placement_mul(&base->world, &world, &world);
    const double mass = 1e-4 * whole_mass(osim), inertia = 0.4 * mass * radius * radius;
    const double size[3] = {radius, radius, radius};
    const double tensor[6] = {inertia, inertia, inertia, 0, 0, 0};
    json_t *json = json_object(), *geometry = json_object(), *solid = json_object();
    sn_osim_set_pose(json, &world);
    json_object_set_new(geometry, "shape", json_string("ellipsoid"));
    json_object_set_new(geometry, "size", sn_emit_numbers(size, 3));
    json_object_set_new(json, "geometry", geometry);
    json_object_set_new(solid, "method", json_string("explicit"));
    json_object_set_new(solid, "mass", json_real(mass));
    json_object_set_new(solid, "tensor", sn_emit_numbers(tensor, 6));
    json_object_set_new(json, "inertia", solid);
    char *path = sn_emit(osim->root, osim->names, "bodies", sn_osim_name_of(node), json);
    json_t *weld = json_object();
    sn_placement_identity(&here);
    json_object_set_new(weld, "class", json_string("fixed"));
    sn_osim_attach(osim, frame, &pose, weld, "frame_a", "location_a", "rotation_a");
    json_object_set_new(weld, "frame_b", json_string(path));
    g_free(sn_emit(osim->root, osim->names, "joints", sn_osim_name_of(node), weld));
    return path;
}

static void add_shape(SnOsim *osim, const SnXmlNode *from, const char *name, Contact *contact)
{
    const int item = sn_osim_find(osim, from, name, 1u << SN_OSIM_CONTACT_SHAPE);
    const SnXmlNode *node = item < 0 ? NULL : sn_osim_item(osim, item)->node;
    Shape shape = {.space = node && sn_osim_is(node, "ContactHalfSpace")};
    SnPlacement pose;
    int frame;
    if ((!shape.space && (!node || !sn_osim_is(node, "ContactSphere"))) ||
        sn_osim_names_lost(osim, node)) {
        contact->missing++;
        return;
    }
    shape.radius = shape.space ? 0 : fmax(sn_osim_number(osim, node, "radius", 1), 1e-6);
    if (!g_hash_table_contains(osim->made, node)) {
        char *path =
            shape.space ? emit_half_space(osim, node) : emit_sphere(osim, node, shape.radius);
        if (!path) {
            contact->missing++;
            return;
        }
        g_hash_table_insert(osim->made, (gpointer)node, path);
    }
    read_pose(osim, node, &frame, &pose);
    const SnOsimFrame *own = sn_osim_frame(osim, frame);
    sn_placement_mul(&own->in_base, &pose, &pose);
    sn_placement_mul(&sn_osim_frame(osim, own->base)->world, &pose, &pose);
    shape.path = g_hash_table_lookup(osim->made, node);
    shape.carrier = own->base;
    sn_v3_copy(pose.p, shape.place);
    sn_v3_set(pose.r[0], pose.r[3], pose.r[6], shape.inward);
    g_array_append_val(contact->shapes, shape);
}

static void read_constants(SnOsim *osim, const SnXmlNode *node, Contact *contact)
{
    contact->stiffness = sn_osim_number(osim, node, "stiffness", 1e6);
    contact->dissipation = sn_osim_number(osim, node, "dissipation", 0);
    contact->friction = fmax(sn_osim_number(osim, node, "dynamic_friction", 0), 0);
}

static const SnXmlNode *parameter_set(const SnXmlNode *node)
{
    for (const SnXmlNode *at = node->first; at; at = at->next) {
        if (strstr(at->name, "ContactParametersSet") || sn_osim_is(at, "contact_parameters"))
            return at;
    }
    return NULL;
}

static void read_contact(SnOsim *osim, const SnXmlNode *node, Contact *contact)
{
    const SnXmlNode *set = parameter_set(node);
    const SnXmlNode *objects = sn_xml_child(set, "objects");
    if (sn_osim_is(node, "SmoothSphereHalfSpaceForce")) {
        read_constants(osim, node, contact);
        add_shape(osim, node, sn_osim_socket(osim, node, "sphere"), contact);
        add_shape(osim, node, sn_osim_socket(osim, node, "half_space"), contact);
        return;
    }
    objects = objects ? objects : set;
    for (const SnXmlNode *at = objects ? objects->first : NULL; at; at = at->next) {
        g_auto(GStrv) names = sn_osim_words(sn_osim_text(osim, at, "geometry"));
        if (!names[0])
            continue;
        read_constants(osim, at, contact);
        for (int i = 0; names[i]; i++)
            add_shape(osim, node, names[i], contact);
    }
}

/* Overlap over force of Hertz' sphere, f = 4/3 sqrt(R) E x^(3/2), at f. */
static double compliance_at(const Contact *contact, double f)
{
    double radius = 0;
    for (guint i = 0; i < contact->shapes->len; i++)
        radius = fmax(radius, g_array_index(contact->shapes, Shape, i).radius);
    const double k = 4.0 / 3 * sqrt(radius) * contact->stiffness;
    return k > 0 && f > 0 ? pow(f / k, 2.0 / 3) / f : 0;
}

/* A sphere that lies wholly inside a half-space at the start: the file's default pose is none to
 * begin with. */
static bool begins_inside(const Contact *contact)
{
    for (guint i = 0; i < contact->shapes->len; i++) {
        const Shape *space = &g_array_index(contact->shapes, Shape, i);
        for (guint k = 0; space->space && k < contact->shapes->len; k++) {
            const Shape *solid = &g_array_index(contact->shapes, Shape, k);
            double from[3];
            sn_v3_sub(solid->place, space->place, from);
            if (!solid->space && sn_v3_dot(from, space->inward) > solid->radius)
                return true;
        }
    }
    return false;
}

/* The carrier of most solids where no half-space is named: shapes of one body do not touch each
 * other. */
static int main_carrier(const Contact *contact)
{
    int best = -1, most = 0;
    for (guint i = 0; i < contact->shapes->len; i++) {
        const Shape *one = &g_array_index(contact->shapes, Shape, i);
        int n = 0;
        if (one->space)
            return -1;
        for (guint k = 0; k < contact->shapes->len; k++)
            n += g_array_index(contact->shapes, Shape, k).carrier == one->carrier;
        if (n > most) {
            most = n;
            best = one->carrier;
        }
    }
    return best;
}

/* Both sides; false: one of them is empty. */
static bool set_sides(const Contact *contact, json_t *json, int *n_solids)
{
    json_t *a = json_array(), *b = json_array();
    const int main = main_carrier(contact);
    for (guint i = 0; i < contact->shapes->len; i++) {
        const Shape *one = &g_array_index(contact->shapes, Shape, i);
        const bool second = main < 0 ? one->space : one->carrier != main;
        json_array_append_new(second ? b : a, json_string(one->path));
    }
    *n_solids = (int)json_array_size(main < 0 ? a : b);
    const bool good = json_array_size(a) > 0 && json_array_size(b) > 0;
    json_object_set_new(json, "bodies_a", a);
    json_object_set_new(json, "bodies_b", b);
    return good;
}

/* NULL: there is nothing to touch. */
static const char *emit_collision(SnOsim *osim, const SnXmlNode *node, const Contact *contact)
{
    json_t *json = json_object();
    int n_solids;
    if (!set_sides(contact, json, &n_solids)) {
        json_decref(json);
        return NULL;
    }
    const double share = 9.8 * whole_mass(osim) / MAX(n_solids, 1);
    const bool inside = begins_inside(contact);
    json_object_set_new(json, "friction", json_real(fmin(contact->friction, 100)));
    json_object_set_new(json, "compliance", json_real(compliance_at(contact, share)));
    /* f (1 + 3/2 c v) of Hunt and Crossley at that f */
    json_object_set_new(json, "damping", json_real(fmax(1.5 * contact->dissipation * share, 0)));
    if (!sn_osim_acts(osim, node) || inside)
        json_object_set_new(json, "enabled", json_false());
    g_free(sn_emit(osim->root, osim->names, "collisions", sn_osim_name_of(node), json));
    return inside ? "switched off: at the start its spheres lie inside the half-space"
           : contact->missing
               ? "its spheres and half-spaces touch, with a compliance and damping that are right "
                 "at rest; its other shapes do not"
               : "its spheres are light bodies with a compliance and damping that are right at "
                 "rest, and sticking friction";
}

bool sn_osim_emit_contact_force(SnOsim *osim, const SnXmlNode *node)
{
    if (!sn_osim_is(node, "HuntCrossleyForce") && !sn_osim_is(node, "SmoothSphereHalfSpaceForce") &&
        !sn_osim_is(node, "ElasticFoundationForce"))
        return false;
    Contact contact = {.shapes = g_array_new(FALSE, FALSE, sizeof(Shape))};
    read_contact(osim, node, &contact);
    const char *note = emit_collision(osim, node, &contact);
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_left_out(osim, node,
                         "it names no spheres and half-space of the ground: meshes and "
                         "half-spaces of bodies do not touch here yet");
    g_array_unref(contact.shapes);
    return true;
}

void sn_osim_emit_contacts(SnOsim *osim)
{
    for (int i = 0; i < (int)osim->items->len && !osim->error; i++) {
        const SnOsimItem *item = sn_osim_item(osim, i);
        if (item->kind != SN_OSIM_CONTACT_SHAPE)
            continue;
        if (g_hash_table_contains(osim->made, item->node))
            sn_osim_exact(osim, item->node);
        else if (!sn_osim_is_lost(osim, item->node))
            sn_osim_left_out(osim, item->node, "no contact that is here needs it");
    }
}
