/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actuators.  On joints: force = gain x control + bias, bias = b0 + b1 length + b2 velocity, is a
 * load that is controlled beside a spring with damper; along tendons. */
#include "engine/mjcf/actuators.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

/* Damping by a share of the critical one: what moves has in the reference pose the mass that each
 * joint moves alone, over the square of its arm. */
static void damp(const SnMjcf *mjcf, int n, const int *joints, const double *coefs,
                 SnMjcfDrive *drive)
{
    double mass = 0;
    for (int i = 0; i < n; i++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, joints[i]);
        const double arm = drive->gear * (coefs ? coefs[i] : 1);
        if (arm * arm > 1e-15 && (joint->kind == SN_MJCF_HINGE || joint->kind == SN_MJCF_SLIDE))
            mass += joint->inertia / (arm * arm);
    }
    if (drive->damp_ratio > 0 && drive->gain > 0)
        drive->bias[2] = -2 * drive->damp_ratio * sqrt(drive->gain * mass);
}

void sn_mjcf_leave_actuator(SnMjcf *mjcf, const SnMjcfElement *element, const char *reason)
{
    sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, element->node, sn_mjcf_name_of(element->node), reason);
}

/* --- on joints --- */

void sn_mjcf_set_control(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfDrive *drive,
                         json_t *json, const char **note)
{
    double low = -1e6, high = 1e6, range[2];
    if (drive->inherited[1] > drive->inherited[0]) {
        low = drive->inherited[0];
        high = drive->inherited[1];
    }
    if (!mjcf->free_controls && sn_mjcf_limited(mjcf, element, "ctrllimited", "ctrlrange") &&
        sn_mjcf_numbers(mjcf, element, "ctrlrange", 2, 2, range) == 2) {
        low = range[0];
        high = range[1];
    }
    if (sn_mjcf_limited(mjcf, element, "forcelimited", "forcerange") &&
        sn_mjcf_numbers(mjcf, element, "forcerange", 2, 2, range) == 2 && drive->gain > 0) {
        if (!drive->lag && drive->bias[0] == 0 && drive->bias[1] == 0 && drive->bias[2] == 0) {
            low = fmax(low, range[0] / drive->gain);
            high = fmin(high, range[1] / drive->gain);
        } else {
            *note = "without its forcerange";
        }
    }
    if (drive->most[1] > drive->most[0]) {
        low = fmax(low, drive->most[0]);
        high = fmin(high, drive->most[1]);
    }
    if (!(low <= high)) {
        sn_mjcf_fail(mjcf, element->node, "has a range whose lower end is above the upper one");
        return;
    }
    json_object_set_new(json, "lowest", json_real(fmax(low, -1e6)));
    json_object_set_new(json, "highest", json_real(fmin(high, 1e6)));
    if (mjcf->control != 0)
        json_object_set_new(json, "control", json_real(mjcf->control));
}

static void set_lag(const SnMjcf *mjcf, const SnMjcfDrive *drive, json_t *json)
{
    if (!drive->lag)
        return;
    json_t *dynamics = json_pack("{s:s}", "type", drive->lag);
    if (*drive->lag == 'f') {
        json_object_set_new(dynamics, "time_constant", json_real(drive->time));
    } else {
        json_object_set_new(dynamics, "lowest", json_real(fmax(drive->act[0], -1e6)));
        json_object_set_new(dynamics, "highest", json_real(fmin(drive->act[1], 1e6)));
    }
    if (mjcf->activated)
        json_object_set_new(dynamics, "start", json_real(mjcf->activation));
    json_object_set_new(json, "dynamics", dynamics);
}

