/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscles on tendons: a rigid tendon and a fibre whose curves are MuJoCo's own, drawn through
 * points. */
#include "engine/mjcf/actuators.h"

#include <math.h>
#include <string.h>

/* What MuJoCo knows of a muscle: gainprm = range, force, scale, lmin, lmax, vmax, fpmax, fvmax. */
typedef struct Muscle {
    double range[2], force, scale, least, most, velocity, passive, lengthening;
    double times[3], length[2];
} Muscle;

static void read_muscle(SnMjcf *mjcf, const SnMjcfElement *element, const SnMjcfDrive *drive,
                        Muscle *m)
{
    const double *prm = drive->muscle_numbers;
    double range[2];
    memcpy(m->range, prm, sizeof m->range);
    m->force = prm[2];
    m->scale = prm[3];
    m->least = prm[4];
    m->most = prm[5];
    m->velocity = prm[6];
    m->passive = drive->passive ? prm[7] : 0;
    m->lengthening = prm[8];
    memcpy(m->times, drive->times, sizeof m->times);
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

/* What the file leaves to MuJoCo: the range of lengths within the limits of joints, and a force
 * that accelerates all joints together by `scale`. */
static void measure(SnMjcf *mjcf, const SnMjcfTendon *tendon, double gear, Muscle *m,
                    const char **note)
{
    const bool ranged = m->length[1] > m->length[0];
    double range[2], acceleration;
    if (ranged && m->force >= 0)
        return;
    sn_mjcf_measure_tendon(mjcf, tendon, range, &acceleration);
    if (!ranged && range[1] - range[0] > 1e-9) {
        m->length[0] = gear * range[0];
        m->length[1] = gear * range[1];
        *note = "its lengthrange, which the file leaves out, is found within the limits of joints";
    }
    if (m->force >= 0)
        return;
    m->force = acceleration > 1e-9 ? m->scale / (gear * acceleration) : m->scale;
    if (!(acceleration > 1e-9))
        *note = "its force, which MuJoCo works out from the mass it moves, is its scale in N";
}

/* Lengths of fibre and tendon: (length - LT) / L0 goes through `range` over `lengthrange`.  Returns
 * by how much the fibre's own length is less: a tendon here is not shorter than nothing. */
static double set_lengths(SnMjcf *mjcf, const Muscle *m, const SnMjcfTendon *tendon, double gear,
                          double far, json_t *law, const char **note)
{
    const double least = 1e-6;
    double fibre, slack;
    if (m->length[1] > m->length[0]) {
        fibre = (m->length[1] - m->length[0]) / (m->range[1] - m->range[0]) / gear;
        slack = m->length[0] / gear - m->range[0] * fibre;
    } else {
        fibre = tendon->fixed ? 1 : sn_mjcf_path_length(mjcf, tendon, false) / 2;
        slack = tendon->fixed ? 0 : fibre;
        *note = "it has no lengthrange, and no joint moves it: fibre and tendon are half of its "
                "length each";
    }
    fibre *= tendon->times;
    slack = tendon->times * slack + far;
    set(law, "optimal_length", fibre, 1e-6, 1e6);
    set(law, "tendon_slack_length", slack, least, 1e6);
    return slack < least && fibre > 0 ? (least - slack) / fibre : 0;
}

/* --- MuJoCo's curves: parabolas (engine_util_misc.c: mju_muscleGain, mju_muscleBias) --- */

static double active(const Muscle *m, double l)
{
    const double a = 0.5 * (1 + m->least), b = 0.5 * (1 + m->most);
    double x = 0;
    if (l <= m->least || l >= m->most)
        return 0;
    x = l <= a   ? (l - m->least) / (a - m->least)
        : l <= 1 ? (1 - l) / (1 - a)
        : l <= b ? (l - 1) / (b - 1)
                 : (m->most - l) / (m->most - b);
    return l > a && l <= b ? 1 - 0.5 * x * x : 0.5 * x * x;
}

static double passive(const Muscle *m, double l)
{
    const double b = 0.5 * (1 + m->most), x = (l - 1) / (b - 1);
    return l <= 1 ? 0 : m->passive * (x <= 1 ? 0.5 * x * x : x - 0.5);
}

static double by_velocity(const Muscle *m, double v)
{
    const double y = m->lengthening - 1;
    if (v <= -1)
        return 0;
    if (v <= 0)
        return (1 + v) * (1 + v);
    return v >= y || y <= 0 ? fmax(m->lengthening, 1) : m->lengthening - (y - v) * (y - v) / y;
}

/* Points of a curve between two abscissas, and some before and behind, the last far away: the
 * spline goes straight on from there. */
static json_t *drawn(const Muscle *m, double (*curve)(const Muscle *, double), double low,
                     double high, double shift)
{
    enum { PARTS = 38, MORE = 4, FAR = 100 };
    json_t *pairs = json_array();
    const double step = (high - low) / PARTS;
    for (int i = -MORE; i <= PARTS + MORE; i++) {
        const int at = i == -MORE ? -FAR : i == PARTS + MORE ? PARTS + FAR : i;
        const double x = low + at * step;
        json_array_append_new(pairs, json_real(x - shift));
        json_array_append_new(pairs, json_real(curve(m, x)));
    }
    return pairs;
}

static void set_curves(const Muscle *m, double shift, json_t *law)
{
    const double b = 0.5 * (1 + m->most), y = fmax(m->lengthening - 1, 0.01);
    json_object_set_new(law, "active_curve", drawn(m, active, m->least, m->most, shift));
    json_object_set_new(law, "passive_curve", drawn(m, passive, 1, b, shift));
    json_object_set_new(law, "velocity_curve", drawn(m, by_velocity, -1, y, 0));
    set(law, "max_velocity", m->velocity, 0.001, 1000);
    set(law, "fibre_damping", 0, 0, 100);
}

static void set_dynamics(const Muscle *m, const SnMjcfDrive *drive, json_t *dynamics,
                         const char **note)
{
    json_object_set_new(dynamics, "enabled", json_boolean(drive->activated));
    if (!drive->activated) {
        *note = drive->has_state ? "it acts at once, without its own dynamics" : *note;
        return;
    }
    json_object_set_new(dynamics, "type", json_string("thelen"));
    set(dynamics, "rise_time", m->times[0], 1e-6, 10);
    set(dynamics, "fall_time", m->times[1], 1e-6, 10);
    if (m->times[2] > 0)
        *note = "its activation rises and falls without the smoothing of tausmooth";
}

static void emit(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfTendon *tendon,
                 const SnMjcfDrive *drive, json_t *json, double far)
{
    json_t *law = json_object(), *dynamics = json_object();
    const char *note = "splines through MuJoCo's parabolas, within a thousandth of its force";
    const char *name = sn_mjcf_name_of(element->node);
    Muscle m;
    read_muscle(mjcf, element, drive, &m);
    measure(mjcf, tendon, drive->gear, &m, &note);
    json_object_set_new(law, "type", json_string("schutte"));
    json_object_set_new(law, "tendon", json_string("rigid"));
    set(law, "max_force", drive->gear * m.force / tendon->times, 0, 1e9);
    set_curves(&m, set_lengths(mjcf, &m, tendon, drive->gear, far, law, &note), law);
    set_dynamics(&m, drive, dynamics, &note);
    json_object_set_new(json, "class", json_string("muscle"));
    if (mjcf->activated)
        set(json, "activation", mjcf->activation, 0, 1);
    if (mjcf->control > 0)
        set(json, "excitation", mjcf->control, 0, 1);
    json_object_set_new(json, "law", law);
    json_object_set_new(json, "dynamics", dynamics);
    g_free(sn_emit(mjcf->root, mjcf->names, "muscles", *name ? name : tendon->name, json));
    sn_mjcf_tell(mjcf, SN_IMPORT_APPROXIMATED, element->node, name, note);
}

void sn_mjcf_emit_muscle(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfTendon *tendon,
                         const SnMjcfDrive *drive)
{
    json_t *json = json_object();
    const char *of_path = NULL, *name = sn_mjcf_name_of(element->node);
    double far = tendon->extra;
    const bool good =
        tendon->fixed ? sn_mjcf_sum_path(mjcf, tendon, 1, *name ? name : tendon->name, json, &far)
                      : sn_mjcf_path(mjcf, tendon, json, &of_path);
    if (!good || !(drive->gear > 0)) {
        json_decref(json);
        sn_mjcf_leave_actuator(mjcf, element,
                               good            ? "its gear is not above 0: it would push"
                               : tendon->fixed ? "its joint has no coordinate that turns or slides"
                                               : "the path of its tendon has no two points");
        return;
    }
    if (!tendon->fixed)
        sn_mjcf_set_color(mjcf, &tendon->element, json);
    emit(mjcf, element, tendon, drive, json, far);
    if (!tendon->taken && !tendon->fixed)
        sn_mjcf_tell(mjcf, of_path ? SN_IMPORT_APPROXIMATED : SN_IMPORT_EXACT, tendon->element.node,
                     tendon->name, of_path);
    tendon->taken = true;
}
