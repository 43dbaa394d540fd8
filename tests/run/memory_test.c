/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each allocation of a compile, of a workspace with its state, of a step and of reading files fails
 * in turn: what was asked for is said, nothing leaks, and the next attempt gives the same bits. */
#include "engine/base/memory.h"
#include "engine/base/series.h"
#include "engine/mesh/geometry.h"
#include "engine/mesh/volume/volume_mesh.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/file/file.h"
#include "engine/motion/motion_file.h"
#include "engine/run/file/command_log.h"
#include "engine/run/file/waypoint_file.h"
#include "engine/run/recording/recording.h"
#include "engine/run/simulation/fingerprint.h"
#include "engine/run/simulation/simulation.h"
#include "engine/sim/setup/setup.h"
#include "tests/support/failing_memory.h"

#include <glib/gstdio.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Bytes that are allocated; 0 where nobody counts them (a sanitizer finds leaks itself). */
static size_t in_use(void)
{
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    const struct mallinfo2 info = mallinfo2();
    return info.uordblks + info.hblkhd;
#else
    return 0;
#endif
}

static void expect_memory(GError **error)
{
    g_assert_nonnull(*error);
    g_assert_nonnull(strstr((*error)->message, "memory"));
    /* rows of contact grow on demand, whatever each of them asks for */
    g_assert_true(strstr((*error)->message, "asked for") ||
                  strstr((*error)->message, "so many limits and contacts"));
    g_clear_error(error);
}

/* One attempt whose n-th allocation fails; `attempt` returns whether it came through. */
typedef struct Sweep {
    const char *name;
    bool (*attempt)(void *data, GError **error);
    void *data;
} Sweep;

/* Fails each allocation in turn until an attempt comes through. */
static void sweep(const Sweep *s)
{
    GError *error = NULL;
    unsigned long n = 0, leaks = 0;
    sn_test_fail_memory(0);
    g_assert_true(s->attempt(s->data, &error)); /* fills what is kept: caches, quarks */
    const unsigned long all = sn_test_memory_count();
    for (n = 1; n <= all; n++) {
        for (int k = 0; k < 2; k++) { /* the first may fill what is kept for messages */
            const size_t before = in_use();
            sn_test_fail_memory(n);
            if (s->attempt(s->data, &error))
                g_error("%s: allocation %lu of %lu failed unnoticed", s->name, n, all);
            sn_test_fail_memory(0);
            char text[256];
            g_strlcpy(text, error->message, sizeof text);
            expect_memory(&error);
            if (k == 1 && in_use() > before) {
                g_test_message("%s: allocation %lu: %zu bytes leak: %s", s->name, n,
                               in_use() - before, text);
                leaks++;
            }
        }
    }
    g_assert_true(s->attempt(s->data, &error));
    g_test_message("%s: %lu allocations failed in turn", s->name, all);
    g_assert_cmpuint(all, >, 0);
    g_assert_cmpuint(leaks, ==, 0);
}

/* --- compile, workspace, step --- */

static char *source(const char *name)
{
    /* models whose meshes are made by the build are read from there */
    const char *root =
        g_str_has_prefix(name, "resources") ? "SINEW_BUILD_ROOT" : "SINEW_SOURCE_ROOT";
    return g_build_filename(g_getenv(root), name, NULL);
}

static SnModel *read_model(const char *name)
{
    GError *error = NULL;
    char *path = source(name);
    SnModel *model = sn_file_read(path, &error);
    g_assert_no_error(error);
    g_free(path);
    return model;
}

