#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Every class that OpenSim 4.6 registers is taken over, approximated or left out with a reason: none is lost in silence (TAP).

    classes_test.py SINEW

One file for each list that components stand in, with one of each class (RegisterTypes_*.cpp of OpenSim 4.6, its older names and
those of well-known plug-ins): each must have its line in the report, and what is made must open.
"""
import os
import re
import subprocess
import sys
import tempfile

CLASSES = {
    "ForceSet": "CoordinateActuator ActivationCoordinateActuator PointActuator TorqueActuator BodyActuator PointToPointActuator "
                "ClutchedPathSpring McKibbenActuator Thelen2003Muscle Thelen2003Muscle_Deprecated Schutte1993Muscle_Deprecated "
                "Delp1990Muscle_Deprecated Schutte1993Muscle Delp1990Muscle RigidTendonMuscle Millard2012EquilibriumMuscle "
                "Millard2012AccelerationMuscle DeGrooteFregly2016Muscle SpringGeneralizedForce GeneralizedForce Force Torque "
                "PathActuator PathSpring Ligament Blankevoort1991Ligament PrescribedForce ExternalForce PointToPointSpring "
                "ExpressionBasedPointToPointForce ExpressionBasedCoordinateForce BushingForce FunctionBasedBushingForce "
                "ExpressionBasedBushingForce CoordinateLimitForce SmoothSphereHalfSpaceForce HuntCrossleyForce "
                "ElasticFoundationForce MeyerFregly2016Force EspositoMiller2018Force AckermannVanDenBogert2010Force "
                "ExponentialContactForce ExponentialCoordinateLimitForce CoordinateLinearStop CoordinateLinearSpring "
                "CoordinateLinearDamper PistonActuator ControllableSpring BodyDragForce Smith2018ArticularContactForce "
                "MeyerFregly2016Muscle VandenBogert2011Muscle MultiCoordinateActuator SpatialActuator UnknownForce",
    "JointSet": "WeldJoint CustomJoint EllipsoidJoint FreeJoint BallJoint GimbalJoint ScapulothoracicJoint UniversalJoint PinJoint "
                "SliderJoint PlanarJoint ConstantCurvatureJoint UnknownJoint",
    "ConstraintSet": "WeldConstraint PointConstraint ConstantDistanceConstraint CoordinateCouplerConstraint PointOnLineConstraint "
                     "RollingOnSurfaceConstraint UnknownConstraint",
    "ContactGeometrySet": "ContactHalfSpace ContactMesh ContactSphere ContactCylinder ContactEllipsoid ContactTorus "
                          "Smith2018ContactMesh UnknownShape",
    "ControllerSet": "ControlSetController PrescribedController SynergyController InputController ActuatorInputController "
                     "CorrectionController ToyReflexController DiscreteController CMC UnknownController",
    "ProbeSet": "JointInternalPowerProbe SystemEnergyProbe ActuatorForceProbe ActuatorPowerProbe Umberger2010MuscleMetabolicsProbe "
                "Bhargava2004MuscleMetabolicsProbe UnknownProbe",
    "WrapObjectSet": "WrapCylinder WrapEllipsoid WrapSphere WrapTorus WrapCylinderObst WrapSphereObst WrapDoubleCylinderObst "
                     "UnknownWrap",
    "attached_geometry": "Brick Sphere Cylinder Ellipsoid Torus Cone LineGeometry Arrow UnknownGeometry",
    "components": "PhysicalOffsetFrame OffsetFrame StationDefinedFrame Station Marker IMU IMUPlacer TableReporter ConsoleReporter "
                  "StatesTrajectoryReporter SignalGenerator TableSource PositionMotion ExperimentalSensor ModelDisplayHints "
                  "Bhargava2004SmoothedMuscleMetabolics WrapSphere Brick Arrow FrameGeometry FunctionBasedPath BushingForce "
                  "CoordinateLimitForce Thelen2003Muscle PinJoint WeldConstraint ContactSphere PrescribedController UnknownThing",
}
AMONG_BODY = ("WrapObjectSet", "attached_geometry")
SIDES = "<socket_parent_frame>/bodyset/b0</socket_parent_frame><socket_child_frame>/bodyset/b1</socket_child_frame>"


def objects(name, inside):
    return f'<{name} name="{name.lower()}"><objects>{inside}</objects></{name}>'


def text_of(where, version):
    made = "".join(f'<{name} name="a {name}">{SIDES if where == "JointSet" else ""}</{name}>' for name in CLASSES[where].split())
    inertia = "<mass>1</mass><mass_center>0 0 0</mass_center><inertia>0.1 0.1 0.1 0 0 0</inertia>"
    in_body = objects(where, made) if where == "WrapObjectSet" else f"<{where}>{made}</{where}>" if where in AMONG_BODY else ""
    joints = '<WeldJoint name="fix"><socket_parent_frame>/ground</socket_parent_frame><socket_child_frame>/bodyset/b0' \
             '</socket_child_frame></WeldJoint>'
    rest = "" if where in AMONG_BODY or where == "JointSet" else \
        f"<components>{made}</components>" if where == "components" else objects(where, made)
    return f'<?xml version="1.0"?><OpenSimDocument Version="{version}"><Model name="all"><Ground name="ground"/>' \
           f'<BodySet><objects><Body name="b0">{inertia}{in_body}</Body><Body name="b1">{inertia}</Body></objects></BodySet>' \
           f'{objects("JointSet", joints + (made if where == "JointSet" else ""))}{rest}</Model></OpenSimDocument>'


def attempt(sinew, where, version, folder):
    """What went wrong, "": nothing."""
    path, out = os.path.join(folder, where + ".osim"), os.path.join(folder, where + ".sinew")
    with open(path, "w", encoding="utf-8") as file:
        file.write(text_of(where, version))
    done = subprocess.run([sinew, "import", path, "--out", out], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr.strip()
    counts = {m[0]: sum(map(int, m[1:])) for m in re.findall(r"^(\S+) +(\d+) +(\d+) +(\d+)$", done.stdout, re.MULTILINE)}
    silent = [name for name in CLASSES[where].split() if counts.get(name, 0) < (2 if name == "WeldJoint" else 1)]
    if silent:
        return "not in the report: " + " ".join(silent)
    opened = subprocess.run([sinew, "info", out], capture_output=True, text=True, check=False)
    errors = [line for line in (opened.stdout + opened.stderr).splitlines() if "error" in line]
    return "" if opened.returncode == 0 and not errors else " ".join(errors) or opened.stderr.strip()


def degrees_told(sinew, folder):
    """Version 1.0 may name the unit of its angles, which nothing else does."""
    path = os.path.join(folder, "old.osim")
    said = []
    for unit in ("degrees", "radians"):
        with open(path, "w", encoding="utf-8") as file:
            file.write(f'<Model name="m"><angle_units> {unit} </angle_units><BodySet><objects><Body name="a"><mass>1</mass></Body>'
                       '</objects></BodySet></Model>')
        done = subprocess.run([sinew, "import", path, "--out", path + ".sinew"], capture_output=True, text=True, check=False)
        said.append("angles are degrees" in done.stdout)
    return said == [True, False]


def told(sinew, folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    done = subprocess.run([sinew, "import", path, "--out", path + ".sinew"], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def other_files(sinew, folder):
    """What is no model says what it is; what a file is counts, not what it is called."""
    body = '<BodySet><objects><Body name="a"><mass>1</mass><inertia>1 1 1 0 0 0</inertia></Body></objects></BodySet>'
    for name, text, status, words in (
            ("scale.xml", '<?xml version="1.0"?>\n<!-- <Model> -->\n<OpenSimDocument Version="30000"><ScaleTool name="x"/></OpenSimDocument>', 1, "sinew scale"),
            ("ik.osim", '<OpenSimDocument Version="30000"><InverseKinematicsTool/></OpenSimDocument>', 1, "sinew fit"),
            ("tasks.xml", "<OpenSimDocument><CMC_TaskSet/></OpenSimDocument>", 1, "a file that goes with one (<CMC_TaskSet>)"),
            ("walk.mot", "walk\nendheader\ntime x\n0 1\n", 1, "is a motion, no model"),
            ("walk.c3d", "P", 1, "C3D is not read"),
            ("model.xml", f'<OpenSimDocument Version="40000"><Model name="m">{body}</Model></OpenSimDocument>', 0, "1 exact"),
            ("robot.xml", '<?xml version="1.0"?><robot name="r"><link name="a"><inertial><mass value="1"/></inertial></link></robot>', 0, "exact"),
            ("mujoco.urdf", '<mujoco><worldbody><body><freejoint/><geom size="1"/></body></worldbody></mujoco>', 0, "exact"),
            ("page.xml", "<html/>", 1, "is no MuJoCo model")):
        got, said = told(sinew, folder, name, text)
        if got != status or words not in said or (status and said.count("\n") != 1):
            return f"{name}: {said}"
    return ""


def main():
    sinew = os.path.abspath(sys.argv[1])
    print(f"1..{len(CLASSES) + 2}")
    with tempfile.TemporaryDirectory() as folder:
        for i, where in enumerate(CLASSES):
            wrong = attempt(sinew, where, [40000, 40500, 40600][i % 3], folder)
            print("not ok" if wrong else "ok", i + 1, "-", where, ":", len(CLASSES[where].split()), "classes", wrong)
        print("ok" if degrees_told(sinew, folder) else "not ok", len(CLASSES) + 1, "- a unit of angles that is not taken is told")
        wrong = other_files(sinew, folder)
        print("not ok" if wrong else "ok", len(CLASSES) + 2, "- other files", wrong)


main()
