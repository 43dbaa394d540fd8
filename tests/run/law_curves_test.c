/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of laws as they are drawn: the points on them are where the solver is, for random
 * constants of each law; edits are followed; what cannot be drawn is not. */
#include "engine/law_curves.h"
#include "engine/model/edit/edit.h"
#include "tests/run/model_helper.h"
#include "tests/support/cases.h"
#include "tests/support/random.h"

#include <math.h>
#include <string.h>

typedef struct Drawn {
    SnModel *model;
    SnSimulation *simulation;
    SnId id;
    SnLaw *law;
} Drawn;

static void draw(Drawn *d)
{
    SnTarget targets[SN_LAW_TARGETS];
    double values[SN_LAW_TARGETS];
    const int n = sn_law_targets(d->model, d->id, targets);
    g_assert_cmpint(n, >, 0);
    for (int i = 0; i < n; i++) {
        g_assert_cmpint(targets[i].row, >=, 0);
        g_autofree char *path = sn_model_path(d->model, targets[i].id);
        g_autofree char *name = g_strdup_printf(
            "%s:%s", path, sn_model_property(d->model, targets[i].id, targets[i].row)->name);
        values[i] = sn_test_number(d->simulation, name);
    }
    g_assert_true(sn_law_draw(d->model, d->id, values, d->law));
}

static Drawn begin(const char *json, const char *path, int steps)
{
    Drawn d = {.model = sn_test_model(json), .law = g_new0(SnLaw, 1)};
    d.simulation = sn_test_simulation(d.model);
    d.id = sn_test_id(d.model, path);
    sn_test_steps(d.simulation, steps);
    draw(&d);
    return d;
}

static void end(Drawn *d)
{
    sn_simulation_free(d->simulation);
    sn_model_free(d->model);
    g_free(d->law);
}

/* A curve by its name. */
static const SnLawCurve *curve(const Drawn *d, int plot, const char *name)
{
    g_assert_cmpint(plot, <, d->law->n_plots);
    for (int k = 0; k < d->law->plots[plot].n_curves; k++)
        if (g_strcmp0(d->law->plots[plot].curves[k].name, name) == 0)
            return &d->law->plots[plot].curves[k];
    g_error("no curve %s", name);
}

/* Every point stands in view and on its curve; curves are finite. */
static void check_plots(const Drawn *d)
{
    for (int p = 0; p < d->law->n_plots; p++) {
        const SnLawPlot *plot = &d->law->plots[p];
        g_assert_cmpfloat(plot->x_range[0], <, plot->x_range[1]);
        g_assert_cmpfloat(plot->y_range[0], <, plot->y_range[1]);
        g_assert_true(plot->x[0] == plot->x_range[0]);
        g_assert_true(!plot->has_now ||
                      (plot->now[0] >= plot->x_range[0] && plot->now[0] <= plot->x_range[1] &&
                       plot->now[1] <= plot->y_range[1] * (1 + 1e-12) + 1e-12));
        for (int k = 0; k < plot->n_curves; k++) {
            const SnLawCurve *c = &plot->curves[k];
            double greatest = 0, left = 0, right = 0;
            for (int i = 0; i < SN_LAW_SAMPLES; i++) {
                g_assert_true(isfinite(c->y[i]));
                if (c->marked && i > 0 && plot->x[i - 1] <= c->at[0] && c->at[0] <= plot->x[i]) {
                    left = c->y[i - 1], right = c->y[i];
                    greatest = fmax(fabs(c->at[1] - left), fabs(c->at[1] - right));
                }
            }
            /* between its neighbours, but for the top of a hump */
            g_assert_true(!c->marked || greatest <= fabs(left - right) + 0.02 * fabs(left) + 1e-9);
        }
    }
}

static void near(double value, double truth, double tolerance)
{
    if (!(fabs(value - truth) <= tolerance))
        g_error("%.12g is not %.12g within %g", value, truth, tolerance);
}

