/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contact forces as collisions: Hunt and Crossley's between spheres and half-spaces, an elastic
 * foundation on meshes, with the law and constants of simbody.  Shapes of one body do not touch
 * each other. */
#include "engine/opensim/contact_shapes.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

typedef enum Law { HERTZ, FOUNDATION } Law;

typedef struct Constants {
    double stiffness, dissipation, still, sliding, viscous;
} Constants;

/* A shape with the constants it has in this force. */
typedef struct Touch {
    SnOsimTouching shape;
    Constants constants;
} Touch;

/* What a force says of those that touch. */
typedef struct Contact {
    GArray *touches;     /* of Touch */
    const char *missing; /* why a shape that it names is not here */
    Law law;
    double transition; /* velocity */
    int made;          /* collisions */
} Contact;

/* --- reading --- */

static Constants constants_of(SnOsim *osim, const SnXmlNode *node)
{
    return (Constants){.stiffness = sn_osim_positive(osim, node, "stiffness", 1),
                       .dissipation = sn_osim_positive(osim, node, "dissipation", 0),
                       .still = sn_osim_within(osim, node, "static_friction", 0, 0, 100),
                       .sliding = sn_osim_within(osim, node, "dynamic_friction", 0, 0, 100),
                       .viscous = sn_osim_positive(osim, node, "viscous_friction", 0)};
}

static void add_touch(SnOsim *osim, const SnXmlNode *from, const char *name,
                      const Constants *constants, Contact *contact)
{
    const int item = sn_osim_find(osim, from, name, 1u << SN_OSIM_CONTACT_SHAPE);
    Touch touch = {.constants = *constants};
    const char *why =
        sn_osim_touching(osim, item < 0 ? NULL : sn_osim_item(osim, item)->node, &touch.shape);
    if (!why && contact->law == HERTZ && touch.shape.kind == SN_OSIM_SURFACE)
        why = "a mesh, which Hunt and Crossley's law does not know";
    if (why)
        contact->missing = why;
    else
        g_array_append_val(contact->touches, touch);
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
    const SnXmlNode *set = parameter_set(node), *objects = sn_xml_child(set, "objects");
    contact->transition = sn_osim_number(osim, node, "transition_velocity", 0.01);
    if (sn_osim_is(node, "SmoothSphereHalfSpaceForce")) {
        const Constants constants = constants_of(osim, node);
        add_touch(osim, node, sn_osim_socket(osim, node, "sphere"), &constants, contact);
        add_touch(osim, node, sn_osim_socket(osim, node, "half_space"), &constants, contact);
        return;
    }
    objects = objects ? objects : set;
    for (const SnXmlNode *at = objects ? objects->first : NULL; at; at = at->next) {
        g_auto(GStrv) names = sn_osim_words(sn_osim_text(osim, at, "geometry"));
        const Constants constants = constants_of(osim, at);
        sn_osim_bend_with(osim, at, node);
        for (int i = 0; names[i]; i++)
            add_touch(osim, node, names[i], &constants, contact);
    }
}

/* --- constants of two shapes together (simbody's HuntCrossleyForce, ElasticFoundationForce) --- */

static double mean_friction(double a, double b)
{
    return a + b > 0 ? 2 * a * b / (a + b) : 0;
}

static Constants of_both(const Constants *a, const Constants *b, Law law, bool springs_on_both)
{
    Constants both = {.still = mean_friction(a->still, b->still),
                      .sliding = mean_friction(a->sliding, b->sliding),
                      .viscous = mean_friction(a->viscous, b->viscous)};
    if (law == FOUNDATION && !springs_on_both)
        return *a;
    if (law == FOUNDATION) { /* each mesh's springs press in full, here each with half its area */
        both.stiffness = a->stiffness + b->stiffness;
        both.dissipation = (a->dissipation + b->dissipation) / 2;
        return both;
    }
    const double soft_a = pow(a->stiffness, 2.0 / 3), soft_b = pow(b->stiffness, 2.0 / 3);
    const double share = soft_a + soft_b > 0 ? soft_b / (soft_a + soft_b) : 0;
    both.stiffness = pow(share * soft_a, 1.5);
    both.dissipation = share * a->dissipation + (1 - share) * b->dissipation;
    return both;
}

