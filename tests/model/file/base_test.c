/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files with a base on the disk: where they may lie, what saving makes of them. */
#include "engine/mesh/mesh_helper.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"

#include <glib/gstdio.h>
#include <string.h>

static const char BASE[] =
    "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"a\", \"geometry\": {\"shape\": \"mesh\", "
    "\"mesh\": \"m.obj\"}}], \"markers\": [{\"name\": \"p\", \"frame\": \"bodies/a\"}, {}]}}";
static const char MESH[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                           "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";

typedef struct Folder {
    char *path;
} Folder;

static char *at(const Folder *folder, const char *name)
{
    return g_build_filename(folder->path, name, NULL);
}

static void write_text(const Folder *folder, const char *name, const char *text)
{
    g_autofree char *path = at(folder, name);
    g_autofree char *parent = g_path_get_dirname(path);
    g_assert_cmpint(g_mkdir_with_parents(parent, 0777), ==, 0);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
}

static void make(Folder *folder, const void *unused)
{
    folder->path = g_dir_make_tmp("sinew-base-XXXXXX", NULL);
    write_text(folder, "parts/base.sinew", BASE);
    write_text(folder, "parts/m.obj", MESH);
}

static void drop(Folder *folder, const void *unused)
{
    const char *words[] = {"rm", "-r", folder->path, NULL};
    g_spawn_sync(NULL, (char **)(uintptr_t)words, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL,
                 NULL, NULL);
    g_free(folder->path);
}

static SnModel *open_file(const Folder *folder, const char *name)
{
    g_autofree char *path = at(folder, name);
    GError *error = NULL;
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    return model;
}

static void expect_text(const Folder *folder, const char *name, const char *expected)
{
    g_autofree char *path = at(folder, name), *text = NULL;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==, expected);
}

static SnId find(const SnModel *model, const char *path)
{
    const SnId id = sn_model_resolve(model, NULL, path, NULL);
    g_assert_false(sn_id_is_null(id));
    return id;
}

/* The base lies in a folder below: its mesh is named from there, and what differs stays little. */
static void test_folders(Folder *folder, const void *unused)
{
    write_text(
        folder, "v.sinew",
        "{\"sinew\": 1, \"base\": \"parts/base.sinew\", \"set\": {\"/model:title\": \"t\"}}");
    SnModel *model = open_file(folder, "v.sinew");
    const SnRigidBody *body = (const SnRigidBody *)sn_model_get(model, find(model, "bodies/a"));
    g_assert_cmpstr(body->mesh, ==, "parts/m.obj");
    g_autofree char *path = at(folder, "v.sinew"), *elsewhere = at(folder, "parts/v.sinew");
    GError *error = NULL;
    g_assert_true(sn_file_write(model, path, &error));
    expect_text(folder, "v.sinew",
                "{\n  \"sinew\": 1,\n  \"base\": \"parts/base.sinew\",\n  \"set\": {\n"
                "    \"/model:title\": \"t\"\n  }\n}\n");
    g_assert_true(sn_file_write(model, elsewhere, &error)); /* beside the base now */
    expect_text(folder, "parts/v.sinew",
                "{\n  \"sinew\": 1,\n  \"base\": \"base.sinew\",\n  \"set\": {\n"
                "    \"/model:title\": \"t\"\n  }\n}\n");
    sn_model_free(model);
}