/* --- muscles --- */

static const char *const LAWS[] = {"peck",    "hill",    "thelen",
                                   "millard", "schutte", "de_groote_fregly"};

/* A weight that hangs on a muscle beside another that slides. */
static char *muscle_model(Random *random, int law, bool rigid, double excitation)
{
    const double optimal = random_uniform(random, 0.08, 0.12),
                 slack = random_uniform(random, 0.05, 0.15);
    const double length = slack + optimal * random_uniform(random, 0.8, 1.2);
    GString *text = g_string_new(NULL);
    g_string_append_printf(
        text,
        "{\"gravity\": [0, 0, -9.81], \"particles\": ["
        "{\"name\": \"a\", \"position\": [0, 0, 0], \"dynamic\": false},"
        "{\"name\": \"b\", \"position\": [0, 0, %.17g], \"mass\": %.17g}],"
        "\"muscles\": [{\"name\": \"m\", \"points\": [\"particles/a\", \"particles/b\"], "
        "\"excitation\": %.17g, \"law\": {\"type\": \"%s\", \"max_force\": 100",
        -length, random_uniform(random, 1, 4), excitation, LAWS[law]);
    if (law == 0)
        g_string_append_printf(text, ", \"optimal_is_start\": false, \"optimal_length\": %.17g",
                               length * random_uniform(random, 0.9, 1.1));
    else
        g_string_append_printf(
            text,
            ", \"optimal_length\": %.17g, \"tendon_slack_length\": %.17g, \"pennation\": %.17g, "
            "\"max_velocity\": %.17g",
            optimal, slack, random_uniform(random, 0, 0.5), random_uniform(random, 5, 12));
    if (law >= 2)
        g_string_append_printf(text, ", \"tendon\": \"%s\", \"fibre_damping\": 0.1",
                               rigid ? "rigid" : "elastic");
    if (law == 3)
        g_string_append_printf(text, ", \"passive_to\": %.17g", random_uniform(random, 0.4, 0.9));
    g_string_append(text, "}}]}");
    return g_string_free(text, FALSE);
}

static void check_muscle(const Drawn *d, int law, bool rigid)
{
    const SnSimulation *s = d->simulation;
    const double a = sn_test_number(s, "muscles/m:activation");
    const double active = sn_test_number(s, "muscles/m:active_force") / 100;
    const double passive = sn_test_number(s, "muscles/m:passive_force") / 100;
    const double tension = sn_test_number(s, "muscles/m:force") / 100;
    const SnLawCurve *by_length = curve(d, 0, "Active"), *parallel = curve(d, 0, "Passive");
    g_assert_true(by_length->marked && parallel->marked);
    if (law == 0) {
        g_assert_cmpint(d->law->n_plots, ==, 1);
        near(a * by_length->at[1], active, 1e-9);
        near(parallel->at[1], passive, 1e-9);
        return;
    }
    const double cosine = cos(sn_test_number(s, "muscles/m:pennation"));
    const SnLawCurve *by_velocity = curve(d, 1, "Force by velocity");
    const bool fibre = law >= 2, elastic = fibre && !rigid;
    near(a * by_length->at[1] * by_velocity->at[1] * cosine, active, elastic ? 2e-5 : 1e-9);
    /* the passive part of fibres has their damping */
    const double damping = fibre ? 0.1 * by_velocity->at[0] : 0;
    near((parallel->at[1] + damping) * cosine, passive, elastic ? 2e-5 : 1e-9);
    near(d->law->plots[0].now[1] * cosine, tension, 1e-9);
    g_assert_cmpint(d->law->n_plots, ==, elastic ? 3 : 2);
    if (elastic)
        near(curve(d, 2, "Tendon")->at[1], tension, 2e-5);
}

