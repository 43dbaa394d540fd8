/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Actuators.  On joints: force = gain x control + bias, bias = b0 + b1 length + b2 velocity, is a
 * load that is controlled beside a spring with damper; on tendons, muscles. */
#include "engine/mjcf/mjcf.h"

#include <math.h>
#include <string.h>

/* What a kind of actuator comes to. */
typedef struct Drive {
    double gain, bias[3];
    double gear;
    bool muscle, known;
    const char *note;
} Drive;

static void leave(SnMjcf *mjcf, const SnMjcfElement *element, const char *reason)
{
    sn_mjcf_tell(mjcf, SN_IMPORT_LEFT_OUT, element->node, sn_mjcf_name_of(element->node), reason);
}

static void read_general(SnMjcf *mjcf, const SnMjcfElement *element, Drive *drive)
{
    static const char *const gains[] = {"fixed", "affine", "muscle", "user", "dcmotor"};
    static const char *const biases[] = {"none", "affine", "muscle", "user", "dcmotor"};
    double gain[10] = {1}, bias[10] = {0};
    const int gain_type = MAX(sn_mjcf_word(mjcf, element, "gaintype", gains, 5), 0),
              bias_type = MAX(sn_mjcf_word(mjcf, element, "biastype", biases, 5), 0);
    sn_mjcf_numbers(mjcf, element, "gainprm", 1, 10, gain);
    sn_mjcf_numbers(mjcf, element, "biasprm", 1, 10, bias);
    drive->muscle = gain_type == 2;
    drive->known = gain_type == 2 || (gain_type == 0 && bias_type < 2) ||
                   (gain_type == 1 && bias_type < 2 && gain[1] == 0 && gain[2] == 0);
    drive->gain = gain[0];
    if (bias_type == 1)
        memcpy(drive->bias, bias, sizeof drive->bias);
}

static void read_drive(SnMjcf *mjcf, const SnMjcfElement *element, Drive *drive)
{
    const char *kind = element->node->name;
    const char *dynamics = sn_mjcf_get(mjcf, element, "dyntype");
    double gear[6] = {1};
    *drive = (Drive){.gain = 1, .known = true};
    sn_mjcf_numbers(mjcf, element, "gear", 1, 6, gear);
    drive->gear = gear[0];
    if (strcmp(kind, "position") == 0) {
        drive->gain = sn_mjcf_number(mjcf, element, "kp", 1);
        drive->bias[1] = -drive->gain;
        drive->bias[2] = -sn_mjcf_number(mjcf, element, "kv", 0);
        if (sn_mjcf_number(mjcf, element, "dampratio", 0) > 0)
            drive->note = "without its dampratio";
    } else if (strcmp(kind, "velocity") == 0) {
        drive->gain = sn_mjcf_number(mjcf, element, "kv", 1);
        drive->bias[2] = -drive->gain;
    } else if (strcmp(kind, "muscle") == 0) {
        drive->muscle = true;
    } else if (strcmp(kind, "general") == 0) {
        read_general(mjcf, element, drive);
    } else if (strcmp(kind, "motor") != 0) {
        drive->known = false;
    }
    if (dynamics && strcmp(dynamics, "none") != 0 && !drive->muscle)
        drive->note = "it acts at once, without its own dynamics";
}

/* --- on joints --- */

static void set_control(SnMjcf *mjcf, const SnMjcfElement *element, const Drive *drive,
                        json_t *json, const char **note)
{
    double low = -1e6, high = 1e6, range[2];
    if (sn_mjcf_limited(mjcf, element, "ctrllimited", "ctrlrange") &&
        sn_mjcf_numbers(mjcf, element, "ctrlrange", 2, 2, range) == 2) {
        low = range[0];
        high = range[1];
    }
    if (sn_mjcf_limited(mjcf, element, "forcelimited", "forcerange") &&
        sn_mjcf_numbers(mjcf, element, "forcerange", 2, 2, range) == 2 && drive->gain > 0) {
        if (drive->bias[0] == 0 && drive->bias[1] == 0 && drive->bias[2] == 0) {
            low = fmax(low, range[0] / drive->gain);
            high = fmin(high, range[1] / drive->gain);
        } else {
            *note = "without its forcerange";
        }
    }
    if (!(low <= high)) {
        sn_mjcf_fail(mjcf, element->node, "has a range whose lower end is above the upper one");
        return;
    }
    json_object_set_new(json, "lowest", json_real(fmax(low, -1e6)));
    json_object_set_new(json, "highest", json_real(fmin(high, 1e6)));
}