static bool equal(const Constants *a, const Constants *b)
{
    return a->stiffness == b->stiffness && a->dissipation == b->dissipation &&
           a->still == b->still && a->sliding == b->sliding && a->viscous == b->viscous;
}

/* --- collisions --- */

/* A sphere that lies wholly inside a half-space at the start: the file's default pose is none to
 * begin with. */
static bool begins_inside(const Contact *contact)
{
    for (guint i = 0; i < contact->touches->len; i++) {
        const SnOsimTouching *space = &g_array_index(contact->touches, Touch, i).shape;
        for (guint k = 0; space->kind == SN_OSIM_SPACE && k < contact->touches->len; k++) {
            const SnOsimTouching *ball = &g_array_index(contact->touches, Touch, k).shape;
            double from[3];
            sn_v3_sub(ball->place, space->place, from);
            if (ball->kind == SN_OSIM_BALL && sn_v3_dot(from, space->inward) > ball->radius)
                return true;
        }
    }
    return false;
}

/* The carrier of most shapes, which are side A where no half-space is named; -1: one is. */
static int main_carrier(const Contact *contact)
{
    int best = -1, most = 0;
    for (guint i = 0; i < contact->touches->len; i++) {
        const SnOsimTouching *one = &g_array_index(contact->touches, Touch, i).shape;
        int n = 0;
        if (one->kind == SN_OSIM_SPACE)
            return -1;
        for (guint k = 0; k < contact->touches->len; k++)
            n += g_array_index(contact->touches, Touch, k).shape.carrier == one->carrier;
        if (n > most) {
            most = n;
            best = one->carrier;
        }
    }
    return best;
}

static void emit_collision(SnOsim *osim, const SnXmlNode *node, Contact *contact, json_t *a,
                           json_t *b, const Constants *constants, bool springs_on_both)
{
    json_t *json = json_object();
    const bool hertz = contact->law == HERTZ;
    json_object_set(json, "bodies_a", a);
    json_object_set(json, "bodies_b", b);
    json_object_set_new(json, "method",
                        json_string(hertz ? "hunt_crossley" : "elastic_foundation"));
    json_object_set_new(json, hertz ? "modulus" : "pressure_modulus",
                        json_real(constants->stiffness));
    if (!hertz && !springs_on_both)
        json_object_set_new(json, "layer", json_string("a"));
    json_object_set_new(json, "dissipation", json_real(constants->dissipation));
    json_object_set_new(json, "friction", json_real(constants->sliding));
    json_object_set_new(json, "static_friction", json_real(constants->still));
    json_object_set_new(json, "viscous_friction", json_real(constants->viscous));
    json_object_set_new(json, "transition_velocity", json_real(fmax(contact->transition, 1e-6)));
    if (!sn_osim_acts(osim, node) || begins_inside(contact))
        json_object_set_new(json, "enabled", json_false());
    g_free(sn_emit(osim->root, osim->names, "collisions", sn_osim_name_of(node), json));
    contact->made++;
}

/* Whether a shape is on the side and of the kind that is asked for. */
static bool is_side_a(const Contact *contact, const Touch *touch, int main)
{
    if (contact->law == FOUNDATION && touch->shape.kind != SN_OSIM_SURFACE)
        return false;
    return main < 0 ? touch->shape.kind != SN_OSIM_SPACE : touch->shape.carrier == main;
}

