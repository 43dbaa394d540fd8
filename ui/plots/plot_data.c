/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/plots/plot_data.h"

#include "engine/model/classes/model_component.h"
#include "engine/model/classes/panel.h"
#include "ui/session/labels.h"
#include "ui/session/property_target.h"
#include "ui/session/session.h"

#include <math.h>
#include <string.h>

/* Numbers computed from samples: from one series its numbers' length, from two one against the
 * other. */
typedef struct Derived {
    SnSeries *x, *y;                          /* references; x NULL: against time */
    int x_column, x_width, y_column, y_width; /* width > 1: the length of so many */
    SnSeries *series;                         /* of (y), or of (x, y) */
    size_t next;                              /* row of y to go on with */
    size_t x_next;                            /* row of x that is not before it */
    bool used;                                /* by the last figure */
} Derived;

struct SnPlotData {
    GPtrArray *derived;
};

static void free_derived(gpointer data)
{
    Derived *derived = data;
    sn_series_unref(derived->x);
    sn_series_unref(derived->y);
    sn_series_unref(derived->series);
    g_free(derived);
}

SnPlotData *sn_plot_data_new(void)
{
    SnPlotData *data = g_new0(SnPlotData, 1);
    data->derived = g_ptr_array_new_with_free_func(free_derived);
    return data;
}

void sn_plot_data_free(SnPlotData *data)
{
    g_ptr_array_unref(data->derived);
    g_free(data);
}

/* --- derived numbers --- */

static double number_at(const SnSeries *series, size_t row, int column, int width)
{
    const double *values = sn_series_values(series, row) + column;
    if (width == 1)
        return values[0];
    double sum = 0;
    for (int k = 0; k < width; k++)
        sum += values[k] * values[k];
    return sqrt(sum);
}

/* The horizontal number at a time, between samples on the line through both; false while x has not
 * come so far. */
static bool x_at(Derived *d, double time, double *x)
{
    const size_t n = sn_series_count(d->x);
    while (d->x_next < n && sn_series_time(d->x, d->x_next) < time)
        d->x_next++;
    if (d->x_next == n)
        return false;
    const double after = sn_series_time(d->x, d->x_next);
    *x = number_at(d->x, d->x_next, d->x_column, d->x_width);
    if (after > time && d->x_next > 0) {
        const double before = sn_series_time(d->x, d->x_next - 1);
        const double share = (time - before) / (after - before);
        const double former = number_at(d->x, d->x_next - 1, d->x_column, d->x_width);
        *x = former + share * (*x - former);
    } else if (after > time) {
        *x = NAN; /* before the first sample: no point */
    }
    return true;
}

static void go_on(Derived *d, size_t rows)
{
    for (; d->next < rows; d->next++) {
        const double time = sn_series_time(d->y, d->next);
        double values[2] = {0, number_at(d->y, d->next, d->y_column, d->y_width)};
        if (!d->x)
            sn_series_append(d->series, time, &values[1]);
        else if (!x_at(d, time, &values[0]))
            break;
        else
            sn_series_append(d->series, time, values);
    }
}

static Derived *find_derived(SnPlotData *data, const Derived *like)
{
    for (guint i = 0; i < data->derived->len; i++) {
        Derived *d = g_ptr_array_index(data->derived, i);
        if (d->x == like->x && d->y == like->y && d->x_column == like->x_column &&
            d->x_width == like->x_width && d->y_column == like->y_column &&
            d->y_width == like->y_width)
            return d;
    }
    Derived *d = g_memdup2(like, sizeof *like);
    d->x = like->x ? sn_series_ref(like->x) : NULL;
    d->y = sn_series_ref(like->y);
    d->series = sn_series_new(like->x ? 2 : 1);
    g_ptr_array_add(data->derived, d);
    return d;
}

static void drop_unused(SnPlotData *data)
{
    for (guint i = data->derived->len; i-- > 0;) {
        Derived *d = g_ptr_array_index(data->derived, i);
        if (d->used)
            d->used = false;
        else
            g_ptr_array_remove_index_fast(data->derived, i);
    }
}

/* --- what the document asks for --- */

/* A number of a property, with how it is called. */
typedef struct Wanted {
    SnTarget target;
    const SnProperty *property;
    int number; /* >= 0 or SN_CURVE_MAGNITUDE */
    int width;  /* of the property */
} Wanted;

