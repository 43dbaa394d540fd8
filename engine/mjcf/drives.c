/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an actuator comes to.  MuJoCo knows one kind, of numbers for gain, bias and dynamics; the
 * others are shortcuts that set some of them.  Those of the classes, outermost first, and the
 * element itself act one after the other on the same numbers. */
#include "engine/mjcf/actuators.h"

#include <math.h>
#include <string.h>

enum { N = SN_MJCF_DRIVE_NUMBERS };

/* Words of gaintype, biastype and dyntype that are taken over; others are left out. */
typedef enum Gain { GAIN_FIXED, GAIN_AFFINE, GAIN_MUSCLE, GAIN_OTHER } Gain;
typedef enum Bias { BIAS_NONE, BIAS_AFFINE, BIAS_MUSCLE, BIAS_OTHER } Bias;
typedef enum Dynamics {
    DYNAMICS_NONE,
    DYNAMICS_INTEGRATOR,
    DYNAMICS_FILTER,
    DYNAMICS_FILTER_EXACT,
    DYNAMICS_MUSCLE,
    DYNAMICS_OTHER,
} Dynamics;

typedef struct General {
    Gain gain;
    Bias bias;
    Dynamics dynamics;
    double gains[N], biases[N], times[N];
    bool within;     /* what acts stays in its range, as an integrated velocity does */
    const char *why; /* it cannot be taken over; NULL: it can */
} General;

static const General USUAL = {.gains = {1}, .times = {1}};

static void set_kinds(General *g, Gain gain, Bias bias, Dynamics dynamics)
{
    g->gain = gain;
    g->bias = bias;
    g->dynamics = dynamics;
}

/* The place of an own attribute's word, or `other`; `otherwise` where it is not given. */
static int word(const SnXmlNode *node, const char *name, const char *const *words, int other,
                int otherwise)
{
    const char *text = sn_xml_attribute(node, name);
    for (int i = 0; text && i < other; i++)
        if (strcmp(text, words[i]) == 0)
            return i;
    return text ? other : otherwise;
}

static void read_general(SnMjcf *mjcf, const SnMjcfElement *own, General *g)
{
    static const char *const gains[] = {"fixed", "affine", "muscle"},
                             *const biases[] = {"none", "affine", "muscle"},
                             *const dynamics[] = {"none", "integrator", "filter", "filterexact",
                                                  "muscle"};
    g->gain = (Gain)word(own->node, "gaintype", gains, GAIN_OTHER, (int)g->gain);
    g->bias = (Bias)word(own->node, "biastype", biases, BIAS_OTHER, (int)g->bias);
    g->dynamics = (Dynamics)word(own->node, "dyntype", dynamics, DYNAMICS_OTHER, (int)g->dynamics);
    sn_mjcf_numbers(mjcf, own, "gainprm", 1, N, g->gains);
    sn_mjcf_numbers(mjcf, own, "biasprm", 1, N, g->biases);
    sn_mjcf_numbers(mjcf, own, "dynprm", 1, N, g->times);
}

/* Damping that is positive is a share of the critical one, until what moves is known. */
static void read_position(SnMjcf *mjcf, const SnMjcfElement *own, bool integrated, General *g)
{
    const double kp = sn_mjcf_number(mjcf, own, "kp", g->gains[0]),
                 ratio = sn_mjcf_number(mjcf, own, "dampratio", -1),
                 time = sn_mjcf_number(mjcf, own, "timeconst", -1);
    g->gains[0] = kp;
    g->biases[1] = -kp;
    if (sn_xml_attribute(own->node, "kv"))
        g->biases[2] = -sn_mjcf_number(mjcf, own, "kv", 0);
    if (ratio >= 0)
        g->biases[2] = ratio;
    if (time >= 0) {
        g->times[0] = time;
        g->dynamics = time > 0 ? DYNAMICS_FILTER_EXACT : DYNAMICS_NONE;
    }
    if (integrated) {
        g->dynamics = DYNAMICS_INTEGRATOR;
        g->within = true;
    }
    set_kinds(g, GAIN_FIXED, BIAS_AFFINE, g->dynamics);
}

