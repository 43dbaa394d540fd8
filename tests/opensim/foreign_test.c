/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim files of other people and other times: engines of the first versions, plug-ins, sets
 * written by hand, numbers of other countries, sizes that no solid has. */
#include "engine/model/classes/body.h"
#include "engine/model/classes/coordinate_force.h"
#include "engine/model/classes/force.h"
#include "engine/model/classes/joint.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/path_point.h"
#include "engine/model/classes/strand.h"
#include "tests/opensim/documents.h"

#include <math.h>

/* Version 1.6: bodies and gravity in an engine, axes in a set that says what turns, a coordinate
 * each, actuators by their first names. */
static void oldest(void)
{
    SnModel *model = take(
        "<OpenSimDocument Version=\"10600\"><Model name=\"m\"><DynamicsEngine><SimbodyEngine>"
        "<gravity>0 0 -3.7</gravity><BodySet><objects><Body name=\"ground\"/><Body name=\"a\">"
        "<mass>2</mass><inertia_xx>1</inertia_xx><inertia_yy>1</inertia_yy><inertia_zz>1"
        "</inertia_zz><Joint><CustomJoint name=\"j\"><parent_body>ground</parent_body>"
        "<CoordinateSet><objects><Coordinate name=\"q\"><initial_value>0.5</initial_value>"
        "</Coordinate></objects></CoordinateSet><TransformAxisSet><objects><TransformAxis "
        "name=\"j_tx\"><function><natCubicSpline><x>-1 0 1 2</x><y>-1 0 1 8</y></natCubicSpline>"
        "</function><coordinate>q</coordinate><is_rotation>false</is_rotation><axis>1 0 0</axis>"
        "</TransformAxis><TransformAxis name=\"j_rz\"><function><natCubicSpline><x>-1 1</x><y>-1 1"
        "</y></natCubicSpline></function><coordinate>q</coordinate><is_rotation>true</is_rotation>"
        "<axis>0 0 1</axis></TransformAxis></objects></TransformAxisSet></CustomJoint></Joint>"
        "</Body></objects></BodySet></SimbodyEngine></DynamicsEngine><ActuatorSet><objects>"
        "<GeneralizedForce name=\"g\"><coordinate>q</coordinate><optimal_force>7</optimal_force>"
        "</GeneralizedForce><Force name=\"f\"><body>a</body><direction>1 0 0</direction></Force>"
        "<Torque name=\"t\"><bodyA>a</bodyA><bodyB>ground</bodyB><axis>0 0 1</axis></Torque>"
        "</objects></ActuatorSet></Model></OpenSimDocument>",
        "/tmp", 0, 0);
    const SnModelComponent *root = (const SnModelComponent *)model->root;
    const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a");
    g_assert_cmpfloat(root->gravity[1], ==, 3.7);
    g_assert_cmpfloat_with_epsilon(a->position[0], 0.125, 1e-12);
    g_assert_cmpfloat_with_epsilon(a->orientation[0], cos(0.25) * sqrt(0.5), 1e-12);
    g_assert_cmpstr(((const SnFrameJoint *)at(model, "joints/j"))->names, ==, "q");
    g_assert_cmpfloat(((const SnCoordinateLoad *)at(model, "loads/g"))->gain, ==, 7);
    g_assert_cmpstr(at(model, "loads/f")->class->name, ==, "frame_load");
    at(model, "loads/t");
    sn_model_free(model);
}

/* Versions 1.0 to 1.5: an engine's bodies, joints and coordinates in lists of their own.  One
 * coordinate leads two joints, the first body is the ground whatever its name, speeds stand apart,
 * a force names its bodies A and B, a list is shorter than it should be. */
#define DOF(class, name, q, more)                                                                  \
    "<Simm" class "Dof name=\"" name "\"><Value>" more "</Value><coordinate>" q                    \
                  "</coordinate></Simm" class "Dof>"
#define SHIFT(name, value)                                                                         \
    DOF("Translation", name, "Unassigned", "<Constant><value>" value "</value></Constant>")
#define TURN(q, more)                                                                              \
    "<SimmRotationDof name=\"r1\"><axis>0 0 1</axis><coordinate>" q "</coordinate>" more           \
    "</SimmRotationDof>"