static bool get_wanted(const SnModel *model, const SnTargets *targets, int number, Wanted *wanted)
{
    if (targets->n < 1 || !sn_model_object(model, targets->targets[0].id))
        return false;
    wanted->target = targets->targets[0];
    wanted->property = sn_model_property(model, wanted->target.id, wanted->target.row);
    wanted->width = sn_type_width(wanted->property->type);
    wanted->number = number >= 0 ? MIN(number, wanted->width - 1) : number;
    if (wanted->width == 1)
        wanted->number = 0;
    return wanted->width > 0;
}

const char *sn_plot_number_name(const SnProperty *property, int number)
{
    static const char *const vector[] = {"x", "y", "z"};
    static const char *const quaternion[] = {"w", "x", "y", "z"};
    static const char *const tensor[] = {"xx", "yy", "zz", "xy", "xz", "yz"};
    const int width = sn_type_width(property->type);
    if (width == 1)
        return "";
    if (number < 0)
        return "length";
    return width == 3 ? vector[number] : width == 4 ? quaternion[number] : tensor[number];
}

/* As a person writes it; "fem node 12": entries are called after what holds them. */
static char *component_name(const SnModel *model, SnId id)
{
    char *label = g_strdelimit(sn_model_label(model, id), "_", ' ');
    if (id.entry == 0)
        return label;
    char *holder = sn_model_label(model, sn_model_get(model, id)->id);
    char *lower = g_utf8_strdown(label, -1);
    char *whole = g_strdup_printf("%s %s", holder, lower);
    g_free(lower);
    g_free(holder);
    g_free(label);
    return whole;
}

static char *capitalized(char *text)
{
    char *first = g_utf8_strup(text, (gssize)(g_utf8_next_char(text) - text));
    char *whole = *text != '\0' ? g_strconcat(first, g_utf8_next_char(text), NULL) : g_strdup("");
    g_free(first);
    g_free(text);
    return whole;
}

/* Those parts of "incisor position x" that are asked for. */
static char *wanted_name(const SnModel *model, const Wanted *wanted, bool component, bool property,
                         bool number)
{
    GString *text = g_string_new(NULL);
    if (component) {
        char *name = component_name(model, wanted->target.id);
        g_string_append(text, name);
        g_free(name);
    }
    if (property) {
        char *lower = sn_property_called(model, wanted->target.id, wanted->property);
        g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", lower);
        g_free(lower);
    }
    const char *part = sn_plot_number_name(wanted->property, wanted->number);
    if (number && *part != '\0')
        g_string_append_printf(text, "%s%s", text->len > 0 ? " " : "", part);
    return g_string_free(text, FALSE);
}

static char *column_name(const SnModel *model, const Wanted *wanted)
{
    char *path = sn_model_path(model, wanted->target.id);
    const char *number = sn_plot_number_name(wanted->property, wanted->number);
    char *column = g_strdup_printf("%s:%s%s%s", path, wanted->property->name,
                                   *number != '\0' ? "." : "", number);
    g_free(path);
    return column;
}

/* --- the figure --- */

typedef struct Builder {
    SnPlotData *data;
    const SnModel *model;
    SnFigure *figure;
    bool against; /* another property */
    Wanted x;
    GArray *wanted;    /* of Wanted, for each line of the present run */
    GPtrArray *labels; /* as the document has them: borrowed, "" for none */
    GArray *curves;    /* of SnId */
} Builder;

static void collect_curves(Builder *b, const SnComponent *curves)
{
    for (guint i = 0; i < curves->children->len; i++) {
        const SnPlotCurve *curve = g_ptr_array_index(curves->children, i);
        Wanted wanted;
        if (!get_wanted(b->model, &curve->property, curve->column, &wanted))
            continue;
        const int first = wanted.number == SN_CURVE_ALL ? 0 : wanted.number;
        const int last = wanted.number == SN_CURVE_ALL ? wanted.width - 1 : wanted.number;
        for (wanted.number = first; wanted.number <= last; wanted.number++) {
            g_array_append_val(b->wanted, wanted);
            g_array_append_val(b->curves, curve->base.id);
            g_ptr_array_add(b->labels, (char *)(curve->label ? curve->label : ""));
        }
    }
}

/* Left axis: the unit of the first curve; right axis: the first other one. */
static int axis_of(SnFigure *figure, SnUnit unit, bool first)
{
    if (first)
        figure->y_unit[0] = unit;
    if (unit == figure->y_unit[0])
        return 0;
    if (figure->n_axes == 1) {
        figure->n_axes = 2;
        figure->y_unit[1] = unit;
    }
    figure->y_mixed[1] = figure->y_mixed[1] || unit != figure->y_unit[1];
    return 1;
}

