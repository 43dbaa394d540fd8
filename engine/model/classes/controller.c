/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/model/classes/control.h"
#include "engine/model/classes/probe_signal.h"
#include "engine/model/classes/rows.h"

static const SnProperty controller_properties[] = {
    SN_ROW_NOTES(SnController, notes),
    SN_ROW_ENABLED(SnController, enabled, SN_BIND_CONTROLLER_ENABLED),
};

const SnClass SN_CLASS_CONTROLLER = {
    .name = "controller",
    .label = "Controller",
    .help = "Sets inputs before each step from what the model does.",
    .icon = "sn-controller-symbolic",
    .parent = &SN_CLASS_COMPONENT,
    .abstract = true,
    .size = sizeof(SnController),
    .properties = controller_properties,
    .n_properties = SN_COUNT(controller_properties),
};

static const SnProperty feedback_properties[] = {
    {.name = "measured",
     .label = "Measured",
     .help = "The property that is to reach the goal, as path:property",
     SN_ROW(SnFeedbackController, measured),
     .flags = SN_ONE_TARGET,
     .min_count = 1},
    {.name = "column",
     .label = "Its number",
     .help = "Which number of a property that has several, from 0; -1: their length",
     SN_ROW(SnFeedbackController, column),
     SN_RANGE(SN_COLUMN_LENGTH, 5)},
    {.name = "goal",
     .label = "Goal",
     .help = "What the measured number is to be, SI; an input probe can drive it",
     SN_ROW(SnFeedbackController, goal),
     .kind = SN_INPUT,
     .bind = SN_BIND_CONTROLLER_GOAL},
    {.name = "proportional",
     .label = "Proportional gain",
     .help = "Output per error, SI; the error is goal - measured",
     SN_ROW(SnFeedbackController, proportional),
     SN_DEFAULT(1),
     .bind = SN_BIND_CONTROLLER_PROPORTIONAL},
    {.name = "integral",
     .label = "Integral gain",
     .help = "Output per error and second; the integral stops where the output is at a limit",
     SN_ROW(SnFeedbackController, integral),
     .bind = SN_BIND_CONTROLLER_INTEGRAL},
    {.name = "derivative",
     .label = "Derivative gain",
     .help = "Output per rate of the error, from step to step",
     SN_ROW(SnFeedbackController, derivative),
     .bind = SN_BIND_CONTROLLER_DERIVATIVE},
    {.name = "limited",
     .label = "Limited",
     .help = "The output stays between two limits",
     SN_ROW(SnFeedbackController, limited),
     SN_DEFAULT(1)},
    {.name = "lower",
     .label = "Lower limit",
     .help = "Least output",
     SN_ROW(SnFeedbackController, lower),
     SN_WHEN("limited", SN_IF_TRUE),
     .bind = SN_BIND_CONTROLLER_LOWER},
    {.name = "upper",
     .label = "Upper limit",
     .help = "Greatest output",
     SN_ROW(SnFeedbackController, upper),
     SN_DEFAULT(1),
     SN_WHEN("limited", SN_IF_TRUE),
     .bind = SN_BIND_CONTROLLER_UPPER},
    {.name = "targets",
     .label = "Drives",
     .help = "Inputs that it sets, as path:property; each is its weight times the output",
     SN_ROW(SnFeedbackController, targets),
     .flags = SN_DRIVES | SN_INPUTS_ONLY},
    {.name = "weights",
     .label = "Weights",
     .help = "One for each number of the targets, or one for all; none: 1",
     SN_ROW(SnFeedbackController, weights)},
    {.name = "output",
     .label = "Output",
     .help = "What it sets now, before the weights",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_CONTROLLER_OUTPUT)},
    {.name = "error",
     .label = "Error",
     .help = "Goal - measured, at the start of the last step",
     SN_ROW_RESULT(SN_TYPE_REAL, SN_UNIT_NONE, SN_BIND_CONTROLLER_ERROR)},
};

static void validate(const SnModel *model, const SnComponent *component, SnChecks *checks)
{
    const SnFeedbackController *self = (const SnFeedbackController *)component;
    const int measured = sn_targets_width(model, &self->measured);
    const int driven = sn_targets_width(model, &self->targets);
    if (self->column >= measured)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "column is %d, but what it measures has %d numbers: they count from 0",
                      self->column, measured);
    if (self->weights.n > 1 && self->weights.n != driven)
        sn_checks_add(checks, SN_ERROR, component->id,
                      "has %d weights, its targets %d numbers: give one for each, or one for all",
                      self->weights.n, driven);
    if (self->limited && !(self->lower <= self->upper))
        sn_checks_add(checks, SN_ERROR, component->id, "its lower limit is above the upper one");
    if (self->targets.n == 0)
        sn_checks_add(checks, SN_WARNING, component->id, "has no targets: it drives nothing");
}

const SnClass SN_CLASS_FEEDBACK_CONTROLLER = {
    .name = "feedback_controller",
    .label = "Feedback controller",
    .help = "Drives inputs so that a measured number reaches its goal: output = proportional x "
            "error + integral x (sum of error x step) + derivative x (change of the error / step). "
            "Before each step it reads the state as it is there, with the goal of that moment, and "
            "its output stands for the whole step. It has the last word over probes; those of the "
            "deepest models act first, and a controller may drive another's goal.",
    .icon = "sn-controller-symbolic",
    .parent = &SN_CLASS_CONTROLLER,
    .size = sizeof(SnFeedbackController),
    .properties = feedback_properties,
    .n_properties = SN_COUNT(feedback_properties),
    .validate = validate,
};

/* --- who drives what --- */

typedef struct Drivers {
    GHashTable *first_of; /* "slot entry row" of an input -> the first that drives it */
    const SnModel *model;
    SnChecks *checks;
} Drivers;

static const SnTargets *driven_by(const SnComponent *component)
{
    if (component->class == &SN_CLASS_INPUT_PROBE && ((const SnProbe *)component)->enabled)
        return &((const SnProbe *)component)->targets;
    if (component->class == &SN_CLASS_FEEDBACK_CONTROLLER &&
        ((const SnController *)component)->enabled)
        return &((const SnFeedbackController *)component)->targets;
    return NULL;
}

static bool check_driver(SnComponent *component, void *data)
{
    const Drivers *drivers = data;
    const SnTargets *targets = driven_by(component);
    for (int i = 0; targets && i < targets->n; i++) {
        const SnTarget *target = &targets->targets[i];
        char *key = g_strdup_printf("%u %" G_GUINT64_FORMAT " %d", target->id.index,
                                    (guint64)target->id.entry, target->row);
        const SnComponent *other = g_hash_table_lookup(drivers->first_of, key);
        if (other) {
            g_autofree char *path = sn_model_path(drivers->model, target->id);
            g_autofree char *first = sn_model_path(drivers->model, other->id);
            sn_checks_add(drivers->checks, SN_WARNING, component->id,
                          "drives %s, which %s drives already", path, first);
        }
        g_hash_table_insert(drivers->first_of, key, component);
    }
    return true;
}

void sn_drivers_check(const SnModel *model, SnChecks *checks)
{
    Drivers drivers = {g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL), model, checks};
    sn_component_walk(model->root, check_driver, &drivers);
    g_hash_table_unref(drivers.first_of);
}
