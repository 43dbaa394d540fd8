/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim files as people have them: contact, controllers, curves. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/collision.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/muscle/spline_table.h"
#include "tests/opensim/documents.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* --- contact --- */

#define FLOOR(frame)                                                                               \
    "<ContactHalfSpace name=\"floor\"><socket_frame>" frame "</socket_frame><orientation>0 0 "     \
    "-1.5707963267948966</orientation></ContactHalfSpace>"
#define BALL                                                                                       \
    "<ContactSphere name=\"ball\"><socket_frame>/bodyset/a</socket_frame><location>0.5 1 0"        \
    "</location><radius>0.1</radius></ContactSphere>"
#define MESH                                                                                       \
    "<ContactMesh name=\"mesh\"><socket_frame>/bodyset/a</socket_frame><filename>t.obj"            \
    "</filename></ContactMesh>"
#define CONSTANTS(class, geometry, stiffness, more)                                                \
    "<" class "::ContactParameters><geometry>" geometry "</geometry><stiffness>" stiffness         \
              "</stiffness>" more "</" class "::ContactParameters>"
#define FORCE(class, constants)                                                                    \
    "<ForceSet><objects><" class " name=\"c\"><" class                                             \
        "::ContactParametersSet "                                                                  \
        "name=\"contact_parameters\"><objects>" constants                                          \
        "</objects></" class "::ContactParametersSet><transition_velocity>0.2</"                   \
                             "transition_velocity></" class "></objects></ForceSet>"
#define SHAPES(text) "<ContactGeometrySet><objects>" text "</objects></ContactGeometrySet>"

/* simbody: of two plane-strain moduli E1, E2 with c1, c2 the softer gives way more, s1 of the
 * first; friction is the harmonic mean. */
static void hertz(void)
{
    SnModel *model = take(
        MODEL "</objects></JointSet>" SHAPES(FLOOR("/ground") BALL) FORCE(
            "HuntCrossleyForce",
            CONSTANTS("HuntCrossleyForce", "ball", "1e6",
                      "<dissipation>1</dissipation><dynamic_friction>0.2</dynamic_friction>")
                CONSTANTS("HuntCrossleyForce", "floor", "8e6",
                          "<dissipation>3</dissipation><dynamic_friction>0.6</dynamic_friction>"))
            TAIL,
        "/tmp", 0, 0);
    const SnCollision *c = (const SnCollision *)at(model, "collisions/c");
    const double s = 4.0 / 5, modulus = pow(s, 1.5) * 1e6;
    g_assert_cmpint(c->method, ==, SN_COLLISION_HUNT_CROSSLEY);
    g_assert_cmpfloat_with_epsilon(c->modulus, modulus, 1e-6 * modulus);
    g_assert_cmpfloat_with_epsilon(c->dissipation, s * 1 + (1 - s) * 3, 1e-12);
    g_assert_cmpfloat_with_epsilon(c->friction, 0.3, 1e-12);
    g_assert_cmpfloat(c->transition_velocity, ==, 0.2);
    /* what the ball weighs is taken from its carrier: together they are what the file says */
    const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a"),
                      *ball = (const SnRigidBody *)at(model, "bodies/ball");
    const double m = ball->mass, r[3] = {0.5, 1, 0}, wanted[3] = {0.1, 0, 0};
    double square[2] = {0}, shift[2][3];
    g_assert_cmpfloat(m, >, 0);
    g_assert_cmpfloat_with_epsilon(a->mass + m, 2, 1e-14);
    for (int k = 0; k < 3; k++) {
        g_assert_cmpfloat_with_epsilon(a->mass * a->center[k] + m * r[k], 2 * wanted[k], 1e-14);
        shift[0][k] = a->center[k] - wanted[k];
        shift[1][k] = r[k] - wanted[k];
        for (int i = 0; i < 2; i++)
            square[i] += shift[i][k] * shift[i][k];
    }
    const double diagonal[3] = {1, 2, 2.5};
    for (int k = 0; k < 3; k++) {
        const double all = a->tensor[k] + ball->tensor[k] +
                           a->mass * (square[0] - shift[0][k] * shift[0][k]) +
                           m * (square[1] - shift[1][k] * shift[1][k]);
        g_assert_cmpfloat_with_epsilon(all, diagonal[k], 1e-13);
    }
    const double product =
        a->tensor[3] - a->mass * shift[0][0] * shift[0][1] - m * shift[1][0] * shift[1][1];
    g_assert_cmpfloat_with_epsilon(product, 0.1, 1e-13);
    sn_model_free(model);
}