/* Where the numbers of a line are, computed first where they must be; false if there are none. */
static bool find_numbers(Builder *b, const Wanted *wanted, const GArray *sources,
                         SnFigureCurve *curve)
{
    const SnPlotSource *y = sn_plot_sources_find(sources, wanted->target.id, wanted->target.row);
    const SnPlotSource *x =
        b->against ? sn_plot_sources_find(sources, b->x.target.id, b->x.target.row) : NULL;
    if (!y || !y->series || y->column + wanted->width > sn_series_width(y->series) ||
        (b->against && (!x || !x->series || x->column + b->x.width > sn_series_width(x->series))))
        return false;
    const bool length = wanted->number < 0;
    if (!b->against && !length) {
        curve->series = y->series;
        curve->x = -1;
        curve->y = y->column + wanted->number;
        curve->rows = y->rows;
        return true;
    }
    Derived like = {.x = x ? x->series : NULL,
                    .y = y->series,
                    .y_column = y->column + (length ? 0 : wanted->number),
                    .y_width = length ? wanted->width : 1};
    if (x) {
        const bool x_length = b->x.number < 0;
        like.x_column = x->column + (x_length ? 0 : b->x.number);
        like.x_width = x_length ? b->x.width : 1;
    }
    Derived *d = find_derived(b->data, &like);
    d->used = true;
    go_on(d, y->rows);
    curve->series = d->series;
    curve->x = b->against ? 0 : -1;
    curve->y = b->against ? 1 : 0;
    curve->rows = MIN(sn_series_count(d->series), y->rows);
    return true;
}

/* What all lines have in common need not stand in each name. */
static void add_lines(Builder *b, const GArray *sources, int run)
{
    const Wanted *first = &g_array_index(b->wanted, Wanted, 0);
    bool one_component = true, one_property = true, one_number = true;
    for (guint i = 1; i < b->wanted->len; i++) {
        const Wanted *wanted = &g_array_index(b->wanted, Wanted, i);
        one_component = one_component && sn_id_equal(wanted->target.id, first->target.id);
        one_property = one_property && strcmp(wanted->property->name, first->property->name) == 0;
        one_number = one_number && wanted->number == first->number && wanted->width == first->width;
    }
    for (guint i = 0; i < b->wanted->len; i++) {
        const Wanted *wanted = &g_array_index(b->wanted, Wanted, i);
        SnFigureCurve curve = {.id = g_array_index(b->curves, SnId, i),
                               .unit = wanted->property->unit,
                               .color = (int)i,
                               .run = run};
        if (!find_numbers(b, wanted, sources, &curve))
            continue;
        const char *label = g_ptr_array_index(b->labels, i);
        curve.name = *label != '\0' ? g_strdup(label)
                                    : wanted_name(b->model, wanted, !one_component, !one_property,
                                                  !one_number);
        if (*curve.name == '\0') {
            g_free(curve.name);
            curve.name = wanted_name(b->model, wanted, true, true, true);
        }
        curve.column = column_name(b->model, wanted);
        curve.axis = axis_of(b->figure, curve.unit, i == 0 || b->figure->curves->len == 0);
        sn_figure_add(b->figure, &curve);
    }
}

/* "Incisor position x", or as much of it as all lines of the axis share. */
static char *axis_name(Builder *b, int axis)
{
    const Wanted *first = NULL;
    bool component = true, property = true, one_name = true, number = true;
    for (guint i = 0; i < b->wanted->len; i++) {
        const Wanted *wanted = &g_array_index(b->wanted, Wanted, i);
        const bool left = wanted->property->unit == b->figure->y_unit[0];
        if (left != (axis == 0))
            continue;
        if (!first) {
            first = wanted;
            continue;
        }
        component = component && sn_id_equal(wanted->target.id, first->target.id);
        property = property && strcmp(wanted->property->label, first->property->label) == 0;
        one_name = one_name && strcmp(wanted->property->name, first->property->name) == 0;
        number = number && wanted->number == first->number;
    }
    if (b->figure->y_mixed[axis])
        return g_strdup("SI units");
    if (!first || !property)
        return g_strdup("");
    if (!one_name) { /* angle 1, angle 2: angles */
        g_autofree char *owner = component ? component_name(b->model, first->target.id) : NULL;
        g_autofree char *lower = g_utf8_strdown(first->property->label, -1);
        return capitalized(g_strdup_printf("%s%s%s", owner ? owner : "", owner ? " " : "", lower));
    }
    return capitalized(wanted_name(b->model, first, component, true, number));
}

