/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/foreign.h"

#include "engine/mjcf/import.h"
#include "engine/opensim/import.h"
#include "engine/text/refuse.h"
#include "engine/urdf/import.h"

#include <stdio.h>
#include <string.h>

static bool ends_in(const char *path, const char *ending)
{
    const char *dot = strrchr(path, '.');
    return dot && g_ascii_strcasecmp(dot, ending) == 0;
}

static bool is_xacro_name(const char *path)
{
    return ends_in(path, ".xacro");
}

static bool is_sdf_name(const char *path)
{
    return ends_in(path, ".sdf");
}

static SnModel *refuse_sdf(const char *path, const char *const *geometry_folders,
                           SnImportReport **report, GError **error)
{
    sn_refuse(error, SN_MODEL_ERROR_FORMAT,
              "%s: is a model of Gazebo (SDF), which is not read: convert it to URDF or MJCF first",
              path);
    return NULL;
}

static const struct {
    bool (*is_name)(const char *path);
    SnModel *(*import)(const char *path, const char *const *geometry_folders,
                       SnImportReport **report, GError **error);
} FORMATS[] = {
    {sn_osim_is_name, sn_osim_import},
    {sn_urdf_is_name, sn_urdf_import},
    {sn_mjcf_is_name, sn_mjcf_import},
    {is_xacro_name, sn_urdf_import}, /* some robots are called so that hold no macros */
    {is_sdf_name, refuse_sdf},
};

bool sn_foreign_is_name(const char *path)
{
    for (size_t i = 0; i < G_N_ELEMENTS(FORMATS); i++)
        if (FORMATS[i].is_name(path))
            return true;
    return false;
}

/* --- what a file is by what stands in it --- */

/* The names of the first two elements; "" where there are none. */
typedef struct Beginning {
    char root[64], inside[64];
} Beginning;

static const char *after(const char *at, const char *mark)
{
    const char *found = strstr(at, mark);
    return found ? found + strlen(mark) : at + strlen(at);
}

static const char *copy_name(const char *at, char name[64])
{
    const size_t length = strcspn(at, " \t\r\n/>");
    g_strlcpy(name, at, MIN(length + 1, 64));
    return at + length;
}

static Beginning beginning_of(const char *path)
{
    char text[16384];
    Beginning beginning = {0};
    /* a pipe would keep us waiting */
    FILE *file = g_file_test(path, G_FILE_TEST_IS_REGULAR) ? fopen(path, "rb") : NULL;
    const size_t n = file ? fread(text, 1, sizeof text - 1, file) : 0;
    char *names[] = {beginning.root, beginning.inside};
    size_t found = 0;
    if (file)
        fclose(file);
    text[n] = '\0';
    for (const char *at = strchr(text, '<'); at && *at && found < 2; at = strchr(at, '<')) {
        if (g_str_has_prefix(at, "<!--"))
            at = after(at, "-->");
        else if (at[1] == '?' || at[1] == '!' || at[1] == '/')
            at = after(at, ">");
        else
            at = copy_name(at + 1, names[found++]);
    }
    return beginning;
}

/* What files of OpenSim that are no models are for. */
static const struct {
    const char *element, *means;
} OTHERS[] = {
    {"ScaleTool", "the set-up of its scaling: open the model that it names; `sinew scale` scales"},
    {"InverseKinematicsTool", "the set-up of its inverse kinematics: open the model that it names; "
                              "`sinew fit` does as much"},
    {"AnalyzeTool",
     "the set-up of its analyses: open the model that it names; `sinew analyze` does as much"},
    {"InverseDynamicsTool",
     "the set-up of its inverse dynamics: open the model that it names; `sinew analyze` does as "
     "much"},
    {"ExternalLoads", "external loads: import the model with --loads and this file"},
    {"ControlSet", "a set of controls: a ControlSetController of the model names it"},
};

static SnModel *refuse_other(const char *path, const char *element, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(OTHERS); i++)
        if (strcmp(element, OTHERS[i].element) == 0) {
            sn_refuse(error, SN_MODEL_ERROR_FORMAT, "%s: is no model of OpenSim but %s", path,
                      OTHERS[i].means);
            return NULL;
        }
    sn_refuse(error, SN_MODEL_ERROR_FORMAT,
              "%s: is no model of OpenSim but a file that goes with one (<%s>): open the model, "
              "its .osim",
              path, element);
    return NULL;
}

/* Endings are not all that people go by: robots and OpenSim's models are called .xml, too. */
SnModel *sn_foreign_import(const char *path, const char *const *geometry_folders,
                           SnImportReport **report, GError **error)
{
    const Beginning beginning = beginning_of(path);
    if (strcmp(beginning.root, "mujoco") == 0)
        return sn_mjcf_import(path, geometry_folders, report, error);
    if (strcmp(beginning.root, "sdf") == 0)
        return refuse_sdf(path, NULL, NULL, error);
    if (strcmp(beginning.root, "robot") == 0)
        return sn_urdf_import(path, geometry_folders, report, error);
    if (strcmp(beginning.root, "OpenSimDocument") == 0) {
        const bool model = !*beginning.inside || strcmp(beginning.inside, "Model") == 0 ||
                           strcmp(beginning.inside, "defaults") == 0;
        return model ? sn_osim_import(path, geometry_folders, report, error)
                     : refuse_other(path, beginning.inside, error);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(FORMATS); i++)
        if (FORMATS[i].is_name(path))
            return FORMATS[i].import(path, geometry_folders, report, error);
    g_return_val_if_reached(NULL);
}