/* Each mesh's springs press in full, and a half-space carries none. */
static void foundation(void)
{
    g_autofree char *folder = g_dir_make_tmp("sinew-wild-XXXXXX", NULL);
    g_autofree char *mesh = g_build_filename(folder, "t.obj", NULL);
    const char *text = MODEL "</objects></JointSet>" SHAPES(FLOOR("/ground") MESH)
        FORCE("ElasticFoundationForce", CONSTANTS("ElasticFoundationForce", "mesh floor", "5e5",
                                                  "<static_friction>0.4</static_friction>")) TAIL;
    /* without the file neither the shape nor the force can be had */
    sn_model_free(take(text, folder, 0, 2));
    g_assert_true(g_file_set_contents(
        mesh, "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n", -1,
        NULL));
    SnModel *model = take(text, folder, 0, 0);
    const SnCollision *c = (const SnCollision *)at(model, "collisions/c");
    g_assert_cmpint(c->method, ==, SN_COLLISION_ELASTIC_FOUNDATION);
    g_assert_cmpfloat(c->pressure_modulus, ==, 5e5);
    g_assert_cmpint(c->layer, ==, SN_COLLISION_LAYER_A);
    g_assert_cmpfloat(c->static_friction, ==, 0.4);
    g_assert_cmpstr(((const SnRigidBody *)at(model, "bodies/mesh"))->mesh, ==, mesh);
    sn_model_free(model);
    g_remove(mesh);
    g_rmdir(folder);
}

/* A half-space lies on what is welded to the ground, or goes with what moves, its upper side where
 * the file's x axis is not. */
static void half_spaces(void)
{
    const char *const text = HEAD "<BodySet><objects>" BODY("a", "2") BODY(
        "b", "1") "</objects></BodySet><JointSet>"
                  "<objects>" PIN JOINT("%s", "w", "/ground", "/bodyset/b",
                                        "") "</objects></JointSet>" SHAPES(FLOOR("/bodyset/b") BALL)
                      FORCE("HuntCrossleyForce",
                            CONSTANTS("HuntCrossleyForce", "ball floor", "1e6", "")) TAIL;
    g_auto(GStrv) parts = g_strsplit(text, "%s", -1);
    g_autofree char *welded = g_strjoinv("WeldJoint", parts);
    g_autofree char *moving = g_strjoinv("PinJoint", parts);
    SnModel *model = take(welded, "/tmp", 0, 0);
    at(model, "collisions/c");
    g_assert_false(((const SnRigidBody *)at(model, "bodies/floor"))->dynamic);
    sn_model_free(model);
    model = take(moving, "/tmp", 0, 0);
    const SnRigidBody *floor = (const SnRigidBody *)at(model, "bodies/floor");
    at(model, "collisions/c");
    g_assert_true(floor->dynamic);
    g_assert_cmpfloat_with_epsilon(floor->mass + ((const SnRigidBody *)at(model, "bodies/b"))->mass,
                                   1, 1e-14);
    /* x of the file's half-space is down: z of ours is up, which is z here */
    const double *q = floor->orientation;
    g_assert_cmpfloat_with_epsilon(1 - 2 * (q[1] * q[1] + q[2] * q[2]), 1, 1e-14);
    sn_model_free(model);
}

/* --- controllers, limits, ligaments --- */

