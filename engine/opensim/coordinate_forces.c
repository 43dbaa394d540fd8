/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Forces on coordinates: limits, springs, actuators. */
#include "engine/opensim/osim.h"

#include <math.h>
#include <string.h>

static const double DEGREE = G_PI / 180;

/* A coordinate that turns its joint by itself; one that also shifts it through functions counts as
 * coupled in OpenSim, whose limits are then not in degrees. */
static bool turns(const SnOsim *osim, int index)
{
    const SnOsimCoordinate *c = sn_osim_coordinate(osim, index);
    const SnOsimJoint *joint = sn_osim_joint(osim, c->joint);
    if (joint->kind != SN_OSIM_CUSTOM)
        return joint->kind != SN_OSIM_SLIDER && *c->slot != 't';
    for (int i = 0; i < 3; i++) {
        const SnOsimAxis *axis = &joint->axis[i];
        if (axis->coordinate == index - joint->first && axis->function.kind == SN_FUNCTION_LINEAR)
            return true;
    }
    return false;
}

json_t *sn_osim_begin_coordinate_force(SnOsim *osim, const SnXmlNode *node, const char *class,
                                       int *index)
{
    *index = sn_osim_coordinate_named(osim, node, sn_osim_socket(osim, node, "coordinate"));
    const SnOsimCoordinate *c = *index < 0 ? NULL : sn_osim_coordinate(osim, *index);
    const char *joint = c ? sn_osim_joint(osim, c->joint)->path : NULL;
    if (!c || !c->slot || !joint) {
        sn_osim_left_out(osim, node, "its coordinate is not in the file, or moves nothing");
        return NULL;
    }
    json_t *json = json_object();
    json_object_set_new(json, "class", json_string(class));
    json_object_set_new(json, "joint", json_string(joint));
    json_object_set_new(json, "coordinate", json_string(c->slot));
    if (!sn_osim_acts(osim, node))
        json_object_set_new(json, "enabled", json_false());
    return json;
}

static void end(SnOsim *osim, const SnXmlNode *node, const char *list, json_t *json)
{
    g_hash_table_insert(osim->made, (gpointer)node,
                        sn_emit(osim->root, osim->names, list, sn_osim_name_of(node), json));
    sn_osim_exact(osim, node);
}

static void set(json_t *json, const char *key, double value)
{
    json_object_set_new(json, key, json_real(value));
}

/* A coordinate is never beyond that [rad or m]. */
#define FAR 1000

static void set_limits(json_t *json, double lower, double upper)
{
    set(json, "lower", fmin(fmax(fmin(lower, upper), -FAR), FAR));
    set(json, "upper", fmin(fmax(fmax(lower, upper), -FAR), FAR));
}

/* Degrees where the coordinate is an angle.  NULL: its coordinate is not there. */
static json_t *limit_between(SnOsim *osim, const SnXmlNode *node, double lower, double upper)
{
    int index;
    json_t *json = sn_osim_begin_coordinate_force(osim, node, "coordinate_limit", &index);
    if (!json)
        return NULL;
    const double unit = turns(osim, index) ? DEGREE : 1;
    set_limits(json, fmax(unit * lower, -FAR), fmin(unit * upper, FAR));
    set(json, "lower_stiffness", sn_osim_positive(osim, node, "lower_stiffness", 1) / unit);
    set(json, "upper_stiffness", sn_osim_positive(osim, node, "upper_stiffness", 1) / unit);
    set(json, "damping", sn_osim_positive(osim, node, "damping", 0.001) / unit);
    set(json, "transition", unit * sn_osim_positive(osim, node, "transition", 0.1));
    return json;
}

/* Where the lower limit lies above the upper one both act between them, as people use it for
 * damping everywhere: two limits here. */
static void limit(SnOsim *osim, const SnXmlNode *node)
{
    const double lower = sn_osim_number(osim, node, "lower_limit", 0),
                 upper = sn_osim_number(osim, node, "upper_limit", 0);
    const bool both = lower > upper;
    json_t *json = limit_between(osim, node, lower, both ? HUGE_VAL : upper);
    if (json && both)
        g_free(sn_emit(osim->root, osim->names, "springs", sn_osim_name_of(node),
                       limit_between(osim, node, -HUGE_VAL, upper)));
    if (json)
        end(osim, node, "springs", json);
}

