/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/panel.h"
#include "engine/model/classes/rows.h"

static const SnProperty plot_properties[] = {
    SN_ROW_NOTES(SnPlot, notes),
    {.name = "x",
     .label = "Against",
     .help = "The property on the horizontal axis, as path:property; none: time",
     SN_ROW(SnPlot, x),
     .bind = SN_BIND_DOCUMENT},
    {.name = "x_number",
     .label = "Its number",
     .help = "Which number of a property that has several, from 0; -2: their length",
     SN_ROW(SnPlot, x_number),
     SN_RANGE(-2, 5),
     .bind = SN_BIND_DOCUMENT},
    {.name = "x_automatic",
     .label = "Horizontal range from data",
     .help = "Shows all there is",
     SN_ROW(SnPlot, x_automatic),
     SN_DEFAULT(1),
     .bind = SN_BIND_DOCUMENT},
    {.name = "x_low",
     .label = "From",
     .help = "Left end of the horizontal axis, SI",
     SN_ROW(SnPlot, x_low),
     SN_WHEN("x_automatic", SN_IF_FALSE),
     .bind = SN_BIND_DOCUMENT},
    {.name = "x_high",
     .label = "To",
     .help = "Right end of the horizontal axis, SI",
     SN_ROW(SnPlot, x_high),
     SN_DEFAULT(1),
     SN_WHEN("x_automatic", SN_IF_FALSE),
     .bind = SN_BIND_DOCUMENT},
    {.name = "y_automatic",
     .label = "Vertical range from data",
     .help = "Shows all there is",
     SN_ROW(SnPlot, y_automatic),
     SN_DEFAULT(1),
     .bind = SN_BIND_DOCUMENT},
    {.name = "y_low",
     .label = "From",
     .help = "Lower end of the vertical axis, SI",
     SN_ROW(SnPlot, y_low),
     SN_WHEN("y_automatic", SN_IF_FALSE),
     .bind = SN_BIND_DOCUMENT},
    {.name = "y_high",
     .label = "To",
     .help = "Upper end of the vertical axis, SI",
     SN_ROW(SnPlot, y_high),
     SN_DEFAULT(1),
     SN_WHEN("y_automatic", SN_IF_FALSE),
     .bind = SN_BIND_DOCUMENT},
    {.name = "legend",
     .label = "Legend",
     .help = "Names of the curves always in a corner; otherwise at their ends where they fit",
     SN_ROW(SnPlot, legend),
     .bind = SN_BIND_DOCUMENT},
    {.name = "equal",
     .label = "Equal scales",
     .help = "A path in a plane keeps its shape: one scale for both axes where they have one unit",
     SN_ROW(SnPlot, equal),
     SN_DEFAULT(1),
     .bind = SN_BIND_DOCUMENT},
    {.name = "floating",
     .label = "In a window",
     .help = "Shown in a window of its own instead of below the viewer",
     SN_ROW(SnPlot, floating),
     .bind = SN_BIND_DOCUMENT},
};

static const SnListRow plot_lists[] = {
    {"curves", "Curves", &SN_CLASS_CURVE},
};

static void validate_plot(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnPlot *self = (const SnPlot *)component;
    if (!self->x_automatic && !(self->x_low < self->x_high))
        sn_checks_add(checks, SN_WARNING, component->id, "its horizontal axis is empty");
    if (!self->y_automatic && !(self->y_low < self->y_high))
        sn_checks_add(checks, SN_WARNING, component->id, "its vertical axis is empty");
}

const SnClass SN_CLASS_PLOT = {
    .name = "plot",
    .label = "Plot",
    .help = "Curves of properties against time or against another property.",
    .icon = "sn-plot-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .document = true,
    .size = sizeof(SnPlot),
    .properties = plot_properties,
    .n_properties = SN_COUNT(plot_properties),
    .lists = plot_lists,
    .n_lists = SN_COUNT(plot_lists),
    .validate = validate_plot,
};

static const SnProperty curve_properties[] = {
    {.name = "property",
     .label = "Property",
     .help = "What is drawn, as path:property",
     SN_ROW(SnPlotCurve, property),
     .min_count = 1,
     .bind = SN_BIND_DOCUMENT},
    {.name = "column",
     .label = "Number",
     .help = "Which number of a property that has several, from 0; -1: all, -2: their length",
     SN_ROW(SnPlotCurve, column),
     SN_RANGE(-2, 5),
     SN_DEFAULT(SN_CURVE_ALL),
     .bind = SN_BIND_DOCUMENT},
    {.name = "label",
     .label = "Label",
     .help = "Its name in the legend; empty for the names of component and property",
     SN_ROW(SnPlotCurve, label),
     .bind = SN_BIND_DOCUMENT},
};

const SnClass SN_CLASS_CURVE = {
    .name = "curve",
    .label = "Curve",
    .help = "One property in a plot.",
    .icon = "sn-plot-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .document = true,
    .size = sizeof(SnPlotCurve),
    .properties = curve_properties,
    .n_properties = SN_COUNT(curve_properties),
};