static uint64_t hash_after_steps(const SnModel *model)
{
    GError *error = NULL;
    SnModel *copy = sn_model_copy(model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    g_assert_no_error(error);
    SnSimulation *s = sn_simulation_new();
    g_assert_cmpint(sn_simulation_install(s, copy, compiled, true).code, ==, SN_FAULT_NONE);
    for (int i = 0; i < 3; i++)
        g_assert_cmpint(sn_simulation_step(s).code, ==, SN_FAULT_NONE);
    const uint64_t hash = sn_simulation_hash(s);
    sn_simulation_free(s);
    return hash;
}

static bool compile(void *data, GError **error)
{
    SnCompiled *compiled = sn_compile(data, NULL, NULL, error);
    sn_compiled_free(compiled);
    return compiled != NULL;
}

static bool prepare(void *data, GError **error)
{
    SnCompiled *compiled = data;
    sn_workspace_free(g_steal_pointer(&compiled->work));
    return sn_compiled_prepare(compiled, error);
}

static void test_model(gconstpointer data)
{
    GError *error = NULL;
    SnModel *model = read_model(data);
    const uint64_t hash = hash_after_steps(model);
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_no_error(error);
    sweep(&(Sweep){"compile", compile, model});
    sweep(&(Sweep){"workspace", prepare, compiled});
    sn_compiled_free(compiled);
    g_assert_cmpuint(hash_after_steps(model), ==, hash);
    sn_model_free(model);
}

/* A workspace that does not fit leaves what was in force, and the next one is as good as ever. */
static void test_install(void)
{
    GError *error = NULL;
    SnModel *model = read_model("tests/run/everything.sinew");
    SnSimulation *s = sn_simulation_new();
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_cmpint(sn_simulation_install(s, model, compiled, true).code, ==, SN_FAULT_NONE);
    SnModel *second = sn_model_copy(model);
    SnCompiled *other = sn_compile(second, NULL, NULL, &error);
    sn_test_fail_memory(5);
    const SnFault fault = sn_simulation_install(s, second, other, true);
    sn_test_fail_memory(0);
    g_assert_cmpint(fault.code, ==, SN_FAULT_MEMORY);
    g_assert_nonnull(strstr(fault.text, "asked for"));
    g_assert_true(s->model == model && s->compiled == compiled);
    g_assert_cmpint(sn_simulation_step(s).code, ==, SN_FAULT_NONE);
    sn_simulation_free(s);
}

/* Nothing is allocated, so nothing can fail. */
static void test_step(gconstpointer data)
{
    GError *error = NULL;
    SnModel *model = read_model(data);
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    SnSimulation *s = sn_simulation_new();
    g_assert_cmpint(sn_simulation_install(s, model, compiled, true).code, ==, SN_FAULT_NONE);
    sn_recorder_reserve(s->recorder);
    sn_test_fail_memory(1);
    g_assert_cmpint(sn_simulation_step(s).code, ==, SN_FAULT_NONE);
    g_assert_cmpuint(sn_test_memory_count(), ==, 0);
    sn_test_fail_memory(0);
    sn_simulation_free(s);
}

/* --- what a window and sinew run do with a model --- */

/* Twice the step: another structure of the same components. */
static SnModel *read_changed(bool changed)
{
    SnModel *model = read_model("tests/run/everything.sinew");
    if (changed)
        ((SnModelComponent *)model->root)->max_step = 0.002;
    return model;
}

typedef struct Tape {
    SnSimulation *simulation;
    SnRecording *recording;
} Tape;

static void install_on_tape(const Tape *t, bool changed)
{
    GError *error = NULL;
    SnModel *model = read_changed(changed);
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_no_error(error);
    const uint64_t inputs = sn_probe_inputs_fingerprint(compiled->system);
    sn_recording_install(t->recording, model, compiled, sn_model_fingerprint(model, inputs),
                         !changed);
}

static void step_on_tape(const Tape *t, int n)
{
    for (int i = 0; i < n; i++) {
        g_assert_cmpint(sn_recording_step(t->recording).code, ==, SN_FAULT_NONE);
        sn_recording_stepped(t->recording, 1000000);
    }
}

/* To a moment of another structure, whose workspace is gone. */
static bool seek_back(void *data, GError **error)
{
    const Tape *t = data;
    sn_test_fail_memory(0);
    g_assert_true(sn_recording_seek(t->recording, 0.012, NULL, NULL));
    SnStructure *other = sn_branch_section(t->recording->branch, 0)->span->structure;
    g_clear_pointer(&other->setup.work, sn_workspace_free);
    sn_free(g_steal_pointer(&other->setup.state));
    sn_free(g_steal_pointer(&other->setup.before));
    return true;
}

/* A seek for which memory lacks says so and moves nothing; the next one shows the same bits. */
static void test_seek(void)
{
    Tape t = {.simulation = sn_simulation_new()};
    t.recording = sn_recording_new(t.simulation);
    install_on_tape(&t, false);
    step_on_tape(&t, 10);
    g_assert_true(sn_recording_seek(t.recording, 0.004, NULL, NULL));
    const uint64_t there = sn_simulation_hash(t.simulation);
    g_assert_true(sn_recording_seek(t.recording, 0.010, NULL, NULL));
    install_on_tape(&t, true);
    step_on_tape(&t, 5);
    seek_back(&t, NULL);
    const uint64_t here = sn_simulation_hash(t.simulation);
    sn_test_fail_memory(0);
    g_assert_true(sn_recording_seek(t.recording, 0.004, NULL, NULL));
    g_assert_cmpuint(sn_simulation_hash(t.simulation), ==, there);
    seek_back(&t, NULL);
    unsigned long n = 1, refused = 0;
    for (;; n++) {
        sn_test_fail_memory(n);
        const bool good = sn_recording_seek(t.recording, 0.004, NULL, NULL);
        const bool failed = sn_test_memory_count() >= n;
        sn_test_fail_memory(0);
        if (!failed)
            break;
        if (!good) {
            refused++;
            g_assert_cmpint(t.recording->lack.code, ==, SN_FAULT_MEMORY);
            g_assert_nonnull(strstr(t.recording->lack.text, "asked for"));
            g_assert_cmpuint(sn_simulation_hash(t.simulation), ==, here);
            continue;
        }
        g_assert_cmpuint(sn_simulation_hash(t.simulation), ==, there);
        seek_back(&t, NULL);
    }
    g_assert_cmpuint(sn_simulation_hash(t.simulation), ==, there);
    g_test_message("seek: %lu allocations failed in turn, %lu of them refused it", n - 1, refused);
    g_assert_cmpuint(refused, >, 50);
    sn_recording_free(t.recording);
    sn_simulation_free(t.simulation);
}

/* Each allocation of an install fails in turn: what was in force goes on. */
static void test_each_install(void)
{
    GError *error = NULL;
    SnSimulation *s = sn_simulation_new();
    SnModel *model = read_model("tests/run/everything.sinew");
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_cmpint(sn_simulation_install(s, model, compiled, true).code, ==, SN_FAULT_NONE);
    unsigned long refused = 0;
    for (unsigned long n = 1; refused == 0; n++) {
        SnModel *next = read_changed(true);
        SnCompiled *other = sn_compile(next, NULL, NULL, &error);
        g_assert_no_error(error);
        sn_test_fail_memory(n);
        const SnFault fault = sn_simulation_install(s, next, other, true);
        const bool failed = sn_test_memory_count() >= n;
        sn_test_fail_memory(0);
        if (strstr(fault.text, "asked for")) {
            g_assert_true(failed && s->model == model);
            g_assert_cmpint(sn_simulation_step(s).code, ==, SN_FAULT_NONE);
            continue;
        }
        /* it is in force: what its start did without is left out, or is a fault of the start */
        refused = n - 1;
        g_assert_true(s->model == next);
        g_assert_true(fault.code == SN_FAULT_NONE || (failed && fault.code == SN_FAULT_MEMORY));
        break;
    }
    g_test_message("install: %lu allocations failed in turn", refused);
    g_assert_cmpuint(refused, >, 50);
    sn_simulation_free(s);
}

/* A recording that finds no memory leaves rows out, and goes on when there is some. */
static void test_series(void)
{
    const double value = 3;
    SnSeries *series = sn_series_new(1);
    for (int n = 1; n <= 5; n++) { /* a piece, its rows and three levels of ranges */
        sn_test_fail_memory((unsigned long)n);
        sn_series_append(series, 0, &value);
        g_assert_cmpuint(sn_series_count(series), ==, 0);
    }
    sn_test_fail_memory(0);
    sn_series_append(series, 1, &value);
    g_assert_cmpuint(sn_series_count(series), ==, 1);
    g_assert_cmpfloat(sn_series_time(series, 0), ==, 1);
    sn_series_unref(series);
}

/* --- reading files --- */

static bool load_model(void *data, GError **error)
{
    SnModel *model = sn_file_read(data, error);
    if (model)
        sn_model_free(model);
    return model != NULL;
}

static bool load_surface(void *data, GError **error)
{
    SnSurface *surface = sn_surface_read(data, error);
    sn_surface_free(surface);
    return surface != NULL;
}

static bool load_volume(void *data, GError **error)
{
    SnVolumeMesh *mesh = sn_volume_mesh_read(data, error);
    if (mesh)
        sn_volume_mesh_unref(mesh);
    return mesh != NULL;
}

static bool load_motion(void *data, GError **error)
{
    SnMotionTable *table = sn_motion_file_read(data, error);
    sn_motion_table_free(table);
    return table != NULL;
}

static void test_files(void)
{
    static const struct {
        const char *name;
        bool (*load)(void *data, GError **error);
    } files[] = {
        {"tests/run/everything.sinew", load_model},
        {"tests/run/soft.sinew", load_model},
        {"resources/demos/cosserat-muscle.sinew", load_model},
        {"tests/mesh/volume/samples/gmsh2-hex8.msh", load_volume},
        {"tests/mesh/volume/samples/vtk4-hex8.vtk", load_volume},
        {"tests/mesh/volume/samples/vtu-base64-hex8.vtu", load_volume},
        {"tests/mesh/volume/samples/ansys.node", load_volume},
        {"tests/mesh/volume/samples/tetgen-tet10.node", load_volume},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(files); i++) {
        g_autofree char *path = source(files[i].name);
        sweep(&(Sweep){files[i].name, files[i].load, path});
    }
}

static bool load_waypoints(void *data, GError **error)
{
    SnWaypointFile *file = sn_waypoint_file_read(data, error);
    sn_waypoint_file_free(file);
    return file != NULL;
}

typedef struct Log {
    SnSimulation *simulation;
    char *path;
} Log;

/* Each allocation of a replay fails in turn: it says so, or records less; it always comes back. */
static void sweep_log(const Log *log)
{
    unsigned long said = 0;
    for (unsigned long n = 1;; n++) {
        GError *error = NULL;
        sn_test_fail_memory(n);
        const bool good =
            sn_command_log_replay(log->path, log->simulation, NULL, NULL, NULL, &error);
        const bool failed = sn_test_memory_count() >= n;
        sn_test_fail_memory(0);
        if (!good) {
            g_assert_true(failed);
            expect_memory(&error);
            said++;
        }
        if (!failed)
            break;
    }
    g_test_message("command log: %lu allocations failed in turn and were said", said);
    g_assert_cmpuint(said, >, 100);
}

/* A log with a compile of its own; waypoints of the same simulation. */
static void test_run_files(void)
{
    GError *error = NULL;
    g_autofree char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    Log log = {sn_simulation_new(), g_build_filename(folder, "log", NULL)};
    g_autofree char *states = g_build_filename(folder, "states.waypoints", NULL);
    SnModel *model = read_model("tests/run/soft.sinew");
    SnCompiled *compiled = sn_compile(model, NULL, NULL, &error);
    g_assert_cmpint(sn_simulation_install(log.simulation, model, compiled, true).code, ==,
                    SN_FAULT_NONE);
    SnCommandLog *written = sn_command_log_open(log.path, log.simulation, &error);
    g_assert_no_error(error);
    g_assert_cmpint(sn_simulation_step(log.simulation).code, ==, SN_FAULT_NONE);
    sn_command_log_close(written, log.simulation);

    SnState *state = log.simulation->state;
    SnWaypointFile *file = sn_waypoint_file_new(sn_layout_of(model, compiled->system));
    g_autofree char *name = g_strdup("waypoints/a");
    const SnSavedState saved = {.path = name,
                                .step = state->step,
                                .time = state->time,
                                .active = state->active,
                                .data = state->data,
                                .n = (uint32_t)((state->size - sizeof *state) / sizeof(double))};
    sn_waypoint_file_add(file, &saved);
    g_assert_true(sn_waypoint_file_write(file, states, &error));
    sn_waypoint_file_free(file);

    sweep_log(&log);
    sweep(&(Sweep){"waypoints", load_waypoints, states});
    sn_simulation_free(log.simulation);
    g_remove(log.path);
    g_remove(states);
    g_rmdir(folder);
    g_free(log.path);
}

/* Files written for this. */
static void test_written_files(void)
{
    static const char obj[] = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
                              "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n";
    g_autofree char *folder = g_dir_make_tmp("sinew-XXXXXX", NULL);
    g_autofree char *surface = g_build_filename(folder, "tetrahedron.obj", NULL);
    g_autofree char *motion = g_build_filename(folder, "motion.csv", NULL);
    GString *rows = g_string_new("time,x,y\n");
    for (int i = 0; i < 1000; i++)
        g_string_append_printf(rows, "%g,%d,%d\n", 0.01 * i, i, i % 7);
    g_assert_true(g_file_set_contents(surface, obj, -1, NULL));
    g_assert_true(g_file_set_contents(motion, rows->str, -1, NULL));
    g_string_free(rows, TRUE);
    sweep(&(Sweep){"surface", load_surface, surface});
    sweep(&(Sweep){"motion", load_motion, motion});
    g_remove(surface);
    g_remove(motion);
    g_rmdir(folder);
}

/* --- the allocator itself --- */

static void build_much(void *data)
{
    char **kept = data;
    for (int i = 0; i < 500; i++) {
        char *text = sn_alloc_text("taken and given back");
        *kept = sn_resize(*kept, (size_t)i + 1, 10);
        (*kept)[10 * i] = (char)i;
        if (i % 3 != 0)
            sn_free(text);
    }
    sn_alloc(SIZE_MAX / 8, 16);
}

static void test_overflow(void)
{
    char *kept = NULL;
    const size_t before = in_use();
    g_assert_false(sn_memory_try(build_much, NULL, &kept));
    g_assert_cmpuint(in_use(), ==, before);
    const SnFault fault = sn_memory_fault();
    g_assert_cmpint(fault.code, ==, SN_FAULT_MEMORY);
    g_assert_nonnull(strstr(fault.text, "build_much"));
    g_assert_null(sn_try_alloc(SIZE_MAX, 2));
}

static void build_inner(void *data)
{
    *(char **)data = sn_alloc(10, 10);
    if (sn_test_memory_count() > 1)
        sn_alloc(SIZE_MAX, 2);
}

static void build_outer(void *data)
{
    char *first, *second = NULL;
    sn_test_fail_memory(0);
    g_assert_true(sn_memory_try(build_inner, NULL, &first));
    g_assert_false(sn_memory_try(build_inner, NULL, &second));
    sn_free(first); /* came to this scope with the inner one's end */
    *(char **)data = sn_alloc(1, 1);
}

static void test_nested(void)
{
    char *kept = NULL;
    const size_t before = in_use();
    g_assert_true(sn_memory_try(build_outer, NULL, &kept));
    sn_free(kept);
    g_assert_cmpuint(in_use(), ==, before);
}

int main(int argc, char **argv)
{
    static const char *const models[] = {
        "tests/run/everything.sinew",          "tests/run/soft.sinew",
        "resources/demos/gears.sinew",         "resources/demos/four-bar.sinew",
        "resources/demos/finger.sinew",        "resources/demos/double-pulley.sinew",
        "resources/demos/limb.sinew",          "resources/demos/cosserat-muscle.sinew",
        "resources/demos/spline-strand.sinew",
    };
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/memory/overflow", test_overflow);
    g_test_add_func("/memory/nested", test_nested);
    g_test_add_func("/memory/install", test_install);
    g_test_add_func("/memory/each_install", test_each_install);
    g_test_add_func("/memory/seek", test_seek);
    g_test_add_func("/memory/series", test_series);
    g_test_add_func("/memory/files", test_files);
    g_test_add_func("/memory/written_files", test_written_files);
    g_test_add_func("/memory/run_files", test_run_files);
    for (size_t i = 0; i < G_N_ELEMENTS(models); i++) {
        g_autofree char *name = g_path_get_basename(models[i]);
        g_autofree char *path = g_strconcat("/memory/model/", name, NULL);
        g_autofree char *step = g_strconcat("/memory/step/", name, NULL);
        g_test_add_data_func(path, models[i], test_model);
        g_test_add_data_func(step, models[i], test_step);
    }
    return g_test_run();
}
