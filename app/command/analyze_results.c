/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/command/analyze_results.h"

#include "app/command/probe_files.h"
#include "engine/pose.h"
#include "engine/text/number_text.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

typedef struct Search {
    const SnSimulation *simulation;
    GArray *found;
    GPatternSpec *path, *property;
    bool any_property; /* it has a * */
} Search;

static void add(Search *s, SnId id, int row)
{
    double value[6];
    SnResult result = {.id = id, .row = row};
    const SnProperty *property = sn_model_property(s->simulation->model, id, row);
    if (sn_type_width(property->type) == 0)
        return;
    for (guint i = 0; i < s->found->len; i++) {
        const SnResult *other = &g_array_index(s->found, SnResult, i);
        if (sn_id_equal(other->id, id) && other->row == row)
            return;
    }
    result.width = sn_simulation_get(s->simulation, id, row, value);
    if (result.width > 0)
        result.width = sn_type_width(property->type), g_array_append_val(s->found, result);
}

/* A * in the property means results alone. */
static bool match(SnComponent *component, void *data)
{
    Search *s = data;
    g_autofree char *path = sn_model_path(s->simulation->model, component->id);
    if (!g_pattern_spec_match_string(s->path, path))
        return true;
    for (int row = 0; row < sn_class_n_properties(component->class); row++) {
        const SnProperty *property = sn_class_property(component->class, row);
        if ((property->kind == SN_RESULT || !s->any_property) &&
            g_pattern_spec_match_string(s->property, property->name))
            add(s, component->id, row);
    }
    return true;
}

/* One PATH:PROP. */
static bool find_part(Search *s, const char *part, GError **error)
{
    const SnModel *model = s->simulation->model;
    const guint before = s->found->len;
    const char *colon = strrchr(part, ':');
    if (!strpbrk(part, "*?")) {
        SnTarget target = {0};
        if (!sn_property_find(model, part, &target, error))
            return false;
        add(s, target.id, target.row);
    } else if (!colon) {
        return sn_refuse(error, SN_MODEL_ERROR_PATH,
                         "%s names no property: write PATH:PROP, as muscles/*:length", part);
    } else {
        g_autofree char *path = g_strndup(part, (gsize)(colon - part));
        g_autofree char *whole =
            path[0] == '/' ? g_strdup(path) : g_strconcat("/model/", path, NULL);
        s->path = g_pattern_spec_new(whole);
        s->property = g_pattern_spec_new(colon + 1);
        s->any_property = strpbrk(colon + 1, "*?") != NULL;
        sn_component_walk(model->root, match, s);
        g_pattern_spec_free(s->path);
        g_pattern_spec_free(s->property);
    }
    return s->found->len > before ||
           sn_refuse(error, SN_MODEL_ERROR_PATH, "%s names nothing new that has numbers", part);
}

static void add_probed(Search *s)
{
    const SnSystem *system = s->simulation->compiled->system;
    for (int i = 0; i < system->probes.n_outputs; i++) {
        const SnSystemOutputProbe *probe = &system->probes.outputs[i];
        for (int k = 0; k < probe->n_targets; k++) {
            const SnAddress *address = &system->probes.addresses[probe->first_target + k];
            add(s, address->id, address->property);
        }
    }
}

GArray *sn_results_find(const SnSimulation *simulation, const char *list, GError **error)
{
    Search s = {.simulation = simulation, .found = g_array_new(FALSE, TRUE, sizeof(SnResult))};
    bool good = true;
    if (list) {
        g_auto(GStrv) parts = g_strsplit(list, ",", -1);
        for (int i = 0; good && parts[i]; i++)
            good = !*g_strstrip(parts[i]) || find_part(&s, parts[i], error);
    } else {
        add_probed(&s);
        if (s.found->len == 0)
            good = find_part(&s, "*:length", error);
    }
    if (good && s.found->len == 0)
        good = sn_refuse(error, SN_MODEL_ERROR_PATH, "--results names nothing");
    if (!good)
        g_array_free(s.found, TRUE);
    return good ? s.found : NULL;
}

void sn_results_header(const SnSimulation *simulation, const GArray *results, GString *text)
{
    g_string_append(text, "time");
    for (guint i = 0; i < results->len; i++) {
        const SnResult *result = &g_array_index(results, SnResult, i);
        const SnProperty *property = sn_model_property(simulation->model, result->id, result->row);
        g_autofree char *path = sn_model_path(simulation->model, result->id);
        for (int k = 0; k < result->width; k++)
            g_string_append_printf(text, ",%s:%s%s", path, property->name,
                                   sn_probe_column_ending(property->type, result->width, k));
    }
    g_string_append_c(text, '\n');
}

bool sn_results_row(const SnSimulation *simulation, const GArray *results, double time,
                    GString *text, GError **error)
{
    char number[SN_NUMBER_TEXT_SIZE];
    sn_number_format(time, number);
    g_string_append(text, number);
    for (guint i = 0; i < results->len; i++) {
        const SnResult *result = &g_array_index(results, SnResult, i);
        double value[6] = {0};
        sn_simulation_get(simulation, result->id, result->row, value);
        for (int k = 0; k < result->width; k++) {
            if (!isfinite(value[k])) {
                g_autofree char *path = sn_model_path(simulation->model, result->id);
                return sn_refuse(
                    error, SN_MODEL_ERROR_VALUE, "%s:%s is no number at t = %g s", path,
                    sn_model_property(simulation->model, result->id, result->row)->name, time);
            }
            sn_number_format(value[k], number);
            g_string_append_c(text, ',');
            g_string_append(text, number);
        }
    }
    g_string_append_c(text, '\n');
    return true;
}
