/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/model/ribs.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/file/file.h"
#include "tests/model/support.h"

#include <string.h>

static const char RIBS[] =
    "{\"sinew\": 1, \"model\": {"
    "\"bodies\": [{\"name\": \"spine\", \"dynamic\": false, \"orientation\": [0.6, 0, 0.8, 0]},"
    " {\"name\": \"rib\", \"position\": [0.2, 0, 0.1], \"orientation\": [0.8, 0.6, 0, 0],"
    "  \"velocity\": [1, 0, 0], \"angular_velocity\": [0, 2, 0]},"
    " {\"name\": \"loose\", \"position\": [1, 2, 3]}],"
    "\"markers\": [{\"name\": \"origin\", \"frame\": \"bodies/spine\", \"location\": [0, 0, 0.3]},"
    " {\"name\": \"end\", \"frame\": \"bodies/rib\", \"location\": [0.1, 0, 0]},"
    " {\"name\": \"other\", \"frame\": \"bodies/spine\", \"location\": [0.1, 0.2, -0.3]},"
    " {\"name\": \"far\", \"frame\": \"bodies/loose\"}],"
    "\"muscles\": [{\"name\": \"levator\", \"points\": [\"markers/origin\", \"markers/end\"],"
    "  \"law\": {\"type\": \"peck\", \"max_force\": 70}, \"notes\": \"raises\"}],"
    "\"springs\": [{\"class\": \"axial_spring\", \"name\": \"band\","
    "  \"points\": [\"markers/other\", \"markers/end\"], \"law\": {\"stiffness\": 500,"
    "  \"damping\": 2, \"rest_is_start\": false, \"rest_length\": 0.2}}],"
    "\"exciters\": [{\"name\": \"drive\", \"targets\": [\"muscles/levator:excitation\"]}],"
    "\"joints\": [{\"class\": \"hinge\", \"name\": \"costal\", \"frame_a\": \"bodies/spine\","
    "  \"frame_b\": \"bodies/rib\", \"location_a\": [0.1, 0.05, 0.2]}],"
    "\"probes\": [{\"class\": \"output_probe\", \"name\": \"record\","
    "  \"targets\": [\"muscles/levator:length\", \"springs/band:length\"]}]"
    "}}";

SnModel *ribs(void)
{
    GError *error = NULL;
    SnModel *model = sn_file_open_text(RIBS, strlen(RIBS), NULL, "ribs", &error);
    g_assert_no_error(error);
    return model;
}

SnId at(const SnModel *model, const char *path)
{
    const SnId id = sn_model_resolve(model, NULL, path, NULL);
    if (sn_id_is_null(id))
        g_error("there is no %s", path);
    return id;
}

guint n_of(const SnModel *model, const char *list)
{
    return sn_model_list(model->root, list)->children->len;
}

void undo_all(SnModel *model, const char *before, const char *what)
{
    g_autofree char *done = dump_model(model);
    g_assert_true(sn_undo(model));
    g_autofree char *undone = dump_model(model);
    assert_same(before, undone, what);
    g_assert_true(sn_redo(model));
    g_autofree char *redone = dump_model(model);
    assert_same(done, redone, what);
    g_assert_true(sn_undo(model));
}