static void controllers(void)
{
    g_autofree char *folder = g_dir_make_tmp("sinew-wild-XXXXXX", NULL);
    g_autofree char *file = g_build_filename(folder, "c.sto", NULL);
    g_assert_true(g_file_set_contents(file,
                                      "c\nversion=1\nnRows=2\nnColumns=2\ninDegrees=no\nendheader\n"
                                      "time\tm\n0\t0.25\n1\t0.75\n",
                                      -1, NULL));
    SnModel *model = take(
        MODEL "</objects></JointSet><ForceSet><objects><Thelen2003Muscle name=\"m\">" PATH
              "</Thelen2003Muscle><CoordinateActuator name=\"k\"><coordinate>q</coordinate>"
              "</CoordinateActuator></objects></ForceSet><ControllerSet><objects>"
              "<PrescribedController name=\"new\"><socket_actuators>/forceset/k /forceset/m"
              "</socket_actuators><ControlFunctions><objects><Constant name=\"/forceset/m\"><value>"
              "0.5</value></Constant><Constant name=\"/forceset/k\"><value>3</value></Constant>"
              "</objects></ControlFunctions></PrescribedController><PrescribedController "
              "name=\"file\"><controls_file>c.sto</controls_file></PrescribedController></objects>"
              "</ControllerSet>" TAIL,
        folder, 0, 0);
    at(model, "probes/new_m");
    at(model, "probes/new_k");
    at(model, "probes/file_m");
    sn_model_free(model);
    g_remove(file);
    g_rmdir(folder);
}

/* Two limits of different steepness are two limits. */
static void steepness(void)
{
    SnModel *model = take(
        MODEL
        "</objects></JointSet><ForceSet><objects><ExponentialCoordinateLimitForce name=\"e\">"
        "<coordinate>q</coordinate><lower_limit>-1</lower_limit><upper_limit>1</upper_limit>"
        "<lower_shape_parameters>50 75</lower_shape_parameters><upper_shape_parameters>40 25"
        "</upper_shape_parameters></ExponentialCoordinateLimitForce></objects></ForceSet>" TAIL,
        "/tmp", 0, 0);
    const SnCoordinateLimit *upper = (const SnCoordinateLimit *)at(model, "springs/e"),
                            *lower = (const SnCoordinateLimit *)at(model, "springs/e_2");
    g_assert_cmpfloat(upper->upper_stiffness, ==, 40);
    g_assert_cmpfloat(upper->lower_stiffness, ==, 0);
    g_assert_cmpfloat(upper->steepness, ==, 25);
    g_assert_cmpfloat(lower->lower_stiffness, ==, 50);
    g_assert_cmpfloat(lower->upper_stiffness, ==, 0);
    g_assert_cmpfloat(lower->steepness, ==, 75);
    sn_model_free(model);
}

/* The force at a strain, by straight lines between the points. */
static double force_at(const SnModel *model, double strain)
{
    const SnLigament *ligament = (const SnLigament *)at(model, "ligaments/l");
    const double *x = ligament->strains.values, *y = ligament->forces.values;
    int i = 1;
    while (i < ligament->strains.n - 1 && x[i] < strain)
        i++;
    return y[i - 1] + (y[i] - y[i - 1]) * (strain - x[i - 1]) / (x[i] - x[i - 1]);
}

/* OpenSim's curve of a ligament is over its length, in old files over its strain. */
static void ligaments(void)
{
    static const struct {
        const char *curve;
        double at, force;
        int approximated;
    } CURVES[] = {
        {"", 0.2, 0.12 * 300, 0},
        {"<force_length_curve><SimmSpline><x>-5 0.998 0.999 1 1.1 1.2 1.3 1.4 1.5</x><y>0 0 0 0 "
         "0.035 0.12 0.26 0.55 1.17</y></SimmSpline></force_length_curve>",
         0.3, 0.26 * 300, 0},
        {"<force_length_curve><PiecewiseLinearFunction><x>0 1 2</x><y>0 0 4</y>"
         "</PiecewiseLinearFunction></force_length_curve>",
         0.5, 2 * 300, 1},
        {"<force_length_curve><SimmSpline><x>-1 0 0.1 0.2 1</x><y>0 0 0.07 0.17 0.97</y>"
         "</SimmSpline></force_length_curve>",
         0.2, 0.17 * 300, 1},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(CURVES); i++) {
        g_autofree char *text =
            g_strconcat(MODEL "</objects></JointSet><ForceSet><objects><Ligament name=\"l\">" PATH
                              "<resting_length>0.5</resting_length><pcsa_force>300</pcsa_force>",
                        CURVES[i].curve, "</Ligament></objects></ForceSet>" TAIL, NULL);
        SnModel *model = take(text, "/tmp", CURVES[i].approximated, 0);
        g_assert_cmpfloat_with_epsilon(force_at(model, CURVES[i].at), CURVES[i].force, 1e-9);
        g_assert_cmpfloat(force_at(model, 0), ==, 0);
        sn_model_free(model);
    }
}

