/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/run/model_helper.h"

#include "engine/sim/step/step.h"

#include <math.h>
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

static char *write_file(const char *folder, const char *name, const char *text)
{
    char *path = g_build_filename(folder, name, NULL);
    g_assert_true(g_file_set_contents(path, text, -1, NULL));
    return path;
}

SnModel *sn_test_model_beside(const char *name, const char *text, const char *json)
{
    char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    char *file = write_file(folder, name, text);
    char *whole = g_strdup_printf("{\"sinew\": 1, \"model\": %s}", json);
    char *path = write_file(folder, "model.sinew", whole);
    GError *error = NULL;
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    g_free(whole);
    g_free(path);
    g_free(file);
    g_free(folder);
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

SnSimulation *sn_test_simulation_of(const char *json)
{
    SnModel *model = sn_test_model(json);
    SnSimulation *simulation = sn_test_simulation(model);
    sn_model_free(model);
    return simulation;
}

void sn_test_audit(SnSimulation *simulation, double *energy, double *kinetic, double momentum[6])
{
    double both[2];
    sn_audit(simulation->compiled->system, simulation->state, simulation->work, both, momentum);
    *energy = both[0] + both[1];
    *kinetic = both[0];
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

int sn_test_read(const SnSimulation *simulation, const char *path, double value[6])
{
    const SnTarget target = sn_test_target(simulation->model, path);
    const int n = sn_simulation_get(simulation, target.id, target.row, value);
    g_assert_cmpint(n, >, 0);
    return n;
}

double sn_test_number(const SnSimulation *simulation, const char *path)
{
    double value[6];
    sn_test_read(simulation, path, value);
    return value[0];
}

void sn_test_set(SnSimulation *simulation, const char *path, double value)
{
    const SnTarget target = sn_test_target(simulation->model, path);
    g_assert_true(sn_simulation_set(simulation, target.id, target.row, &value, 1,
                                    simulation->model->revision + 1));
}

void sn_test_near(const double *value, const double *truth, int n, double tolerance)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(value[i] - truth[i]) <= tolerance))
            g_error("[%d] is %.17g, not %.17g", i, value[i], truth[i]);
}
