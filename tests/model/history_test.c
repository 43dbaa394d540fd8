/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model moves by what it is, not by how it became so: after edits and undo, and after saving and
 * reading (other ids, other slots), 100 steps give the same bits. */
#include "engine/model/drawable.h"
#include "engine/model/file/clipboard.h"
#include "engine/model/file/file.h"
#include "engine/run/simulation/simulation.h"
#include "tests/model/support.h"

#include <string.h>

enum { STEPS = 100 };

static const char *const demos[] = {"arm", "chain", "four-bar", "spring-mesh", "jaw"};

static SnModel *open_demo(const char *name)
{
    GError *error = NULL;
    g_autofree char *path =
        g_strdup_printf("%s/resources/demos/%s.sinew", g_getenv("SINEW_BUILD_ROOT"), name);
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    return model;
}

/* Hash after 100 steps; false if the model cannot be simulated. */
static bool run(const SnModel *model, uint64_t *hash)
{
    SnModel *copy = sn_model_copy(model);
    g_autoptr(GError) error = NULL;
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    if (!compiled) {
        g_test_message("%s", error->message);
        sn_model_free(copy);
        return false;
    }
    SnSimulation *simulation = sn_simulation_new();
    bool good = sn_simulation_install(simulation, copy, compiled, true).code == SN_FAULT_NONE;
    for (int i = 0; i < STEPS && good; i++)
        good = sn_simulation_step(simulation).code == SN_FAULT_NONE;
    *hash = sn_simulation_hash(simulation);
    sn_simulation_free(simulation);
    return good;
}

static SnId pick(const SnModel *model, Random *random, const char *list)
{
    const GPtrArray *children = sn_model_list(model->root, list)->children;
    return children->len
               ? ((SnComponent *)children->pdata[random_below(random, (int)children->len)])->id
               : SN_ID_NULL;
}

/* Edits that leave a model that can still be simulated, for the most part. */
static void edit(SnModel *model, Random *random)
{
    static const char *const lists[] = {"markers", "muscles", "springs", "particles", "visuals"};
    const SnId id = pick(model, random, lists[random_below(random, G_N_ELEMENTS(lists))]);
    if (sn_id_is_null(id))
        return;
    const SnComponent *component = sn_model_get(model, id);
    const int n = (int)component->parent->children->len;
    const SnMirrorPlane plane = {{0, 0, 0}, {0, 1, 0}};
    g_autofree char *text = NULL;
    switch (random_below(random, 8)) {
    case 5:
        g_assert_true(sn_edit_mirror(model, &id, 1, &plane, true, NULL, NULL));
        break;
    case 6:
        text = sn_clipboard_copy(model, &id, 1, false, NULL);
        g_assert_true(sn_clipboard_paste(model, text, NULL, NULL));
        break;
    case 7:
        g_assert_true(sn_edit_duplicate_attached(model, &id, 1, NULL, NULL));
        break;
    case 0:
        g_assert_true(sn_edit_duplicate(model, &id, 1, NULL, NULL));
        break;
    case 1:
        g_assert_true(sn_edit_remove(model, &id, 1, NULL));
        break;
    case 2:
        g_assert_true(sn_edit_move(model, id, random_below(random, n), NULL));
        break;
    case 3:
        g_assert_true(sn_edit_rename(model, id, NULL, NULL));
        break;
    default:
        sn_undo(model);
    }
}

static void test_undo(void)
{
    Random random = {7};
    for (size_t d = 0; d < G_N_ELEMENTS(demos); d++) {
        SnModel *model = open_demo(demos[d]);
        uint64_t before, after;
        g_assert_true(run(model, &before));
        for (int i = 0; i < 30; i++)
            edit(model, &random);
        while (sn_undo(model))
            continue;
        g_assert_true(run(model, &after));
        g_assert_cmphex(before, ==, after);
        sn_model_free(model);
    }
}

static void test_file(void)
{
    Random random = {8};
    int compared = 0, changed = 0;
    for (size_t d = 0; d < G_N_ELEMENTS(demos); d++) {
        SnModel *model = open_demo(demos[d]);
        uint64_t start, edited, read;
        g_assert_true(run(model, &start));
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < 6; i++)
                edit(model, &random);
            if (!run(model, &edited))
                continue;
            g_autofree char *text = sn_file_write_text(model);
            GError *error = NULL;
            SnModel *again = sn_file_read_text(text, strlen(text), model->folder, "edited", &error);
            g_assert_no_error(error);
            g_assert_true(run(again, &read));
            g_assert_cmphex(edited, ==, read);
            sn_model_free(again);
            compared++;
            changed += edited != start;
        }
        sn_model_free(model);
    }
    g_print("# %d edited models compared with their files, %d moved otherwise than before\n",
            compared, changed);
    g_assert_cmpint(compared, >, 10);
    g_assert_cmpint(changed, >, 5);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/model/history/undo", test_undo);
    g_test_add_func("/model/history/file", test_file);
    return g_test_run();
}