/* Adds those of side A, or of side B that carry springs or not, which have these constants. */
static json_t *gather(const Contact *contact, int main, bool first, bool springs,
                      const Constants *constants)
{
    json_t *paths = json_array();
    for (guint i = 0; i < contact->touches->len; i++) {
        const Touch *touch = &g_array_index(contact->touches, Touch, i);
        const bool surface = touch->shape.kind == SN_OSIM_SURFACE;
        if (is_side_a(contact, touch, main) == first && equal(&touch->constants, constants) &&
            (first || surface == springs))
            json_array_append_new(paths, json_string(touch->shape.path));
    }
    return paths;
}

/* The constants that shapes have, each once. */
static GArray *different_constants(const Contact *contact)
{
    GArray *all = g_array_new(FALSE, FALSE, sizeof(Constants));
    for (guint i = 0; i < contact->touches->len; i++) {
        const Constants *own = &g_array_index(contact->touches, Touch, i).constants;
        bool known = false;
        for (guint k = 0; k < all->len; k++)
            known = known || equal(own, &g_array_index(all, Constants, k));
        if (!known)
            g_array_append_val(all, *own);
    }
    return all;
}

/* One collision for each two constants that meet. */
static void emit_collisions(SnOsim *osim, const SnXmlNode *node, Contact *contact)
{
    g_autoptr(GArray) all = different_constants(contact);
    const int main = main_carrier(contact);
    for (guint i = 0; i < all->len; i++) {
        const Constants *of_a = &g_array_index(all, Constants, i);
        json_t *a = gather(contact, main, true, false, of_a);
        for (guint k = 0; k < 2 * all->len && json_array_size(a); k++) {
            const bool springs = k >= all->len;
            const Constants *of_b = &g_array_index(all, Constants, k % all->len);
            json_t *b = gather(contact, main, false, springs, of_b);
            const Constants both = of_both(of_a, of_b, contact->law, springs);
            if (json_array_size(b))
                emit_collision(osim, node, contact, a, b, &both, springs);
            json_decref(b);
        }
        json_decref(a);
    }
}

/* Whether shapes of several bodies are on the side of the half-space's opposite. */
static bool has_several_carriers(const Contact *contact)
{
    int carrier = -1;
    for (guint i = 0; i < contact->touches->len; i++) {
        const SnOsimTouching *one = &g_array_index(contact->touches, Touch, i).shape;
        if (one->kind == SN_OSIM_SPACE)
            continue;
        if (carrier >= 0 && one->carrier != carrier)
            return true;
        carrier = one->carrier;
    }
    return false;
}

static void report(SnOsim *osim, const SnXmlNode *node, const Contact *contact)
{
    g_autofree char *missing =
        contact->missing ? g_strconcat("it names ", contact->missing, NULL) : NULL;
    if (contact->made == 0)
        sn_osim_left_out(osim, node, missing ? missing : "it names nothing that could touch");
    else if (begins_inside(contact))
        sn_osim_approximated(osim, node,
                             "switched off: at the start its spheres lie inside the half-space");
    else if (missing)
        sn_osim_approximated(osim, node, missing);
    else if (sn_osim_is(node, "SmoothSphereHalfSpaceForce"))
        sn_osim_approximated(osim, node, "Hunt and Crossley's law without its smoothing");
    else if (main_carrier(contact) < 0 && has_several_carriers(contact))
        sn_osim_approximated(osim, node,
                             "its shapes touch the half-space, and not those of other bodies");
    else
        sn_osim_exact(osim, node);
}

bool sn_osim_emit_contact_force(SnOsim *osim, const SnXmlNode *node)
{
    const bool foundation = sn_osim_is(node, "ElasticFoundationForce");
    if (!foundation && !sn_osim_is(node, "HuntCrossleyForce") &&
        !sn_osim_is(node, "SmoothSphereHalfSpaceForce"))
        return false;
    Contact contact = {.touches = g_array_new(FALSE, FALSE, sizeof(Touch)),
                       .law = foundation ? FOUNDATION : HERTZ};
    read_contact(osim, node, &contact);
    emit_collisions(osim, node, &contact);
    report(osim, node, &contact);
    g_array_unref(contact.touches);
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