static bool emit_load(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                      const SnMjcfDrive *drive, double arm, const char **note)
{
    const char *name = sn_mjcf_name_of(element->node);
    if (!joint->target || !joint->slot)
        return false;
    if (drive->gain == 0)
        return true; /* its control does nothing */
    json_t *json = json_pack("{s:s,s:s,s:s,s:f}", "class", "coordinate_load", "joint",
                             joint->target, "coordinate", joint->slot, "gain", arm * drive->gain);
    sn_mjcf_set_control(mjcf, element, drive, json, note);
    set_lag(mjcf, drive, json);
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", *name ? name : joint->name, json));
    return true;
}

/* What its bias does whatever the control and the coordinate are. */
static void emit_constant(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                          double force)
{
    const char *name = sn_mjcf_name_of(element->node);
    g_autofree char *own = g_strconcat(*name ? name : joint->name, "_bias", NULL);
    if (force == 0)
        return;
    json_t *json =
        json_pack("{s:s,s:s,s:s,s:f,s:f}", "class", "coordinate_load", "joint", joint->target,
                  "coordinate", joint->slot, "gain", force, "control", 1.0);
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", own, json));
}

static void emit_bias(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                      const SnMjcfDrive *drive, const char **note)
{
    const double g = drive->gear, k = -drive->bias[1] * g * g, d = -drive->bias[2] * g * g;
    const char *name = sn_mjcf_name_of(element->node);
    if (k < 0 || d < 0)
        *note = "a stiffness or damping below 0 is left out";
    if (!(k > 0))
        emit_constant(mjcf, element, joint, g * drive->bias[0]);
    if (k <= 0 && d <= 0)
        return;
    json_t *json =
        json_pack("{s:s,s:s,s:s,s:f,s:f}", "class", "coordinate_spring", "joint", joint->target,
                  "coordinate", joint->slot, "stiffness", fmax(k, 0), "damping", fmax(d, 0));
    if (k > 0)
        json_object_set_new(json, "rest",
                            json_real(fmin(fmax(g * drive->bias[0] / k, -1000), 1000)));
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", *name ? name : joint->name, json));
}

/* A servo whose controls, or their integral, go over the joint's range, or a share of it about its
 * middle. */
static void inherit(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                    SnMjcfDrive *drive)
{
    const double share = sn_mjcf_number(mjcf, element, "inheritrange", 0);
    const double middle = 0.5 * (joint->range[0] + joint->range[1]),
                 half = 0.5 * share * (joint->range[1] - joint->range[0]);
    double *range = drive->integrated ? drive->act : drive->inherited;
    if (share > 0 && half > 0) {
        range[0] = middle - half;
        range[1] = middle + half;
    }
}

/* The joint's actuatorfrcrange holds for the sum of its actuators: here for the one that is a force
 * by its control alone. */
static void bear(SnMjcf *mjcf, SnMjcfJoint *joint, SnMjcfDrive *drive)
{
    double range[2];
    const double arm = drive->gear * drive->gain;
    const bool driven = joint->driven;
    joint->driven = true;
    if (!sn_mjcf_limited(mjcf, &joint->element, "actuatorfrclimited", "actuatorfrcrange") ||
        sn_mjcf_numbers(mjcf, &joint->element, "actuatorfrcrange", 2, 2, range) != 2)
        return;
    if (driven) {
        drive->note = "without the actuatorfrcrange of its joint";
        return;
    }
    if (arm == 0 || drive->lag || drive->bias[0] != 0 || drive->bias[1] != 0 ||
        drive->bias[2] != 0) {
        memcpy(drive->borne, range, sizeof range);
        return;
    }
    drive->most[0] = fmin(range[0] / arm, range[1] / arm);
    drive->most[1] = fmax(range[0] / arm, range[1] / arm);
}

