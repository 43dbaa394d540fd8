/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim models of all versions: what becomes of each class, what is refused and with which words.
 */
#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/opensim/import.h"

#include <math.h>
#include <string.h>

#define HEAD "<OpenSimDocument Version=\"40000\"><Model name=\"m\"><gravity>0 -9.8 0</gravity>"
#define TAIL "</Model></OpenSimDocument>"
#define BODY(name)                                                                                 \
    "<Body name=\"" name "\"><mass>2</mass><mass_center>0.1 0 0</mass_center>"                     \
    "<inertia>1 2 2.5 0.1 0 0</inertia></Body>"
#define BODIES       "<BodySet><objects>" BODY("a") BODY("b") "</objects></BodySet>"
#define JOINTS(text) "<JointSet><objects>" text "</objects></JointSet>"
#define SIDES                                                                                      \
    "<socket_parent_frame>/ground</socket_parent_frame>"                                           \
    "<socket_child_frame>/bodyset/a</socket_child_frame>"
#define SECOND                                                                                     \
    "<PinJoint name=\"second\"><socket_parent_frame>/bodyset/a</socket_parent_frame>"              \
    "<socket_child_frame>/bodyset/b</socket_child_frame><coordinates><Coordinate name=\"q2\"/>"    \
    "</coordinates></PinJoint>"

static SnModel *take(const char *text, SnImportReport **report)
{
    GError *error = NULL;
    SnModel *model =
        sn_osim_import_text(text, strlen(text), "test.osim", "/tmp", NULL, report, &error);
    g_assert_no_error(error);
    g_assert_nonnull(model);
    return model;
}

static SnComponent *at(const SnModel *model, const char *path)
{
    const SnId id = sn_model_resolve(model, model->root, path, NULL);
    SnComponent *component = sn_model_get(model, id);
    if (!component)
        g_test_message("%s is not there", path);
    g_assert_nonnull(component);
    return component;
}

/* --- joints --- */

static void joint_classes(void)
{
    static const struct {
        const char *theirs, *ours, *names;
    } JOINT_CLASSES[] = {
        {"WeldJoint", "fixed", ""},
        {"PinJoint", "hinge", "q"},
        {"SliderJoint", "slider", "q"},
        {"UniversalJoint", "universal", "q,j_coord_1"},
        {"BallJoint", "gimbal", "q,j_coord_1,j_coord_2"},
        {"GimbalJoint", "gimbal", "q,j_coord_1,j_coord_2"},
        {"PlanarJoint", "planar", "q,j_coord_1,j_coord_2"},
        {"FreeJoint", "free", "q,j_coord_1,j_coord_2,j_coord_3,j_coord_4,j_coord_5"},
        {"EllipsoidJoint", "ellipsoid", "q,j_coord_1,j_coord_2"},
        {"ScapulothoracicJoint", "scapulothoracic", "q,j_coord_1,j_coord_2,j_coord_3"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(JOINT_CLASSES); i++) {
        const char *theirs = JOINT_CLASSES[i].theirs;
        g_autofree char *text = g_strdup_printf(
            HEAD BODIES "<JointSet><objects><%s name=\"j\">" SIDES
                        "<coordinates><Coordinate name=\"q\"><default_value>0.3</default_value>"
                        "</Coordinate></coordinates></%s>" SECOND "</objects></JointSet>" TAIL,
            theirs, theirs);
        SnImportReport *report = NULL;
        SnModel *model = take(text, &report);
        const SnComponent *joint = at(model, "joints/j");
        g_assert_cmpstr(joint->class->name, ==, JOINT_CLASSES[i].ours);
        const char *names = ((const SnFrameJoint *)joint)->names;
        g_assert_cmpstr(names ? names : "", ==, JOINT_CLASSES[i].names);
        g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_LEFT_OUT), ==, 0);
        g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_APPROXIMATED), ==, 0);
        sn_import_report_free(report);
        sn_model_free(model);
    }
}

