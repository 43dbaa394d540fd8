/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/edits/time/plot.h"

#include "engine/model/classes/panel.h"
#include "ui/edits/edits.h"

#include <string.h>

/* --- groups --- */

static SnModel *begin(SnSession *session, const char *label)
{
    SnModel *model = sn_session_model(session);
    g_assert(model);
    sn_edit_begin(model, label);
    return model;
}

/* Says why; takes the error. */
static bool refuse(SnSession *session, GError *error)
{
    sn_session_fail(session, error->message);
    g_error_free(error);
    return false;
}

static bool set(SnModel *model, SnId id, const char *property, const SnValue *value, GError **error)
{
    return !*error &&
           sn_edit_set(model, id, sn_model_find_property(model, id, property), value, error);
}

static bool set_bool(SnModel *model, SnId id, const char *property, bool on, GError **error)
{
    return set(model, id, property, &(SnValue){.type = SN_TYPE_BOOL, .boolean = on}, error);
}

static bool set_real(SnModel *model, SnId id, const char *property, double number, GError **error)
{
    return set(model, id, property, &(SnValue){.type = SN_TYPE_REAL, .number = {number}}, error);
}

static bool set_int(SnModel *model, SnId id, const char *property, int number, GError **error)
{
    return set(model, id, property, &(SnValue){.type = SN_TYPE_INT, .integer = number}, error);
}

/* --- properties as text --- */

bool sn_edits_plot_can_show(const SnProperty *property)
{
    switch (property->type) {
    case SN_TYPE_BOOL:
    case SN_TYPE_INT:
    case SN_TYPE_ENUM:
    case SN_TYPE_REAL:
    case SN_TYPE_VEC3:
    case SN_TYPE_QUAT:
    case SN_TYPE_SYM3:
        return property->bind != SN_BIND_NONE && property->bind != SN_BIND_STYLE &&
               property->bind != SN_BIND_DOCUMENT;
    default:
        return false;
    }
}

static bool resolve(const SnModel *model, const char *text, SnTarget *target, GError **error)
{
    if (!sn_model_resolve_property(model, NULL, text, target, error))
        return false;
    const SnProperty *property = sn_model_property(model, target->id, target->row);
    if (sn_edits_plot_can_show(property))
        return true;
    char *lower = g_utf8_strdown(property->label, -1);
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE,
                "The %s does not change while the model runs: there is no curve of it.", lower);
    g_free(lower);
    return false;
}

/* One target for each line; NULL with an error. */
static GArray *resolve_lines(const SnModel *model, const char *text, GError **error)
{
    GArray *targets = g_array_new(FALSE, FALSE, sizeof(SnTarget));
    char **lines = g_strsplit(text, "\n", -1);
    for (char **line = lines; *line && !*error; line++) {
        SnTarget target;
        if (*g_strstrip(*line) != '\0' && resolve(model, *line, &target, error))
            g_array_append_val(targets, target);
    }
    g_strfreev(lines);
    if (!*error && targets->len == 0)
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_VALUE, "No property is named.");
    if (*error) {
        g_array_unref(targets);
        return NULL;
    }
    return targets;
}

/* --- curves --- */

static bool shows(const SnComponent *curves, SnTarget target)
{
    for (guint i = 0; i < curves->children->len; i++) {
        const SnPlotCurve *curve = g_ptr_array_index(curves->children, i);
        if (curve->property.n == 1 && sn_id_equal(curve->property.targets[0].id, target.id) &&
            curve->property.targets[0].row == target.row)
            return true;
    }
    return false;
}

static void add_curves(SnModel *model, SnId plot, GArray *targets, GError **error)
{
    const SnComponent *curves = sn_model_list(sn_model_get(model, plot), "curves");
    for (guint i = 0; i < targets->len && !*error; i++) {
        const SnTarget target = g_array_index(targets, SnTarget, i);
        if (shows(curves, target))
            continue;
        SnPlotCurve *curve = (SnPlotCurve *)sn_component_new(&SN_CLASS_CURVE, NULL);
        curve->property.n = 1;
        curve->property.targets = g_memdup2(&target, sizeof target);
        sn_edit_add(model, curves->id, &curve->base, -1, error);
    }
}

static SnId add_plot(SnModel *model, const char *base, GError **error)
{
    const SnComponent *list = sn_model_list_for(model->root, &SN_CLASS_PLOT);
    char *name = sn_name_unused(list, base);
    SnComponent *plot = sn_component_new(&SN_CLASS_PLOT, name);
    g_free(name);
    return sn_edit_add(model, list->id, plot, -1, error);
}