/* Torques within which a servo stays; false: it is none, or stays in no range. */
static bool servo_range(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfDrive *drive,
                        double torque[2])
{
    double force[2], g = drive->gear;
    torque[0] = -1e9;
    torque[1] = 1e9;
    const bool limited = sn_mjcf_limited(mjcf, element, "forcelimited", "forcerange") &&
                         sn_mjcf_numbers(mjcf, element, "forcerange", 2, 2, force) == 2;
    if (limited) {
        torque[0] = fmax(torque[0], fmin(g * force[0], g * force[1]));
        torque[1] = fmin(torque[1], fmax(g * force[0], g * force[1]));
    }
    if (drive->borne[1] > drive->borne[0]) {
        torque[0] = fmax(torque[0], drive->borne[0]);
        torque[1] = fmin(torque[1], drive->borne[1]);
    }
    const bool some = limited || drive->borne[1] > drive->borne[0];
    return some && torque[0] <= torque[1] && drive->bias[1] <= 0 && drive->bias[2] <= 0 &&
           (drive->lag || drive->bias[1] < 0 || drive->bias[2] < 0);
}

/* Gain and bias are one load, for its range holds for their sum. */
static bool emit_servo(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                       const SnMjcfDrive *drive, const double torque[2], const char **note)
{
    const double g = drive->gear, k = -drive->bias[1] * g * g, d = -drive->bias[2] * g * g;
    const char *name = sn_mjcf_name_of(element->node), *whole = NULL;
    if (!joint->target || !joint->slot)
        return false;
    const double constant = k > 0 ? 0 : g * drive->bias[0]; /* else it is where the servo rests */
    json_t *json =
        json_pack("{s:s,s:s,s:s,s:f,s:f,s:f,s:f,s:f}", "class", "coordinate_load", "joint",
                  joint->target, "coordinate", joint->slot, "gain", g * drive->gain, "stiffness", k,
                  "damping", d, "lowest_force", fmax(torque[0] - constant, -1e9), "highest_force",
                  fmin(torque[1] - constant, 1e9));
    if (k > 0)
        json_object_set_new(json, "rest",
                            json_real(fmin(fmax(g * drive->bias[0] / k, -1000), 1000)));
    sn_mjcf_set_control(mjcf, element, drive, json, &whole);
    set_lag(mjcf, drive, json);
    emit_constant(mjcf, element, joint, constant);
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", *name ? name : joint->name, json));
    return true;
}

static void on_joint(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                     const SnMjcfDrive *drive)
{
    const char *note = drive->note, *name = sn_mjcf_name_of(element->node);
    if (drive->why) {
        sn_mjcf_leave_actuator(mjcf, element, drive->why);
        return;
    }
    double torque[2];
    const bool servo = servo_range(mjcf, element, drive, torque);
    if (!(servo ? emit_servo(mjcf, element, joint, drive, torque, &note)
                : emit_load(mjcf, element, joint, drive, drive->gear, &note))) {
        sn_mjcf_leave_actuator(mjcf, element, "its joint has no coordinate that turns or slides");
        return;
    }
    if (!servo)
        emit_bias(mjcf, element, joint, drive, &note);
    sn_mjcf_tell(mjcf, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, element->node, name, note);
}

/* --- along paths --- */

/* The path of a tendon; `far` is what its length is more than that of a sum of joints, or than what
 * pulleys make of it. */
static bool path_of(SnMjcf *mjcf, const SnMjcfTendon *tendon, const char *name, json_t *json,
                    double *far, const char **note)
{
    *far = tendon->extra;
    return tendon->fixed ? sn_mjcf_sum_path(mjcf, tendon, 1, name, json, far)
                         : sn_mjcf_path(mjcf, tendon, json, note);
}

/* Tensions within which an actuator along a tendon stays; false: in any. */
static bool tension_range(SnMjcf *mjcf, const SnMjcfElement *element, double arm, double range[2])
{
    double force[2];
    if (!sn_mjcf_limited(mjcf, element, "forcelimited", "forcerange") ||
        sn_mjcf_numbers(mjcf, element, "forcerange", 2, 2, force) != 2 || !(force[0] <= force[1]))
        return false;
    range[0] = fmax(fmin(-arm * force[0], -arm * force[1]), -1e9);
    range[1] = fmin(fmax(-arm * force[0], -arm * force[1]), 1e9);
    return true;
}

