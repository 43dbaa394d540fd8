/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of robots under mutated files: refused with one clean line, or a model that can be
 * written. */
#include "engine/urdf/import.h"
#include "tests/fuzz/fuzz_import.h"

static const char SEED[] =
    "<robot name=\"arm\"><material name=\"red\"><color rgba=\"1 0 0 1\"/></material>\n"
    "<link name=\"base\"/>\n"
    "<link name=\"a\"><inertial><origin xyz=\"0 0 .1\" rpy=\"0 .1 0\"/><mass value=\"2\"/>"
    "<inertia ixx=\".1\" ixy=\"0\" ixz=\"0\" iyy=\".1\" iyz=\"0\" izz=\".05\"/></inertial>\n"
    "<visual><geometry><box size=\".1 .1 .2\"/></geometry><material "
    "name=\"red\"/></visual></link>\n"
    "<link name=\"b\"><inertial><mass value=\"1\"/></inertial><visual><geometry>"
    "<mesh filename=\"package://arm/b.stl\"/></geometry></visual><collision/></link>\n"
    "<link name=\"tip\"/><link name=\"float\"/>\n"
    "<joint name=\"ja\" type=\"revolute\"><parent link=\"base\"/><child link=\"a\"/>"
    "<origin xyz=\"0 0 .1\"/><axis xyz=\"0 1 0\"/><limit lower=\"-1\" upper=\"2\"/>"
    "<dynamics damping=\".1\" friction=\".2\"/></joint>\n"
    "<joint name=\"jb\" type=\"prismatic\"><parent link=\"a\"/><child link=\"b\"/>"
    "<mimic joint=\"ja\" multiplier=\"2\" offset=\".1\"/></joint>\n"
    "<joint name=\"jt\" type=\"fixed\"><parent link=\"b\"/><child link=\"tip\"/></joint>\n"
    "<joint name=\"jf\" type=\"floating\"><parent link=\"base\"/><child link=\"float\"/></joint>\n"
    "<transmission name=\"t\"/></robot>\n";

static const char *const WORDS[] = {"<link name=\"a\"/>",
                                    "<link/>",
                                    "name=\"\"",
                                    "name=\"b\"",
                                    "link=\"tip\"",
                                    "link=\"a\"",
                                    "type=\"planar\"",
                                    "type=\"continuous\"",
                                    "<axis xyz=\"0 0 0\"/>",
                                    "<axis xyz=\"0 0 -1\"/>",
                                    "1e999",
                                    "-1",
                                    "nan",
                                    "1e-320",
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
    return fuzz_import(random, SEED, WORDS, sn_urdf_import_text, "arm.urdf");
}

int main(int argc, char **argv)
{
    return fuzz_main(argc, argv, "urdf", run, NULL);
}