SnId sn_edits_plot_new(SnSession *session)
{
    GError *error = NULL;
    SnModel *model = begin(session, "Add plot");
    SnId plot = add_plot(model, "plot", &error);
    if (!sn_edits_end(session, error))
        return SN_ID_NULL;
    sn_session_select_one(session, plot);
    return plot;
}

/* "incisor position", as far as that is a name. */
static char *plot_name(SnSession *session, SnTarget target)
{
    const SnProperty *property =
        sn_model_property(sn_session_model(session), target.id, target.row);
    char *label = sn_session_label(session, target.id);
    char *lower = g_utf8_strdown(property->label, -1);
    char *name = g_strdup_printf("%s %s", label, lower);
    if (!sn_name_check(name, NULL)) {
        g_free(name);
        name = g_strdup("plot");
    }
    g_free(lower);
    g_free(label);
    return name;
}

SnId sn_edits_plot_property(SnSession *session, const char *properties)
{
    GError *error = NULL;
    GArray *targets = resolve_lines(sn_session_model(session), properties, &error);
    if (!targets) {
        refuse(session, error);
        return SN_ID_NULL;
    }
    SnModel *model = begin(session, "Plot property");
    char *name = plot_name(session, g_array_index(targets, SnTarget, 0));
    const SnId plot = add_plot(model, name, &error);
    g_free(name);
    if (!error)
        add_curves(model, plot, targets, &error);
    g_array_unref(targets);
    return sn_edits_end(session, error) ? plot : SN_ID_NULL;
}

bool sn_edits_plot_add_curves(SnSession *session, SnId plot, const char *properties)
{
    GError *error = NULL;
    GArray *targets = resolve_lines(sn_session_model(session), properties, &error);
    if (!targets)
        return refuse(session, error);
    SnModel *model = begin(session, "Add curve");
    add_curves(model, plot, targets, &error);
    g_array_unref(targets);
    return sn_edits_end(session, error);
}

bool sn_edits_plot_remove_curve(SnSession *session, SnId curve)
{
    GError *error = NULL;
    SnModel *model = begin(session, "Remove curve");
    sn_edit_remove(model, &curve, 1, &error);
    return sn_edits_end(session, error);
}

bool sn_edits_plot_set_number(SnSession *session, SnId curve, int number)
{
    GError *error = NULL;
    SnModel *model = begin(session, "Choose number of curve");
    set_int(model, curve, "column", number, &error);
    return sn_edits_end(session, error);
}

/* --- axes --- */

bool sn_edits_plot_set_x(SnSession *session, SnId plot, const char *property, int number)
{
    GError *error = NULL;
    SnTarget target;
    SnValue value = {.type = SN_TYPE_TARGETS};
    if (property && !resolve(sn_session_model(session), property, &target, &error))
        return refuse(session, error);
    if (property)
        value.targets = (SnTargets){1, &target};
    SnModel *model = begin(session, property ? "Plot against property" : "Plot against time");
    set(model, plot, "x", &value, &error);
    set_int(model, plot, "x_number", number, &error);
    set_bool(model, plot, "x_automatic", true, &error);
    return sn_edits_end(session, error);
}

static void set_range(SnModel *model, SnId plot, const char *axis, const double *range,
                      GError **error)
{
    static const char *const ends[] = {"low", "high"};
    char *automatic = g_strdup_printf("%s_automatic", axis);
    set_bool(model, plot, automatic, range == NULL, error); /* first: the ends depend on it */
    g_free(automatic);
    for (int i = 0; range && i < 2; i++) {
        char *name = g_strdup_printf("%s_%s", axis, ends[i]);
        set_real(model, plot, name, range[i], error);
        g_free(name);
    }
}

bool sn_edits_plot_set_ranges(SnSession *session, SnId plot, const double *x, const double *y)
{
    GError *error = NULL;
    SnModel *model = begin(session, x || y ? "Fix axes" : "Axes follow the data");
    set_range(model, plot, "x", x, &error);
    set_range(model, plot, "y", y, &error);
    return sn_edits_end(session, error);
}

bool sn_edits_plot_set_legend(SnSession *session, SnId plot, bool legend)
{
    GError *error = NULL;
    SnModel *model = begin(session, legend ? "Show legend" : "Hide legend");
    set_bool(model, plot, "legend", legend, &error);
    return sn_edits_end(session, error);
}

bool sn_edits_plot_set_floating(SnSession *session, SnId plot, bool floating)
{
    GError *error = NULL;
    SnModel *model = begin(session, floating ? "Float plot" : "Dock plot");
    set_bool(model, plot, "floating", floating, &error);
    return sn_edits_end(session, error);
}
