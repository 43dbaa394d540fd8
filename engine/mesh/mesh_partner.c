/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/mesh_partner.h"

#include <glib.h>
#include <string.h>

char *sn_mesh_partner(const char *path)
{
    static const char *const ends[][2] = {
        {".node", ".ele"}, {".node", ".elem"}, {".ele", ".node"}, {".elem", ".node"}};
    for (size_t i = 0; i < G_N_ELEMENTS(ends); i++) {
        if (!g_str_has_suffix(path, ends[i][0]))
            continue;
        char *other =
            g_strdup_printf("%.*s%s", (int)(strlen(path) - strlen(ends[i][0])), path, ends[i][1]);
        if (g_file_test(other, G_FILE_TEST_EXISTS))
            return other;
        g_free(other);
    }
    return NULL;
}