static bool emit_load(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                      const Drive *drive, double arm, const char **note)
{
    const char *name = sn_mjcf_name_of(element->node);
    if (!joint->target || !joint->slot)
        return false;
    json_t *json = json_pack("{s:s,s:s,s:s,s:f}", "class", "coordinate_load", "joint",
                             joint->target, "coordinate", joint->slot, "gain", arm * drive->gain);
    set_control(mjcf, element, drive, json, note);
    g_free(sn_emit(mjcf->root, mjcf->names, "loads", *name ? name : joint->name, json));
    return true;
}

static void emit_bias(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                      const Drive *drive, const char **note)
{
    const double g = drive->gear, k = -drive->bias[1] * g * g, d = -drive->bias[2] * g * g;
    const char *name = sn_mjcf_name_of(element->node);
    if (k < 0 || d < 0)
        *note = "a stiffness or damping below 0 is left out";
    if (k <= 0 && d <= 0) {
        if (drive->bias[0] != 0)
            *note = "without its constant bias";
        return;
    }
    json_t *json =
        json_pack("{s:s,s:s,s:s,s:f,s:f}", "class", "coordinate_spring", "joint", joint->target,
                  "coordinate", joint->slot, "stiffness", fmax(k, 0), "damping", fmax(d, 0));
    if (k > 0)
        json_object_set_new(json, "rest",
                            json_real(fmin(fmax(g * drive->bias[0] / k, -1000), 1000)));
    g_free(sn_emit(mjcf->root, mjcf->names, "springs", *name ? name : joint->name, json));
}

static void on_joint(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfJoint *joint,
                     const Drive *drive)
{
    const char *note = drive->note, *name = sn_mjcf_name_of(element->node);
    if (drive->muscle || !drive->known) {
        leave(mjcf, element,
              drive->muscle ? "a muscle needs a spatial tendon here"
                            : "there is no actuator of this kind here");
        return;
    }
    if (!emit_load(mjcf, element, joint, drive, drive->gear, &note)) {
        leave(mjcf, element, "its joint has no coordinate that turns or slides");
        return;
    }
    emit_bias(mjcf, element, joint, drive, &note);
    sn_mjcf_tell(mjcf, note ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, element->node, name, note);
}

/* Each joint of the sum gets a load of its own. */
static void on_sum(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfTendon *tendon,
                   const Drive *drive)
{
    const char *note = drive->note, *name = sn_mjcf_name_of(element->node);
    bool any = false;
    if (drive->muscle || !drive->known || drive->bias[1] != 0 || drive->bias[2] != 0) {
        leave(mjcf, element, "on a fixed tendon only a motor acts here");
        return;
    }
    for (guint i = 0; i < tendon->joints->len; i++) {
        const SnMjcfJoint *joint = sn_mjcf_joint(mjcf, g_array_index(tendon->joints, int, i));
        const double coef = g_array_index(tendon->coefs, double, i);
        any = emit_load(mjcf, element, joint, drive, drive->gear * coef, &note) || any;
    }
    if (!any)
        leave(mjcf, element, "its joints have no coordinates that turn or slide");
    else
        sn_mjcf_tell(mjcf, SN_IMPORT_APPROXIMATED, element->node, name,
                     note ? note : "a load at each of its joints, to be given one control");
}

/* --- muscles --- */

/* What MuJoCo knows of a muscle: gainprm = range, force, scale, lmin, lmax, vmax, fpmax, fvmax. */
typedef struct Muscle {
    double range[2], force, scale, least, most, velocity, passive, lengthening;
    double times[2], length[2];
} Muscle;

