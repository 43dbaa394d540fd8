/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Muscles: constants of each class to those of the law of the same author. */
#include "engine/opensim/osim.h"

#include "engine/muscle/spline_table.h"

#include <math.h>
#include <string.h>

typedef struct Maker {
    SnOsim *osim;
    const SnXmlNode *node;
    json_t *law, *dynamics;
    const char *note;
} Maker;

/* --- one value --- */

static double number(const Maker *m, const char *property, double otherwise)
{
    return sn_osim_number(m->osim, m->node, property, otherwise);
}

/* Within the range that the law takes; what lies outside is moved to its edge and reported. */
static void set(Maker *m, const char *key, double value, double low, double high)
{
    const double within = fmin(fmax(value, low), high);
    if (within != value)
        m->note = "a constant outside what the law takes is moved to the edge of its range";
    json_object_set_new(m->law, key, json_real(within));
}

static void set_word(Maker *m, const char *key, const char *word)
{
    json_object_set_new(m->law, key, json_string(word));
}

/* A number in one of the muscle's curves: <FiberForceLengthCurve><strain_at_zero_force>. */
static double of_curve(const Maker *m, const char *curve, const char *property, double otherwise)
{
    const SnXmlNode *object = sn_osim_get(m->osim, m->node, curve);
    return object ? sn_osim_number(m->osim, object, property, otherwise) : otherwise;
}

/* --- what all have --- */

static void set_common(Maker *m)
{
    set(m, "max_force", number(m, "max_isometric_force", 1000), 0, 1e9);
    set(m, "optimal_length", number(m, "optimal_fiber_length", 0.1), 1e-6, 1e6);
    set(m, "tendon_slack_length", number(m, "tendon_slack_length", 0.2), 1e-6, 1e6);
    set(m, "pennation", number(m, "pennation_angle_at_optimal", number(m, "pennation_angle", 0)), 0,
        1.4);
    set(m, "max_velocity", number(m, "max_contraction_velocity", number(m, "Vmax", 10)), 0.001,
        1000);
    if (sn_osim_flag(m->osim, m->node, "ignore_tendon_compliance", false))
        set_word(m, "tendon", "rigid");
}

static void set_dynamics(Maker *m, const char *type, double rise, double fall)
{
    const bool ignored = sn_osim_flag(m->osim, m->node, "ignore_activation_dynamics", false);
    json_object_set_new(m->dynamics, "enabled", json_boolean(!ignored));
    if (ignored)
        return;
    const double t_rise =
        sn_osim_within(m->osim, m->node, "activation_time_constant", rise, 1e-6, 10);
    const double t_fall =
        sn_osim_within(m->osim, m->node, "deactivation_time_constant", fall, 1e-6, 10);
    json_object_set_new(m->dynamics, "type", json_string(type));
    json_object_set_new(m->dynamics, "rise_time", json_real(t_rise));
    json_object_set_new(m->dynamics, "fall_time", json_real(t_fall));
}

/* --- the classes --- */

static void thelen(Maker *m)
{
    set_word(m, "type", "thelen");
    set_common(m);
    set(m, "tendon_strain", number(m, "FmaxTendonStrain", 0.04), 1e-4, 1);
    set(m, "passive_strain", number(m, "FmaxMuscleStrain", 0.6), 0.01, 10);
    set(m, "active_width", number(m, "KshapeActive", 0.45), 0.01, 10);
    set(m, "passive_shape", number(m, "KshapePassive", 5), 0.1, 50);
    set(m, "velocity_shape", number(m, "Af", 0.25), 0.01, 10);
    set(m, "max_lengthening", number(m, "Flen", 1.4), 1.01, 10);
    set(m, "fibre_damping", 0, 0, 100);
    set_dynamics(m, "thelen", 0.015, 0.05);
}

static void thelen_old(Maker *m)
{
    thelen(m);
    set(m, "fibre_damping", number(m, "damping", 0.05), 0, 100);
    m->note = "its older force-velocity curve (Vmax0, damping) is that of Thelen2003Muscle here";
}

/* --- curves that a file draws --- */

/* Points of the file's spline into the law; the curves' own words in `note` where they are more
 * than the law takes, or no spline. */
