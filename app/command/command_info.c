/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew info: what a model is made of and what is wrong with it. */
#include "app/command/command.h"
#include "app/command/info_start.h"
#include "app/command/options.h"
#include "engine/base/memory.h"
#include "engine/base/terminal.h"
#include "engine/checks.h"
#include "engine/fem/locking.h"
#include "engine/model/classes/class_table.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/file/difference.h"
#include "engine/run/simulation/simulation.h"
#include "engine/text/number_text.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Info {
    const SnModel *model;
    const SnSystem *system; /* NULL: does not compile */
    SnChecks *checks;
    char *name;
    char *base;          /* "12 differences from jaw.sinew"; NULL without a base */
    SnSimulation *start; /* at t = 0; NULL: does not compile */
    SnRest rest;         /* of the start */
} Info;

static bool count_component(SnComponent *component, void *data)
{
    int *counts = data;
    int n;
    const SnClass *const *classes = sn_class_table(&n);
    for (int i = 0; i < n; i++)
        if (component->class == classes[i])
            counts[i]++;
    return true;
}

/* Nodes and elements of all FEM models, and what is attached. */
typedef struct SolidCounts {
    int nodes, elements, attached;
} SolidCounts;

static SolidCounts count_solids(const SnSystem *system)
{
    SolidCounts counts = {.attached = system ? system->n_attached : 0};
    for (int i = 0; system && i < system->fems.n; i++) {
        counts.nodes += system->fems.fems[i].n_named;
        counts.elements += system->fems.fems[i].solid->n_elements;
    }
    return counts;
}

/* Of all that moves, and of all of every fem, whatever holds its nodes. */
static double total_mass(const SnSystem *system)
{
    double mass = 0;
    for (int i = 0; system && i < system->n_blocks; i++) {
        const SnBlock *block = &system->blocks[i];
        const bool led = i >= system->n_active + system->n_attached;
        const bool node = sn_id_is_null(block->id) || block->id.entry != 0;
        if (!led || node)
            mass += block->mass;
        else if (block->shares_mass)
            mass += block->mass - block->own_mass;
    }
    for (int i = 0; i < system->strands.n; i++)
        mass += system->strands.strands[i].p.line_density * system->strands.strands[i].rest_length;
    return mass;
}

static const char *severity_name(SnSeverity severity)
{
    return severity == SN_ERROR ? "error" : severity == SN_WARNING ? "warning" : "note";
}

static char *check_path(const SnModel *model, const SnCheck *check)
{
    return sn_model_get(model, check->id) ? sn_model_path(model, check->id) : g_strdup("/model");
}

/* --- what each FEM model was taken for --- */

static const char *mass_name(const SnFemSolid *solid)
{
    return solid->pair_mass ? "consistent" : "lumped";
}

static json_t *solids_json(const Info *info)
{
    json_t *list = json_array();
    for (int i = 0; info->system && i < info->system->fems.n; i++) {
        const SnFemSolid *solid = info->system->fems.fems[i].solid;
        g_autofree char *path = sn_model_path(info->model, info->system->fems.fems[i].id);
        json_array_append_new(
            list,
            json_pack("{s:s, s:i, s:s, s:s, s:f, s:f}", "path", path, "elements", solid->n_elements,
                      "incompressibility", sn_fem_incompressibility_name(solid->incompressibility),
                      "mass_matrix", mass_name(solid), "mass_damping", solid->mass_damping,
                      "stiffness_damping", solid->stiffness_damping));
    }
    return list;
}

static void print_solids(const Info *info)
{
    for (int i = 0; i < info->system->fems.n; i++) {
        const SnFemSolid *solid = info->system->fems.fems[i].solid;
        g_autofree char *path = sn_model_path(info->model, info->system->fems.fems[i].id);
        char alpha[SN_NUMBER_TEXT_SIZE], beta[SN_NUMBER_TEXT_SIZE];
        sn_number_format(solid->mass_damping, alpha);
        sn_number_format(solid->stiffness_damping, beta);
        sn_say(stdout,
               "  %s: incompressibility %s, mass %s, damping %s 1/s of mass, %s s of stiffness",
               path, sn_fem_incompressibility_name(solid->incompressibility), mass_name(solid),
               alpha, beta);
    }
}

/* --- as JSON --- */