/* A pin turned by 0.3 about z of the ground, which is y upwards: here about -y. */
static void pose(void)
{
    SnModel *model =
        take(HEAD BODIES JOINTS(
                 "<PinJoint name=\"j\">" SIDES "<coordinates><Coordinate name=\"q\">"
                 "<default_value>0.3</default_value><default_speed_value>2"
                 "</default_speed_value></Coordinate></coordinates></PinJoint>" SECOND) TAIL,
             NULL);
    const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a");
    const double up[4] = {sqrt(0.5), sqrt(0.5), 0, 0};
    const double turn[3] = {0, 0, 0.3};
    double about_z[4], q[4];
    sn_q_exp(turn, about_z);
    sn_q_mul(up, about_z, q);
    for (int k = 0; k < 4; k++)
        g_assert_cmpfloat_with_epsilon(a->orientation[k], q[k], 1e-15);
    g_assert_cmpfloat_with_epsilon(a->angular_velocity[1], -2, 1e-10);
    g_assert_cmpfloat(a->mass, ==, 2);
    g_assert_cmpfloat(a->tensor[3], ==, 0.1);
    sn_model_free(model);
}

/* --- functions --- */

/* A custom joint whose shift along x follows each kind of function. */
static void functions(void)
{
    static const struct {
        const char *text;
        double value; /* at 0.5 */
        double tolerance;
    } FUNCTIONS[] = {
        {"<Constant><value>0.7</value></Constant>", 0.7, 0},
        {"<LinearFunction><coefficients>2 0.25</coefficients></LinearFunction>", 1.25, 0},
        {"<PolynomialFunction><coefficients>8 4 2 1</coefficients></PolynomialFunction>", 4, 1e-14},
        {"<PiecewiseLinearFunction><x>0 1 2</x><y>1 3 0</y></PiecewiseLinearFunction>", 2, 1e-14},
        {"<SimmSpline><x>-1 0 1 2</x><y>-1 0 1 8</y></SimmSpline>", 0.125, 1e-12},
        {"<natCubicSpline><x>-1 0 1 2</x><y>-1 0 1 8</y></natCubicSpline>", 0.125, 1e-12},
        {"<GCVSpline><half_order>2</half_order><x>0 1</x><y>0 4</y></GCVSpline>", 2, 1e-14},
        {"<GCVSpline><x>0 1 2</x><y>0 1 4</y></GCVSpline>", 0.25, 1e-13},
        {"<GCVSpline><half_order>4</half_order><x>-1 0 1 2</x><y>-1 0 1 8</y></GCVSpline>", 0.125,
         1e-12},
        {"<MultiplierFunction><function><Constant><value>2</value></Constant></function>"
         "<scale>1.5</scale></MultiplierFunction>",
         3, 1e-14},
        {"<Sine><amplitude>2</amplitude><omega>3</omega><phase>0.1</phase><offset>1</offset></"
         "Sine>",
         1 + 2 * 0.999573603041505, 1e-6},
        {"<StepFunction><start_time>0</start_time><end_time>1</end_time><start_value>1</"
         "start_value>"
         "<end_value>3</end_value></StepFunction>",
         2, 1e-6},
        {"<PolynomialFunction name=\"function\"><coefficients>8 4 2 1</coefficients>"
         "</PolynomialFunction>",
         4, 1e-14},
        {"<PiecewiseConstantFunction><x>0 1 2</x><y>1 5 3</y></PiecewiseConstantFunction>", 1, 0},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(FUNCTIONS); i++) {
        const bool named = strstr(FUNCTIONS[i].text, "name=\"function\"") != NULL;
        g_autofree char *text = g_strdup_printf(
            HEAD BODIES
            "<JointSet><objects><CustomJoint name=\"j\">" SIDES
            "<coordinates><Coordinate name=\"q\"><default_value>0.5</default_value></Coordinate>"
            "</coordinates><SpatialTransform><TransformAxis name=\"rotation1\"><coordinates>q"
            "</coordinates><axis>0 0 1</axis></TransformAxis><TransformAxis name=\"translation1\">"
            "<coordinates>q</coordinates><axis>1 0 0</axis>%s%s%s</TransformAxis>"
            "</SpatialTransform></CustomJoint>" SECOND "</objects></JointSet>" TAIL,
            named ? "" : "<function>", FUNCTIONS[i].text, named ? "" : "</function>");
        SnModel *model = take(text, NULL);
        const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a");
        g_assert_cmpfloat_with_epsilon(a->position[0], FUNCTIONS[i].value,
                                       FUNCTIONS[i].tolerance + 1e-15);
        sn_model_free(model);
    }
}

