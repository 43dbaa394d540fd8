/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pieces that tests make small OpenSim documents of, and what takes them over. */
#ifndef SN_TEST_OPENSIM_DOCUMENTS_H
#define SN_TEST_OPENSIM_DOCUMENTS_H

#include "engine/model/model.h"
#include "engine/opensim/import.h"

#include <glib.h>
#include <string.h>

#define HEAD "<OpenSimDocument Version=\"40000\"><Model name=\"m\"><gravity>0 -9.8 0</gravity>"
#define TAIL "</Model></OpenSimDocument>"
#define BODY(name, mass)                                                                           \
    "<Body name=\"" name "\"><mass>" mass "</mass><mass_center>0.1 0 0</mass_center>"              \
    "<inertia>1 2 2.5 0.1 0 0</inertia></Body>"
#define JOINT(class, name, parent, child, q)                                                       \
    "<" class " name=\"" name "\"><socket_parent_frame>" parent "</socket_parent_frame>"           \
              "<socket_child_frame>" child "</socket_child_frame><coordinates>" q                  \
              "</coordinates></" class ">"
#define PIN   JOINT("PinJoint", "j", "/ground", "/bodyset/a", "<Coordinate name=\"q\"/>")
#define MODEL HEAD "<BodySet><objects>" BODY("a", "2") "</objects></BodySet><JointSet><objects>" PIN
#define PATH                                                                                       \
    "<GeometryPath><PathPointSet><objects><PathPoint name=\"p\"><socket_parent_frame>/ground"      \
    "</socket_parent_frame><location>0 1 0</location></PathPoint><PathPoint name=\"p\">"           \
    "<socket_parent_frame>/bodyset/a</socket_parent_frame><location>0 0.5 0.5</location>"          \
    "</PathPoint></objects></PathPointSet></GeometryPath>"

/* The model, and how many components were approximated and left out. */
static inline SnModel *take(const char *text, const char *folder, int approximated, int left_out)
{
    GError *error = NULL;
    SnImportReport *report = NULL;
    SnModel *model =
        sn_osim_import_text(text, strlen(text), "test.osim", folder, NULL, &report, &error);
    g_assert_no_error(error);
    g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_APPROXIMATED), ==, approximated);
    g_assert_cmpint(sn_import_report_count(report, SN_IMPORT_LEFT_OUT), ==, left_out);
    sn_import_report_free(report);
    return model;
}

static inline const SnComponent *at(const SnModel *model, const char *path)
{
    const SnComponent *component =
        sn_model_get(model, sn_model_resolve(model, model->root, path, NULL));
    if (!component)
        g_test_message("%s is not there", path);
    g_assert_nonnull(component);
    return component;
}

#endif
