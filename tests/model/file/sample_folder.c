/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/model/file/sample_folder.h"

#include "engine/mesh/geometry.h"
#include "engine/mesh/volume/volume_mesh.h"
#include "engine/model/file/file.h"

#include <glib/gstdio.h>
#include <string.h>

static char *sample;

const char *sample_folder(void)
{
    return sample;
}

SnModel *read_back(const char *text)
{
    GError *error = NULL;
    SnModel *model = sn_file_read_text(text, strlen(text), sample, "back.sinew", &error);
    if (!model)
        g_error("%s\n%s", error->message, text);
    return model;
}

int count_errors(const SnModel *model)
{
    SnChecks *checks = sn_checks_new();
    sn_model_validate(model, checks);
    const int n = sn_checks_count(checks, SN_ERROR);
    sn_checks_free(checks);
    return n;
}

static void write_mesh(const char *path)
{
    SnSurface *surface = sn_surface_box((const double[3]){1, 1, 1});
    g_assert_true(sn_obj_write(surface, path, NULL));
    sn_surface_free(surface);
}

static void write_volume(const char *where, const char *name)
{
    GError *error = NULL;
    char *path = g_build_filename(where, name, NULL);
    SnVolumeMesh *mesh = sn_volume_mesh_box((const double[3]){0.1, 0.1, 0.1},
                                            (const int[3]){3, 3, 3}, SN_ELEMENT_HEX8);
    g_assert_true(sn_volume_mesh_write(mesh, path, &error));
    g_assert_no_error(error);
    sn_volume_mesh_unref(mesh);
    g_free(path);
}

void sample_folder_make(void)
{
    sample = g_dir_make_tmp("sinew-round-XXXXXX", NULL);
    g_autofree char *one = g_build_filename(sample, "one.obj", NULL);
    g_autofree char *sub = g_build_filename(sample, "sub", NULL);
    g_autofree char *two = g_build_filename(sub, "two.obj", NULL);
    g_autofree char *drive = g_build_filename(sample, "drive.csv", NULL);
    g_file_set_contents(drive, "time,a,b\n0,1,2\n1,3,4\n", -1, NULL);
    write_mesh(one);
    g_mkdir(sub, 0777);
    write_mesh(two);
    write_volume(sample, "one.vtu");
    write_volume(sub, "two.node");
}

static void remove_tree(const char *path)
{
    GDir *dir = g_dir_open(path, 0, NULL);
    for (const char *name = dir ? g_dir_read_name(dir) : NULL; name; name = g_dir_read_name(dir)) {
        char *inner = g_build_filename(path, name, NULL);
        remove_tree(inner);
        g_free(inner);
    }
    if (dir)
        g_dir_close(dir);
    g_remove(path);
}

void sample_folder_remove(void)
{
    remove_tree(sample);
    g_clear_pointer(&sample, g_free);
}
