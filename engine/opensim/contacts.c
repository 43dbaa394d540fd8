/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact: each shape that a force names is a light body of that shape, fixed to what carries it;
 * a half-space is a body that does not move.  The force is a collision of them, with a compliance
 * that is Hertz' at the weight of the model. */
#include "engine/opensim/osim.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* What a force says of those that touch. */
typedef struct Contact {
    json_t *solids, *spaces; /* paths of bodies */
    double stiffness, dissipation, friction;
    double radius; /* of the largest sphere */
    int missing;   /* shapes that are not here */
} Contact;

static double whole_mass(const SnOsim *osim)
{
    double mass = 0;
    for (int i = 1; i < (int)osim->frames->len; i++)
        mass += sn_osim_frame(osim, i)->base == i ? sn_osim_frame(osim, i)->mass : 0;
    return mass > 0 ? mass : 1;
}

static void read_pose(SnOsim *osim, const SnXmlNode *node, int *frame, SnOsimPose *pose)
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
    SnOsimPose pose, own;
    int frame;
    read_pose(osim, node, &frame, &pose);
    if (sn_osim_frame(osim, frame)->base != 0)
        return NULL;
    sn_osim_pose_identity(&own);
    memcpy(own.r, turned, sizeof turned);
    sn_osim_pose_mul(&pose, &own, &pose);
    sn_osim_pose_mul(&sn_osim_frame(osim, frame)->in_base, &pose, &pose);
    json_t *json = json_object(), *geometry = json_object();
    sn_osim_set_pose(json, &pose);
    json_object_set_new(geometry, "shape", json_string("half_space"));
    json_object_set_new(geometry, "size", sn_osim_vector(look, 3));
    json_object_set_new(json, "geometry", geometry);
    json_object_set_new(json, "dynamic", json_false());
    return sn_osim_emit(osim, "bodies", sn_osim_name_of(node), json);
}

/* A ten-thousandth of the model's mass, as a ball of the sphere's size. */
static char *emit_sphere(SnOsim *osim, const SnXmlNode *node, double radius)
{
    SnOsimPose pose, here, world;
    int frame;
    read_pose(osim, node, &frame, &pose);
    const SnOsimFrame *own = sn_osim_frame(osim, frame);
    const SnOsimFrame *base = sn_osim_frame(osim, own->base);
    sn_osim_pose_mul(&own->in_base, &pose, &world);
    sn_osim_pose_mul(&base->world, &world, &world);
    const double mass = 1e-4 * whole_mass(osim), inertia = 0.4 * mass * radius * radius;
    const double size[3] = {radius, radius, radius};
    const double tensor[6] = {inertia, inertia, inertia, 0, 0, 0};
    json_t *json = json_object(), *geometry = json_object(), *solid = json_object();
    sn_osim_set_pose(json, &world);
    json_object_set_new(geometry, "shape", json_string("ellipsoid"));
    json_object_set_new(geometry, "size", sn_osim_vector(size, 3));
    json_object_set_new(json, "geometry", geometry);
    json_object_set_new(solid, "method", json_string("explicit"));
    json_object_set_new(solid, "mass", json_real(mass));
    json_object_set_new(solid, "tensor", sn_osim_vector(tensor, 6));
    json_object_set_new(json, "inertia", solid);
    char *path = sn_osim_emit(osim, "bodies", sn_osim_name_of(node), json);
    json_t *weld = json_object();
    sn_osim_pose_identity(&here);
    json_object_set_new(weld, "class", json_string("fixed"));
    sn_osim_attach(osim, frame, &pose, weld, "frame_a", "location_a", "rotation_a");
    json_object_set_new(weld, "frame_b", json_string(path));
    g_free(sn_osim_emit(osim, "joints", sn_osim_name_of(node), weld));
    return path;
}

static void add_shape(SnOsim *osim, const SnXmlNode *from, const char *name, Contact *contact)
{
    const int item = sn_osim_find(osim, from, name, 1u << SN_OSIM_CONTACT_SHAPE);
    const SnXmlNode *node = item < 0 ? NULL : sn_osim_item(osim, item)->node;
    const bool space = node && sn_osim_is(node, "ContactHalfSpace");
    const bool sphere = node && sn_osim_is(node, "ContactSphere");
    if (!space && !sphere) {
        contact->missing++;
        return;
    }
    const double radius = sphere ? fmax(sn_osim_number(osim, node, "radius", 1), 1e-6) : 0;
    char *path = g_hash_table_lookup(osim->made, node);
    if (!path) {
        path = space ? emit_half_space(osim, node) : emit_sphere(osim, node, radius);
        if (!path) {
            contact->missing++;
            return;
        }
        g_hash_table_insert(osim->made, (gpointer)node, path);
    }
    contact->radius = fmax(contact->radius, radius);
    json_array_append_new(space ? contact->spaces : contact->solids, json_string(path));
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
    const double k = 4.0 / 3 * sqrt(contact->radius) * contact->stiffness;
    return k > 0 && f > 0 ? pow(f / k, 2.0 / 3) / f : 0;
}

static void emit_collision(SnOsim *osim, const SnXmlNode *node, const Contact *contact)
{
    json_t *json = json_object();
    const double share = 9.8 * whole_mass(osim) / (double)MAX(json_array_size(contact->solids), 1);
    const double compliance = compliance_at(contact, share);
    json_object_set(json, "bodies_a", contact->solids);
    json_object_set(json, "bodies_b",
                    json_array_size(contact->spaces) ? contact->spaces : contact->solids);
    json_object_set_new(json, "friction", json_real(fmin(contact->friction, 100)));
    json_object_set_new(json, "compliance", json_real(compliance));
    /* f (1 + 3/2 c v) of Hunt and Crossley at that f */
    json_object_set_new(json, "damping", json_real(fmax(1.5 * contact->dissipation * share, 0)));
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    g_free(sn_osim_emit(osim, "collisions", sn_osim_name_of(node), json));
}

bool sn_osim_emit_contact_force(SnOsim *osim, const SnXmlNode *node)
{
    if (!sn_osim_is(node, "HuntCrossleyForce") && !sn_osim_is(node, "SmoothSphereHalfSpaceForce") &&
        !sn_osim_is(node, "ElasticFoundationForce"))
        return false;
    Contact contact = {.solids = json_array(), .spaces = json_array()};
    read_contact(osim, node, &contact);
    const size_t solids = json_array_size(contact.solids), spaces = json_array_size(contact.spaces);
    if (solids + spaces < 2 || solids == 0) {
        sn_osim_left_out(osim, node,
                         "it names no spheres with a half-space of the ground; meshes "
                         "do not touch here yet");
    } else {
        emit_collision(osim, node, &contact);
        sn_osim_approximated(osim, node,
                             contact.missing
                                 ? "spheres and half-spaces of it touch, with a compliance that "
                                   "is right at rest; its meshes do not"
                                 : "its spheres are light bodies with a compliance and damping "
                                   "that are right at rest, and sticking friction");
    }
    json_decref(contact.solids);
    json_decref(contact.spaces);
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
        else
            sn_osim_left_out(osim, item->node, "no contact that is here needs it");
    }
}
