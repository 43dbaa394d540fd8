/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/volume/volume_mesh.h"

#include <glib/gstdio.h>

/* Called by what it holds, so that one that is there is it, and written whole (another program may
 * be at it too). */
char *sn_volume_mesh_keep(const SnVolumeMesh *mesh, const char *name)
{
    g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA1);
    const int n = mesh->n_elements > 0 ? mesh->start[mesh->n_elements] : 0;
    g_checksum_update(sum, (const guchar *)mesh->nodes,
                      (gssize)(3 * (size_t)mesh->n_nodes * sizeof(double)));
    g_checksum_update(sum, (const guchar *)mesh->kind, mesh->n_elements);
    g_checksum_update(sum, (const guchar *)mesh->element_nodes, (gssize)((size_t)n * sizeof(int)));
    g_autofree char *file = g_strdup_printf("%s-%.16s.vtu", name, g_checksum_get_string(sum));
    g_autofree char *folder = g_build_filename(g_get_user_cache_dir(), "sinew", "shapes", NULL);
    char *path = g_build_filename(folder, file, NULL);
    if (g_file_test(path, G_FILE_TEST_EXISTS) ||
        (g_mkdir_with_parents(folder, 0777) == 0 && sn_volume_mesh_write(mesh, path, NULL)))
        return path;
    g_free(path);
    return NULL;
}