static void draw(Maker *m, const char *property, const char *key)
{
    SnOsimFunction f;
    const SnXmlNode *curve = sn_osim_object(m->osim, m->node, property);
    if (!curve || !sn_osim_function_read(m->osim, curve, -1, 2, &f))
        return;
    const int n = sn_function_is_table(f.kind) ? (int)f.x->len : 0;
    json_t *pairs = json_array();
    for (int i = 0; i < n && n <= SN_SPLINE_TABLE_POINTS; i++) {
        json_array_append_new(pairs, json_real(g_array_index(f.x, double, i)));
        json_array_append_new(pairs, json_real(f.scale * g_array_index(f.y, double, i)));
    }
    if (f.kind != SN_FUNCTION_SIMM_SPLINE)
        m->note = "its curves are splines through the same points";
    if (json_array_size(pairs) >= 4)
        json_object_set(m->law, key, pairs);
    else
        m->note = "a curve of it has too few or too many points: Schutte's own is here";
    json_decref(pairs);
    sn_osim_function_clear(&f);
}

static void draw_all(Maker *m)
{
    draw(m, "active_force_length_curve", "active_curve");
    draw(m, "passive_force_length_curve", "passive_curve");
    draw(m, "tendon_force_length_curve", "tendon_curve");
}

/* Its velocities are per time scale. */
static double set_schutte(Maker *m)
{
    const double scale = fmax(number(m, "time_scale", 0.1), 1e-9);
    set_word(m, "type", "schutte");
    set_common(m);
    set(m, "max_velocity", 1 / scale, 0.001, 1000);
    draw_all(m);
    return scale;
}

/* rates: activation1 + activation2 rises, activation2 falls, over the time scale */
static void schutte(Maker *m)
{
    const double scale = set_schutte(m);
    const double a1 = number(m, "activation1", 7.667), a2 = number(m, "activation2", 1.459854);
    set(m, "fibre_damping", number(m, "damping", 0.1), 0, 100);
    set_dynamics(m, "zajac", scale / fmax(a1 + a2, 1e-9), scale / fmax(a2, 1e-9));
}

static void delp(Maker *m)
{
    const double scale = set_schutte(m);
    const double a1 = number(m, "activation1", 7.667), a2 = number(m, "activation2", 1.459854);
    set(m, "fibre_damping", 0, 0, 100);
    draw(m, "force_velocity_curve", "velocity_curve");
    set_dynamics(m, "zajac", scale / fmax(a1 + a2, 1e-9), scale / fmax(a2, 1e-9));
    m->note = "the mass of its fibre is left out";
}

static void millard_curves(Maker *m)
{
    const char *active = "ActiveForceLengthCurve", *passive = "FiberForceLengthCurve";
    set(m, "active_min", of_curve(m, active, "min_norm_active_fiber_length", 0.4441), 0.01, 0.9);
    set(m, "active_transition", of_curve(m, active, "transition_norm_fiber_length", 0.73), 0.05,
        0.97);
    set(m, "active_max", of_curve(m, active, "max_norm_active_fiber_length", 1.8123), 1.06, 10);
    set(m, "active_slope", of_curve(m, active, "shallow_ascending_slope", 0.8616), 0, 10);
    set(m, "active_floor", of_curve(m, active, "minimum_value", 0.1), 0, 0.5);
    set(m, "passive_from", of_curve(m, passive, "strain_at_zero_force", 0), -0.9, 5);
    set(m, "passive_to", of_curve(m, passive, "strain_at_one_norm_force", 0.7), -0.5, 10);
    set(m, "tendon_strain",
        of_curve(m, "TendonForceLengthCurve", "strain_at_one_norm_force", 0.049), 1e-4, 1);
    const char *velocity = "ForceVelocityCurve",
               *factor = "max_eccentric_velocity_force_multiplier";
    set(m, "lengthening_force", of_curve(m, velocity, factor, 1.4), 1.11, 10);
    const double near = of_curve(m, velocity, "concentric_slope_near_vmax", 0.25);
    if (fabs(near - 0.25) > 0.011 || fabs(of_curve(m, velocity, "isometric_slope", 5) - 5) > 1e-9 ||
        of_curve(m, velocity, "concentric_slope_at_vmax", 0) > 0)
        m->note = "the slopes of its force-velocity curve are the usual ones";
}

