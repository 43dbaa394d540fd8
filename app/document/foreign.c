/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/document/foreign.h"

#include "engine/mjcf/import.h"
#include "engine/opensim/import.h"
#include "engine/urdf/import.h"

static const struct {
    bool (*is_name)(const char *path);
    SnModel *(*import)(const char *path, const char *const *geometry_folders,
                       SnImportReport **report, GError **error);
} FORMATS[] = {
    {sn_osim_is_name, sn_osim_import},
    {sn_urdf_is_name, sn_urdf_import},
    {sn_mjcf_is_name, sn_mjcf_import},
};

bool sn_foreign_is_name(const char *path)
{
    for (size_t i = 0; i < G_N_ELEMENTS(FORMATS); i++)
        if (FORMATS[i].is_name(path))
            return true;
    return false;
}

SnModel *sn_foreign_import(const char *path, const char *const *geometry_folders,
                           SnImportReport **report, GError **error)
{
    for (size_t i = 0; i < G_N_ELEMENTS(FORMATS); i++)
        if (FORMATS[i].is_name(path))
            return FORMATS[i].import(path, geometry_folders, report, error);
    g_return_val_if_reached(NULL);
}