static void read_muscle(SnMjcf *mjcf, const SnMjcfElement *element, Muscle *m)
{
    double prm[10] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2, 0}, times[10] = {0.01, 0.04};
    double range[2];
    if (strcmp(element->node->name, "general") == 0) {
        sn_mjcf_numbers(mjcf, element, "gainprm", 1, 10, prm);
        sn_mjcf_numbers(mjcf, element, "dynprm", 1, 10, times);
    } else {
        static const char *const names[] = {"force", "scale", "lmin", "lmax",
                                            "vmax",  "fpmax", "fvmax"};
        sn_mjcf_numbers(mjcf, element, "range", 2, 2, prm);
        for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
            prm[2 + i] = sn_mjcf_number(mjcf, element, names[i], prm[2 + i]);
        sn_mjcf_numbers(mjcf, element, "timeconst", 1, 2, times);
    }
    memcpy(m->range, prm, sizeof m->range);
    m->force = prm[2];
    m->scale = prm[3];
    m->least = prm[4];
    m->most = prm[5];
    m->velocity = prm[6];
    m->passive = prm[7];
    m->lengthening = prm[8];
    memcpy(m->times, times, sizeof m->times);
    m->length[0] = m->length[1] = 0;
    if (sn_mjcf_numbers(mjcf, element, "lengthrange", 2, 2, range) == 2)
        memcpy(m->length, range, sizeof range);
    if (!(m->range[1] > m->range[0]) || !(m->most > 1) || !(m->least < 1))
        sn_mjcf_fail(mjcf, element->node, "has a range, lmin or lmax that no muscle can have");
}

static void set(json_t *json, const char *key, double value, double low, double high)
{
    json_object_set_new(json, key, json_real(fmin(fmax(value, low), high)));
}

/* Lengths of fibre and tendon: (length - LT) / L0 goes through `range` over `lengthrange`. */
static void set_lengths(SnMjcf *mjcf, const Muscle *m, const SnMjcfTendon *tendon, json_t *law,
                        const char **note)
{
    double fibre, slack;
    if (m->length[1] > m->length[0]) {
        fibre = (m->length[1] - m->length[0]) / (m->range[1] - m->range[0]);
        slack = m->length[0] - m->range[0] * fibre;
    } else {
        fibre = sn_mjcf_path_length(mjcf, tendon) / 2;
        slack = fibre;
        *note = "it has no lengthrange: fibre and tendon are half of its length each";
    }
    if (slack < 0)
        *note = "its tendon, shorter than nothing in the file, has no length";
    set(law, "optimal_length", fibre, 1e-6, 1e6);
    set(law, "tendon_slack_length", slack, 1e-6, 1e6);
}

/* MuJoCo's curves are parabolas; Thelen's have the same width at half height, the same passive
 * force at its start and where it is the maximum, the same ends of force over velocity. */
static void set_curves(const Muscle *m, json_t *law)
{
    const double half = 0.5 * (1 - m->least), bend = 0.5 * (m->most - 1);
    const double at_one =
        m->passive >= 2 ? bend * sqrt(2 / m->passive) : bend * (0.5 + 1 / fmax(m->passive, 1e-3));
    set(law, "active_width", half * half / G_LN2, 0.01, 10);
    set(law, "passive_strain", at_one, 0.01, 10);
    set(law, "passive_shape", 3, 0.1, 50);
    set(law, "max_lengthening", m->lengthening, 1.01, 10);
    set(law, "max_velocity", m->velocity, 0.001, 1000);
    set(law, "fibre_damping", 0, 0, 100);
}

static void emit_muscle(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfTendon *tendon)
{
    json_t *json = json_object(), *law = json_object(), *dynamics = json_object();
    const char *note = NULL, *name = sn_mjcf_name_of(element->node), *of_path = NULL;
    Muscle m;
    read_muscle(mjcf, element, &m);
    if (!sn_mjcf_path(mjcf, tendon, json, &of_path)) {
        json_decref(json);
        json_decref(law);
        json_decref(dynamics);
        leave(mjcf, element, "the path of its tendon has no two points");
        return;
    }
    note = "Thelen's curves with the constants of MuJoCo's, its tendon rigid";
    if (m.force < 0)
        note = "its force, which MuJoCo works out from the mass it moves, is its scale in N";
    json_object_set_new(law, "type", json_string("thelen"));
    json_object_set_new(law, "tendon", json_string("rigid"));
    set(law, "max_force", m.force < 0 ? m.scale : m.force, 0, 1e9);
    set_lengths(mjcf, &m, tendon, law, &note);
    set_curves(&m, law);
    json_object_set_new(dynamics, "enabled", json_true());
    json_object_set_new(dynamics, "type", json_string("thelen"));
    set(dynamics, "rise_time", m.times[0], 1e-6, 10);
    set(dynamics, "fall_time", m.times[1], 1e-6, 10);
    json_object_set_new(json, "class", json_string("muscle"));
    json_object_set_new(json, "law", law);
    json_object_set_new(json, "dynamics", dynamics);
    sn_mjcf_set_color(mjcf, &tendon->element, json);
    g_free(sn_emit(mjcf->root, mjcf->names, "muscles", *name ? name : tendon->name, json));
    if (!tendon->taken)
        sn_mjcf_tell(mjcf, of_path ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, tendon->element.node,
                     tendon->name, of_path);
    tendon->taken = true;
    sn_mjcf_tell(mjcf, SN_IMPORT_APPROXIMATED, element->node, name, note);
}

