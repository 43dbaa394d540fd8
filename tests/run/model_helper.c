/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/run/model_helper.h"

#include <string.h>

static SnModel *read_model(const char *name)
{
    char *path = g_build_filename(g_getenv("SINEW_SOURCE_ROOT"), "tests", "run", name, NULL);
    GError *error = NULL;
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    g_free(path);
    return model;
}

SnModel *sn_test_everything(void)
{
    return read_model("everything.sinew");
}

SnModel *sn_test_soft(void)
{
    return read_model("soft.sinew");
}

SnModel *sn_test_model(const char *json)
{
    char *text = g_strdup_printf("{\"sinew\": 1, \"model\": %s}", json);
    GError *error = NULL;
    SnModel *model = sn_file_read_text(text, strlen(text), NULL, "test", &error);
    g_assert_no_error(error);
    g_free(text);
    return model;
}

void sn_test_install(SnSimulation *simulation, const SnModel *model, bool reset)
{
    GError *error = NULL;
    SnModel *copy = sn_model_copy(model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    g_assert_no_error(error);
    const SnFault fault = sn_simulation_install(simulation, copy, compiled, reset);
    g_assert_cmpstr(fault.text, ==, "");
}

SnSimulation *sn_test_simulation(const SnModel *model)
{
    SnSimulation *simulation = sn_simulation_new();
    sn_test_install(simulation, model, true);
    return simulation;
}

void sn_test_steps(SnSimulation *simulation, int n)
{
    for (int i = 0; i < n; i++) {
        const SnFault fault = sn_simulation_step(simulation);
        g_assert_cmpstr(fault.text, ==, "");
    }
}

SnTarget sn_test_target(const SnModel *model, const char *path)
{
    SnTarget target;
    GError *error = NULL;
    sn_model_resolve_property(model, NULL, path, &target, &error);
    g_assert_no_error(error);
    return target;
}

SnId sn_test_id(const SnModel *model, const char *path)
{
    GError *error = NULL;
    const SnId id = sn_model_resolve(model, NULL, path, &error);
    g_assert_no_error(error);
    return id;
}