/* Of a curve like OpenSim's own all points are the ligament's, those before rest too: between them
 * it is the same spline, here worked out by the other code that knows it. */
static void ligament_spline(void)
{
    static const double x[] = {0.8, 0.97, 1, 1.05, 1.13, 1.3, 1.5},
                        y[] = {0, 0, 0, 0.1, 0.5, 1.9, 4.1};
    SnModel *model = take(
        MODEL "</objects></JointSet><ForceSet><objects><Ligament name=\"l\">" PATH
              "<resting_length>0.5</resting_length><pcsa_force>200</pcsa_force>"
              "<force_length_curve><SimmSpline><x>0.8 0.97 1 1.05 1.13 1.3 1.5</x><y>0 0 0 0.1 0.5 "
              "1.9 4.1</y></SimmSpline></force_length_curve></Ligament></objects></ForceSet>" TAIL,
        "/tmp", 0, 0);
    const SnFunctionText text = {
        .kind = SN_FUNCTION_SIMM_SPLINE, .n_x = 7, .n_y = 7, .x = x, .y = y, .scale = 200};
    const SnLigament *ligament = (const SnLigament *)at(model, "ligaments/l");
    double points[7][2], numbers[100], slope, other;
    SnFunction f = {0};
    g_assert_cmpint(sn_function_plan(&text, &f), <=, G_N_ELEMENTS(numbers));
    sn_function_make(&text, &f, numbers);
    g_assert_cmpint(ligament->strains.n, ==, 7);
    for (int i = 0; i < 7; i++) {
        points[i][0] = ligament->strains.values[i];
        points[i][1] = ligament->forces.values[i];
    }
    const SnSplineTable table = sn_spline_table((const double(*)[2])points, 7);
    for (int i = 1; i < 40; i++) {
        const double e = 0.017 * i, wanted = sn_function_value(&f, numbers, 1 + e, &slope);
        g_assert_cmpfloat_with_epsilon(sn_spline_table_value(&table, e, &other), wanted, 1e-9);
        g_assert_cmpfloat_with_epsilon(other, slope, 1e-7);
    }
    sn_model_free(model);
}

/* --- what is read as well as it can be --- */

#define BUSHING(text)                                                                              \
    MODEL "</objects></JointSet><ForceSet><objects><ExpressionBasedBushingForce name=\"f\">"       \
          "<socket_frame1>/ground</socket_frame1><socket_frame2>/bodyset/a</socket_frame2>" text   \
          "</ExpressionBasedBushingForce></objects></ForceSet>" TAIL

/* A bushing that is not linear is as stiff as at rest; what has no energy takes the mean. */
static void bushings(void)
{
    SnModel *model =
        take(BUSHING("<Fx_expression>7*sinh(delta_x)+delta_y^2</Fx_expression>"), "/tmp", 1, 0);
    const SnFrameSpring *spring = (const SnFrameSpring *)at(model, "springs/f");
    g_assert_cmpfloat_with_epsilon(spring->stiffness_matrix.values[0], 7, 1e-14);
    g_assert_cmpfloat(spring->stiffness_matrix.values[1], ==, 0);
    sn_model_free(model);
    model = take(BUSHING("<Fx_expression>6*delta_x+delta_y</Fx_expression>"
                         "<Fy_expression>3*delta_x+6*delta_y</Fy_expression>"),
                 "/tmp", 1, 0);
    spring = (const SnFrameSpring *)at(model, "springs/f");
    g_assert_cmpfloat_with_epsilon(spring->stiffness_matrix.values[1], 2, 1e-14);
    sn_model_free(model);
}

/* Mistakes that OpenSim passes over, or that concern one component, close no file. */
#define LED                                                                                        \
    JOINT("PinJoint", "j", "/ground", "/bodyset/a",                                                \
          "<Coordinate name=\"q\"><prescribed>true</prescribed><prescribed_function><SimmSpline>"  \
          "<x>1 0 2</x><y>5 3 4</y></SimmSpline></prescribed_function></Coordinate>")