/* A motor that pulls: a muscle whose force hardly depends on length and velocity. */
static void emit_winch(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfTendon *tendon,
                       const Drive *drive)
{
    json_t *json = json_object(), *law = json_object();
    const char *name = sn_mjcf_name_of(element->node), *of_path = NULL;
    double range[2] = {-1, 0};
    sn_mjcf_numbers(mjcf, element, "ctrlrange", 2, 2, range);
    const double force = -drive->gear * drive->gain * (drive->gear > 0 ? range[0] : range[1]);
    const double length = sn_mjcf_path_length(mjcf, tendon);
    if (!(force > 0) || !drive->known || drive->bias[1] != 0 || drive->bias[2] != 0 ||
        !sn_mjcf_path(mjcf, tendon, json, &of_path)) {
        json_decref(json);
        json_decref(law);
        leave(mjcf, element, "on a spatial tendon only a muscle, or a motor that pulls, acts here");
        return;
    }
    json_object_set_new(law, "type", json_string("thelen"));
    json_object_set_new(law, "tendon", json_string("rigid"));
    set(law, "max_force", force, 0, 1e9);
    set(law, "optimal_length", 0.9 * length, 1e-6, 1e6);
    set(law, "tendon_slack_length", 0.1 * length, 1e-6, 1e6);
    set(law, "active_width", 10, 0.01, 10);
    set(law, "passive_strain", 10, 0.01, 10);
    set(law, "max_velocity", 1000, 0.001, 1000);
    set(law, "fibre_damping", 0, 0, 100);
    json_object_set_new(json, "class", json_string("muscle"));
    json_object_set_new(json, "law", law);
    g_free(sn_emit(mjcf->root, mjcf->names, "muscles", *name ? name : tendon->name, json));
    sn_mjcf_tell(mjcf, SN_IMPORT_APPROXIMATED, element->node, name,
                 "a muscle whose force hardly depends on its length; its excitation pulls");
}

/* --- all --- */

static void emit_actuator(SnMjcf *mjcf, const SnXmlNode *node)
{
    const SnMjcfElement element = sn_mjcf_element(mjcf, node, "actuator", 0);
    const int joint = sn_mjcf_named(mjcf, &element, "joint", mjcf->joint_by_name),
              tendon = sn_mjcf_named(mjcf, &element, "tendon", mjcf->tendon_by_name);
    Drive drive;
    read_drive(mjcf, &element, &drive);
    if (joint >= 0) {
        on_joint(mjcf, &element, sn_mjcf_joint(mjcf, joint), &drive);
        return;
    }
    SnMjcfTendon *of = tendon < 0 ? NULL : sn_mjcf_tendon(mjcf, tendon);
    if (of && of->fixed)
        on_sum(mjcf, &element, of, &drive);
    else if (of && drive.muscle)
        emit_muscle(mjcf, &element, of);
    else if (of)
        emit_winch(mjcf, &element, of, &drive);
    else
        leave(mjcf, &element, "it acts on no joint and no tendon that is there");
}

void sn_mjcf_emit_actuators(SnMjcf *mjcf)
{
    const SnXmlNode *root = sn_xml_root(mjcf->xml);
    for (const SnXmlNode *at = sn_mjcf_first(mjcf, root); at; at = sn_mjcf_next(mjcf, at)) {
        if (strcmp(at->name, "actuator") != 0)
            continue;
        for (const SnXmlNode *in = sn_mjcf_first(mjcf, at); in && !mjcf->error;
             in = sn_mjcf_next(mjcf, in))
            emit_actuator(mjcf, in);
    }
}
