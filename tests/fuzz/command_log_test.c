/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command logs under mutated bytes and lines put elsewhere: a log is refused with one clean line
 * that names where, or carried out; the state is finite in either case. */
#include "engine/run/file/command_log.h"
#include "tests/fuzz/fuzz.h"

#include <glib/gstdio.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

enum { MOST_STEPS = 40 }; /* of a run */

static const char *const WORDS[] = {"{",
                                    "}",
                                    "[",
                                    "]",
                                    ",",
                                    "\"",
                                    "\n",
                                    "0",
                                    "-1",
                                    "1",
                                    "1e308",
                                    "NaN",
                                    "\xff",
                                    "\\u0000",
                                    "[[[[[[",
                                    "/model/bodies/1:position",
                                    "/model:gravity",
                                    "\"value\":[1,2,3]",
                                    "\"value\":[]",
                                    "\"step\":3",
                                    "\"command\":\"reset\"",
                                    "\"command\":\"state\",\"data\":[1]",
                                    "\"command\":\"release\"",
                                    "\"ids\":[1,2,3,4]",
                                    NULL};

typedef struct Data {
    char *folder, *path;
    char *seed;
} Data;

/* A log of every command, as a window writes it. */
static char *make_seed(void)
{
    static const char MODEL[] =
        "{\"sinew\":1,\"model\":{\"bodies\":[{\"name\":\"a\",\"geometry\":{\"shape\":\"box\","
        "\"size\":[0.1,0.1,0.1]}},{\"name\":\"b\",\"geometry\":{\"shape\":\"ellipsoid\"},"
        "\"position\":[0.3,0,0]}],\"springs\":[{\"class\":\"axial_spring\",\"points\":[\"markers/"
        "m\",\"markers/n\"],\"law\":{\"stiffness\":20}}],\"markers\":[{\"name\":\"m\",\"frame\":"
        "\"bodies/a\"},{\"name\":\"n\",\"frame\":\"bodies/b\"}],\"probes\":[{\"class\":"
        "\"output_probe\",\"name\":\"p\",\"targets\":[\"bodies/b:position\"]}]}}";
    static const char *const LINES[] = {
        "{\"step\":0,\"command\":\"set\",\"property\":\"/model/bodies/a:damping\",\"value\":[0.5]}",
        "{\"step\":2,\"command\":\"pull\",\"component\":\"/model/bodies/b\",\"local\":[0,0,0],"
        "\"target\":[0.4,0,0.1]}",
        "{\"step\":4,\"command\":\"release\"}",
        "{\"step\":5,\"command\":\"set\",\"property\":\"/model:gravity\",\"value\":[0,0,-1]}",
        "{\"step\":6,\"command\":\"reset\"}",
    };
    json_t *compile = json_pack("{s:i, s:s, s:b, s:s}", "step", 0, "command", "compile", "reset", 1,
                                "model", MODEL);
    json_t *probes = json_pack("{s:i, s:s, s:s}", "step", 3, "command", "probes", "model", MODEL);
    json_t *again = json_pack("{s:i, s:s, s:b, s:s}", "step", 5, "command", "compile", "reset", 0,
                              "model", MODEL);
    GString *text = g_string_new("{\"sinew_commands\":1}\n");
    json_t *const objects[] = {compile, probes, again};
    for (size_t i = 0, k = 0; i < 3 + G_N_ELEMENTS(LINES); i++) {
        static const int ORDER[] = {0, -1, -1, 1, -1, -1, 2, -1}; /* -1: the next line */
        char *line =
            ORDER[i] < 0 ? g_strdup(LINES[k++]) : json_dumps(objects[ORDER[i]], JSON_COMPACT);
        g_string_append_printf(text, "%s\n", line);
        if (ORDER[i] < 0)
            g_free(line);
        else
            free(line);
    }
    for (size_t i = 0; i < 3; i++)
        json_decref(objects[i]);
    return g_string_free(text, FALSE);
}

/* Lines that change places, go or come twice. */
static void mutate_lines(FuzzRandom *random, GString *text)
{
    char **lines = g_strsplit(text->str, "\n", -1);
    const size_t n = g_strv_length(lines);
    g_string_truncate(text, 0);
    for (size_t i = 0; i < n; i++) {
        const size_t what = fuzz_below(random, 8);
        const size_t k = what == 0 ? fuzz_below(random, n) : i;
        for (size_t times = what == 1 ? 0 : what == 2 ? 2 : 1; times > 0; times--)
            g_string_append_printf(text, "%s\n", lines[k]);
    }
    g_strfreev(lines);
}

/* A log that asks for a long run is right, and of no use here. */
static bool is_short(const char *text)
{
    bool good = true;
    char **lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line && good; line++) {
        json_t *object = json_loads(*line, 0, NULL);
        good = json_integer_value(json_object_get(object, "step")) <= MOST_STEPS;
        json_decref(object);
    }
    g_strfreev(lines);
    return good;
}

static void check(const SnSimulation *s, const GError *error, const char *path)
{
    if (error) {
        g_assert_true(g_str_has_prefix(error->message, path));
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_assert_null(strchr(error->message, '\n'));
    }
    const size_t n = s->state ? (s->state->size - sizeof *s->state) / sizeof *s->state->data : 0;
    for (size_t i = 0; i < n; i++)
        g_assert_true(isfinite(s->state->data[i]));
}

static bool run(FuzzRandom *random, void *user)
{
    const Data *data = user;
    GString *text = g_string_new(data->seed);
    if (fuzz_below(random, 3) == 0)
        mutate_lines(random, text);
    if (fuzz_below(random, 4) > 0)
        fuzz_mutate_bytes(random, text, WORDS);
    bool accepted = false;
    if (is_short(text->str)) {
        GError *error = NULL;
        SnSimulation *simulation = sn_simulation_new();
        g_assert_true(g_file_set_contents(data->path, text->str, (gssize)text->len, NULL));
        accepted = sn_command_log_replay(data->path, simulation, data->folder, NULL, NULL, &error);
        g_assert_true(accepted == (error == NULL));
        check(simulation, error, data->path);
        g_clear_error(&error);
        sn_simulation_free(simulation);
    }
    g_string_free(text, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    Data data = {.folder = g_dir_make_tmp("sinew-fuzz-XXXXXX", NULL), .seed = make_seed()};
    data.path = g_build_filename(data.folder, "log", NULL);
    GError *error = NULL;
    SnSimulation *simulation = sn_simulation_new(); /* the seed itself must go through */
    g_assert_true(g_file_set_contents(data.path, data.seed, -1, NULL));
    sn_command_log_replay(data.path, simulation, data.folder, NULL, NULL, &error);
    g_assert_no_error(error);
    sn_simulation_free(simulation);
    const int status = fuzz_main(argc, argv, "fuzz_command_log", run, &data);
    g_unlink(data.path);
    g_rmdir(data.folder);
    g_free(data.path);
    g_free(data.folder);
    g_free(data.seed);
    return status;
}