static void name_axes(Builder *b, const SnPlot *plot)
{
    SnFigure *figure = b->figure;
    figure->x_time = !b->against;
    figure->x_unit = b->against ? b->x.property->unit : SN_UNIT_TIME;
    figure->x_name =
        b->against ? capitalized(wanted_name(b->model, &b->x, true, true, true)) : g_strdup("Time");
    figure->x_column = b->against ? column_name(b->model, &b->x) : NULL;
    figure->y_name[0] = axis_name(b, 0);
    figure->y_name[1] = axis_name(b, 1);
    figure->legend = plot->legend;
    figure->equal =
        plot->equal && b->against && figure->n_axes == 1 && figure->x_unit == figure->y_unit[0];
}

static void set_ranges(SnFigure *figure, const SnPlot *plot, const SnModel *model)
{
    const bool any = sn_figure_fit_x(figure, figure->x);
    if (!plot->x_automatic && plot->x_low < plot->x_high) {
        figure->x[0] = plot->x_low;
        figure->x[1] = plot->x_high;
    } else if (!any) {
        const double duration = ((const SnModelComponent *)model->root)->duration;
        const double from = figure->x_time && isfinite(figure->x[0]) ? figure->x[0] : 0;
        figure->x[0] = from;
        figure->x[1] = fmax(from + 0.01, duration > 0 ? duration : 1);
    }
    for (int axis = 0; axis < 2; axis++)
        sn_figure_fit_y(figure, axis, NULL, figure->y[axis]);
    if (!plot->y_automatic && plot->y_low < plot->y_high) {
        figure->y[0][0] = plot->y_low;
        figure->y[0][1] = plot->y_high;
    }
}

/* Sets what the figure says where there is nothing to draw. */
static void set_empty(Builder *b)
{
    bool any = false;
    for (guint i = 0; i < b->figure->curves->len; i++)
        any = any || sn_figure_curve(b->figure, (int)i)->rows > 0;
    if (b->wanted->len == 0)
        b->figure->empty = "Drop a property here to draw it,\nor choose Plot in its menu.";
    else if (!any)
        b->figure->empty = "Nothing is recorded yet.\nPlay, and the curves appear.";
}

static void add_run(Builder *b, const SnPlotRun *run)
{
    const guint before = b->figure->curves->len;
    add_lines(b, run->sources, (int)b->figure->runs->len);
    if (b->figure->curves->len > before) { /* else it knows nothing of these properties */
        SnFigureRun kept = {g_strdup(run->name), run->automatic, run->coloured, {0}};
        memcpy(kept.color, run->color, sizeof kept.color);
        g_array_append_val(b->figure->runs, kept);
    }
}

SnFigure *sn_plot_data_figure(SnPlotData *data, const SnModel *model, SnId plot_id,
                              const GArray *present, const GPtrArray *runs)
{
    const SnPlot *plot = (const SnPlot *)sn_model_get(model, plot_id);
    Builder b = {.data = data,
                 .model = model,
                 .figure = sn_figure_new(),
                 .wanted = g_array_new(FALSE, FALSE, sizeof(Wanted)),
                 .labels = g_ptr_array_new(),
                 .curves = g_array_new(FALSE, FALSE, sizeof(SnId))};
    b.against = get_wanted(model, &plot->x, plot->x_number, &b.x);
    collect_curves(&b, sn_model_list(&plot->base, "curves"));
    for (guint i = 0; runs && i < runs->len; i++) {
        const SnPlotRun *run = g_ptr_array_index(runs, i);
        if (run->shown && b.wanted->len > 0)
            add_run(&b, run);
    }
    if (b.wanted->len > 0)
        add_lines(&b, present, -1);
    name_axes(&b, plot);
    set_empty(&b);
    set_ranges(b.figure, plot, model);
    drop_unused(data);
    g_array_unref(b.wanted);
    g_array_unref(b.curves);
    g_ptr_array_unref(b.labels);
    return b.figure;
}

void sn_plot_targets(const SnModel *model, SnId plot_id, GArray *targets)
{
    const SnPlot *plot = (const SnPlot *)sn_model_get(model, plot_id);
    const SnComponent *curves = sn_model_list(&plot->base, "curves");
    if (plot->x.n > 0)
        g_array_append_val(targets, plot->x.targets[0]);
    for (guint i = 0; i < curves->children->len; i++) {
        const SnPlotCurve *curve = g_ptr_array_index(curves->children, i);
        if (curve->property.n > 0)
            g_array_append_val(targets, curve->property.targets[0]);
    }
}