/* What does not change: a path actuator whose control is 1. */
static void emit_path_constant(SnMjcf *mjcf, const SnMjcfTendon *tendon, const char *wish,
                               double tension)
{
    const char *of_path = NULL;
    double far;
    g_autofree char *own = g_strconcat(wish, "_bias", NULL);
    json_t *json =
        json_pack("{s:s,s:f,s:f}", "class", "path_actuator", "gain", tension, "control", 1.0);
    if (tension != 0 && path_of(mjcf, tendon, own, json, &far, &of_path))
        g_free(sn_emit(mjcf->root, mjcf->names, "loads", own, json));
    else
        json_decref(json);
}

/* A force along its tendon pushes where it is positive: the tension is -g (gain u + b0) + k L +
 * d dL/dt, one load whose range holds for their sum. */
static void on_path(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfTendon *tendon,
                    const SnMjcfDrive *drive)
{
    const double m = tendon->times, g = drive->gear / m, k = -drive->bias[1] * g * g,
                 d = -drive->bias[2] * g * g;
    const char *name = sn_mjcf_name_of(element->node), *note = drive->note, *of_path = NULL,
               *ranged_note = NULL;
    const char *wish = *name ? name : tendon->name;
    json_t *load = json_pack("{s:s,s:f}", "class", "path_actuator", "gain", -g * drive->gain);
    double far, range[2];
    if (drive->why || !path_of(mjcf, tendon, wish, load, &far, &of_path)) {
        json_decref(load);
        sn_mjcf_leave_actuator(mjcf, element,
                               drive->why      ? drive->why
                               : tendon->fixed ? "its joints have no coordinates that turn or slide"
                                               : "the path of its tendon has no two points");
        return;
    }
    const double constant = k > 0 ? 0 : -g * drive->bias[0]; /* else it is where the servo rests */
    sn_mjcf_set_control(mjcf, element, drive, load, &ranged_note);
    set_lag(mjcf, drive, load);
    if (k > 0 || d > 0)
        json_object_update_new(load, json_pack("{s:f,s:f,s:f}", "stiffness", fmax(k, 0), "damping",
                                               fmax(d, 0), "rest",
                                               (k > 0 ? g * drive->bias[0] / k : 0) + far));
    if (tension_range(mjcf, element, g, range))
        json_object_update_new(load, json_pack("{s:f,s:f}", "lowest_force", range[0] - constant,
                                               "highest_force", range[1] - constant));
    if (k < 0 || d < 0)
        note = "a stiffness or damping below 0 is left out";
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", wish, load));
    emit_path_constant(mjcf, tendon, wish, constant);
    note = of_path ? of_path : note;
    sn_mjcf_tell(mjcf, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, element->node, name, note);
}

/* --- all --- */

/* A key has one number for it: what acts follows its control in time. */
static bool has_state(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = sn_mjcf_element(mjcf, node, "actuator", 0);
    SnMjcfDrive drive;
    sn_mjcf_read_drive(mjcf, &element, &drive);
    return drive.has_state;
}

guint sn_mjcf_count_actuators(SnMjcf *mjcf, guint *n_states)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    guint n = 0;
    *n_states = 0;
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at))
        for (const SnXmlNode *in = strcmp(at->name, "actuator") == 0 ? sn_mjcf_first(mjcf, at)
                                                                     : NULL;
             in; in = sn_mjcf_next(mjcf, in), n++)
            *n_states += has_state(mjcf, in);
    return n;
}

/* What the key says of actuator n, the state before which are n_states others. */
static void take_key(SnMjcf *mjcf, const SnXmlNode *node, guint n, guint *n_states)
{
    mjcf->control = mjcf->key_controls ? g_array_index(mjcf->key_controls, double, n) : 0;
    mjcf->activated = mjcf->key_activations && has_state(mjcf, node);
    mjcf->activation =
        mjcf->activated ? g_array_index(mjcf->key_activations, double, (*n_states)++) : 0;
}