/* Away from the base the file holds all; the base itself is never overwritten with a difference. */
static void test_save_as(Folder *folder, const void *unused)
{
    write_text(folder, "parts/v.sinew", "{\"sinew\": 1, \"base\": \"base.sinew\"}");
    SnModel *model = open_file(folder, "parts/v.sinew");
    g_autofree char *base = at(folder, "parts/base.sinew"),
                    *other = at(folder, "other/whole.sinew");
    g_autofree char *other_folder = at(folder, "other");
    GError *error = NULL;
    g_assert_false(sn_file_write(model, base, &error));
    g_assert_nonnull(strstr(error->message, "the model builds on this file"));
    g_clear_error(&error);
    expect_text(folder, "parts/base.sinew", BASE);
    g_assert_cmpstr(model->base, ==, "base.sinew");
    g_assert_cmpint(g_mkdir(other_folder, 0777), ==, 0);
    g_assert_true(sn_file_write(model, other, &error));
    g_assert_null(model->base);
    SnModel *whole = open_file(folder, "other/whole.sinew");
    g_assert_null(whole->base);
    g_autofree char *text = sn_file_write_text(model), *again = sn_file_write_text(whole);
    g_assert_cmpstr(text, ==, again);
    sn_model_free(whole);
    sn_model_free(model);
}

/* A variant is made of a document and its file, and made a whole again. */
static void test_variant(Folder *folder, const void *unused)
{
    SnModel *model = open_file(folder, "parts/base.sinew");
    GError *error = NULL;
    const SnId marker = find(model, "markers/1");
    g_assert_true(sn_edit_remove(model, &marker, 1, &error));
    g_autofree char *base = at(folder, "parts/base.sinew"), *path = at(folder, "parts/v.sinew");
    g_autofree char *outside = at(folder, "other.sinew"), *whole = at(folder, "parts/w.sinew");
    g_assert_true(sn_file_write_variant(model, path, base, &error));
    expect_text(folder, "parts/v.sinew",
                "{\n  \"sinew\": 1,\n  \"base\": \"base.sinew\",\n"
                "  \"remove\": [\"/model/markers/1\"]\n}\n");
    g_assert_false(sn_file_write_variant(model, base, path, &error)); /* each on the other */
    g_clear_error(&error);
    expect_text(folder, "parts/base.sinew", BASE);
    g_assert_cmpstr(model->base, ==, "base.sinew");
    g_assert_false(sn_file_write_variant(model, base, outside, &error)); /* no such file */
    g_clear_error(&error);
    g_assert_true(sn_file_write_whole(model, whole, &error));
    g_assert_null(model->base);
    sn_model_free(model);
}

/* The base is changed on the disk, so that a difference has nothing to apply to. */
static void test_changed_base(Folder *folder, const void *unused)
{
    write_text(folder, "parts/v.sinew",
               "{\"sinew\": 1, \"base\": \"base.sinew\",\n \"set\": {\n"
               "  \"/model/markers/p:location\": [1, 0, 0]}}");
    SnModel *model = open_file(folder, "parts/v.sinew");
    write_text(folder, "parts/base.sinew",
               "{\"sinew\": 1, \"model\": {\"markers\": [{\"name\": "
               "\"q\"}]}}");
    g_autofree char *path = at(folder, "parts/v.sinew");
    GError *error = NULL;
    g_assert_null(sn_file_read(path, &error));
    g_assert_nonnull(strstr(error->message, "v.sinew:3: /model/markers/p:location: the base has no "
                                            "\"p\" in markers"));
    g_clear_error(&error);
    /* what is open is saved as the difference from what is there now: nothing is lost */
    g_autofree char *before = sn_file_write_text(model);
    g_assert_true(sn_file_write(model, path, &error));
    SnModel *again = open_file(folder, "parts/v.sinew");
    g_autofree char *after = sn_file_write_text(again);
    g_assert_cmpstr(before, ==, after);
    sn_model_free(again);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], SN_MESH_HELPER_OPTION))
        return sn_mesh_helper_main(argv[2]);
    g_test_init(&argc, &argv, NULL);
    g_test_add("/model/file/base/folders", Folder, NULL, make, test_folders, drop);
    g_test_add("/model/file/base/save-as", Folder, NULL, make, test_save_as, drop);
    g_test_add("/model/file/base/variant", Folder, NULL, make, test_variant, drop);
    g_test_add("/model/file/base/changed", Folder, NULL, make, test_changed_base, drop);
    return g_test_run();
}