/* One side of it, or both where they are equally steep. */
static json_t *exponential_side(SnOsim *osim, const SnXmlNode *node, const double lower[2],
                                const double upper[2], double steepness)
{
    int index;
    json_t *json = sn_osim_begin_coordinate_force(osim, node, "coordinate_limit", &index);
    if (!json)
        return NULL;
    json_object_set_new(json, "law", json_string("exponential"));
    set_limits(json, sn_osim_number(osim, node, "lower_limit", 0),
               sn_osim_number(osim, node, "upper_limit", 0));
    set(json, "lower_stiffness", lower[1] == steepness ? lower[0] : 0);
    set(json, "upper_stiffness", upper[1] == steepness ? upper[0] : 0);
    set(json, "steepness", steepness);
    return json;
}

/* A limit here has one steepness: where the file has two it becomes two limits. */
static void exponential(SnOsim *osim, const SnXmlNode *node)
{
    double lower[2] = {0}, upper[2] = {0};
    sn_osim_numbers(osim, node, "lower_shape_parameters", 2, lower);
    sn_osim_numbers(osim, node, "upper_shape_parameters", 2, upper);
    sn_osim_bend_positive(osim, node, "lower_shape_parameters", 2, lower);
    sn_osim_bend_positive(osim, node, "upper_shape_parameters", 2, upper);
    json_t *json = exponential_side(osim, node, lower, upper, lower[1]);
    if (json && lower[1] != upper[1])
        g_free(sn_emit(osim->root, osim->names, "springs", sn_osim_name_of(node),
                       exponential_side(osim, node, lower, upper, upper[1])));
    if (json)
        end(osim, node, "springs", json);
}

static void stop(SnOsim *osim, const SnXmlNode *node)
{
    int index;
    json_t *json = sn_osim_begin_coordinate_force(osim, node, "coordinate_limit", &index);
    if (!json)
        return;
    const double stiffness = sn_osim_positive(osim, node, "stiffness", 0);
    json_object_set_new(json, "law", json_string("stop"));
    set_limits(json, sn_osim_number(osim, node, "lower_limit", 0),
               sn_osim_number(osim, node, "upper_limit", 0));
    set(json, "lower_stiffness", stiffness);
    set(json, "upper_stiffness", stiffness);
    set(json, "damping", sn_osim_positive(osim, node, "damping", 0));
    end(osim, node, "springs", json);
}

static void spring(SnOsim *osim, const SnXmlNode *node)
{
    int index;
    json_t *json = sn_osim_begin_coordinate_force(osim, node, "coordinate_spring", &index);
    if (!json)
        return;
    set(json, "stiffness", sn_osim_positive(osim, node, "stiffness", 0));
    set(json, "rest", sn_osim_number(osim, node, "rest_length", 0));
    set(json, "damping",
        sn_osim_positive(osim, node, sn_osim_get(osim, node, "viscosity") ? "viscosity" : "damping",
                         0));
    end(osim, node, "springs", json);
}

/* Without a controller its control is 0; an activation that the file starts with fades. */
static void actuator(SnOsim *osim, const SnXmlNode *node)
{
    int index;
    json_t *json = sn_osim_begin_coordinate_force(osim, node, "coordinate_load", &index);
    if (!json)
        return;
    set(json, "gain", sn_osim_number(osim, node, "optimal_force", 1));
    sn_osim_set_control_range(osim, node, json);
    if (sn_osim_is(node, "ActivationCoordinateActuator"))
        json_object_set_new(
            json, "dynamics",
            json_pack("{s:s,s:f,s:f}", "type", "filter", "time_constant",
                      sn_osim_within(osim, node, "activation_time_constant", 0.01, 1e-9, 1000),
                      "start", sn_osim_number(osim, node, "default_activation", 0.5)));
    end(osim, node, "loads", json);
}

bool sn_osim_emit_coordinate_force(SnOsim *osim, const SnXmlNode *node)
{
    static const SnOsimEmitter FORCES[] = {
        {"CoordinateLimitForce", limit},
        {"ExponentialCoordinateLimitForce", exponential},
        {"CoordinateLinearStop", stop},
        {"CoordinateLinearStopForce", stop},
        {"SpringGeneralizedForce", spring},
        {"CoordinateLinearSpring", spring},
        {"CoordinateLinearDamper", spring},
        {"CoordinateActuator", actuator},
        {"GeneralizedForce", actuator}, /* of versions 1.x */
        {"ActivationCoordinateActuator", actuator},
    };
    return sn_osim_emit_by(osim, node, FORCES, G_N_ELEMENTS(FORCES));
}