static void test_muscles(void)
{
    const int rounds = sn_cases(3, 500);
    Random random = {14};
    for (int i = 0; i < rounds; i++)
        for (int law = 0; law < (int)G_N_ELEMENTS(LAWS); law++) {
            const bool rigid = i % 2 != 0;
            g_autofree char *text =
                muscle_model(&random, law, rigid, random_uniform(&random, 0.05, 1));
            Drawn d = begin(text, "muscles/m", 20 + i % 30);
            check_plots(&d);
            check_muscle(&d, law, rigid);
            end(&d);
        }
}

/* The constants are the document's, at once; lengths that are automatic the solver's. */
static void test_edit(void)
{
    Random random = {3};
    g_autofree char *text = muscle_model(&random, 2, false, 0.5);
    Drawn d = begin(text, "muscles/m", 5);
    const double before = curve(&d, 0, "Active")->y[20];
    const SnValue wide = {.type = SN_TYPE_REAL, .number = {0.9}};
    GError *error = NULL;
    sn_edit_set(d.model, d.id, sn_model_find_property(d.model, d.id, "law.active_width"), &wide,
                &error);
    g_assert_no_error(error);
    draw(&d);
    const double length = d.law->plots[0].x[20];
    near(curve(&d, 0, "Active")->y[20], exp(-(length - 1) * (length - 1) / 0.9), 1e-12);
    g_assert_cmpfloat(curve(&d, 0, "Active")->y[20], >, before);
    end(&d);

    Drawn automatic = begin(
        "{\"particles\": [{\"name\": \"a\", \"dynamic\": false}, {\"name\": \"b\", \"position\": "
        "[0.2, 0, 0], \"dynamic\": false}], \"muscles\": [{\"name\": \"m\", \"points\": "
        "[\"particles/a\", \"particles/b\"], \"excitation\": 0.5, \"law\": {\"type\": \"hill\"}}]}",
        "muscles/m", 1);
    near(curve(&automatic, 0, "Active")->at[0], 1, 1e-12);
    end(&automatic);
}

/* --- springs, ligaments, coordinates --- */

#define HELD                                                                                       \
    "{\"particles\": [{\"name\": \"a\", \"dynamic\": false}, {\"name\": \"b\", \"position\": "     \
    "[0.11, 0, 0], \"dynamic\": false}], "

static void check_held(const char *list, const char *law, bool drawn)
{
    g_autofree char *text = g_strdup_printf(
        HELD "\"%s\": [{%s\"name\": \"s\", \"points\": [\"particles/a\", "
             "\"particles/b\"], \"law\": {%s}}]}",
        list, strcmp(list, "springs") == 0 ? "\"class\": \"axial_spring\", " : "", law);
    g_autofree char *path = g_strdup_printf("%s/s", list),
                    *force = g_strconcat(path, ":force", NULL);
    SnModel *model = sn_test_model(text);
    if (drawn) {
        Drawn d = begin(text, path, 3);
        check_plots(&d);
        near(d.law->plots[0].curves[0].at[1], sn_test_number(d.simulation, force), 1e-9);
        near(d.law->plots[0].now[1], sn_test_number(d.simulation, force), 1e-9);
        end(&d);
    } else {
        const double values[SN_LAW_TARGETS] = {0.1, 1, 0.1};
        SnLaw law_drawn;
        g_assert_false(sn_law_draw(model, sn_test_id(model, path), values, &law_drawn));
    }
    sn_model_free(model);
}

