/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew plot: runs a model and draws a plot of the document, or one of properties named here, as
 * the window would. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/panel.h"
#include "engine/pose.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/run/simulation/simulation.h"
#include "engine/text/refuse.h"
#include "ui/plots/plot_data.h"
#include "ui/plots/plot_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_PIXELS = 16384 };

typedef struct Plotting {
    double time; /* [s]; NAN: the document's duration */
    double scale;
    const char *plot, *out, *size, *against;
    GPtrArray *curves, *sets;
    int width, height;
} Plotting;

static GError *wrong(const char *text)
{
    return g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE, text);
}

static GError *check_options(Plotting *p)
{
    char rest;
    if (!p->out)
        return wrong("--out FILE.svg, .png or .csv is missing");
    if (!g_str_has_suffix(p->out, ".svg") && !g_str_has_suffix(p->out, ".png") &&
        !g_str_has_suffix(p->out, ".csv"))
        return wrong("--out takes a file that ends in .svg, .png or .csv");
    if (!isnan(p->time) && p->time < 0)
        return wrong("--time must not be negative");
    if (sscanf(p->size, "%5dx%5d%c", &p->width, &p->height, &rest) != 2 || p->width < 100 ||
        p->height < 60)
        return wrong("--size takes WIDTHxHEIGHT of at least 100x60");
    if (p->scale <= 0 || p->scale * MAX(p->width, p->height) > MOST_PIXELS)
        return wrong("--scale times --size must be more than 0 and at most 16384 pixels");
    if (p->plot && p->curves->len)
        return wrong("--plot and --curve do not go together");
    if (p->against && !p->curves->len)
        return wrong("--against goes with --curve");
    return NULL;
}

/* --- which plot --- */

/* "path:property" or "path:property.z": a property and which of its numbers (or all). */
static bool parse_property(const SnModel *model, const char *text, SnTargets *targets,
                           int32_t *number, GError **error)
{
    SnTarget target;
    const char *colon = strrchr(text, ':'), *dot = colon ? strrchr(colon, '.') : NULL;
    if (dot) {
        char *whole = g_strndup(text, (gsize)(dot - text));
        const bool found = sn_model_resolve_property(model, NULL, whole, &target, NULL);
        g_free(whole);
        const SnProperty *property = found ? sn_model_property(model, target.id, target.row) : NULL;
        for (int k = -2; found && k < sn_type_width(property->type); k++) {
            if (k != -1 && strcmp(dot + 1, sn_plot_number_name(property, k)) == 0) {
                *number = k;
                targets->n = 1;
                targets->targets = g_memdup2(&target, sizeof target);
                return true;
            }
        }
    }
    if (!sn_property_find(model, text, &target, error))
        return false;
    if (sn_type_width(sn_model_property(model, target.id, target.row)->type) == 0) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "%s has no numbers to draw", text);
        return false;
    }
    targets->n = 1;
    targets->targets = g_memdup2(&target, sizeof target);
    return true;
}

/* A plot of the curves named on the command line. */
static SnId make_plot(const Plotting *p, SnModel *model, GError **error)
{
    SnPlot *plot = (SnPlot *)sn_component_new(&SN_CLASS_PLOT, NULL);
    sn_model_insert(model, sn_model_list_for(model->root, &SN_CLASS_PLOT), &plot->base, -1, -1);
    SnComponent *curves = sn_model_list(&plot->base, "curves");
    for (guint i = 0; i < p->curves->len; i++) {
        SnPlotCurve *curve = (SnPlotCurve *)sn_component_new(&SN_CLASS_CURVE, NULL);
        sn_model_insert(model, curves, &curve->base, -1, -1);
        if (!parse_property(model, p->curves->pdata[i], &curve->property, &curve->column, error))
            return SN_ID_NULL;
    }
    if (p->against && !parse_property(model, p->against, &plot->x, &plot->x_number, error))
        return SN_ID_NULL;
    return plot->base.id;
}

static SnId find_plot(const Plotting *p, SnModel *model, GError **error)
{
    if (p->curves->len)
        return make_plot(p, model, error);
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_PLOT);
    const SnComponent *plot = p->plot               ? sn_component_child(list, p->plot)
                              : list->children->len ? list->children->pdata[0]
                                                    : NULL;
    if (plot)
        return plot->id;
    if (!p->plot) {
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_PATH,
                    "the model has no plots: name curves with --curve PATH:PROPERTY");
        return SN_ID_NULL;
    }
    GString *names = g_string_new(NULL);
    for (guint i = 0; i < list->children->len; i++) {
        const SnComponent *one = list->children->pdata[i];
        if (one->name)
            g_string_append_printf(names, "%s%s", names->len ? ", " : "", one->name);
    }
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_PATH, "there is no plot \"%s\"%s%s", p->plot,
                names->len ? ": there are " : ": the model has none", names->str);
    g_string_free(names, TRUE);
    return SN_ID_NULL;
}

/* --- samples --- */

