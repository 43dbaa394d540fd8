/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew bench: the performance cases. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/demos/demos.h"
#include "engine/check/bench/bench.h"
#include "engine/model/file/file.h"

#include <stdio.h>

/* A case that is a model: a file, or a demo that is no case itself. */
static SnBenchCase *model_case(const char *name, GPtrArray *made)
{
    char *path = sn_model_argument(name, NULL);
    if (!path)
        return NULL;
    g_free(path);
    SnBenchCase *this_case = g_new0(SnBenchCase, 1);
    *this_case = (SnBenchCase){.name = name, .help = "", .run = sn_bench_model};
    g_ptr_array_add(made, this_case);
    return this_case;
}

/* The cases named (all if none is); NULL with an error.  Those of models are added to `made`. */
static GPtrArray *choose(const GPtrArray *names, GPtrArray *made, GError **error)
{
    GPtrArray *chosen = g_ptr_array_new();
    int n;
    const SnBenchCase *cases = sn_bench_cases(&n);
    for (int i = 0; i < n && names->len == 0; i++)
        g_ptr_array_add(chosen, (gpointer)&cases[i]);
    for (guint i = 0; i < names->len; i++) {
        const SnBenchCase *found = sn_bench_case(names->pdata[i]);
        if (!found)
            found = model_case(names->pdata[i], made);
        if (!found) {
            GString *known = g_string_new(NULL);
            for (int k = 0; k < n; k++)
                g_string_append_printf(known, " %s", cases[k].name);
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "no case, file or demo \"%s\"; cases are:%s", (char *)names->pdata[i],
                        known->str);
            g_string_free(known, TRUE);
            g_ptr_array_free(chosen, TRUE);
            return NULL;
        }
        g_ptr_array_add(chosen, (gpointer)found);
    }
    return chosen;
}

static SnModel *open_demo(const char *name, GError **error)
{
    char *path = sn_model_argument(name, error);
    SnModel *model = path ? sn_file_read(path, error) : NULL;
    g_free(path);
    return model;
}

static SnExit bench(const GPtrArray *chosen, bool json)
{
    SnBenchResult *results = g_new0(SnBenchResult, chosen->len);
    SnExit status = SN_EXIT_DONE;
    int done = 0;
    if (!json)
        sn_bench_print_head(stdout);
    for (guint i = 0; i < chosen->len; i++) {
        const SnBenchCase *this_case = chosen->pdata[i];
        GError *error = NULL;
        if (!this_case->run(this_case, open_demo, &results[done], &error)) {
            g_prefix_error(&error, "%s: ", this_case->name);
            status = sn_command_failed(error);
        } else if (!json) {
            sn_bench_print_row(stdout, &results[done++]);
        } else {
            done++;
        }
    }
    if (json)
        sn_bench_print_json(stdout, results, done);
    g_free(results);
    return status;
}

SnExit sn_command_bench(int n, char **words, GError **misused)
{
    bool json = false;
    const SnOption options[] = {
        {"--json", SN_OPTION_FLAG, &json, NULL, "as JSON, with the time of each phase of a step"}};
    GPtrArray *names = g_ptr_array_new(), *chosen = NULL;
    GPtrArray *made = g_ptr_array_new_with_free_func(g_free);
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), names, 0, G_MAXINT, &error))
        chosen = choose(names, made, &error);
    const SnExit status = chosen ? bench(chosen, json) : sn_command_misused(misused, error);
    if (chosen)
        g_ptr_array_free(chosen, TRUE);
    g_ptr_array_free(made, TRUE);
    g_ptr_array_free(names, TRUE);
    return status;
}