static void read_cylinder(SnMjcf *mjcf, const SnMjcfElement *own, General *g)
{
    const double diameter = sn_mjcf_number(mjcf, own, "diameter", -1);
    g->times[0] = sn_mjcf_number(mjcf, own, "timeconst", g->times[0]);
    sn_mjcf_numbers(mjcf, own, "bias", 1, 3, g->biases);
    g->gains[0] = diameter >= 0 ? G_PI / 4 * diameter * diameter
                                : sn_mjcf_number(mjcf, own, "area", g->gains[0]);
    set_kinds(g, GAIN_FIXED, BIAS_AFFINE, DYNAMICS_FILTER);
}

/* Numbers that are still those of any actuator become those of muscles. */
static void read_muscle(SnMjcf *mjcf, const SnMjcfElement *own, General *g)
{
    static const double usual[9] = {0.75, 1.05, -1, 200, 0.5, 1.6, 1.5, 1.3, 1.2}, any[9] = {1};
    static const char *const names[] = {"force", "scale", "lmin", "lmax", "vmax", "fpmax", "fvmax"};
    for (int i = 0; i < 9; i++)
        if (g->gains[i] == any[i])
            g->gains[i] = usual[i];
    if (g->times[0] == 1)
        g->times[0] = 0.01;
    if (g->times[1] == 0)
        g->times[1] = 0.04;
    sn_mjcf_numbers(mjcf, own, "range", 2, 2, g->gains);
    for (size_t i = 0; i < G_N_ELEMENTS(names); i++)
        g->gains[2 + i] = sn_mjcf_number(mjcf, own, names[i], g->gains[2 + i]);
    sn_mjcf_numbers(mjcf, own, "timeconst", 1, 2, g->times);
    g->times[2] = sn_mjcf_number(mjcf, own, "tausmooth", g->times[2]);
    memcpy(g->biases, g->gains, sizeof g->biases);
    set_kinds(g, GAIN_MUSCLE, BIAS_MUSCLE, DYNAMICS_MUSCLE);
}

/* One element, the element itself or a default of a class. */
static void apply(SnMjcf *mjcf, const SnXmlNode *node, General *g)
{
    const SnMjcfElement own = {node, NULL, 0};
    const char *kind = node->name;
    g->why = NULL;
    if (strcmp(kind, "general") == 0) {
        read_general(mjcf, &own, g);
    } else if (strcmp(kind, "motor") == 0) {
        g->gains[0] = 1;
        set_kinds(g, GAIN_FIXED, BIAS_NONE, DYNAMICS_NONE);
    } else if (strcmp(kind, "position") == 0 || strcmp(kind, "intvelocity") == 0) {
        read_position(mjcf, &own, *kind == 'i', g);
    } else if (strcmp(kind, "velocity") == 0) {
        const double kv = sn_mjcf_number(mjcf, &own, "kv", g->gains[0]);
        memset(g->biases, 0, sizeof g->biases);
        g->gains[0] = kv;
        g->biases[2] = -kv;
        set_kinds(g, GAIN_FIXED, BIAS_AFFINE, DYNAMICS_NONE);
    } else if (strcmp(kind, "damper") == 0) {
        memset(g->gains, 0, sizeof g->gains);
        g->gains[2] = -sn_mjcf_number(mjcf, &own, "kv", 0);
        set_kinds(g, GAIN_AFFINE, BIAS_NONE, DYNAMICS_NONE);
    } else if (strcmp(kind, "cylinder") == 0) {
        read_cylinder(mjcf, &own, g);
    } else if (strcmp(kind, "muscle") == 0) {
        read_muscle(mjcf, &own, g);
    } else if (strcmp(kind, "adhesion") == 0) {
        g->why = "it pulls its body towards what that touches: contacts here do not pull";
    } else if (strcmp(kind, "plugin") == 0) {
        g->why = "what a plugin does is not in the file";
    } else {
        g->why = "there is no actuator of this kind here";
    }
}

/* Classes come before the element, the outermost first. */
static void apply_all(SnMjcf *mjcf, const SnMjcfElement *element, General *g)
{
    g_autoptr(GPtrArray) defaults = sn_mjcf_defaults(mjcf, element);
    *g = USUAL;
    for (guint i = 0; i < defaults->len; i++)
        apply(mjcf, defaults->pdata[i], g);
    apply(mjcf, element->node, g);
}