/* --- versions --- */

#define OLD_BODY                                                                                   \
    "<Body name=\"a\"><mass>2</mass><mass_center>0.1 0 0</mass_center><inertia_xx>1</inertia_xx>"  \
    "<inertia_yy>2</inertia_yy><inertia_zz>2.5</inertia_zz><inertia_xy>0.1</inertia_xy>"           \
    "<inertia_xz>0</inertia_xz><inertia_yz>0</inertia_yz><Joint><PinJoint name=\"j\">"             \
    "<parent_body> ground </parent_body><location_in_parent>0 1 0</location_in_parent>"            \
    "<orientation_in_parent>0 0 0</orientation_in_parent><location>0 0.5 0</location>"             \
    "<orientation>0 0 0</orientation><CoordinateSet><objects><Coordinate name=\"q\">"              \
    "<initial_value>0.4</initial_value></Coordinate></objects></CoordinateSet></PinJoint></Joint>" \
    "</Body>"
#define FRAMES(parent, child, on_parent, on_child)                                                 \
    "<frames><PhysicalOffsetFrame name=\"p\">" on_parent "<translation>0 1 0</translation>"        \
    "</PhysicalOffsetFrame><PhysicalOffsetFrame name=\"c\">" on_child                              \
    "<translation>0 0.5 0</translation></PhysicalOffsetFrame></frames>"
#define NEW_JOINT(sockets, on_parent, on_child)                                                    \
    JOINTS("<PinJoint name=\"j\">" sockets "<coordinates><Coordinate name=\"q\"><default_value>"   \
           "0.4</default_value></Coordinate></coordinates>" FRAMES(, , on_parent,                  \
                                                                   on_child) "</PinJoint>")
#define ONE_BODY "<BodySet><objects>" BODY("a") "</objects></BodySet>"

/* The same pendulum as each version of the format writes it. */
static void versions(void)
{
    static const char *const texts[] = {
        "<OpenSimDocument Version=\"10905\"><Model name=\"m\"><BodySet><objects><Body "
        "name=\"ground\">"
        "<mass>0</mass><Joint/></Body>" OLD_BODY "</objects></BodySet>" TAIL,
        "<OpenSimDocument Version=\"30000\"><Model name=\"m\"><BodySet><objects><Body "
        "name=\"ground\"/>" OLD_BODY "</objects></BodySet>" TAIL,
        HEAD ONE_BODY NEW_JOINT("<socket_parent_frame>p</"
                                "socket_parent_frame><socket_child_frame>c</socket_child_frame>",
                                "<socket_parent>/ground</socket_parent>",
                                "<socket_parent>/bodyset/a</socket_parent>") TAIL,
        HEAD ONE_BODY NEW_JOINT(
            "<socket_parent_frame_connectee_name>p</socket_parent_frame_connectee_name>"
            "<socket_child_frame_connectee_name>c</socket_child_frame_connectee_name>",
            "<socket_parent_connectee_name>../../ground</socket_parent_connectee_name>",
            "<socket_parent_connectee_name>../../bodyset/a</socket_parent_connectee_name>") TAIL,
        HEAD ONE_BODY NEW_JOINT(
            "<connectors><Connector_PhysicalFrame_ name=\"parent_frame\"><connectee_name>p"
            "</connectee_name></Connector_PhysicalFrame_><Connector_PhysicalFrame_ "
            "name=\"child_frame\"><connectee_name>c</connectee_name></Connector_PhysicalFrame_>"
            "</connectors>",
            "<connectors><Connector_PhysicalFrame_ name=\"parent\"><connectee_name>ground"
            "</connectee_name></Connector_PhysicalFrame_></connectors>",
            "<connectors><Connector_PhysicalFrame_ name=\"parent\"><connectee_name>a"
            "</connectee_name></Connector_PhysicalFrame_></connectors>") TAIL,
    };
    for (size_t i = 0; i < G_N_ELEMENTS(texts); i++) {
        SnModel *model = take(texts[i], NULL);
        const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a");
        const SnFrameJoint *j = (const SnFrameJoint *)at(model, "joints/j");
        g_assert_cmpfloat_with_epsilon(a->position[0], 0.5 * sin(0.4), 1e-15);
        g_assert_cmpfloat_with_epsilon(a->position[2], 1 - 0.5 * cos(0.4), 1e-15);
        g_assert_cmpfloat(a->tensor[2], ==, 2.5);
        g_assert_cmpfloat(j->location_a[1], ==, 1);
        g_assert_cmpfloat(j->location_b[1], ==, 0.5);
        g_assert_cmpstr(j->names, ==, "q");
        sn_model_free(model);
    }
}