/* As on a sum of that joint alone. */
static void muscle_on_joint(SnMjcf *mjcf, const SnMjcfElement *element, int joint,
                            const SnMjcfDrive *drive)
{
    const double one = 1;
    SnMjcfTendon alone = {.element = *element,
                          .name = sn_mjcf_joint(mjcf, joint)->name,
                          .fixed = true,
                          .joints = g_array_new(FALSE, FALSE, sizeof(int)),
                          .coefs = g_array_new(FALSE, FALSE, sizeof(double)),
                          .times = 1};
    g_array_append_val(alone.joints, joint);
    g_array_append_val(alone.coefs, one);
    sn_mjcf_emit_muscle(mjcf, element, &alone, drive);
    g_array_unref(alone.joints);
    g_array_unref(alone.coefs);
}

static void emit_actuator(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = sn_mjcf_element(mjcf, node, "actuator", 0);
    const char *attribute =
        sn_mjcf_get(mjcf, &element, "jointinparent") ? "jointinparent" : "joint";
    const int joint = sn_mjcf_named(mjcf, &element, attribute, mjcf->joint_by_name),
              tendon = sn_mjcf_named(mjcf, &element, "tendon", mjcf->tendon_by_name),
              site = sn_mjcf_named(mjcf, &element, "site", mjcf->site_by_name);
    const int group = sn_mjcf_integer(mjcf, &element, "group", 0);
    SnMjcfDrive drive;
    if (mjcf->no_actuation ||
        (group >= 0 && group <= 30 && (mjcf->groups_off & 1u << (unsigned)group))) {
        sn_mjcf_leave_actuator(mjcf, &element,
                               "it, its group or all actuators are switched off in the file");
        return;
    }
    sn_mjcf_read_drive(mjcf, &element, &drive);
    if (joint >= 0 && sn_mjcf_joint(mjcf, joint)->kind < SN_MJCF_SLIDE) {
        sn_mjcf_spatial_actuator(mjcf, &element, joint, attribute[5] != '\0', &drive);
        return;
    }
    if (joint >= 0 && drive.muscle) {
        muscle_on_joint(mjcf, &element, joint, &drive);
        return;
    }
    if (joint >= 0) {
        inherit(mjcf, &element, sn_mjcf_joint(mjcf, joint), &drive);
        damp(mjcf, 1, &joint, NULL, &drive);
        bear(mjcf, sn_mjcf_joint(mjcf, joint), &drive);
        on_joint(mjcf, &element, sn_mjcf_joint(mjcf, joint), &drive);
        return;
    }
    SnMjcfTendon *of = tendon < 0 ? NULL : sn_mjcf_tendon(mjcf, tendon);
    if (of && of->fixed)
        damp(mjcf, (int)of->joints->len, (const int *)of->joints->data,
             (const double *)of->coefs->data, &drive);
    else if (drive.damp_ratio > 0)
        drive.note = "without its dampratio";
    if (of && drive.muscle && !drive.why)
        sn_mjcf_emit_muscle(mjcf, &element, of, &drive);
    else if (of)
        on_path(mjcf, &element, of, &drive);
    else if (site >= 0)
        sn_mjcf_site_actuator(mjcf, &element, sn_mjcf_site(mjcf, site), &drive);
    else
        sn_mjcf_leave_actuator(mjcf, &element,
                               drive.why ? drive.why
                               : sn_mjcf_get(mjcf, &element, "cranksite")
                                   ? "a crank with a slider: a slider and a distance joint do as "
                                     "much here"
                                   : "it acts on no joint, tendon or site that is there");
}

void sn_mjcf_emit_actuators(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    guint n = 0, n_states = 0;
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "actuator") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in && !mjcf->error;
             in = sn_mjcf_next(mjcf, in), n++) {
            take_key(mjcf, in, n, &n_states);
            emit_actuator(mjcf, in);
        }
    }
}