static void test_springs(void)
{
    check_held("springs", "\"type\": \"linear\", \"rest_is_start\": false, \"rest_length\": 0.1",
               true);
    check_held("springs",
               "\"type\": \"tension_only\", \"rest_is_start\": false, \"rest_length\": 0.12", true);
    check_held("springs",
               "\"type\": \"polynomial\", \"rest_is_start\": false, \"rest_length\": 0.1, "
               "\"quadratic\": 1e4, \"cubic\": 1e6",
               true);
    check_held("springs", "\"type\": \"polynomial\", \"rest_length\": 0, \"rest_is_start\": false",
               true);
    check_held("springs", "\"type\": \"maxwell\"", false);
    check_held("ligaments", "\"type\": \"blankevoort\", \"slack_length\": 0.1", true);
    check_held("ligaments", "\"type\": \"blankevoort\", \"reference_strain\": 0.02", true);
    check_held("ligaments", "\"type\": \"blankevoort\", \"reference_strain\": -0.2", true);
    check_held("ligaments",
               "\"type\": \"spline\", \"slack_length\": 0.1, \"strains\": [0, 0.05, 0.2], "
               "\"forces\": [0, 10, 200]",
               true);
    check_held("ligaments", "\"type\": \"spline\", \"strains\": [0.1, 0.05], \"forces\": [0, 10]",
               false);
}

#define HINGED                                                                                     \
    "{\"gravity\": [0, 0, 0], \"bodies\": [{\"name\": \"b\", \"geometry\": {\"shape\": \"box\", "  \
    "\"size\": [0.1, 0.1, 0.1]}}], \"joints\": [{\"class\": \"%s\", \"name\": \"j\", "             \
    "\"frame_b\": "                                                                                \
    "\"bodies/b\"}, {\"class\": \"drive\", \"joint\": \"joints/j\", \"value\": %g}], "             \
    "\"springs\": "                                                                                \
    "[{\"class\": \"%s\", \"name\": \"s\", \"joint\": \"joints/j\", %s}]}"

static void check_coordinate(const char *joint, double value, const char *class, const char *more)
{
    g_autofree char *text = g_strdup_printf(HINGED, joint, value, class, more);
    Drawn d = begin(text, "springs/s", 3);
    check_plots(&d);
    near(curve(&d, 0, "At rest")->at[0], value, 1e-6);
    near(curve(&d, 0, "At rest")->at[1], sn_test_number(d.simulation, "springs/s:force"), 1e-3);
    g_assert_cmpint((int)d.law->plots[0].x_unit, ==,
                    (int)(g_str_equal(joint, "slider") ? SN_UNIT_LENGTH : SN_UNIT_ANGLE));
    end(&d);
}

static void test_coordinates(void)
{
    check_coordinate("hinge", 0.53, "coordinate_limit", "\"lower\": -0.5, \"upper\": 0.5");
    check_coordinate("hinge", -0.6, "coordinate_limit", "\"lower\": -0.5, \"upper\": 0.5");
    check_coordinate("hinge", 0.2, "coordinate_limit",
                     "\"lower\": -0.5, \"upper\": 0.5, \"law\": \"exponential\"");
    check_coordinate("slider", 0.03, "coordinate_limit",
                     "\"lower\": -0.5, \"upper\": 0.01, \"lower_stiffness\": 0, \"law\": \"stop\"");
    check_coordinate("hinge", 0.3, "coordinate_spring", "\"stiffness\": 20, \"rest\": 0.1");
    check_coordinate("slider", 0.1, "coordinate_spring",
                     "\"law\": \"function\", \"relation\": {\"function\": \"natural_spline\", "
                     "\"x\": [-0.2, 0, 0.1, 0.3], \"y\": [5, 0, -1, -20]}");
}

static void test_nothing(void)
{
    SnModel *model = sn_test_everything();
    SnTarget targets[SN_LAW_TARGETS];
    SnLaw law;
    const double values[SN_LAW_TARGETS] = {0};
    g_assert_cmpint(sn_law_targets(model, SN_ID_NULL, targets), ==, 0);
    g_assert_cmpint(sn_law_targets(model, model->root->id, targets), ==, 0);
    g_assert_false(sn_law_draw(model, model->root->id, values, &law));
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/law_curves/muscles", test_muscles);
    g_test_add_func("/law_curves/edit", test_edit);
    g_test_add_func("/law_curves/springs", test_springs);
    g_test_add_func("/law_curves/coordinates", test_coordinates);
    g_test_add_func("/law_curves/nothing", test_nothing);
    return g_test_run();
}
