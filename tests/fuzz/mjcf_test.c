/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of MuJoCo models under mutated files: refused with one clean line, or a model that can
 * be written. */
#include "engine/mjcf/import.h"
#include "tests/fuzz/fuzz_import.h"

static const char SEED[] =
    "<mujoco model=\"m\"><compiler angle=\"radian\" eulerseq=\"zyx\" inertiafromgeom=\"auto\"/>\n"
    "<option timestep=\".002\" gravity=\"0 0 -9\" integrator=\"implicit\"><flag "
    "contact=\"enable\"/>"
    "</option>\n"
    "<default><joint damping=\"1\"/><geom friction=\"1 .1\"/><default class=\"c\"><joint "
    "range=\"-1 1\"/><muscle force=\"9\"/></default></default>\n"
    "<asset><hfield name=\"land\" nrow=\"2\" ncol=\"3\" size=\"1 1 1 .1\" elevation=\"0 1 2 3 4 "
    "5\"/><mesh name=\"h\" vertex=\"0 0 0 1 0 0 0 1 0 0 0 1\"/><mesh file=\"x.stl\"/>"
    "<material name=\"red\" rgba=\"1 0 0 .5\"/></asset>\n"
    "<worldbody><geom type=\"plane\" size=\"1 1 1\"/><site name=\"s0\" pos=\"0 0 1\"/>\n"
    "<body name=\"a\" pos=\"0 0 1\" childclass=\"c\" euler=\".1 .2 .3\"><freejoint/>"
    "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\".1 .1 .1\"/><geom name=\"g\" "
    "type=\"cylinder\" fromto=\"0 0 0 0 0 1\" size=\".1\" material=\"red\"/>\n"
    "<site name=\"s1\" zaxis=\"1 1 0\"/><body name=\"b\" gravcomp=\".5\"><joint name=\"q1\" "
    "type=\"slide\"/><joint "
    "name=\"q2\" axis=\"1 0 0\" ref=\".2\"/><joint name=\"q3\" axis=\"0 1 0\" stiffness=\"2\"/>"
    "<geom name=\"k\" size=\".2\" pos=\".1 0 0\"/><geom type=\"mesh\" mesh=\"h\"/>\n"
    "<site name=\"s2\" pos=\"0 1 0\"/><frame pos=\"1 0 0\" quat=\"1 1 0 0\"><body "
    "name=\"d\"><joint "
    "name=\"q4\" type=\"ball\" range=\"0 1\"/><geom type=\"box\" size=\".1 .1 .1\"/></body></frame>"
    "</body></body>\n"
    "<geom type=\"box\" mesh=\"h\"/><geom type=\"hfield\" hfield=\"land\"/>"
    "<composite prefix=\"c\" type=\"cable\" count=\"4\" curve=\"s sin(s)\" size=\"1 .1 2\" "
    "initial=\"free\"><plugin plugin=\"mujoco.elasticity.cable\"><config key=\"bend\" "
    "value=\"1e6\"/></plugin><geom type=\"capsule\" size=\".01\"/></composite>"
    "<flexcomp name=\"x\" type=\"grid\" count=\"3 2 2\" spacing=\".1 .1 .1\" dim=\"3\" "
    "radius=\".01\"><elasticity young=\"1e4\" poisson=\".3\"/><pin id=\"0 1\"/></flexcomp>"
    "<flexcomp name=\"y\" type=\"disc\" count=\"3 3 1\" mass=\".1\"><edge stiffness=\"9\"/>"
    "<pin gridrange=\"0 0 1 1\"/><contact condim=\"1\"/></flexcomp><flexcomp name=\"z\" "
    "type=\"circle\" count=\"5 1 1\" dim=\"1\"><edge equality=\"true\"/></flexcomp>"
    "<replicate count=\"3\" offset=\"1 0 0\"><body name=\"r\" mocap=\"true\"><geom "
    "type=\"ellipsoid\" size=\"1 2 3\"/></body></replicate></worldbody>\n"
    "<contact><exclude body1=\"a\" body2=\"b\"/><pair geom1=\"g\" geom2=\"k\"/></contact>\n"
    "<tendon><spatial name=\"t\" springlength=\"0 .5\" stiffness=\"3\"><site site=\"s0\"/><geom "
    "geom=\"g\" sidesite=\"s2\"/><site site=\"s1\"/><pulley divisor=\"2\"/><site site=\"s1\"/>"
    "<site site=\"s2\"/></spatial><fixed name=\"f\"><joint joint=\"q1\" coef=\"2\"/><joint "
    "joint=\"q2\" coef=\"1\"/></fixed></tendon>\n"
    "<equality><joint joint1=\"q1\" joint2=\"q2\" polycoef=\"0 1 2\"/><connect body1=\"a\" "
    "anchor=\"0 0 0\"/><weld body1=\"a\" body2=\"b\"/><tendon tendon1=\"f\"/><distance geom1=\"g\" "
    "geom2=\"k\"/></equality>\n"
    "<actuator><muscle tendon=\"t\" class=\"c\" lengthrange=\"1 2\"/><motor joint=\"q1\" "
    "gear=\"3\"/>"
    "<position joint=\"q2\" kp=\"5\"/><general tendon=\"f\" gainprm=\"2\" "
    "biastype=\"affine\" biasprm=\"1 -2 -3\"/><general tendon=\"t\" biastype=\"affine\" "
    "biasprm=\"1 -2 -3\" ctrlrange=\"-1 1\"/><motor site=\"s1\" gear=\"0 0 1 0 0 2\"/>"
    "<position jointinparent=\"q3\" inheritrange=\"1\"/></actuator>\n"
    "<sensor><jointpos joint=\"q1\"/></sensor><keyframe><key qpos=\"0\"/></keyframe></mujoco>\n";

static const char *const WORDS[] = {"<body name=\"a\"/>",
                                    "<include file=\"arm.xml\"/>",
                                    "<replicate count=\"1000000\">",
                                    "name=\"\"",
                                    "name=\"b\"",
                                    "class=\"c\"",
                                    "type=\"mesh\"",
                                    "type=\"capsule\"",
                                    "type=\"free\"",
                                    "axis=\"0 0 -1\"",
                                    "quat=\"0 0 0 0\"",
                                    "fromto=\"0 0 0 0 0 0\"",
                                    "mass=\"0\"",
                                    "1e999",
                                    "-1",
                                    "0",
                                    "nan",
                                    "1e-320",
                                    "1e300",
                                    "\xff",
                                    "&lt;",
                                    "&#0;",
                                    "<!DOCTYPE r [<!ENTITY e \"x\">]>",
                                    "&e;",
                                    "<!--",
                                    "]]>",
                                    NULL};

static bool run(FuzzRandom *random, void *data)
{
    (void)data;
    return fuzz_import(random, SEED, WORDS, sn_mjcf_import_text, "arm.xml");
}

int main(int argc, char **argv)
{
    return fuzz_main(argc, argv, "mjcf", run, NULL);
}
