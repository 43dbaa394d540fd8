/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces of a plane on a point: Meyer and Fregly's, Ackermann and van den Bogert's, Esposito and
 * Miller's (their height is the ground's y), and OpenSim 4.6's exponential one.  Here a small ball
 * about the point touches a half-space with a compliance: as stiff and damped as theirs is under
 * the load that it bears at rest, with dry friction. */
#include "engine/opensim/contact_shapes.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

#define BALL 1e-3 /* [m] */

typedef struct Law {
    SnPlacement plane; /* in the ground; z out of it: where the force begins */
    double stiffness, dissipation, friction;
    const char *note;
} Law;

/* What each of those of its class bears where all bear as much. */
static double load_of(const SnOsim *osim, const SnXmlNode *node)
{
    const json_t *gravity = json_object_get(osim->root, "gravity");
    double g[3], mass = 0;
    int n = 0;
    for (size_t k = 0; k < 3; k++)
        g[k] = json_number_value(json_array_get(gravity, k));
    for (int i = 1; i < (int)osim->frames->len; i++)
        mass += sn_osim_frame(osim, i)->base == i ? sn_osim_frame(osim, i)->mass : 0;
    for (int i = 0; i < (int)osim->items->len; i++)
        n += strcmp(sn_osim_item(osim, i)->node->name, node->name) == 0;
    return fmax(mass * sn_v3_norm(g) / MAX(n, 1), 1e-6);
}

/* F = d1 exp(-d2 (z - d0)) (1 - c z'): at the load the line through it of the same slope. */
static void read_exponential(SnOsim *osim, const SnXmlNode *node, double load, Law *law)
{
    const SnXmlNode *inner = NULL;
    for (const SnXmlNode *at = node->first; at && !inner; at = at->next)
        inner = sn_xml_child(at, "exponential_shape_parameters") ? at : NULL;
    const SnXmlNode *of = inner ? inner : node;
    double shape[3] = {0.0065905, 0.5336, 1150}, six[6] = {0};
    sn_osim_numbers(osim, node, "contact_plane_transform", 6, six);
    sn_osim_numbers(osim, of, "exponential_shape_parameters", 3, shape);
    sn_osim_pose_set(six, six + 3, &law->plane);
    const double steep = fmax(shape[2], 1), scale = fmax(shape[1], 1e-9),
                 rest = shape[0] - log(load / scale) / steep;
    const double out[3] = {law->plane.r[2], law->plane.r[5], law->plane.r[8]};
    sn_v3_axpy(rest + 1 / steep, out, law->plane.p);
    law->stiffness = load * steep;
    law->dissipation = sn_osim_positive(osim, of, "normal_viscosity", 0.5);
    law->friction = sn_osim_within(osim, of, "initial_mu_kinetic", 0.5, 0, 100);
    law->note = "a spring and damper as stiff as its exponential under the model's weight, and dry "
                "friction";
}

/* A plane across the ground's y. */
static void lay_plane(double height, Law *law)
{
    static const double up[9] = {1, 0, 0, 0, 0, 1, 0, -1, 0}; /* z is the ground's y */
    memcpy(law->plane.r, up, sizeof up);
    sn_v3_set(0, height, 0, law->plane.p);
}

static void read_linear(SnOsim *osim, const SnXmlNode *node, Law *law)
{
    lay_plane(sn_osim_number(osim, node, "spring_resting_length", 0), law);
    law->stiffness = fmax(sn_osim_positive(osim, node, "stiffness", 1e4), 1e-6);
    law->dissipation = sn_osim_positive(osim, node, "dissipation", 0.01);
    law->friction = sn_osim_within(osim, node, "dynamic_friction", 0, 0, 100);
    law->note = "a spring and damper without its smoothing, and dry friction alone";
}

/* F = a d^3 (1 + b d'), or of a smooth depth s = (d + sqrt(d^2 + o^2)) / 2 F = a s^2 (1 + b d'): at
 * the load the line through it of the same slope. */