/* --- forces --- */

#define PATH                                                                                       \
    "<GeometryPath><PathPointSet><objects><PathPoint name=\"p\"><socket_parent_frame>/ground"      \
    "</socket_parent_frame><location>0 1 0</location></PathPoint><PathPoint name=\"p\">"           \
    "<socket_parent_frame>/bodyset/a</socket_parent_frame><location>0 0.5 0.5</location>"          \
    "</PathPoint></objects></PathPointSet></GeometryPath>"
#define BETWEEN    "<socket_frame1>/ground</socket_frame1><socket_frame2>/bodyset/b</socket_frame2>"
#define COORDINATE "<coordinate>q2</coordinate>"

static const struct {
    const char *class, *text, *list, *ours; /* NULL: left out */
} FORCES[] = {
    {"Thelen2003Muscle", PATH, "muscles", "muscle"},
    {"Thelen2003Muscle_Deprecated", PATH, "muscles", "muscle"},
    {"Schutte1993Muscle_Deprecated", PATH, "muscles", "muscle"},
    {"Delp1990Muscle", PATH, "muscles", "muscle"},
    {"Millard2012EquilibriumMuscle", PATH, "muscles", "muscle"},
    {"Millard2012AccelerationMuscle", PATH, "muscles", "muscle"},
    {"RigidTendonMuscle", PATH, "muscles", "muscle"},
    {"DeGrooteFregly2016Muscle", PATH, "muscles", "muscle"},
    {"SomebodysOwnMuscle", PATH, "muscles", "muscle"},
    {"PathSpring", PATH "<stiffness>5</stiffness>", "springs", "axial_spring"},
    {"PointToPointSpring",
     "<socket_body1>/ground</socket_body1><socket_body2>/bodyset/a</socket_body2>"
     "<point2>0 1 0</point2>",
     "springs", "axial_spring"},
    {"Ligament",
     PATH "<resting_length>0.5</resting_length><force_length_curve><SimmSpline><x>-1 0 0.1 0.2"
          "</x><y>0 0 1 4</y></SimmSpline></force_length_curve>",
     "ligaments", "ligament"},
    {"Blankevoort1991Ligament", PATH "<slack_length>0.5</slack_length>", "ligaments", "ligament"},
    {"BushingForce", BETWEEN "<rotational_stiffness>1 2 3</rotational_stiffness>", "springs",
     "frame_spring"},
    {"CoordinateLimitForce", COORDINATE, "springs", "coordinate_limit"},
    {"SpringGeneralizedForce", COORDINATE "<stiffness>3</stiffness>", "springs",
     "coordinate_spring"},
    {"CoordinateActuator", COORDINATE "<optimal_force>7</optimal_force>", "loads",
     "coordinate_load"},
    {"TorqueActuator", "<bodyA>a</bodyA><bodyB>b</bodyB>", "loads", "frame_load"},
    {"TorqueActuator", "", NULL, NULL},
    {"PointActuator", "<body>a</body><point>1 2 3</point>", "loads", "frame_load"},
    {"BodyActuator", "<socket_body>/bodyset/a</socket_body>", "loads", "frame_load"},
    {"PointToPointActuator", "<bodyA>ground</bodyA><bodyB>b</bodyB><pointA>1 0 0</pointA>", "loads",
     "path_actuator"},
    {"PointToPointActuator",
     "<bodyA>a</bodyA><bodyB>b</bodyB><pointA>1 0 0</pointA><points_are_global>true"
     "</points_are_global>",
     "loads", "frame_load"},
    {"PointToPointActuator", "<bodyA>a</bodyA>", NULL, NULL},
    {"PathActuator", PATH, "loads", "path_actuator"},
    {"PrescribedForce", "<socket_frame>/bodyset/a</socket_frame>", "loads", "frame_load"},
    {"ExpressionBasedCoordinateForce", COORDINATE "<expression>-10*q-0.5*qdot</expression>",
     "springs", "coordinate_spring"},
    {"ExpressionBasedCoordinateForce", COORDINATE "<expression>sin(q)-qdot</expression>", "springs",
     "coordinate_spring"},
    {"ExpressionBasedCoordinateForce", COORDINATE "<expression>-10*r</expression>", NULL, NULL},
    {"ExpressionBasedBushingForce",
     BETWEEN "<Fy_expression>10*delta_y</Fy_expression>"
             "<Mz_expression>2*theta_z+1</Mz_expression>",
     "springs", "frame_spring"},
    {"ExpressionBasedBushingForce", BETWEEN "<Fy_expression>1/delta_x</Fy_expression>", NULL, NULL},
    {"ExpressionBasedPointToPointForce",
     "<body1>ground</body1><body2>a</body2><point2>0 1 0</point2>"
     "<expression>k*(d-0.5)+c*ddot; k=7; c=k/7</expression>",
     "springs", "axial_spring"},
    {"FunctionBasedBushingForce", BETWEEN "<f_x_delta_x_function><Sine/></f_x_delta_x_function>",
     "springs", "frame_spring"},
    {"ClutchedPathSpring", PATH, "springs", "axial_spring"},
    {"ControllableSpring", "<bodyA>ground</bodyA><bodyB>b</bodyB><pointA>1 0 0</pointA>", "springs",
     "axial_spring"},
    {"Millard2012EquilibriumMuscle", "<path><FunctionBasedPath/></path>", NULL, NULL},
    {"McKibbenActuator", PATH, NULL, NULL},
    {"Smith2018ArticularContactForce", "", NULL, NULL},
    {"PathSpring", "<GeometryPath/>", NULL, NULL},
};