/* False with an error: a value that is none. */
static bool sample(const SnSimulation *s, GArray *sources, GError **error)
{
    for (guint i = 0; i < sources->len; i++) {
        SnPlotSource *source = &g_array_index(sources, SnPlotSource, i);
        double value[6];
        const int n = sn_simulation_get(s, source->id, source->row, value);
        for (int k = 0; k < n; k++)
            if (!isfinite(value[k])) {
                g_autofree char *path = sn_model_path(s->model, source->id);
                return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                                 "t = %g s: %s:%s is not a number or infinite: try a smaller step",
                                 s->state->time, path,
                                 sn_model_property(s->model, source->id, source->row)->name);
            }
        for (int k = n; k < 6; k++)
            value[k] = NAN;
        sn_series_append(source->series, s->state->time, value);
        source->rows = sn_series_count(source->series);
    }
    return true;
}

static GArray *make_sources(const SnModel *model, SnId plot)
{
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    GArray *sources = sn_plot_sources_new();
    sn_plot_targets(model, plot, targets);
    for (guint i = 0; i < targets->len; i++) {
        const SnTarget *target = &g_array_index(targets, SnTarget, i);
        const SnProperty *property = sn_model_property(model, target->id, target->row);
        SnPlotSource source = {.id = target->id, .row = target->row};
        if (property && !sn_plot_sources_find(sources, target->id, target->row)) {
            source.series = sn_series_new(sn_type_width(property->type));
            g_array_append_val(sources, source);
        }
    }
    g_array_unref(targets);
    return sources;
}

static bool simulate(const Plotting *p, SnSimulation *s, GArray *sources, GError **error)
{
    const double end =
        isnan(p->time) ? ((const SnModelComponent *)s->model->root)->duration : p->time;
    SnFault fault = s->assembly;
    if (!sn_command_check_steps(s, end, error))
        return false;
    if (fault.code == SN_FAULT_NONE && !sample(s, sources, error))
        return false;
    while (fault.code == SN_FAULT_NONE && !sn_simulation_reached(s, end)) {
        fault = sn_simulation_step_towards(s, end);
        if (fault.code == SN_FAULT_NONE && !sample(s, sources, error))
            return false;
    }
    return fault.code == SN_FAULT_NONE || sn_refuse_fault(s, &fault, error);
}

static bool draw(const Plotting *p, const SnModel *model, SnId plot, const GArray *sources,
                 GError **error)
{
    SnPlotData *data = sn_plot_data_new();
    SnFigure *figure = sn_plot_data_figure(data, model, plot, sources, NULL);
    g_autofree char *note = sn_command_output_note(p->out);
    const bool good = sn_plot_file_write(figure, p->out, p->width, p->height, p->scale, error);
    sn_command_say_output_note(p->out, good ? note : NULL);
    sn_figure_free(figure);
    sn_plot_data_free(data);
    return good;
}

static SnExit plot_model(const Plotting *p, const char *argument)
{
    GError *error = NULL;
    SnModel *model = sn_command_model(argument, p->sets, &error);
    const SnId plot = model ? find_plot(p, model, &error) : SN_ID_NULL;
    SnFault fault;
    if (model && error)
        sn_model_free(model);
    SnSimulation *s = error ? NULL : sn_command_simulation(model, &fault, &error);
    if (!s)
        return sn_command_failed(error);
    GArray *sources = make_sources(s->model, plot);
    const bool good = simulate(p, s, sources, &error) && draw(p, s->model, plot, sources, &error);
    g_array_unref(sources);
    sn_simulation_free(s);
    return good ? SN_EXIT_DONE : sn_command_failed(error);
}

SnExit sn_command_plot(int n, char **words, GError **misused)
{
    Plotting p = {.time = NAN,
                  .scale = 2,
                  .size = "640x400",
                  .curves = g_ptr_array_new(),
                  .sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--time", SN_OPTION_NUMBER, &p.time, "T",
         "simulate to this time [s] (the model's duration)"},
        {"--plot", SN_OPTION_TEXT, &p.plot, "NAME", "a plot of the document"},
        {"--curve", SN_OPTION_TEXTS, p.curves, "PATH:PROPERTY[.x]",
         "a curve of its own (may come again)"},
        {"--against", SN_OPTION_TEXT, &p.against, "PATH:PROPERTY[.x]", "over this instead of time"},
        {"--size", SN_OPTION_TEXT, &p.size, "WxH", "of the plot, in pixels"},
        {"--scale", SN_OPTION_NUMBER, &p.scale, "S", "pixels for each that --size says (1)"},
        SN_OPTION_SET(p.sets),
        {"--out", SN_OPTION_TEXT, &p.out, "FILE.svg|png|csv", "the plot, or its numbers"},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&p);
    const SnExit status =
        error ? sn_command_misused(misused, error) : plot_model(&p, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(p.curves, TRUE);
    g_ptr_array_free(p.sets, TRUE);
    return status;
}