static void engines(void)
{
    SnModel *model = take(
        "<Model name=\"m\"><ActuatorSet><objects><Force name=\"f\"><body_A> a </body_A><point_A>0 "
        "1 "
        "0</point_A><direction_A>0 0 -1</direction_A><body_B>world</body_B><optimal_force>3"
        "</optimal_force></Force></objects></ActuatorSet><DynamicsEngine><SimmKinematicsEngine>"
        "<gravity>0 -1 0</gravity><BodySet><objects><SimmBody name=\"world\"/><SimmBody name=\"a\">"
        "<mass>2</mass><mass_center>0.5</mass_center><inertia>3 .1 .2 .1 4 .3 .2 .3 5</inertia>"
        "</SimmBody><SimmBody name=\"b\"><mass>1</mass><inertia>1 0 0 0 1 0 0 0 1</inertia>"
        "</SimmBody></objects></BodySet>"
        "<CoordinateSet><objects><SimmCoordinate name=\"q\"><default_value>0.5</default_value>"
        "<range>-1 1</range></SimmCoordinate></objects></CoordinateSet><SpeedSet><objects>"
        "<SimmSpeed "
        "name=\"u\"><default_value>2</default_value><coordinate>q</coordinate></SimmSpeed>"
        "</objects></SpeedSet><JointSet><objects><SimmJoint name=\"ja\"><bodies> world a </bodies>"
        "<DofSet><objects>" SHIFT("ty", "0.25") TURN("q", "<Value/>") //
        "</objects></DofSet></SimmJoint><SimmJoint name=\"jb\"><bodies>a "
        "b</bodies><DofSet><objects>" DOF(
            "Translation", "tx", "q",
            "<natCubicSpline><x>-1 1</x><y>-3 3</y></natCubicSpline>") "</objects></"
                                                                       "DofSet><location_in_parent>"
                                                                       "0 1 "
                                                                       "0</location_in_parent></"
                                                                       "SimmJoint></objects>"
                                                                       "</JointSet></"
                                                                       "SimmKinematicsEngine></"
                                                                       "DynamicsEngine></Model>",
        "/tmp", 0, 0);
    const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a"),
                      *b = (const SnRigidBody *)at(model, "bodies/b");
    const double c = cos(0.5), s = sin(0.5), x = 1.5; /* of b in a: (3 q, 1, 0) */
    g_assert_null(sn_model_get(model, sn_model_resolve(model, model->root, "bodies/world", NULL)));
    g_assert_cmpfloat_with_epsilon(a->position[2], 0.25, 1e-14);
    g_assert_cmpfloat_with_epsilon(b->position[0], c * x - s, 1e-14);
    g_assert_cmpfloat_with_epsilon(b->position[2], 0.25 + s * x + c, 1e-14);
    /* 2 rad/s of q: b goes along by 6 m/s in a, and round with it */
    g_assert_cmpfloat_with_epsilon(b->velocity[0], 6 * c - 2 * (s * x + c), 1e-10);
    g_assert_cmpfloat_with_epsilon(b->velocity[2], 6 * s + 2 * (c * x - s), 1e-10);
    g_assert_cmpfloat(a->center[0], ==, 0.5);
    const double inertia[6] = {3, 4, 5, 0.1, 0.2, 0.3};
    for (int k = 0; k < 6; k++)
        g_assert_cmpfloat(a->tensor[k], ==, inertia[k]);
    g_assert_cmpstr(at(model, "joints/q")->class->name, ==, "coupler");
    g_assert_cmpfloat(((const SnFrameLoad *)at(model, "loads/f"))->force_gain[2], ==, -3);
    sn_model_free(model);
}

/* A function that pushes a coordinate back or holds it is told, one that is empty is none. */
static void restraints(void)
{
#define HELD(q, function)                                                                          \
    "<SimmCoordinate name=\"" q "\"><range>-1 1</range>" function "</SimmCoordinate>"
    SnModel *model = take(
        "<Model name=\"m\"><DynamicsEngine><SimmKinematicsEngine><BodySet><objects><SimmBody "
        "name=\"world\"/><SimmBody name=\"a\"><mass>2</mass><inertia>3 0 0 0 4 0 0 0 "
        "5</inertia></SimmBody></objects></BodySet><CoordinateSet><objects>" //
        HELD("q", "<restraint_function/>")                                   //
        HELD("r",
             "<restraint_function><natCubicSpline><x>-1 1</x><y>-3 3</y>"
             "</natCubicSpline></restraint_function>") "</objects></CoordinateSet>"
                                                       "<JointSet><objects><SimmJoint "
                                                       "name=\"j\"><bodies>world a</bodies><DofSet>"
                                                       "<objects>" TURN("q", "<Value/>") TURN(
                                                           "r",
                                                           "<Value/>") "</objects></DofSet>"
                                                                       "</SimmJoint></objects></"
                                                                       "JointSet></"
                                                                       "SimmKinematicsEngine></"
                                                                       "DynamicsEngine></Model>",
        "/tmp", 1, 0);
    sn_model_free(model);
}