static void forces(void)
{
    for (size_t i = 0; i < G_N_ELEMENTS(FORCES); i++) {
        g_autofree char *text = g_strdup_printf(
            HEAD BODIES JOINTS("<PinJoint name=\"j\">" SIDES
                               "</PinJoint>" SECOND) "<ForceSet><objects><%s "
                                                     "name=\"f\">%s</%s></objects></ForceSet>" TAIL,
            FORCES[i].class, FORCES[i].text, FORCES[i].class);
        SnImportReport *report = NULL;
        SnModel *model = take(text, &report);
        g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_LEFT_OUT), ==,
                        FORCES[i].list ? 0 : 1);
        if (FORCES[i].list) {
            g_autofree char *path = g_strdup_printf("%s/f", FORCES[i].list);
            g_assert_cmpstr(at(model, path)->class->name, ==, FORCES[i].ours);
        }
        sn_import_report_free(report);
        sn_model_free(model);
    }
}

/* A motor, a thruster, a force by functions of time: what of them acts, where, in which axes. */
static const char ACTUATORS[] =
    "<ForceSet><objects><TorqueActuator name=\"t\"><bodyA>b</bodyA><bodyB>a</bodyB><axis>0 3 4"
    "</axis><torque_is_global>false</torque_is_global><optimal_force>10</optimal_force>"
    "<min_control>-2</min_control><max_control>0.5</max_control></TorqueActuator>"
    "<PointActuator name=\"p\"><body>a</body><point>1 2 3</point><direction>0 -2 0</direction>"
    "<force_is_global>true</force_is_global></PointActuator>"
    "<PrescribedForce name=\"f\"><body>a</body><FunctionSet name=\"forceFunctions\"><objects>"
    "<Constant><value>3</value></Constant><LinearFunction><coefficients>2 1</coefficients>"
    "</LinearFunction><Constant><value>0</value></Constant></objects></FunctionSet>"
    "</PrescribedForce></objects></ForceSet>";

