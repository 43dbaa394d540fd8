/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew verify: numbers of this program beside reference values. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "engine/base/terminal.h"
#include "engine/check/verify/verify.h"

#include <jansson.h>
#include <stdio.h>

typedef struct Report {
    json_t *cases; /* NULL: as text */
    int passed, failed;
} Report;

static void print_result(const SnVerification *result)
{
    sn_say(stdout, "%-4s %-28s value %-22.15g reference %-22.15g error %-9.2e tolerance %-8.1e %s",
           result->pass ? "ok" : "FAIL", result->name, result->value, result->reference,
           result->error, result->tolerance, result->source);
    fflush(stdout);
}

/* JSON has no infinity: what is not finite is null. */
static json_t *number(double value)
{
    json_t *real = json_real(value);
    return real ? real : json_null();
}

static void take_result(const SnVerification *result, void *data)
{
    Report *report = data;
    report->passed += result->pass;
    report->failed += !result->pass;
    if (!report->cases) {
        print_result(result);
        return;
    }
    json_t *line = json_object();
    json_object_set_new(line, "name", json_string(result->name));
    json_object_set_new(line, "value", number(result->value));
    json_object_set_new(line, "reference", number(result->reference));
    json_object_set_new(line, "error", number(result->error));
    json_object_set_new(line, "tolerance", number(result->tolerance));
    json_object_set_new(line, "pass", json_boolean(result->pass));
    json_object_set_new(line, "source", json_string(result->source));
    json_array_append_new(report->cases, line);
}

static void set_unknown(const char *name, GError **error)
{
    g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                "no case \"%s\"; `sinew verify` runs them all, `--list` names their groups", name);
}

static bool known_case(const char *name, GError **error)
{
    int n_pending;
    const char *const *pending = sn_verify_pending(&n_pending);
    for (int i = 0; sn_verify_group(i); i++)
        if (g_str_has_prefix(name, sn_verify_group(i)))
            return true;
    for (int i = 0; i < n_pending; i++) {
        if (g_strcmp0(name, pending[i]) == 0) {
            g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                        "%s is pending: not covered yet", name);
            return false;
        }
    }
    set_unknown(name, error);
    return false;
}

static void print_end(Report *report, bool all)
{
    int n;
    const char *const *pending = sn_verify_pending(&n);
    if (report->cases) {
        json_t *root = json_object();
        json_object_set_new(root, "cases", report->cases);
        json_t *list = json_array();
        for (int i = 0; all && i < n; i++)
            json_array_append_new(list, json_string(pending[i]));
        json_object_set_new(root, "pending", list);
        json_dumpf(root, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
        putchar('\n');
        json_decref(root);
        return;
    }
    if (all && n) {
        fputs("pending:", stdout);
        for (int i = 0; i < n; i++)
            sn_say_part(stdout, " %s", pending[i]);
        putchar('\n');
    }
    sn_say(stdout, "%d passed, %d failed", report->passed, report->failed);
}

static SnExit verify(const GPtrArray *names, bool json, GError **misused)
{
    for (guint i = 0; i < names->len; i++)
        if (!known_case(names->pdata[i], misused))
            return SN_EXIT_USAGE;
    Report report = {.cases = json ? json_array() : NULL};
    if (names->len == 0)
        sn_verify_run(NULL, take_result, &report);
    for (guint i = 0; i < names->len; i++) {
        if (sn_verify_run(names->pdata[i], take_result, &report) < 0) {
            set_unknown(names->pdata[i], misused);
            json_decref(report.cases);
            return SN_EXIT_USAGE;
        }
    }
    print_end(&report, names->len == 0);
    return report.failed ? SN_EXIT_FAILED : SN_EXIT_DONE;
}

static SnExit list_groups(void)
{
    for (int i = 0; sn_verify_group(i); i++)
        sn_say(stdout, "%s", sn_verify_group(i));
    return SN_EXIT_DONE;
}

SnExit sn_command_verify(int n, char **words, GError **misused)
{
    bool json = false, list = false;
    const SnOption options[] = {
        {"--json", SN_OPTION_FLAG, &json, NULL, "as JSON"},
        {"--list", SN_OPTION_FLAG, &list, NULL, "list the groups of cases, run none"},
    };
    GPtrArray *names = g_ptr_array_new();
    GError *error = NULL;
    const SnExit status =
        sn_options_parse(n, words, options, G_N_ELEMENTS(options), names, 0, G_MAXINT, &error)
            ? (list ? list_groups() : verify(names, json, misused))
            : sn_command_misused(misused, error);
    g_ptr_array_free(names, TRUE);
    return status;
}
