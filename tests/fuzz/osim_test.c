/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of OpenSim models under mutated files: one line that names the file, or a model that
 * can be written. */
#include "engine/opensim/import.h"
#include "tests/fuzz/fuzz_import.h"

static const char *const SEEDS[] = {
    "<?xml version=\"1.0\"?><OpenSimDocument Version=\"40000\"><Model name=\"m\"><gravity>0 -9.8 0"
    "</gravity><Ground name=\"ground\"/><BodySet><objects><Body name=\"a\"><mass>2</mass>"
    "<mass_center>0 0 0</mass_center><inertia>1 1 1 0 0 0</inertia><attached_geometry><Brick "
    "name=\"g\"><half_lengths>1 2 3</half_lengths></Brick></attached_geometry><WrapObjectSet>"
    "<objects><WrapCylinder "
    "name=\"w\"><quadrant>-x</quadrant><radius>0.1</radius><length>1</length>"
    "</WrapCylinder></objects></WrapObjectSet></Body></objects></BodySet><JointSet><objects>"
    "<CustomJoint name=\"j\"><socket_parent_frame>p</socket_parent_frame><socket_child_frame>"
    "/bodyset/a</socket_child_frame><coordinates><Coordinate name=\"q\"><default_value>0.1"
    "</default_value><range>-1 1</range><locked>true</locked></Coordinate></coordinates><frames>"
    "<PhysicalOffsetFrame name=\"p\"><socket_parent>/ground</socket_parent><translation>0 1 0"
    "</translation></PhysicalOffsetFrame></frames><SpatialTransform><TransformAxis "
    "name=\"rotation1\"><coordinates>q</coordinates><axis>0 0 1</axis><function><SimmSpline><x>-1 "
    "0 "
    "1 2</x><y>0 1 0 1</y></SimmSpline></function></TransformAxis></SpatialTransform></CustomJoint>"
    "</objects></JointSet><ForceSet><objects><Thelen2003Muscle name=\"f\"><GeometryPath>"
    "<PathPointSet><objects><PathPoint "
    "name=\"1\"><socket_parent_frame>/ground</socket_parent_frame>"
    "<location>0 1 0</location></PathPoint><ConditionalPathPoint><socket_parent_frame>/bodyset/a"
    "</socket_parent_frame><location>0 0 1</location><range>-1 1</range><coordinate>q</coordinate>"
    "</ConditionalPathPoint></objects></PathPointSet><PathWrapSet><objects><PathWrap><wrap_object>w"
    "</wrap_object><range>-1 -1</range></PathWrap></objects></PathWrapSet></GeometryPath>"
    "</Thelen2003Muscle></objects></ForceSet></Model></OpenSimDocument>",
    "<OpenSimDocument Version=\"20302\"><Model name=\"m\"><defaults><Coordinate><locked>false"
    "</locked></Coordinate></defaults><BodySet><objects><Body name=\"ground\"><Joint/></Body><Body "
    "name=\"a\"><mass>1</mass><inertia_xx>1</inertia_xx><Joint><PinJoint name=\"j\"><parent_body> "
    "ground </parent_body><location>0 1 0</location><reverse>true</reverse><CoordinateSet><objects>"
    "<Coordinate name=\"q\"><prescribed_function><Sine/></prescribed_function><prescribed>true"
    "</prescribed></Coordinate></objects></CoordinateSet></PinJoint></Joint></Body></objects>"
    "</BodySet><ConstraintSet><objects><PointConstraint name=\"c\"><body_1>ground</body_1><body_2>a"
    "</body_2></PointConstraint><CoordinateCouplerConstraint "
    "name=\"d\"><coupled_coordinates_function"
    "><LinearFunction><coefficients>1 "
    "0</coefficients></LinearFunction></coupled_coordinates_function>"
    "<independent_coordinate_names>q</independent_coordinate_names><dependent_coordinate_name>q"
    "</dependent_coordinate_name></CoordinateCouplerConstraint></objects></ConstraintSet></Model>"
    "</OpenSimDocument>",
    "<OpenSimDocument Version=\"40000\"><Model name=\"m\"><BodySet><objects><Body "
    "name=\"a\"><mass>2"
    "</mass><inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet><objects><PinJoint "
    "name=\"j\"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/a"
    "</socket_child_frame><coordinates><Coordinate name=\"q\"/></coordinates></PinJoint></objects>"
    "</JointSet><ForceSet><objects><TorqueActuator name=\"t\"><bodyA>a</bodyA><axis>0 0 1</axis>"
    "<min_control>-1</min_control></TorqueActuator><PointActuator "
    "name=\"p\"><body>a</body><point>0 1 "
    "0</point></PointActuator><PointToPointActuator "
    "name=\"pp\"><bodyA>ground</bodyA><bodyB>a</bodyB>"
    "<pointA>1 0 0</pointA><points_are_global>true</points_are_global></PointToPointActuator>"
    "<PrescribedForce name=\"f\"><socket_frame>/bodyset/a</socket_frame><forceFunctions><objects>"
    "<Constant><value>1</value></Constant><SimmSpline><x>0 1 2</x><y>0 1 0</y></SimmSpline><Sine/>"
    "</objects></forceFunctions></PrescribedForce><ExpressionBasedCoordinateForce name=\"e\">"
    "<coordinate>q</coordinate><expression>-k*q^3-exp(-q)*2-qdot;k=1e2*(2+1)</expression>"
    "</ExpressionBasedCoordinateForce><ExpressionBasedPointToPointForce name=\"d\"><body1>ground"
    "</body1><body2>a</body2><point1>1 0 0</point1><expression>3*(d-0.5)+ddot</expression>"
    "</ExpressionBasedPointToPointForce><ExpressionBasedBushingForce name=\"b\"><socket_frame1>"
    "/ground</socket_frame1><socket_frame2>/bodyset/a</socket_frame2><Fx_expression>2*delta_x"
    "</Fx_expression></ExpressionBasedBushingForce></objects></ForceSet></Model></OpenSimDocument>",
    "<OpenSimDocument Version=\"40600\"><Model name=\"m\"><BodySet><objects><Body "
    "name=\"a\"><mass>2"
    "</mass><inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet><JointSet><objects><PinJoint "
    "name=\"j\"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/a"
    "</socket_child_frame></PinJoint></objects></JointSet><ContactGeometrySet><objects>"
    "<ContactHalfSpace name=\"s\"><socket_frame>/bodyset/a</socket_frame></ContactHalfSpace>"
    "<ContactSphere name=\"b\"><socket_frame>/ground</socket_frame><radius>0.1</radius>"
    "</ContactSphere><ContactEllipsoid name=\"o\"><socket_frame>/ground</socket_frame><radii>1 1 2"
    "</radii></ContactEllipsoid></objects></ContactGeometrySet><ForceSet><objects>"
    "<HuntCrossleyForce name=\"h\"><HuntCrossleyForce::ContactParametersSet><objects>"
    "<HuntCrossleyForce::ContactParameters><geometry>s b</geometry><stiffness>1e6</stiffness>"
    "</HuntCrossleyForce::ContactParameters></objects></HuntCrossleyForce::ContactParametersSet>"
    "</HuntCrossleyForce><Ligament name=\"l\"><Scholz2015GeometryPath name=\"path\">"
    "<path_elements><Scholz2015GeometryPathPoint><PathPoint><socket_parent_frame>/ground"
    "</socket_parent_frame><location>0 1 0</location></PathPoint></Scholz2015GeometryPathPoint>"
    "<Scholz2015GeometryPathObstacle><socket_contact_geometry>/contactgeometryset/o"
    "</socket_contact_geometry><contact_hint>0 -1 0.5</contact_hint>"
    "</Scholz2015GeometryPathObstacle><Scholz2015GeometryPathPoint><PathPoint>"
    "<socket_parent_frame>/bodyset/a</socket_parent_frame><location>3 0 0</location></PathPoint>"
    "</Scholz2015GeometryPathPoint></path_elements></Scholz2015GeometryPath><resting_length>1"
    "</resting_length><pcsa_force>3</pcsa_force><force_length_curve><SimmSpline><x>2 1 0.5 3</x>"
    "<y>1 0 0 4</y></SimmSpline></force_length_curve></Ligament><ExpressionBasedBushingForce "
    "name=\"e\"><socket_frame1>/ground</socket_frame1><socket_frame2>/bodyset/a</socket_frame2>"
    "<Fx_expression>3*delta_y+sin(theta_x)/delta_z</Fx_expression></ExpressionBasedBushingForce>"
    "</objects></ForceSet></Model></OpenSimDocument>",
};

static const char *const WORDS[] = {"<",
                                    ">",
                                    "/>",
                                    "</",
                                    "&",
                                    "&amp;",
                                    "&#0;",
                                    "<!--",
                                    "-->",
                                    "<![CDATA[",
                                    "]]>",
                                    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
                                    "&b;",
                                    "nan",
                                    "-inf",
                                    "1e999",
                                    "-1",
                                    "..",
                                    "/ground",
                                    "ground",
                                    "a",
                                    "q",
                                    "q^",
                                    "*qdot",
                                    "((((",
                                    ";k=k+",
                                    "exp(",
                                    "/0",
                                    "<objects>",
                                    "</objects>",
                                    "<MultiplierFunction><function>",
                                    "<LinearFunction>",
                                    "\xff",
                                    "\xef\xbb\xbf",
                                    "99999999999999999999",
                                    NULL};

static bool run(FuzzRandom *random, void *data)
{
    (void)data;
    return fuzz_import(random, SEEDS[fuzz_below(random, G_N_ELEMENTS(SEEDS))], WORDS,
                       sn_osim_import_text, "fuzz.osim");
}

int main(int argc, char **argv)
{
    return fuzz_main(argc, argv, "fuzz_osim", run, NULL);
}