static void mistakes(void)
{
    static const struct {
        const char *text;
        int approximated;
    } FILES[] = {
        {HEAD "<BodySet><objects>" BODY("a", "2") "</objects></BodySet><JointSet>" LED
                                                  "</JointSet>" TAIL,
         1},
        {MODEL "</objects></JointSet><ForceSet><objects><SpringGeneralizedForce name=\"s\">"
               "<coordinate>q</coordinate><stiffness>-3</stiffness></SpringGeneralizedForce>"
               "</objects></ForceSet>" TAIL,
         1}, /* none is below 0 here: said */
        {"<?xml version=\"1.0\" encoding=\"UTF-16\"?>" MODEL "</objects></JointSet>" TAIL, 0},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(FILES); i++) {
        SnModel *model = take(FILES[i].text, "/tmp", FILES[i].approximated, 0);
        at(model, "joints/j");
        sn_model_free(model);
    }
}

/* --- muscles --- */

#define MUSCLE(class, more)                                                                        \
    MODEL                                                                                          \
    "</objects></JointSet><ForceSet><objects><" class " name=\"m\">" PATH more                     \
                                                      "</" class "></objects></ForceSet>" TAIL

/* Without dynamics of activation a muscle has no activation of its own to start with. */
static void no_dynamics(void)
{
    static const char *const texts[] = {
        MUSCLE("Thelen2003Muscle", "<ignore_activation_dynamics>true</ignore_activation_dynamics>"
                                   "<default_activation>0.3</default_activation>"),
        MUSCLE("Millard2012EquilibriumMuscle",
               "<ignore_activation_dynamics>true</ignore_activation_dynamics>"
               "<ignore_tendon_compliance>true</ignore_tendon_compliance>"
               "<MuscleFirstOrderActivationDynamicModel><activation_time_constant>0.02"
               "</activation_time_constant></MuscleFirstOrderActivationDynamicModel>"),
        MUSCLE("DeGrooteFregly2016Muscle",
               "<ignore_activation_dynamics>true</ignore_activation_dynamics>"),
        MUSCLE("RigidTendonMuscle", "")};
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        SnModel *model = take(texts[i], "/tmp", 0, 0);
        g_assert_false(((const SnMuscle *)at(model, "muscles/m"))->activation_dynamics);
        sn_model_free(model);
    }
}

/* Curves that a file draws are the muscle's. */
static void drawn_curves(void)
{
    SnModel *model = take(
        MUSCLE("Schutte1993Muscle_Deprecated",
               "<time_scale>0.05</time_scale><active_force_length_curve><SimmSpline><x>0 0.5 1 1.5 "
               "2</x><y>0 0 1 0 0</y></SimmSpline></active_force_length_curve>"
               "<tendon_force_length_curve><MultiplierFunction><function><natCubicSpline><x>0 0.1"
               "</x><y>0 1</y></natCubicSpline></function><scale>3</scale></MultiplierFunction>"
               "</tendon_force_length_curve>"),
        "/tmp", 0, 0);
    const SnMuscle *m = (const SnMuscle *)at(model, "muscles/m");
    const SnMillardShape shape = {0};
    SnMuscleCurves curves = sn_muscle_curves(SN_MUSCLE_TYPE_SCHUTTE, &shape);
    const SnMuscleParameters law = {.type = SN_MUSCLE_TYPE_SCHUTTE};
    double slope;
    g_assert_cmpfloat(m->max_velocity, ==, 20);
    g_assert_true(sn_muscle_draw_curves(m, &curves));
    g_assert_cmpfloat_with_epsilon(sn_curve_active(&law, &curves, 1, &slope), 1, 1e-14);
    g_assert_cmpfloat(sn_curve_active(&law, &curves, 0.25, &slope), ==, 0); /* it dips there */
    g_assert_cmpfloat(slope, ==, 0);
    g_assert_cmpfloat_with_epsilon(sn_curve_tendon(&law, &curves, 0.05, &slope), 1.5, 1e-14);
    g_assert_cmpfloat_with_epsilon(sn_curve_passive(&law, &curves, 1.5, &slope), 1, 1e-14);
    for (int i = 0; i < 50; i++) {
        const double x = 0.3 + 0.027 * i, h = 1e-6;
        double by_x, none;
        sn_curve_active(&law, &curves, x, &by_x);
        g_assert_cmpfloat_with_epsilon(by_x,
                                       (sn_curve_active(&law, &curves, x + h, &none) -
                                        sn_curve_active(&law, &curves, x - h, &none)) /
                                           (2 * h),
                                       1e-6);
    }
    const double backwards[4] = {1, 0, 0, 1};
    g_assert_false(sn_muscle_draw_curve(&curves, SN_DRAWN_ACTIVE, backwards, 2));
    sn_model_free(model);
}

