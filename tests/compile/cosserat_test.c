/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands from the document: frames along a line, frames of their own, messages, live
 * values, what is carried over a compile, undo. */
#include "engine/compile/compile.h"
#include "engine/model/edit/edit.h"
#include "engine/model/file/file.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/setup/setup.h"
#include "engine/sim/system/workspace.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BODIES                                                                                     \
    "\"bodies\": [{\"name\": \"a\", \"dynamic\": false, \"geometry\": {\"shape\": \"box\", "       \
    "\"size\": [0.1, 0.1, 0.1]}},\n"                                                               \
    " {\"name\": \"b\", \"position\": [0.5, 0, 0], \"geometry\": {\"shape\": \"box\", \"size\": "  \
    "[0.1, 0.1, 0.1]}}],\n"                                                                        \
    "\"markers\": [{\"name\": \"m\", \"frame\": \"bodies/a\", \"location\": [0.05, 0, 0]},\n"      \
    " {\"name\": \"n\", \"frame\": \"bodies/b\", \"location\": [-0.05, 0, 0]}]"

static SnModel *try_model(const char *strands, GError **error)
{
    char *text = g_strdup_printf("{\"sinew\": 1, \"model\": {\"gravity\": [0, 0, 0],\n%s,\n"
                                 "\"strands\": [%s]}}",
                                 BODIES, strands);
    SnModel *model = sn_file_read_text(text, strlen(text), NULL, "test.sinew", error);
    g_free(text);
    return model;
}

static SnModel *read_model(const char *strands)
{
    GError *error = NULL;
    SnModel *model = try_model(strands, &error);
    g_assert_no_error(error);
    return model;
}

static SnCompiled *compile_model(const SnModel *model)
{
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_no_error(error);
    return compiled;
}

static SnId strand_of(const SnModel *model)
{
    const SnId id = sn_model_resolve(model, NULL, "/model/strands/s", NULL);
    g_assert_false(sn_id_is_null(id));
    return id;
}

static double number(const SnCompiled *compiled, const SnModel *model, SnBind bind)
{
    SnState *state = sn_state_new(compiled->system);
    SnWorkspace *work = sn_workspace_new(compiled->system, SN_LINSOLVE_AUTO);
    double value[6] = {NAN};
    g_assert_cmpint(sn_assemble(compiled->system, compiled->system->inputs.base, state, work).code,
                    ==, SN_FAULT_NONE);
    g_assert_cmpint(sn_bind_read(compiled->system, compiled->system->inputs.base, state, work,
                                 strand_of(model), bind, value),
                    ==, 1);
    sn_workspace_free(work);
    free(state);
    return value[0];
}

static const char LINE[] = "{\"class\": \"cosserat_strand\", \"name\": \"s\", \"points\": "
                           "[\"markers/m\", \"markers/n\"], \"count\": 6, \"radius\": 0.02, "
                           "\"taper\": 1, \"density\": 1000, \"law\": {\"type\": \"linear\"}}";