/* --- as a load, a spring and a damper --- */

/* How what acts follows the control: by first order, or as its integral within actrange. */
static void set_lag(SnMjcf *mjcf, const SnMjcfElement *element, const General *g,
                    SnMjcfDrive *drive)
{
    const bool filter = g->dynamics == DYNAMICS_FILTER || g->dynamics == DYNAMICS_FILTER_EXACT;
    const bool limited = g->within || sn_mjcf_limited(mjcf, element, "actlimited", "actrange");
    drive->act[0] = -1e6;
    drive->act[1] = 1e6;
    drive->has_state = g->dynamics != DYNAMICS_NONE;
    drive->time = fmin(fmax(g->times[0], 1e-9), 1000);
    if (drive->muscle)
        return;
    if (filter && g->times[0] > 0)
        drive->lag = "filter";
    else if (g->dynamics == DYNAMICS_INTEGRATOR)
        drive->lag = "integral";
    else if (g->dynamics == DYNAMICS_MUSCLE || g->dynamics == DYNAMICS_OTHER)
        drive->note = "it acts at once, without its own dynamics";
    if (drive->lag && !filter && limited)
        sn_mjcf_numbers(mjcf, element, "actrange", 2, 2, drive->act);
    else if (drive->lag && limited)
        drive->note = "what acts follows the control without its actrange";
}

/* The control at the start, in its range. */
static double first_control(SnMjcf *mjcf, const SnMjcfElement *element, const General *g)
{
    double range[2];
    if (g->dynamics != DYNAMICS_NONE)
        return mjcf->activated ? mjcf->activation : 0;
    if (!mjcf->free_controls && sn_mjcf_limited(mjcf, element, "ctrllimited", "ctrlrange") &&
        sn_mjcf_numbers(mjcf, element, "ctrlrange", 2, 2, range) == 2)
        return fmin(fmax(mjcf->control, range[0]), range[1]);
    return mjcf->control;
}

/* A gain by length and velocity times the control is a bias while the control stays. */
static void set_gain(SnMjcf *mjcf, const SnMjcfElement *element, const General *g,
                     SnMjcfDrive *drive)
{
    drive->gain = g->gains[0];
    if (g->bias == BIAS_AFFINE)
        memcpy(drive->bias, g->biases, sizeof drive->bias);
    if (drive->bias[1] == -drive->gain && drive->bias[2] > 0) { /* as a position servo has it */
        drive->damp_ratio = drive->bias[2];
        drive->bias[2] = 0;
    }
    if (g->gain != GAIN_AFFINE || (g->gains[1] == 0 && g->gains[2] == 0))
        return;
    const double control = first_control(mjcf, element, g);
    drive->bias[1] += g->gains[1] * control;
    drive->bias[2] += g->gains[2] * control;
    drive->note = g->gains[0] == 0 && g->gains[1] == 0
                      ? "its damping stays what its control at the start makes it"
                      : "its gain by length and velocity stays what its control at the start "
                        "makes it";
}

void sn_mjcf_read_drive(SnMjcf *mjcf, const SnMjcfElement *element, SnMjcfDrive *drive)
{
    General g;
    apply_all(mjcf, element, &g);
    *drive = (SnMjcfDrive){.why = g.why, .gears = {1}};
    sn_mjcf_numbers(mjcf, element, "gear", 1, 6, drive->gears);
    drive->gear = drive->gears[0];
    drive->integrated = g.within;
    drive->muscle = g.gain == GAIN_MUSCLE && !g.why;
    memcpy(drive->muscle_numbers, g.gains, sizeof drive->muscle_numbers);
    memcpy(drive->times, g.times, sizeof drive->times);
    drive->passive = g.bias == BIAS_MUSCLE;
    drive->activated = g.dynamics == DYNAMICS_MUSCLE;
    set_lag(mjcf, element, &g, drive);
    if (drive->muscle || drive->why)
        return;
    if (g.gain == GAIN_OTHER || g.bias == BIAS_OTHER || g.bias == BIAS_MUSCLE)
        drive->why = "its gain or bias is of a kind that there is not here";
    set_gain(mjcf, element, &g, drive);
}
