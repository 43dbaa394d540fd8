/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MuJoCo: what is controlled, on tendons and coordinates. */
#include "engine/export/joints.h"
#include "engine/export/osim.h"
#include "engine/export/points.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/strand.h"

#include <math.h>
#include <string.h>

static void add_control(GArray *controls, double control)
{
    g_array_append_val(controls, control);
}

/* Fibre and tendon by a range of 0.5 to 1.5 over the lengths that it gives. */
static void write_muscle(SnExport *e, SnXmlOut *out, const SnMuscle *muscle, GArray *controls)
{
    const SnComponent *component = &muscle->base.base.base;
    const char *tendon = sn_export_named(e, component->id);
    const bool peck = muscle->law == SN_MUSCLE_PECK;
    const double fibre = muscle->optimal_length * (peck ? 1 - muscle->tendon_ratio : 1),
                 slack = peck ? muscle->optimal_length * muscle->tendon_ratio
                              : muscle->tendon_slack_length;
    const double range[2] = {0.5, 1.5}, lengths[2] = {slack + 0.5 * fibre, slack + 1.5 * fibre},
                 times[2] = {muscle->rise_time, muscle->fall_time}, control[2] = {0, 1},
                 passive = 1.3, bend = muscle->thelen.passive_strain / (0.5 + 1 / passive),
                 most = 1 + 2 * bend,
                 least = fmax(1 - 2 * sqrt(muscle->thelen.active_width * G_LN2), 0);
    if (!tendon)
        return; /* the tendon said why */
    g_autofree char *name = sn_export_name(e, "actuator", tendon);
    sn_xml_out_begin(out, "muscle");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "tendon", tendon);
    sn_xml_out_numbers(out, "ctrlrange", control, 2);
    sn_xml_out_numbers(out, "force", &muscle->max_force, 1);
    if (fibre > 0) {
        sn_xml_out_numbers(out, "range", range, 2);
        sn_xml_out_numbers(out, "lengthrange", lengths, 2);
    }
    if (!peck) {
        sn_xml_out_numbers(out, "vmax", &muscle->max_velocity, 1);
        sn_xml_out_numbers(out, "fvmax", &muscle->thelen.max_lengthening, 1);
        sn_xml_out_numbers(out, "lmin", &least, 1);
        sn_xml_out_numbers(out, "lmax", &most, 1);
    }
    if (muscle->activation_dynamics)
        sn_xml_out_numbers(out, "timeconst", times, 2);
    sn_xml_out_end(out, "muscle");
    add_control(controls, muscle->excitation);
    sn_export_tell(e, SN_IMPORT_APPROXIMATED, component,
                   "MuJoCo's curves, its tendon rigid, without pennation");
}

const char *sn_export_begun(const SnLagFields *lag)
{
    return lag->dynamics != SN_LAG_NONE && lag->start != 0 ? "what acts begins at 0" : NULL;
}

static void write_lag(SnXmlOut *out, const SnLagFields *lag)
{
    const double range[2] = {lag->lowest, lag->highest};
    if (lag->dynamics == SN_LAG_FILTER) {
        sn_xml_out_text(out, "dyntype", "filterexact");
        sn_xml_out_numbers(out, "dynprm", &lag->time_constant, 1);
    } else if (lag->dynamics == SN_LAG_INTEGRAL) {
        sn_xml_out_text(out, "dyntype", "integrator");
        sn_xml_out_numbers(out, "actrange", range, 2);
    }
}

/* What pushes with gain x control + stiffness (rest - length) - damping x rate within a range. */
static void write_servo(SnXmlOut *out, double gain, double stiffness, double rest, double damping,
                        const double force[2])
{
    const double bias[3] = {stiffness * rest, -stiffness, -damping};
    sn_xml_out_numbers(out, "gainprm", &gain, 1);
    sn_xml_out_text(out, "biastype", "affine");
    sn_xml_out_numbers(out, "biasprm", bias, 3);
    if (force[0] > -1e9 || force[1] < 1e9)
        sn_xml_out_numbers(out, "forcerange", force, 2);
}

static void write_load(SnExport *e, SnXmlOut *out, const SnCoordinateLoad *load, GArray *controls)
{
    const SnComponent *component = &load->base.base.base;
    const double range[2] = {load->lowest, load->highest},
                 force[2] = {load->lowest_force, load->highest_force};
    const bool servo = load->stiffness > 0 || load->damping > 0 || load->lowest_force > -1e9 ||
                       load->highest_force < 1e9 || load->lag.dynamics != SN_LAG_NONE;
    char buffer[64];
    int j, c;
    if (!load->base.enabled ||
        !sn_export_coordinate(e, load->base.joint, load->base.coordinate, &j, &c)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component, "it is off, or its joint is not there");
        return;
    }
    g_autofree char *name = sn_export_name(e, "actuator", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, servo ? "general" : "motor");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "joint", sn_export_joint(e, j)->coordinate[c].name);
    if (servo)
        write_servo(out, load->gain, load->stiffness, load->rest, load->damping, force);
    else
        sn_xml_out_numbers(out, "gear", &load->gain, 1);
    write_lag(out, &load->lag);
    if (range[0] > -1e6 || range[1] < 1e6)
        sn_xml_out_numbers(out, "ctrlrange", range, 2);
    sn_xml_out_end(out, servo ? "general" : "motor");
    add_control(controls, load->control);
    const char *begun = sn_export_begun(&load->lag);
    sn_export_tell(e, begun ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, component, begun);
}

