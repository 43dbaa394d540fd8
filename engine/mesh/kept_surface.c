/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/geometry.h"

#include <glib/gstdio.h>

/* Written once, whole (another program may be at it too). */
char *sn_surface_keep(SnSurface *surface, const char *name)
{
    char *folder = g_build_filename(g_get_user_cache_dir(), "sinew", "shapes", NULL);
    char *path = g_build_filename(folder, name, NULL);
    const bool good =
        g_file_test(path, G_FILE_TEST_EXISTS) ||
        (g_mkdir_with_parents(folder, 0777) == 0 && sn_obj_write(surface, path, NULL));
    sn_surface_free(surface);
    g_free(folder);
    if (good)
        return path;
    g_free(path);
    return NULL;
}