/* 0,5 is 0.5 where that alone makes sense; commas that part numbers stay. */
static void commas(void)
{
    SnModel *model = take(
        HEAD
        "<BodySet><objects><Body name=\"a\"><mass>2,5</mass><mass_center>0,5 1 -2,25</mass_center>"
        "<inertia>1,2,2.5,0,0,0</inertia></Body></objects></BodySet><JointSet><objects>" JOINT(
            "PinJoint", "j", "/ground", "a",
            "<Coordinate name=\"q\"><default_value>0,5</default_value><range>-1,2</range>"
            "</Coordinate>") "</objects></JointSet>" TAIL,
        "/tmp", 0, 0);
    const SnRigidBody *a = (const SnRigidBody *)at(model, "bodies/a");
    const double center[3] = {0.5, 1, -2.25}, inertia[3] = {1, 2, 2.5};
    g_assert_cmpfloat(a->mass, ==, 2.5);
    for (int k = 0; k < 3; k++) {
        g_assert_cmpfloat(a->center[k], ==, center[k]);
        g_assert_cmpfloat(a->tensor[k], ==, inertia[k]);
    }
    g_assert_cmpfloat_with_epsilon(a->orientation[0], cos(0.25) * sqrt(0.5), 1e-12);
    sn_model_free(model);
}

/* Sizes that no solid has close no file. */
static void odd_sizes(void)
{
    SnModel *model = take(
        HEAD
        "<BodySet><objects><Body name=\"a\"><mass>2</mass><inertia>1 2 2.5 0 0 0</inertia>"
        "<WrapObjectSet><objects><WrapTorus name=\"wire\"><inner_radius>1e-9</inner_radius>"
        "<outer_radius>0.5</outer_radius></WrapTorus><WrapEllipsoid name=\"wide\"><dimensions>"
        "1 1 1e12</dimensions></WrapEllipsoid></objects></WrapObjectSet></Body></objects></BodySet>"
        "<JointSet><objects><EllipsoidJoint name=\"j\"><socket_parent_frame>/ground"
        "</socket_parent_frame><socket_child_frame>a</socket_child_frame><radii_x_y_z>-0.5 0 2"
        "</radii_x_y_z><coordinates><Coordinate name=\"q\"/></coordinates></EllipsoidJoint>"
        "</objects></JointSet><ForceSet><objects><PathSpring name=\"s\"><GeometryPath>"
        "<PathPointSet><objects><PathPoint name=\"o\"><location>0 3 0</location></PathPoint>"
        "<ConditionalPathPoint name=\"v\"><location>0 3 1</location><coordinate>q</coordinate>"
        "<range>-99999.9 99999.9</range></ConditionalPathPoint><PathPoint name=\"e\"><body>a</body>"
        "</PathPoint></objects></PathPointSet></GeometryPath></PathSpring><PrescribedForce "
        "name=\"f\"><socket_frame>a</socket_frame><FunctionSet name=\"forceFunctions\"><objects>"
        "<Constant><value>1</value></Constant><Mystery/><Constant><value>3</value></Constant>"
        "</objects></FunctionSet></PrescribedForce></objects></ForceSet>" TAIL,
        "/tmp", 3, 1);
    const SnWrapSurface *wire = (const SnWrapSurface *)at(model, "wraps/wire");
    g_assert_cmpfloat(wire->size[1], ==, 0.5e-3);
    g_assert_cmpfloat(((const SnFrameLoad *)at(model, "loads/f"))->force[2], ==, 3);
    const SnPathPoint *via = (const SnPathPoint *)at(model, "markers/v");
    g_assert_cmpfloat(via->upper, ==, 1000);
    sn_model_free(model);
}

/* A muscle of a plug-in has the law whose constants it has, whatever it is called; lists written by
 * hand have their objects in one element too many or too few. */
static void plug_in(void)
{
    SnModel *model = take(
        HEAD "<BodySet>" BODY("a", "2") "</BodySet><JointSet>" JOINT(
            "PinJoint", "j", "/ground", "a",
            "<objects><Coordinate name=\"q\"><default_value>0.5</default_value></Coordinate>"
            "</objects>") "</JointSet><ForceSet><MillardWithSpindles name=\"m\">" PATH
                          "<max_isometric_force>7</max_isometric_force><ActiveForceLengthCurve>"
                          "<minimum_value>0.2</minimum_value></ActiveForceLengthCurve>"
                          "</MillardWithSpindles></ForceSet>" TAIL,
        "/tmp", 1, 0);
    const SnMuscle *m = (const SnMuscle *)at(model, "muscles/m");
    g_assert_cmpfloat(m->millard.active_floor, ==, 0.2);
    g_assert_cmpfloat(m->max_force, ==, 7);
    g_assert_cmpstr(((const SnFrameJoint *)at(model, "joints/j"))->names, ==, "q");
    g_assert_cmpfloat_with_epsilon(((const SnRigidBody *)at(model, "bodies/a"))->orientation[0],
                                   cos(0.25) * sqrt(0.5), 1e-12);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opensim/oldest", oldest);
    g_test_add_func("/opensim/engines", engines);
    g_test_add_func("/opensim/restraints", restraints);
    g_test_add_func("/opensim/commas", commas);
    g_test_add_func("/opensim/odd-sizes", odd_sizes);
    g_test_add_func("/opensim/plug-in", plug_in);
    return g_test_run();
}