static void read_power(SnOsim *osim, const SnXmlNode *node, double load, Law *law)
{
    const bool smooth = sn_osim_is(node, "EspositoMiller2018Force");
    const double a = fmax(sn_osim_positive(osim, node, "stiffness", smooth ? 2e6 : 5e7), 1e-6),
                 offset = sn_osim_positive(osim, node, "depth_offset", 0.001);
    double depth = cbrt(load / a);
    law->stiffness = 3 * a * depth * depth;
    if (smooth) {
        const double s = sqrt(load / a);
        depth = s - offset * offset / (4 * s);
        law->stiffness = a * s * (1 + depth / (2 * s - depth));
    }
    lay_plane(load / law->stiffness - depth, law);
    law->dissipation = sn_osim_positive(osim, node, "dissipation", 1);
    law->friction = sn_osim_within(osim, node, "friction_coefficient", 1, 0, 100);
    law->note = "a spring and damper as stiff as its power of the depth under the model's weight, "
                "and dry friction in all directions";
}

/* The half-space of a plane: one for all that have the same. */
static const char *space_of(SnOsim *osim, const Law *law)
{
    for (guint i = 0; i < osim->planes->len; i++) {
        const SnOsimPlane *plane = &g_array_index(osim->planes, SnOsimPlane, i);
        if (memcmp(&plane->pose, &law->plane, sizeof plane->pose) == 0)
            return plane->path;
    }
    static const double look[3] = {2, 2, 0.02};
    SnOsimPlane plane = {.pose = law->plane};
    SnPlacement lowered = law->plane;
    const double out[3] = {lowered.r[2], lowered.r[5], lowered.r[8]};
    json_t *json = json_pack("{s:b,s:{s:s}}", "dynamic", 0, "geometry", "shape", "half_space");
    json_object_set_new(json_object_get(json, "geometry"), "size", sn_emit_numbers(look, 3));
    sn_v3_axpy(-BALL, out, lowered.p); /* its ball touches where the point is on the plane */
    sn_osim_set_pose(json, &lowered);
    plane.path = sn_emit(osim->root, osim->names, "bodies", "contact_plane", json);
    g_array_append_val(osim->planes, plane);
    return plane.path;
}

bool sn_osim_emit_station_contact(SnOsim *osim, const SnXmlNode *node)
{
    const bool exponential = sn_osim_is(node, "ExponentialContactForce"),
               linear = sn_osim_is(node, "MeyerFregly2016Force");
    if (!exponential && !linear && !sn_osim_is(node, "AckermannVanDenBogert2010Force") &&
        !sn_osim_is(node, "EspositoMiller2018Force"))
        return false;
    const char *name = sn_osim_socket(osim, node, "station");
    const int item = *name ? sn_osim_find(osim, node, name, 1u << SN_OSIM_MARKER) : -1;
    const SnXmlNode *own = sn_osim_object(osim, node, "station"),
                    *station = item >= 0 ? sn_osim_item(osim, item)->node
                               : own     ? own
                                         : sn_xml_child(node, "Station");
    SnOsimTouching ball;
    Law law = {0};
    if (!station || sn_osim_names_lost(osim, station)) {
        sn_osim_left_out(osim, node, "its station is not in the file or hangs on nothing");
        return true;
    }
    const double load = load_of(osim, node);
    if (exponential)
        read_exponential(osim, node, load, &law);
    else if (linear)
        read_linear(osim, node, &law);
    else
        read_power(osim, node, load, &law);
    sn_osim_station_ball(osim, node, station, BALL, &ball);
    json_t *json = json_pack("{s:[s],s:[s],s:f,s:f,s:f,s:b}", "bodies_a", ball.path, "bodies_b",
                             space_of(osim, &law), "compliance", 1 / law.stiffness, "damping",
                             law.dissipation * load, "friction", law.friction, "enabled",
                             sn_osim_acts(osim, node));
    g_free(sn_emit(osim->root, osim->names, "collisions", sn_osim_name_of(node), json));
    sn_osim_approximated(osim, node, law.note);
    return true;
}