/* A tension pulls where a force along the tendon pushes. */
static void write_path_actuator(SnExport *e, SnXmlOut *out, const SnPathActuator *actuator,
                                GArray *controls)
{
    const char *tendon = sn_export_named(e, actuator->base.base.base.id);
    const double range[2] = {actuator->lowest, actuator->highest},
                 force[2] = {-actuator->highest_force, -actuator->lowest_force};
    if (!tendon)
        return; /* the tendon said why */
    g_autofree char *name = sn_export_name(e, "actuator", tendon);
    sn_xml_out_begin(out, "general");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "tendon", tendon);
    write_servo(out, -actuator->gain, actuator->stiffness, actuator->rest, actuator->damping,
                force);
    write_lag(out, &actuator->lag);
    if (range[0] > -1e6 || range[1] < 1e6)
        sn_xml_out_numbers(out, "ctrlrange", range, 2);
    sn_xml_out_end(out, "general");
    add_control(controls, actuator->control);
}

/* An actuator without gain, whose bias is the spring. */
static void write_spring(SnExport *e, SnXmlOut *out, const SnCoordinateSpring *spring,
                         GArray *controls)
{
    const SnComponent *component = &spring->base.base.base;
    const double bias[3] = {spring->stiffness * spring->rest, -spring->stiffness, -spring->damping},
                 none = 0;
    char buffer[64];
    int j, c;
    if (!spring->base.enabled || spring->law != SN_COORDINATE_SPRING_LINEAR ||
        !sn_export_coordinate(e, spring->base.joint, spring->base.coordinate, &j, &c)) {
        sn_export_tell(e, SN_IMPORT_LEFT_OUT, component,
                       "it is off, is no line, or its joint is not there");
        return;
    }
    g_autofree char *name = sn_export_name(e, "actuator", sn_export_wish(component, buffer));
    sn_xml_out_begin(out, "general");
    sn_xml_out_text(out, "name", name);
    sn_xml_out_text(out, "joint", sn_export_joint(e, j)->coordinate[c].name);
    sn_xml_out_numbers(out, "gainprm", &none, 1);
    sn_xml_out_text(out, "biastype", "affine");
    sn_xml_out_numbers(out, "biasprm", bias, 3);
    sn_xml_out_end(out, "general");
    add_control(controls, 0);
    sn_export_tell(e, SN_IMPORT_EXACT, component, NULL);
}

static bool any_number(const GArray *numbers)
{
    bool any = false;
    for (guint i = 0; i < numbers->len; i++)
        any = any || g_array_index(numbers, double, i) != 0;
    return any;
}

/* MuJoCo's controls and velocities are 0 where no key says otherwise. */
static void write_key(SnExport *e, SnXmlOut *out, const GArray *controls)
{
    const bool controlled = any_number(controls), moves = any_number(e->rates);
    if (!controlled && !moves)
        return;
    sn_xml_out_begin(out, "keyframe");
    sn_xml_out_begin(out, "key");
    sn_xml_out_text(out, "name", "start");
    if (moves)
        sn_xml_out_numbers(out, "qvel", (const double *)e->rates->data, (int)e->rates->len);
    if (controlled)
        sn_xml_out_numbers(out, "ctrl", (const double *)controls->data, (int)controls->len);
    sn_xml_out_end(out, "key");
    sn_xml_out_end(out, "keyframe");
    sn_import_report_note(e->report, "%s at the start stand in the key \"start\"",
                          !moves        ? "controls"
                          : !controlled ? "velocities"
                                        : "velocities and controls");
}

void sn_export_mjcf_actuators(SnExport *e, SnXmlOut *out)
{
    g_autoptr(GArray) controls = g_array_new(FALSE, FALSE, sizeof(double));
    sn_xml_out_begin(out, "actuator");
    for (guint i = 0; i < e->all->len; i++) {
        const SnComponent *component = e->all->pdata[i];
        if (component->class == &SN_CLASS_MUSCLE)
            write_muscle(e, out, (const SnMuscle *)component, controls);
        else if (component->class == &SN_CLASS_COORDINATE_LOAD)
            write_load(e, out, (const SnCoordinateLoad *)component, controls);
        else if (component->class == &SN_CLASS_PATH_ACTUATOR)
            write_path_actuator(e, out, (const SnPathActuator *)component, controls);
        else if (component->class == &SN_CLASS_COORDINATE_SPRING)
            write_spring(e, out, (const SnCoordinateSpring *)component, controls);
    }
    sn_xml_out_end(out, "actuator");
    write_key(e, out, controls);
}