static void print_json(const Info *info, const int *counts)
{
    int n;
    const SnClass *const *classes = sn_class_table(&n);
    json_t *components = json_object(), *checks = json_array();
    for (int i = 0; i < n; i++)
        if (counts[i])
            json_object_set_new(components, classes[i]->name, json_integer(counts[i]));
    for (guint i = 0; i < info->checks->items->len; i++) {
        const SnCheck *check = &g_array_index(info->checks->items, SnCheck, i);
        char *path = check_path(info->model, check);
        g_autofree char *message = g_utf8_make_valid(check->message, -1); /* names of files */
        json_array_append_new(checks, json_pack("{s:s, s:s, s:s}", "severity",
                                                severity_name(check->severity), "path", path,
                                                "message", message));
        g_free(path);
    }
    const SnSystem *s = info->system;
    json_t *root = json_object();
    json_object_set_new(root, "name", json_string(info->name));
    json_object_set_new(root, "components", components);
    json_object_set_new(root, "dofs", json_integer(s ? s->n_u_active : 0));
    json_object_set_new(root, "constraints", json_integer(s ? s->rows.n + s->rows.n_limits : 0));
    const SolidCounts solids = count_solids(s);
    json_object_set_new(root, "nodes", json_integer(solids.nodes));
    json_object_set_new(root, "elements", json_integer(solids.elements));
    json_object_set_new(root, "attached", json_integer(solids.attached));
    const double mass = total_mass(s);
    json_object_set_new(root, "mass", isfinite(mass) ? json_real(mass) : json_null());
    json_object_set_new(root, "fems", solids_json(info));
    json_object_set_new(root, "checks", checks);
    if (info->start)
        json_object_set_new(root, "start", sn_info_start_json(info->start, &info->rest));
    char *text = json_dumps(root, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
    sn_say_text(stdout, text ? text : "{}");
    putchar('\n');
    free(text);
    json_decref(root);
}

/* --- as text --- */

/* Six digits, which is as many as a person reads; all of them are in the JSON. */
static double six_digits(double value)
{
    if (fabs(value) < 1e-300) /* zero, and what has no six digits */
        return value;
    const int shift = 5 - (int)floor(log10(fabs(value)));
    const double scale = pow(10, abs(shift)); /* exact, as a whole number */
    return shift < 0 ? round(value / scale) * scale : round(value * scale) / scale;
}

static void print_text(const Info *info, const int *counts)
{
    int n;
    const SnClass *const *classes = sn_class_table(&n);
    sn_say(stdout, "%s", info->name);
    if (info->base)
        sn_say(stdout, "%s", info->base);
    putchar('\n');
    for (int i = 0; i < n; i++)
        if (counts[i])
            sn_say(stdout, "  %-24s %6d", classes[i]->label, counts[i]);
    if (info->system) {
        char mass[SN_NUMBER_TEXT_SIZE] = "more than 1.8e308";
        if (isfinite(total_mass(info->system)))
            sn_number_format(six_digits(total_mass(info->system)), mass);
        const SolidCounts solids = count_solids(info->system);
        putchar('\n');
        sn_say(stdout, "  %-24s %6d", "Degrees of freedom", info->system->n_u_active);
        if (info->system->fems.n > 0)
            sn_say(stdout, "  %-24s %6d  in %d elements", "Nodes", solids.nodes, solids.elements);
        if (solids.attached > 0)
            sn_say(stdout, "  %-24s %6d  (attached points and bodies)", "Followers",
                   solids.attached);
        sn_say(stdout, "  %-24s %6d  (%d of them one-sided)", "Constraints",
               info->system->rows.n + info->system->rows.n_limits, info->system->rows.n_limits);
        sn_say(stdout, "  %-24s %s kg", "Mass", mass);
        if (info->system->fems.n > 0) {
            putchar('\n');
            print_solids(info);
        }
    }
    if (info->start)
        sn_info_print_start(info->start, &info->rest);
    if (info->checks->items->len)
        putchar('\n');
    for (guint i = 0; i < info->checks->items->len; i++) {
        const SnCheck *check = &g_array_index(info->checks->items, SnCheck, i);
        char *path = check_path(info->model, check);
        sn_say(stdout, "  %s: %s: %s", severity_name(check->severity), path, check->message);
        g_free(path);
    }
}

/* --- the command --- */

static bool known(const SnChecks *checks, const SnCheck *check)
{
    for (guint i = 0; i < checks->items->len; i++) {
        const SnCheck *other = &g_array_index(checks->items, SnCheck, i);
        if (sn_id_equal(other->id, check->id) && strcmp(other->message, check->message) == 0)
            return true;
    }
    return false;
}

/* Compiles, so that what only shows then is among the checks too. */
static SnCompiled *compile(Info *info)
{
    GError *error = NULL;
    SnCompiled *compiled = sn_compile(info->model, NULL, NULL, &error);
    if (!compiled) {
        /* the text begins with the component's path */
        if (sn_checks_count(info->checks, SN_ERROR) == 0)
            sn_checks_add(info->checks, SN_ERROR, info->model->root->id, "%s", error->message);
        g_error_free(error);
        return NULL;
    }
    for (guint i = 0; i < compiled->checks->items->len; i++) {
        const SnCheck *check = &g_array_index(compiled->checks->items, SnCheck, i);
        if (!known(info->checks, check))
            sn_checks_add(info->checks, check->severity, check->id, "%s", check->message);
    }
    info->system = compiled->system;
    return compiled;
}

/* Takes the findings. */
static void add_findings(Info *info, GArray *findings)
{
    for (guint i = 0; i < findings->len; i++) {
        const SnFinding *finding = &g_array_index(findings, SnFinding, i);
        if (finding->severity != SN_ERROR) /* errors are said already */
            sn_checks_add(info->checks, finding->severity, finding->id, "%s", finding->message);
    }
    g_array_unref(findings);
}

/* The start as a run has it; takes both, the model only where info->start then is not NULL. */
static void look_at_start(Info *info, SnModel *model, SnCompiled *compiled)
{
    if (!sn_compiled_prepare(compiled, NULL)) {
        sn_checks_add(info->checks, SN_ERROR, model->root->id, "%s", sn_memory_fault().text);
        info->system = NULL;
        sn_compiled_free(compiled);
        return;
    }
    info->start = sn_simulation_new();
    sn_simulation_install(info->start, model, compiled, true);
    info->rest = sn_simulation_check_start(info->start, info->checks);
    if (info->start->assembly.code == SN_FAULT_NONE)
        add_findings(info, sn_find_redundant(info->start, false));
}

static char *model_name(const SnModel *model, const char *argument)
{
    const char *title = ((const SnModelComponent *)model->root)->title;
    g_autofree char *file = g_path_get_basename(argument);
    return g_utf8_make_valid(title && *title ? title : file, -1);
}

static char *describe_base(SnModel *model)
{
    const SnModel *base = model->base ? sn_model_base(model, NULL) : NULL;
    if (!base)
        return NULL;
    g_autoptr(GArray) differences = sn_model_differences(model, base);
    return g_strdup_printf("%u difference%s from %s", differences->len,
                           differences->len == 1 ? "" : "s", model->base);
}

SnExit sn_command_info(int n, char **words, GError **misused)
{
    bool json = false;
    const SnOption options[] = {{"--json", SN_OPTION_FLAG, &json, NULL, "as JSON"}};
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    const bool good =
        sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error);
    const char *argument = good ? arguments->pdata[0] : NULL;
    g_ptr_array_free(arguments, TRUE);
    if (!good)
        return sn_command_misused(misused, error);
    SnModel *model = sn_command_model(argument, NULL, &error);
    if (!model)
        return sn_command_failed(error);

    Info info = {.model = model, .checks = sn_checks_new(), .name = model_name(model, argument)};
    info.base = json ? NULL : describe_base(model);
    sn_model_validate(model, info.checks);
    SnCompiled *compiled = compile(&info);
    if (compiled)
        look_at_start(&info, model, compiled);
    add_findings(&info, sn_find_suspicions(info.model, info.start));
    int classes;
    sn_class_table(&classes);
    int *counts = g_new0(int, classes);
    sn_component_walk(model->root, count_component, counts);
    (json ? print_json : print_text)(&info, counts);
    const SnExit status = sn_checks_count(info.checks, SN_ERROR) ? SN_EXIT_FAILED : SN_EXIT_DONE;
    g_free(counts);
    if (info.start)
        sn_simulation_free(info.start); /* with the model */
    else
        sn_model_free(model);
    sn_checks_free(info.checks);
    g_free(info.name);
    g_free(info.base);
    return status;
}
