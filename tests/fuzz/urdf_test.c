/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The reader of robots under mutated files: refused with one clean line, or a model that can be
 * written. */
#include "engine/model/file/file.h"
#include "engine/urdf/import.h"
#include "tests/fuzz/fuzz.h"

#include <string.h>

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
    g_autoptr(GString) text = g_string_new(SEED);
    fuzz_mutate_bytes(random, text, WORDS);
    GError *error = NULL;
    SnImportReport *report = NULL;
    SnModel *model =
        sn_urdf_import_text(text->str, text->len, "arm.urdf", "/nowhere", NULL, &report, &error);
    g_assert_true((model != NULL) == (error == NULL));
    if (!model) {
        g_assert_null(report);
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        if (strchr(error->message, 10))
            g_error("more than a line: %s", error->message);
        g_error_free(error);
        return false;
    }
    g_autofree char *written = sn_file_write_text(model);
    g_autofree char *said = sn_import_report_text(report);
    g_assert_cmpint((int)strlen(written), >, 0);
    g_assert_cmpint((int)strlen(said), >, 0);
    sn_import_report_free(report);
    sn_model_free(model);
    return true;
}

int main(int argc, char **argv)
{
    return fuzz_main(argc, argv, "urdf", run, NULL);
}