/* Whether a number of a curve is given and is not about the usual one. */
static bool differs(const Maker *m, const char *curve, const char *property, double usual)
{
    return fabs(of_curve(m, curve, property, usual) - usual) > 0.01 * fabs(usual);
}

/* The shapes of the passive curve and the tendon's between their ends are the usual ones here. */
static void note_shapes(Maker *m)
{
    const char *passive = "FiberForceLengthCurve", *tendon = "TendonForceLengthCurve";
    const double stretch = of_curve(m, passive, "strain_at_one_norm_force", 0.7) -
                           of_curve(m, passive, "strain_at_zero_force", 0);
    const double strain = of_curve(m, tendon, "strain_at_one_norm_force", 0.049);
    if (differs(m, passive, "stiffness_at_low_force", 0.2) ||
        differs(m, passive, "stiffness_at_one_norm_force", 2 / stretch) ||
        differs(m, passive, "curviness", 0.75))
        m->note = "the slopes and curviness of its passive curve are the usual ones";
    if (differs(m, tendon, "stiffness_at_one_norm_force", 1.375 / strain) ||
        differs(m, tendon, "norm_force_at_toe_end", 2.0 / 3) ||
        differs(m, tendon, "curviness", 0.5))
        m->note = "the slope, toe and curviness of its tendon's curve are the usual ones";
}

static void millard(Maker *m)
{
    set_word(m, "type", "millard");
    set_common(m);
    set(m, "fibre_damping", number(m, "fiber_damping", 0.1), 0, 100);
    millard_curves(m);
    note_shapes(m);
    set_dynamics(m, "thelen", 0.01, 0.04);
    const SnXmlNode *first =
        sn_osim_get(m->osim, m->node, "MuscleFirstOrderActivationDynamicModel");
    if (first && !sn_xml_child(m->node, "activation_time_constant") &&
        json_is_true(json_object_get(m->dynamics, "enabled"))) {
        const double rise =
            sn_osim_within(m->osim, first, "activation_time_constant", 0.01, 1e-6, 10);
        const double fall =
            sn_osim_within(m->osim, first, "deactivation_time_constant", 0.04, 1e-6, 10);
        sn_osim_bend_with(m->osim, first, m->node);
        json_object_set_new(m->dynamics, "rise_time", json_real(rise));
        json_object_set_new(m->dynamics, "fall_time", json_real(fall));
    }
}

static void de_groote_fregly(Maker *m)
{
    set_word(m, "type", "de_groote_fregly");
    set_common(m);
    set(m, "fibre_damping", number(m, "fiber_damping", 0), 0, 100);
    set(m, "passive_strain", number(m, "passive_fiber_strain_at_one_norm_force", 0.6), 0.01, 10);
    set(m, "tendon_strain", number(m, "tendon_strain_at_one_norm_force", 0.049), 1e-4, 1);
    set_dynamics(m, "de_groote_fregly", 0.015, 0.06);
    set(m, "active_scale", number(m, "active_force_width_scale", 1), 0.1, 10);
    if (sn_osim_flag(m->osim, m->node, "ignore_passive_fiber_force", false))
        json_object_set_new(m->law, "passive", json_false());
}

/* What OpenSim's RigidTendonMuscle has where the file gives no curve; its active curve is
 * Schutte's.  In shortening (1 + v) / (1 - 4 v), in lengthening (1.8 v + w) / (v + w). */
static const double RIGID_PASSIVE[] = {-5,   0,   .998,  0,   .999,  0,   1,   0,   1.1,
                                       .035, 1.2, .12,   1.3, .26,   1.4, .55, 1.5, 1.17,
                                       1.6,  2,   1.601, 2,   1.602, 2,   5,   2};