/* De Groote and Fregly's active curve drawn out about its top; a fibre that does not pull alone. */
static void groote(void)
{
    SnModel *model = take(MUSCLE("DeGrooteFregly2016Muscle",
                                 "<active_force_width_scale>1.5</active_force_width_scale>"
                                 "<ignore_passive_fiber_force>true</ignore_passive_fiber_force>"),
                          "/tmp", 0, 0);
    const SnMuscle *m = (const SnMuscle *)at(model, "muscles/m");
    const SnMuscleParameters usual = {.type = SN_MUSCLE_TYPE_DE_GROOTE, .thelen = m->thelen};
    SnMuscleParameters wide = usual;
    wide.active_scale = m->active_scale;
    wide.no_passive = !m->passive;
    g_assert_cmpfloat(m->active_scale, ==, 1.5);
    for (int i = 0; i < 40; i++) {
        const double x = 0.3 + 0.04 * i, h = 1e-6;
        double by_x, by_usual, none;
        const double value = sn_curve_active(&wide, NULL, x, &by_x);
        g_assert_cmpfloat_with_epsilon(
            value, sn_curve_active(&usual, NULL, 1 + (x - 1) / 1.5, &by_usual), 1e-15);
        g_assert_cmpfloat_with_epsilon(by_x,
                                       (sn_curve_active(&wide, NULL, x + h, &none) -
                                        sn_curve_active(&wide, NULL, x - h, &none)) /
                                           (2 * h),
                                       1e-7);
        g_assert_cmpfloat(sn_curve_passive(&wide, NULL, x, &none), ==, 0);
        g_assert_cmpfloat(none, ==, 0);
        g_assert_cmpfloat(sn_curve_passive_energy(&wide, NULL, x), ==, 0);
    }
    sn_model_free(model);
}

/* Numbers that nothing can start with count as not given; what the ground weighs does not matter.
 */
static void no_numbers(void)
{
    SnModel *model = take(
        HEAD
        "<BodySet><objects><Body name=\"ground\"><mass>-1</mass></Body><Body name=\"a\"><mass>2"
        "</mass><inertia_xx>Inf</inertia_xx><inertia_yy>1</inertia_yy><inertia_zz>1"
        "</inertia_zz></Body></objects></BodySet><JointSet><objects>" JOINT(
            "PinJoint", "j", "ground", "a",
            "<Coordinate name=\"q\"><default_value>Inf</default_value><default_speed_value>-Inf"
            "</default_speed_value></Coordinate>") "</objects></JointSet>" TAIL,
        "/tmp", 1, 0);
    const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a");
    g_assert_true(isfinite(a->position[0] + a->orientation[0] + a->tensor[0]));
    g_assert_cmpfloat_with_epsilon(a->orientation[0], sqrt(0.5), 1e-15);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opensim/contact/hertz", hertz);
    g_test_add_func("/opensim/contact/foundation", foundation);
    g_test_add_func("/opensim/contact/half-spaces", half_spaces);
    g_test_add_func("/opensim/controllers", controllers);
    g_test_add_func("/opensim/steepness", steepness);
    g_test_add_func("/opensim/ligaments", ligaments);
    g_test_add_func("/opensim/ligament-spline", ligament_spline);
    g_test_add_func("/opensim/bushings", bushings);
    g_test_add_func("/opensim/mistakes", mistakes);
    g_test_add_func("/opensim/no-dynamics", no_dynamics);
    g_test_add_func("/opensim/no-numbers", no_numbers);
    g_test_add_func("/opensim/groote", groote);
    g_test_add_func("/opensim/drawn-curves", drawn_curves);
    return g_test_run();
}
