/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim: loads in the axes of a frame as actuators of bodies, loads on coordinates as actuators
 * of these with springs beside them. */
#include "engine/export/osim.h"
#include "engine/export/osim_parts.h"

#include "engine/base/vec.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"

#include <string.h>

/* What a row "axes" or "point_in" means there: in the ground, in A, or in what OpenSim has not. */
typedef enum Place { IN_GROUND, IN_A, ELSEWHERE } Place;

/* `there`: from the row's axes to those of the ground or of A's body. */
static Place place_of(const SnExport *e, const SnFrameLoad *load, const char *row, int a,
                      SnPlacement *there)
{
    static const double none[3] = {0}, turn[4] = {1};
    SnPlacement pose;
    const int carrier = sn_export_carrier(e, sn_frame_load_reference(load, row), none, turn, &pose);
    if (carrier == -2)
        return ELSEWHERE;
    sn_export_in_ground(carrier, &pose, there);
    return carrier < 0 ? IN_GROUND : carrier == a ? IN_A : ELSEWHERE;
}

static bool is_none(const double v[3])
{
    return v[0] == 0 && v[1] == 0 && v[2] == 0;
}

static void write_force(SnXmlOut *out, const double gain[3], const SnPlacement *axes,
                        const char *direction)
{
    double turned[3];
    sn_m3_mul_v3(axes->r, gain, turned);
    const double size = sn_v3_norm(turned);
    sn_v3_scale(1 / size, turned, turned);
    sn_xml_out_leaf_numbers(out, direction, turned, 3);
    sn_xml_out_leaf_numbers(out, "optimal_force", &size, 1);
}

static const char *flag(bool value)
{
    return value ? "true" : "false";
}

void sn_export_osim_frame_load(SnExport *e, SnXmlOut *out, const SnFrameLoad *load)
{
    static const double none[3] = {0}, turn[4] = {1};
    const SnComponent *component = &load->base.base;
    SnPlacement in_a, in_b, axes, at;
    const int a = sn_export_carrier(e, load->frame_a, none, turn, &in_a),
              b = sn_export_carrier(e, load->frame_b, none, turn, &in_b);
    const bool force = !is_none(load->force_gain), moment = !is_none(load->moment_gain);
    const Place its_axes = place_of(e, load, "axes", a, &axes),
                its_point = place_of(e, load, "point_in", a, &at);
    if (a < 0 || b == -2 || its_axes == ELSEWHERE || its_point == ELSEWHERE || (force && moment) ||
        (b >= 0 && !moment)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "OpenSim has no actuator like it");
        return;
    }
    const char *class = moment ? "TorqueActuator" : force ? "PointActuator" : "BodyActuator";
    char buffer[64];
    double point[3];
    g_autofree char *name = sn_export_name(e, "force", sn_export_wish(component, buffer));
    g_autofree char *one = sn_export_socket(e, a), *two = sn_export_socket(e, b);
    sn_m3_mul_v3(at.r, load->point, point);
    sn_v3_add(point, at.p, point);
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", name);
    sn_xml_out_leaf(out, "appliesForce", flag(load->enabled));
    if (moment) {
        sn_xml_out_leaf(out, "bodyA", strrchr(one, '/') + 1);
        sn_xml_out_leaf(out, "bodyB", strrchr(two, '/') + 1);
        sn_xml_out_leaf(out, "torque_is_global", flag(its_axes == IN_GROUND));
        write_force(out, load->moment_gain, &axes, "axis");
    } else {
        sn_xml_out_leaf(out, force ? "body" : "socket_body", force ? strrchr(one, '/') + 1 : one);
        sn_xml_out_leaf_numbers(out, "point", point, 3);
        sn_xml_out_leaf(out, "point_is_global", flag(its_point == IN_GROUND));
        sn_xml_out_leaf(out, force ? "force_is_global" : "spatial_force_is_global",
                        flag(its_axes == IN_GROUND));
        if (force)
            write_force(out, load->force_gain, &axes, "direction");
    }
    if (force || moment) {
        sn_xml_out_leaf_numbers(out, "min_control", &load->lowest, 1);
        sn_xml_out_leaf_numbers(out, "max_control", &load->highest, 1);
    }
    sn_xml_out_end(out, class);
    const bool given = !is_none(load->force) || !is_none(load->moment) || load->control != 0;
    sn_export_tell(e, given ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component,
                   given ? "without what acts from the start: OpenSim has controllers for that"
                         : NULL);
}

/* --- on coordinates --- */

static void begin_at(SnXmlOut *out, const char *class, const char *name, const char *coordinate,
                     bool acts)
{
    sn_xml_out_begin(out, class);
    sn_xml_out_text(out, "name", name);
    sn_xml_out_leaf(out, "appliesForce", flag(acts));
    sn_xml_out_leaf(out, "coordinate", coordinate);
}

/* What a servo pulls back with is a spring beside its actuator; OpenSim's forces know no range of
 * their sum. */
static void write_servo(SnExport *e, SnXmlOut *out, const SnCoordinateLoad *load, const char *name,
                        const char *coordinate)
{
    g_autofree char *wish = g_strdup_printf("%s_servo", name);
    g_autofree char *spring = sn_export_name(e, "force", wish);
    begin_at(out, "SpringGeneralizedForce", spring, coordinate, load->base.enabled);
    sn_xml_out_leaf_numbers(out, "stiffness", &load->stiffness, 1);
    sn_xml_out_leaf_numbers(out, "rest_length", &load->rest, 1);
    sn_xml_out_leaf_numbers(out, "viscosity", &load->damping, 1);
    sn_xml_out_end(out, "SpringGeneralizedForce");
}

void sn_export_osim_coordinate_load(SnExport *e, SnXmlOut *out, const SnCoordinateLoad *load)
{
    const SnComponent *component = &load->base.base.base;
    const bool ranged = load->lowest_force > -1e9 || load->highest_force < 1e9;
    const bool given = load->control != 0;
    char buffer[64];
    int j, c;
    if (!sn_export_coordinate(e, load->base.joint, load->base.coordinate, &j, &c)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "its joint is not there");
        return;
    }
    const char *coordinate = sn_export_joint(e, j)->coordinate[c].name;
    g_autofree char *name = sn_export_name(e, "force", sn_export_wish(component, buffer));
    const bool filter = load->lag.dynamics == SN_LAG_FILTER;
    const char *class = filter ? "ActivationCoordinateActuator" : "CoordinateActuator";
    begin_at(out, class, name, coordinate, load->base.enabled);
    if (filter) {
        sn_xml_out_leaf_numbers(out, "activation_time_constant", &load->lag.time_constant, 1);
        sn_xml_out_leaf_numbers(out, "default_activation", &load->lag.start, 1);
    }
    sn_xml_out_leaf_numbers(out, "optimal_force", &load->gain, 1);
    sn_xml_out_leaf_numbers(out, "min_control", &load->lowest, 1);
    sn_xml_out_leaf_numbers(out, "max_control", &load->highest, 1);
    sn_xml_out_end(out, class);
    if (load->lag.dynamics == SN_LAG_INTEGRAL) {
        sn_export_tell(e, SN_IMPORT_APPROXIMATED, component, "its control acts, not its integral");
        return;
    }
    if (load->stiffness > 0 || load->damping > 0)
        write_servo(e, out, load, name, coordinate);
    sn_export_tell(e, ranged || given ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component,
                   ranged && given ? "without the range of its force, and its control at the start"
                   : ranged        ? "without the range of its force"
                   : given         ? "without its control at the start"
                                   : NULL);
}
