/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/checks.h"

#include "engine/compile/compile.h"
#include "engine/run/checks/finding.h"
#include "engine/run/checks/solids.h"
#include "engine/run/checks/suspicions.h"
#include "engine/run/simulation/simulation.h"

#include <string.h>

static bool known(const GArray *findings, SnId id, const char *message)
{
    for (guint i = 0; i < findings->len; i++) {
        const SnFinding *other = &g_array_index(findings, SnFinding, i);
        if (sn_id_equal(other->id, id) && strcmp(other->message, message) == 0)
            return true;
    }
    return false;
}

static void add_checks(GArray *findings, const SnChecks *checks)
{
    for (guint i = 0; i < checks->items->len; i++) {
        const SnCheck *check = &g_array_index(checks->items, SnCheck, i);
        if (!known(findings, check->id, check->message))
            sn_finding_add(findings, check->severity, check->id, "%s", check->message);
    }
}

/* A compiler's error begins with the path of what it is about. */
static void add_error(GArray *findings, const SnModel *model, const char *text)
{
    const char *end = text[0] == '/' ? strstr(text, ": ") : NULL;
    SnId id = SN_ID_NULL;
    for (guint i = 0; i < findings->len; i++)
        if (g_array_index(findings, SnFinding, i).severity == SN_ERROR)
            return; /* it is what a class has said already */
    if (end) {
        g_autofree char *path = g_strndup(text, (gsize)(end - text));
        id = sn_model_resolve(model, NULL, path, NULL);
    }
    sn_finding_add(findings, SN_ERROR, sn_id_is_null(id) ? model->root->id : id, "%s",
                   sn_id_is_null(id) ? text : end + 2);
}

/* How the start is, with what would bring it to rest. */
static void add_start(GArray *findings, SnSimulation *start)
{
    SnChecks *checks = sn_checks_new();
    const guint first = findings->len;
    const SnRest rest = sn_simulation_check_start(start, checks);
    add_checks(findings, checks);
    const bool far = start->assembly.code == SN_FAULT_NONE && rest.bound && findings->len > first &&
                     rest.distance < HUGE_VAL;
    if (far)
        sn_finding_remedy(&g_array_index(findings, SnFinding, findings->len - 1), SN_REMEDY_SETTLE,
                          "Bring It to Rest");
    sn_checks_free(checks);
}

/* The model as it starts; NULL where it does not. */
static SnSimulation *start_of(const SnModel *model, GArray *findings)
{
    GError *error = NULL;
    SnModel *copy = sn_model_copy(model);
    SnCompiled *compiled = sn_compile(copy, NULL, NULL, &error);
    if (!compiled || !sn_compiled_prepare(compiled, &error)) {
        add_error(findings, model, error->message);
        g_error_free(error);
        sn_compiled_free(compiled);
        sn_model_free(copy);
        return NULL;
    }
    add_checks(findings, compiled->checks);
    SnSimulation *start = sn_simulation_new();
    sn_simulation_install(start, copy, compiled, true);
    return start;
}

static int by_severity(gconstpointer a, gconstpointer b)
{
    return (int)((const SnFinding *)b)->severity - (int)((const SnFinding *)a)->severity;
}

/* Says less of the same than what was found with a remedy. */
static bool is_covered(const GArray *findings, const SnFinding *one)
{
    for (guint i = 0; i < findings->len; i++) {
        const SnFinding *other = &g_array_index(findings, SnFinding, i);
        if (other != one && other->remedy != SN_REMEDY_NONE && one->remedy == SN_REMEDY_NONE &&
            other->severity == SN_ERROR && one->severity == SN_ERROR &&
            sn_id_equal(other->id, one->id))
            return true;
    }
    return false;
}

/* Appends others, which are taken. */
static void take(GArray *findings, GArray *others)
{
    g_array_append_vals(findings, others->data, others->len);
    g_array_set_clear_func(others, NULL); /* they belong to the first now */
    g_array_unref(others);
}

GArray *sn_find_checks(const SnModel *model)
{
    GArray *findings = sn_findings_new();
    SnChecks *checks = sn_checks_new();
    sn_model_validate(model, checks);
    add_checks(findings, checks);
    sn_checks_free(checks);
    SnSimulation *start = start_of(model, findings);
    take(findings, sn_find_suspicions(model, start));
    if (start) {
        add_start(findings, start);
        if (start->assembly.code == SN_FAULT_NONE) {
            sn_findings_mend_muscles(findings, model, start);
            sn_findings_mend_locking(findings, model);
            take(findings, sn_find_redundant(start, false));
        }
        sn_simulation_free(start);
    }
    for (guint i = findings->len; i-- > 0;)
        if (is_covered(findings, &g_array_index(findings, SnFinding, i)))
            g_array_remove_index(findings, i);
    g_array_sort(findings, by_severity);
    return findings;
}
