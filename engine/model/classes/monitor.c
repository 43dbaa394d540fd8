/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/control.h"
#include "engine/model/classes/probe_signal.h"
#include "engine/model/classes/rows.h"

static const char *const action_names[] = {"none", "note", "pause", NULL};

static const SnProperty properties[] = {
    SN_ROW_NOTES(SnMonitor, notes),
    SN_ROW_ENABLED(SnMonitor, enabled, SN_BIND_MONITOR_ENABLED),
    {.name = "property",
     .label = "Property",
     .help = "What is watched, as path:property",
     SN_ROW(SnMonitor, property),
     .flags = SN_ONE_TARGET,
     .min_count = 1},
    {.name = "column",
     .label = "Its number",
     .help = "Which number of a property that has several, from 0; -1: their length",
     SN_ROW(SnMonitor, column),
     SN_RANGE(SN_COLUMN_LENGTH, 5)},
    {.name = "bounded",
     .label = "Bounded",
     .help = "The number is to stay between two bounds",
     SN_ROW(SnMonitor, bounded)},
    {.name = "low",
     .label = "Lower bound",
     .help = "SI",
     SN_ROW(SnMonitor, low),
     SN_WHEN("bounded", SN_IF_TRUE),
     .bind = SN_BIND_MONITOR_LOW},
    {.name = "high",
     .label = "Upper bound",
     .help = "SI",
     SN_ROW(SnMonitor, high),
     SN_DEFAULT(1),
     SN_WHEN("bounded", SN_IF_TRUE),
     .bind = SN_BIND_MONITOR_HIGH},
    {.name = "action",
     .label = "When left",
     .help = "What happens at the step that leaves the bounds: none, a note in the log, or a note "
             "and a pause",
     SN_ROW_ENUM(SnMonitor, action, action_names),
     SN_WHEN("bounded", SN_IF_TRUE)},
    {.name = "value",
     .label = "Value",
     .help = "The number now",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_MONITOR_VALUE)},
    {.name = "minimum",
     .label = "Minimum",
     .help = "Least value at a step since t = 0, or since the monitor is there",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_MONITOR_MINIMUM)},
    {.name = "maximum",
     .label = "Maximum",
     .help = "Greatest value since then",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_MONITOR_MAXIMUM)},
    {.name = "mean",
     .label = "Mean",
     .help = "Integral / time since then",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_MONITOR_MEAN)},
    {.name = "integral",
     .label = "Integral",
     .help = "Of the value over time since then, by the trapezoidal rule over the steps",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_MONITOR_INTEGRAL)},
    {.name = "time_outside",
     .label = "Time outside",
     .help = "Sum of the steps that ended outside of the bounds",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_TIME, SN_BIND_MONITOR_TIME_OUTSIDE),
     SN_WHEN("bounded", SN_IF_TRUE)},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnMonitor *self = (const SnMonitor *)component;
    const int width = sn_targets_width(model, &self->property);
    if (self->column >= width)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "column is %d, but what it watches has %d numbers: they count from 0",
                      self->column, width);
    if (self->bounded && !(self->low <= self->high))
        sn_checks_add(checks, SN_ERROR, component->id, "its lower bound is above the upper one");
}

const SnClass SN_CLASS_MONITOR = {
    .name = "monitor",
    .label = "Monitor",
    .help = "Watches a number after each step and keeps its statistics; can tell or pause when it "
            "leaves its bounds. It changes nothing of the motion.",
    .icon = "sn-monitor-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .size = sizeof(SnMonitor),
    .properties = properties,
    .n_properties = SN_COUNT(properties),
    .validate = validate,
};