static void actuators(void)
{
    SnImportReport *report = NULL;
    g_autofree char *text =
        g_strconcat(HEAD BODIES JOINTS("<PinJoint name=\"j\">" SIDES "</PinJoint>" SECOND),
                    ACTUATORS, TAIL, NULL);
    SnModel *model = take(text, &report);
    const SnFrameLoad *torque = (const SnFrameLoad *)at(model, "loads/t"),
                      *point = (const SnFrameLoad *)at(model, "loads/p"),
                      *force = (const SnFrameLoad *)at(model, "loads/f");
    g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_LEFT_OUT), ==, 0);
    g_assert_cmpint(torque->axes, ==, SN_FRAME_LOAD_IN_A);
    g_assert_true(sn_id_equal(torque->frame_a, at(model, "bodies/b")->id));
    g_assert_true(sn_id_equal(torque->frame_b, at(model, "bodies/a")->id));
    g_assert_cmpfloat(torque->moment_gain[1], ==, 6);
    g_assert_cmpfloat(torque->moment_gain[2], ==, 8);
    g_assert_cmpfloat(torque->lowest, ==, -2);
    g_assert_cmpfloat(torque->highest, ==, 0.5);
    g_assert_true(sn_id_equal(point->axes_frame, at(model, "frames/ground")->id));
    g_assert_cmpint(point->point_in, ==, SN_FRAME_LOAD_IN_A);
    g_assert_cmpfloat(point->point[2], ==, 3);
    g_assert_cmpfloat(point->force_gain[1], ==, -1);
    g_assert_true(sn_id_equal(force->axes_frame, at(model, "frames/ground")->id));
    g_assert_cmpfloat(force->force[0], ==, 3);
    g_assert_cmpfloat(force->force[1], ==, 1);
    g_assert_nonnull(at(model, "probes/f_force"));
    sn_import_report_free(report);
    sn_model_free(model);
}

/* --- what hangs on nothing --- */

#define ON(parent, child)                                                                          \
    "<PinJoint name=\"j\"><socket_parent_frame>" parent                                            \
    "</socket_parent_frame><socket_child_frame>" child "</socket_child_frame></PinJoint>"