static void test_line(void)
{
    SnModel *model = read_model(LINE);
    SnCompiled *compiled = compile_model(model);
    const SnSystem *s = compiled->system;
    const double volume = M_PI * 0.0004 * 0.4;
    g_assert_cmpint(s->rods.n, ==, 1);
    g_assert_cmpint(s->rods.n_frames, ==, 6);
    g_assert_cmpint(s->n_active, ==, 5); /* four frames and the body */
    g_assert_cmpint(s->n_attached, ==, 2);
    g_assert_cmpfloat(fabs(number(compiled, model, SN_BIND_STRAND_LENGTH) - 0.4), <, 1e-12);
    g_assert_cmpfloat(fabs(number(compiled, model, SN_BIND_STRAND_MASS) / (1000 * volume) - 1), <,
                      1e-12);
    g_assert_cmpfloat(fabs(number(compiled, model, SN_BIND_STRAND_TENSION)), <, 1e-6);
    /* its end is part of what the body weighs */
    const int body = sn_system_index(s, sn_model_resolve(model, NULL, "/model/bodies/b", NULL));
    g_assert_cmpfloat(fabs(s->blocks[body].mass - s->blocks[body].own_mass - 100 * volume), <,
                      1e-9);
    /* z along the fibre */
    for (int i = 0; i < 6; i++) {
        const double z[3] = {0, 0, 1};
        double turned[3];
        sn_q_rotate(s->q0 + s->blocks[s->rods.frame_block[i]].q + 3, z, turned);
        g_assert_cmpfloat(fabs(turned[0] - 1), <, 1e-12);
    }
    /* drawn by a skin over four points for each frame */
    const SnScene *scene = compiled->scene;
    bool found = false;
    for (int i = 0; i < scene->n_items; i++)
        if (scene->items[i].kind == SN_ITEM_SKIN) {
            found = true;
            g_assert_cmpint(scene->items[i].fem->n_nodes, ==, 24);
            for (int v = 0; v < scene->items[i].skin->n_vertices; v++) {
                double sum = 0;
                for (int k = scene->items[i].skin->start[v]; k < scene->items[i].skin->start[v + 1];
                     k++)
                    sum += (double)scene->items[i].skin->weight[k];
                g_assert_cmpfloat(fabs(sum - 1), <, 1e-5);
            }
        }
    g_assert_true(found);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

static const char FRAMES[] =
    "{\"class\": \"cosserat_strand\", \"name\": \"s\", \"mesh\": {\"type\": \"none\"}, "
    "\"rest_ratio\": 0.9, \"law\": {\"type\": \"tension_only\"},\n"
    " \"frames\": [{\"position\": [0.05, 0, 0], \"orientation\": [1, 0, 1, 0], \"hold\": "
    "\"world\"},"
    "\n {\"position\": [0.2, 0, 0.01], \"orientation\": [1, 0, 1, 0], \"width_x\": 0.03},\n"
    " {\"position\": [0.3, 0, 0.01], \"orientation\": [1, 0, 1, 0]},\n"
    " {\"position\": [0.45, 0, 0], \"orientation\": [1, 0, 1, 0], \"hold\": \"body\", \"body\": "
    "\"bodies/b\"}]}";

static void test_frames(void)
{
    SnModel *model = read_model(FRAMES);
    SnCompiled *compiled = compile_model(model);
    const SnSystem *s = compiled->system;
    const SnSystemRod *rod = &s->rods.rods[0];
    g_assert_cmpint(s->n_active, ==, 3);
    g_assert_cmpint(s->n_attached, ==, 1);
    g_assert_true(sn_is_kinematic(s, s->rods.frame_block[0]));
    g_assert_cmpfloat(fabs(rod->rest_length / rod->start_length - 0.9), <, 1e-12);
    g_assert_cmpfloat(fabs(s->rods.segments[0].half_width[0] - 0.02), <, 1e-12);
    g_assert_cmpfloat(fabs(s->rods.segments[0].half_width[1] - 0.01), <, 1e-12);
    /* E A strain, where it is thickest */
    const double tension = 1e6 * M_PI * 0.02 * 0.01 * (1 / 0.9 - 1);
    g_assert_cmpfloat(fabs(number(compiled, model, SN_BIND_STRAND_TENSION) / tension - 1), <, 1e-9);
    g_assert_cmpfloat(fabs(number(compiled, model, SN_BIND_STRAND_STRAIN) - (1 / 0.9 - 1)), <,
                      1e-12);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* Half of 50 N at the optimal length, which is that at the start. */
static void test_muscle(void)
{
    SnModel *model =
        read_model("{\"class\": \"cosserat_strand\", \"name\": \"s\", \"points\": "
                   "[\"markers/m\", \"markers/n\"], \"law\": {\"type\": \"peck\", \"max_force\": "
                   "50}, \"excitation\": 0.5}");
    SnCompiled *compiled = compile_model(model);
    const SnId id = strand_of(model);
    g_assert_cmpfloat(fabs(number(compiled, model, SN_BIND_STRAND_TENSION) - 25), <, 1e-9);
    g_assert_cmpint(sn_bind_input(compiled->system, id, SN_BIND_STRAND_EXCITATION), >=, 0);
    g_assert_cmpfloat(number(compiled, model, SN_BIND_STRAND_EXCITATION), ==, 0.5);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

/* Reading or compiling says so. */
static void expect(const char *strands, const char *words)
{
    GError *error = NULL;
    SnModel *model = try_model(strands, &error);
    if (model)
        g_assert_null(sn_compile(model, NULL, NULL, &error));
    g_assert_nonnull(strstr(error->message, "/model/strands/s"));
    if (!strstr(error->message, words))
        g_error("\"%s\" does not say \"%s\"", error->message, words);
    g_error_free(error);
    if (model)
        sn_model_free(model);
}

static void test_messages(void)
{
    expect("{\"class\": \"cosserat_strand\", \"name\": \"s\"}", "neither frames nor two points");
    expect("{\"class\": \"cosserat_strand\", \"name\": \"s\", \"points\": [\"markers/m\", "
           "\"markers/m\"]}",
           "in one place");
    expect("{\"class\": \"cosserat_strand\", \"name\": \"s\", \"points\": [\"markers/m\", "
           "\"markers/n\"], \"density\": 0}",
           "no mass");
    expect("{\"class\": \"cosserat_strand\", \"name\": \"s\", \"frames\": [{}, {}]}",
           "before it stands");
}

/* A value that changes live, and the frames stay where they are over a compile. */
static void test_live(void)
{
    SnModel *model = read_model(LINE);
    SnCompiled *compiled = compile_model(model), *again;
    SnSystem *s = compiled->system;
    SnState *state = sn_state_new(s);
    SnWorkspace *work = sn_workspace_new(s, SN_LINSOLVE_AUTO);
    g_assert_cmpint(sn_assemble(s, s->inputs.base, state, work).code, ==, SN_FAULT_NONE);
    const double gravity[3] = {0, 0, -9}, modulus = 5e4;
    const SnId id = strand_of(model);
    g_assert_true(
        sn_bind_write(s, s->inputs.base, state, id, SN_BIND_STRAND_YOUNGS_MODULUS, &modulus, 1));
    g_assert_true(sn_bind_write(s, s->inputs.base, state, id, SN_BIND_GRAVITY, gravity, 3));
    g_assert_cmpfloat(s->rods.rods[0].youngs_modulus, ==, 5e4);
    for (int i = 0; i < 50; i++)
        g_assert_cmpint(sn_step(s, s->inputs.base, state, work).code, ==, SN_FAULT_NONE);
    const double *q = sn_state_q(state) + s->blocks[s->rods.frame_block[2]].q;
    g_assert_cmpfloat(q[2], <, -0.001);

    SnValue value = {.type = SN_TYPE_REAL, .number = {0.015}};
    GError *error = NULL;
    const int row = sn_class_find_property(sn_model_get(model, id)->class, "radius");
    char *before = sn_file_write_text(model), *after;
    g_assert_true(sn_edit_set(model, id, row, &value, &error));
    again = compile_model(model);
    SnState *next = sn_state_new(again->system);
    sn_state_carry(s, state, again->system, next);
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < 7; k++)
            g_assert_cmpfloat(
                fabs(sn_state_q(
                         next)[again->system->blocks[again->system->rods.frame_block[i]].q + k] -
                     sn_state_q(state)[s->blocks[s->rods.frame_block[i]].q + k]),
                <, 1e-12);
    g_assert_true(sn_undo(model));
    after = sn_file_write_text(model);
    g_assert_cmpstr(before, ==, after);
    g_free(before);
    g_free(after);
    free(next);
    free(state);
    sn_workspace_free(work);
    sn_compiled_free(again);
    sn_compiled_free(compiled);
    sn_model_free(model);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/cosserat/line", test_line);
    g_test_add_func("/cosserat/frames", test_frames);
    g_test_add_func("/cosserat/muscle", test_muscle);
    g_test_add_func("/cosserat/messages", test_messages);
    g_test_add_func("/cosserat/live", test_live);
    return g_test_run();
}
