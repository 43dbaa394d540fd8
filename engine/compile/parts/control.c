/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Controllers and monitors: those of the deepest models first. */
#include "engine/compile/core/compiler.h"

#include "engine/model/classes/control.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/bind/control.h"

#include <math.h>

static int depth_of(const SnComponent *component)
{
    int depth = 0;
    for (; component; component = component->parent)
        depth++;
    return depth;
}

static gint compare_depth(gconstpointer a, gconstpointer b)
{
    return depth_of(*(const SnComponent *const *)b) - depth_of(*(const SnComponent *const *)a);
}

/* Components of a class; the sort keeps the order of the tree among those of one depth. */
static GPtrArray *of_class(SnCompiler *c, const SnClass *class)
{
    GPtrArray *found = g_ptr_array_new();
    for (guint i = 0; i < c->components->len; i++)
        if (((const SnComponent *)c->components->pdata[i])->class == class)
            g_ptr_array_add(found, c->components->pdata[i]);
    g_ptr_array_sort(found, compare_depth);
    return found;
}

/* The places of both, and the controllers' goals. */
bool sn_compile_control_inputs(SnCompiler *c)
{
    g_autoptr(GPtrArray) controllers = of_class(c, &SN_CLASS_FEEDBACK_CONTROLLER);
    g_autoptr(GPtrArray) monitors = of_class(c, &SN_CLASS_MONITOR);
    int memory = 0;
    for (guint i = 0; i < controllers->len; i++) {
        const SnFeedbackController *from = controllers->pdata[i];
        const SnSystemController controller = {
            .id = from->base.base.id,
            .enabled = from->base.enabled,
            .number = from->column,
            .goal = sn_compiler_add_inputs(c, &from->goal, 1),
            .proportional = from->proportional,
            .integral = from->integral,
            .derivative = from->derivative,
            .limited = from->limited,
            .lower = from->lower,
            .upper = from->upper,
            .memory = memory,
        };
        memory += SN_CONTROLLER_MEMORY;
        g_array_append_val(c->controllers, controller);
    }
    for (guint i = 0; i < monitors->len; i++) {
        const SnMonitor *from = monitors->pdata[i];
        const SnSystemMonitor monitor = {
            .id = from->base.id,
            .enabled = from->enabled,
            .number = from->column,
            .bounded = from->bounded,
            .low = from->low,
            .high = from->high,
            .memory = memory,
        };
        memory += SN_MONITOR_MEMORY;
        g_array_append_val(c->monitors, monitor);
    }
    c->system->state.n_memory = memory;
    return true;
}

static const SnProperty *row_of(SnCompiler *c, const SnTarget *target)
{
    return sn_model_object(c->model, target->id)
               ? sn_model_property(c->model, target->id, target->row)
               : NULL;
}

/* What is read of a property; false with an error if it has no such number. */
static bool add_address(SnCompiler *c, const SnComponent *component, const SnTargets *targets,
                        int number, SnAddress *address)
{
    const SnProperty *row = targets->n == 1 ? row_of(c, &targets->targets[0]) : NULL;
    if (!row)
        return sn_compiler_fail(c, component, "must name one property, and one that is there");
    *address = (SnAddress){
        .id = targets->targets[0].id,
        .property = targets->targets[0].row,
        .bind = row->bind,
        .width = sn_bind_width(row->bind),
        .index = sn_system_index(c->system, targets->targets[0].id),
    };
    if (number < address->width)
        return true;
    g_autofree char *path = sn_model_path(c->model, address->id);
    return sn_compiler_fail(c, component, "%s:%s has %d numbers: there is no number %d", path,
                            row->name, address->width, number);
}

static bool add_target(SnCompiler *c, const SnFeedbackController *controller,
                       const SnTarget *target, int *number)
{
    const SnComponent *component = &controller->base.base;
    const SnProperty *row = row_of(c, target);
    const int input = row ? sn_bind_input(c->system, target->id, row->bind) : -1;
    if (input < 0) {
        g_autofree char *path = row ? sn_model_path(c->model, target->id) : g_strdup("a target");
        return sn_compiler_fail(c, component,
                                "cannot drive %s%s%s: targets of a controller are inputs, such as "
                                "a muscle's excitation or a load",
                                path, row ? ":" : "", row ? row->name : "");
    }
    const bool bounded = row->hard_min != 0 || row->hard_max != 0;
    const SnReals *weights = &controller->weights;
    for (int k = 0; k < sn_type_width(row->type); k++, ++*number) {
        if (weights->n > 1 && *number >= weights->n)
            return sn_compiler_fail(c, component,
                                    "has %d weights, its targets more numbers: give one for each, "
                                    "or one for all",
                                    weights->n);
        const SnControlTarget driven = {
            .input = input + k,
            .weight = weights->n == 0 ? 1 : weights->values[weights->n == 1 ? 0 : *number],
            .low = bounded ? row->hard_min : -HUGE_VAL,
            .high = bounded ? row->hard_max : HUGE_VAL,
        };
        g_array_append_val(c->control_targets, driven);
    }
    return true;
}

static bool add_controller(SnCompiler *c, SnSystemController *controller)
{
    const SnFeedbackController *from =
        (const SnFeedbackController *)sn_model_get(c->model, controller->id);
    int number = 0;
    controller->first_target = (int)c->control_targets->len;
    for (int i = 0; i < from->targets.n; i++)
        if (!add_target(c, from, &from->targets.targets[i], &number))
            return false;
    controller->n_targets = number;
    return add_address(c, &from->base.base, &from->measured, from->column, &controller->measured);
}

bool sn_compile_control(SnCompiler *c)
{
    for (int i = 0; i < c->system->control.n_controllers; i++)
        if (!add_controller(c, &c->system->control.controllers[i]))
            return false;
    for (int i = 0; i < c->system->control.n_monitors; i++) {
        SnSystemMonitor *monitor = &c->system->control.monitors[i];
        const SnMonitor *from = (const SnMonitor *)sn_model_get(c->model, monitor->id);
        if (!add_address(c, &from->base, &from->property, from->column, &monitor->watched))
            return false;
    }
    return true;
}