/* Joints and frames that name what is not in the file are left out, each by its name. */
static void hanging(void)
{
    static const struct {
        const char *text, *words;
        int left;
    } LOST[] = {
        {HEAD BODIES JOINTS(ON("/ground", "/bodyset/nobody")) TAIL, "\"/bodyset/nobody\"", 1},
        {HEAD BODIES JOINTS(ON("/bodyset/a", "/bodyset/a")) TAIL, "a body to itself", 1},
        {HEAD BODIES "<ComponentSet><objects><PhysicalOffsetFrame name=\"p\"><socket_parent>"
                     "/bodyset/nobody</socket_parent></PhysicalOffsetFrame></objects>"
                     "</ComponentSet>" JOINTS(ON("/p", "/bodyset/a")) TAIL,
         "fixed to the body or frame \"/bodyset/nobody\"", 2},
        {HEAD BODIES "<ComponentSet><objects><StationDefinedFrame name=\"s\"/></objects>"
                     "</ComponentSet>" TAIL,
         "a station that it names", 1},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(LOST); i++) {
        SnImportReport *report = NULL;
        SnModel *model = take(LOST[i].text, &report);
        g_autofree char *said = sn_import_report_text(report);
        g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_LEFT_OUT), ==, LOST[i].left);
        g_assert_nonnull(strstr(said, LOST[i].words));
        g_assert_nonnull(at(model, "bodies/a"));
        sn_import_report_free(report);
        sn_model_free(model);
    }
}

/* --- odd files --- */

/* Ampersands, Latin-1 and two hyphens in a comment are in people's files; names repeat. */
static void lenient(void)
{
    SnModel *model = take("<!DOCTYPE OpenSimDocument SYSTEM \"none.dtd\"><OpenSimDocument "
                          "Version=\"30000\"><Model name=\"knee &amp; "
                          "hip\"><credits>A & B, M\xfcller"
                          "</credits><!-- a -- b --><BodySet><objects>" BODY("ground") BODY("1.leg")
                              BODY("1.leg") "</objects></BodySet>" TAIL,
                          NULL);
    at(model, "bodies/_1_leg");
    at(model, "bodies/_1_leg_2");
    sn_model_free(model);
}

static void shapes(void)
{
    SnImportReport *report = NULL;
    SnModel *model =
        take(HEAD ONE_BODY "<Ground name=\"ground\"><components><Brick name=\"k\"><socket_frame>../"
                           "</socket_frame></Brick><Sphere name=\"s\"><socket_frame>/bodyset/a"
                           "</socket_frame></Sphere></components></Ground>" TAIL,
             &report);
    g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_LEFT_OUT), ==, 0);
    at(model, "visuals/k");
    at(model, "visuals/s");
    sn_import_report_free(report);
    sn_model_free(model);
}

/* A massless body that is welded is a frame; one that is not gets some mass. */
static void massless(void)
{
    SnImportReport *report = NULL;
    SnModel *model = take(HEAD "<BodySet><objects><Body name=\"a\"><mass>0</mass></Body>" BODY(
                              "b") "</objects></BodySet>" JOINTS("<WeldJoint name=\"j\">" SIDES
                                                                 "</WeldJoint>" SECOND) TAIL,
                          &report);
    at(model, "frames/a");
    g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_APPROXIMATED), ==, 0);
    sn_import_report_free(report);
    sn_model_free(model);
    model = take(HEAD "<BodySet><objects><Body name=\"a\"><mass>0</mass></Body>" BODY(
                     "b") "</objects></BodySet>" JOINTS("<PinJoint name=\"j\">" SIDES
                                                        "</PinJoint>" SECOND) TAIL,
                 &report);
    const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a");
    g_assert_cmpfloat_with_epsilon(a->mass, 2e-4, 1e-15);
    g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_APPROXIMATED), ==, 1);
    sn_import_report_free(report);
    sn_model_free(model);
}

/* What names a body that is not in the file is left out, each for itself; so is a wrap that cannot
 * be.  The rest is there. */