static void usual_rigid(Maker *m)
{
    enum { STEPS = 20 };
    const double w = 0.05 * (1.8 - 1.482014) / 0.482014; /* through its point at 0.05 */
    if (!json_object_get(m->law, "passive_curve"))
        json_object_set_new(m->law, "passive_curve",
                            sn_emit_numbers(RIGID_PASSIVE, G_N_ELEMENTS(RIGID_PASSIVE)));
    if (json_object_get(m->law, "velocity_curve"))
        return;
    json_t *pairs = json_array();
    for (int i = -STEPS; i <= STEPS; i++) {
        const double v = (double)i / STEPS;
        json_array_append_new(pairs, json_real(v));
        json_array_append_new(pairs,
                              json_real(v < 0 ? (1 + v) / (1 - 4 * v) : (1.8 * v + w) / (v + w)));
    }
    json_object_set_new(m->law, "velocity_curve", pairs);
}

static void rigid_tendon(Maker *m)
{
    set_word(m, "type", "schutte");
    set_common(m);
    set_word(m, "tendon", "rigid");
    set(m, "fibre_damping", 0, 0, 100);
    draw_all(m);
    draw(m, "force_velocity_curve", "velocity_curve");
    usual_rigid(m);
    json_object_set_new(m->dynamics, "enabled", json_false());
}

static void acceleration(Maker *m)
{
    millard(m);
    m->note = "the mass of its fibre is left out";
}

/* Of a class that is not known, like those of plug-ins: the law whose constants it has. */
static void generic(Maker *m)
{
    if (sn_xml_child(m->node, "ActiveForceLengthCurve") ||
        sn_xml_child(m->node, "FiberForceLengthCurve")) {
        millard(m);
        m->note = "a muscle of a class that is not known: Millard's law with its constants";
    } else if (sn_xml_child(m->node, "tendon_strain_at_one_norm_force")) {
        de_groote_fregly(m);
        m->note = "a muscle of a class that is not known: De Groote and Fregly's law with its "
                  "constants";
    } else {
        thelen(m);
        m->note = "a muscle of a class that is not known: Thelen's law with its constants";
    }
}

static const struct {
    const char *class;
    void (*make)(Maker *);
} CLASSES[] = {
    {"Thelen2003Muscle", thelen},
    {"Thelen2003Muscle_Deprecated", thelen_old},
    {"Schutte1993Muscle", schutte},
    {"Schutte1993Muscle_Deprecated", schutte},
    {"Delp1990Muscle", delp},
    {"Delp1990Muscle_Deprecated", delp},
    {"Millard2012EquilibriumMuscle", millard},
    {"Millard2012AccelerationMuscle", acceleration},
    {"RigidTendonMuscle", rigid_tendon},
    {"DeGrooteFregly2016Muscle", de_groote_fregly},
};

static void (*maker_of(const SnXmlNode *node))(Maker *)
{
    for (size_t i = 0; i < G_N_ELEMENTS(CLASSES); i++) {
        if (sn_osim_is(node, CLASSES[i].class))
            return CLASSES[i].make;
    }
    return strstr(node->name, "Muscle") || sn_xml_child(node, "max_isometric_force") ? generic
                                                                                     : NULL;
}

bool sn_osim_emit_muscle(SnOsim *osim, const SnXmlNode *node)
{
    void (*const make)(Maker *) = maker_of(node);
    if (!make)
        return false;
    json_t *json = json_object();
    const char *path_note = NULL;
    if (!sn_osim_path(osim, node, json, &path_note)) {
        json_decref(json);
        return true;
    }
    Maker maker = {osim, node, json_object(), json_object(), NULL};
    make(&maker);
    const double least = sn_osim_within(osim, node, "minimum_activation", 0.01, 0, 1);
    const double start = sn_osim_within(osim, node, "default_activation",
                                        make == de_groote_fregly ? 0.5 : 0.05, 0, 1);
    json_object_set_new(json, "class", json_string("muscle"));
    json_object_set_new(json, "law", maker.law);
    json_object_set_new(json, "dynamics", maker.dynamics);
    json_object_set_new(json, "excitation", json_real(least));
    if (json_is_true(json_object_get(maker.dynamics, "enabled")))
        json_object_set_new(json, "activation", json_real(start));
    char *path = sn_emit(osim->root, osim->names, "muscles", sn_osim_name_of(node), json);
    g_hash_table_insert(osim->made, (gpointer)node, path);
    const char *note = path_note ? path_note : maker.note;
    if (note)
        sn_osim_approximated(osim, node, note);
    else
        sn_osim_exact(osim, node);
    return true;
}