static void lost(void)
{
    static const char *const text =
        HEAD "<BodySet><objects>" BODY("a") BODY("b") "</objects></BodySet>" JOINTS(
            "<PinJoint name=\"j\">" SIDES
            "</PinJoint>" SECOND) "<ConstraintSet><objects><PointConstraint "
                                  "name=\"c\"><socket_body_1>/bodyset/gone"
                                  "</socket_body_1><socket_body_2>/bodyset/a</socket_body_2></"
                                  "PointConstraint></objects>"
                                  "</ConstraintSet><ForceSet><objects><BushingForce "
                                  "name=\"f\"><socket_frame1>/bodyset/gone"
                                  "</socket_frame1><socket_frame2>/bodyset/a</socket_frame2></"
                                  "BushingForce><PathSpring "
                                  "name=\"s\"><GeometryPath><PathPointSet><objects><PathPoint "
                                  "name=\"1\"><body>ground</body>"
                                  "<location>0 1 0</location></PathPoint><PathPoint "
                                  "name=\"2\"><body>gone</body><location>0 0 "
                                  "1</location></PathPoint></objects></PathPointSet></"
                                  "GeometryPath></PathSpring>"
                                  "<PointToPointSpring "
                                  "name=\"p\"><connectors><Connector_PhysicalFrame_ name=\"body1\">"
                                  "<connectee_name>/ground</connectee_name></"
                                  "Connector_PhysicalFrame_>"
                                  "<Connector_PhysicalFrame_ "
                                  "name=\"body2\"><connectee_name>/bodyset/gone</connectee_name>"
                                  "</Connector_PhysicalFrame_></connectors></PointToPointSpring></"
                                  "objects></ForceSet>"
                                  "<MarkerSet><objects><Marker "
                                  "name=\"m\"><body>gone</body><location>0 0 0</location></Marker>"
                                  "<Marker name=\"n\"><body>a</body><location>0 0 "
                                  "0</location></Marker></objects></MarkerSet>" TAIL;
    SnImportReport *report = NULL;
    SnModel *model = take(text, &report);
    at(model, "bodies/b");
    at(model, "markers/n");
    g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_LEFT_OUT), ==, 5);
    sn_import_report_free(report);
    sn_model_free(model);
}

/* A coordinate of a custom joint that moves nothing, by a function that is not known or that has
 * one value, is left out; the other one stays. */
static void still_coordinates(void)
{
    static const char *const functions[] = {
        "<NobodyKnows/>", "<Constant><value>0.3</value></Constant>",
        "<SimmSpline><x>0</x><y>1</y></SimmSpline>",
        "<SimmSpline><x>0 1 2 3</x><y>1 1 1 1</y></SimmSpline>"};
    for (size_t i = 0; i < G_N_ELEMENTS(functions); i++) {
        g_autofree char *text = g_strdup_printf(
            HEAD BODIES "<JointSet><objects><CustomJoint name=\"j\">" SIDES
                        "<coordinates><Coordinate name=\"still\"/><Coordinate name=\"q\"/>"
                        "</coordinates><SpatialTransform><TransformAxis name=\"rotation1\">"
                        "<coordinates>still</coordinates><axis>1 0 0</axis><function>%s</function>"
                        "</TransformAxis><TransformAxis name=\"rotation2\"><coordinates>q"
                        "</coordinates><axis>0 1 0</axis><function><LinearFunction><coefficients>1 "
                        "0</coefficients></LinearFunction></function></TransformAxis>"
                        "</SpatialTransform></CustomJoint>" SECOND "</objects></JointSet>" TAIL,
            functions[i]);
        SnImportReport *report = NULL;
        SnModel *model = take(text, &report);
        g_assert_cmpstr(((const SnFrameJoint *)at(model, "joints/j"))->names, ==, "q");
        g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_APPROXIMATED), ==, 1);
        sn_import_report_free(report);
        sn_model_free(model);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opensim/joint_classes", joint_classes);
    g_test_add_func("/opensim/pose", pose);
    g_test_add_func("/opensim/functions", functions);
    g_test_add_func("/opensim/versions", versions);
    g_test_add_func("/opensim/forces", forces);
    g_test_add_func("/opensim/actuators", actuators);
    g_test_add_func("/opensim/hanging", hanging);
    g_test_add_func("/opensim/lenient", lenient);
    g_test_add_func("/opensim/shapes", shapes);
    g_test_add_func("/opensim/massless", massless);
    g_test_add_func("/opensim/lost", lost);
    g_test_add_func("/opensim/still-coordinates", still_coordinates);
    return g_test_run();
}
