/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Probes: their targets become addresses, their knots rows of numbers. */
#include "engine/compile/compiler.h"

#include "engine/sim/bind.h"

#include <string.h>

static char *target_text(SnCompiler *c, const SnTarget *target)
{
    char *path = sn_model_path(c->model, target->id);
    char *text =
        g_strdup_printf("%s:%s", path, sn_model_property(c->model, target->id, target->row)->name);
    g_free(path);
    return text;
}

/* Appends one target; `input` says which way its numbers go. */
static bool add_target(SnCompiler *c, const SnComponent *component, const SnTarget *target,
                       bool input, int *width)
{
    if (!sn_model_get(c->model, target->id))
        return sn_compiler_fail(c, component, "a target does not exist any more: remove it");
    const SnProperty *property = sn_model_property(c->model, target->id, target->row);
    SnAddress address = {
        .id = target->id,
        .property = target->row,
        .bind = property->bind,
        .width = sn_bind_width(property->bind),
        .index = input ? sn_bind_input(c->system, target->id, property->bind)
                       : sn_system_index(c->system, target->id),
    };
    if (address.width == 0 || (input && address.index < 0)) {
        char *text = target_text(c, target);
        sn_compiler_fail(c, component,
                         input ? "cannot drive %s: targets of an input probe are inputs, such as "
                                 "a muscle's excitation, a load or the target of a led body"
                               : "cannot record %s: it has no numbers while the model runs",
                         text);
        g_free(text);
        return false;
    }
    *width += address.width;
    g_array_append_val(c->addresses, address);
    return true;
}

static bool add_targets(SnCompiler *c, const SnProbe *probe, bool input, int *width)
{
    *width = 0;
    bool good = true;
    for (int i = 0; good && i < probe->targets.n; i++)
        good = add_target(c, &probe->base, &probe->targets.targets[i], input, width);
    return good;
}

/* Rows of (time, values); one value for all targets is repeated. */
static bool add_knots(SnCompiler *c, const SnInputProbe *probe, int width)
{
    const SnComponent *component = &probe->base.base;
    const SnKnot *knots = probe->knots.entries;
    for (int i = 0; i < probe->knots.n; i++) {
        const SnReals *values = &knots[i].values;
        if (values->n != width && values->n != 1)
            return sn_compiler_fail(c, component,
                                    "knot %d has %d values, but its targets take %d: give %d "
                                    "values, or one for all",
                                    i, values->n, width, width);
        if (i > 0 && !(knots[i].time > knots[i - 1].time))
            return sn_compiler_fail(c, component,
                                    "times of its knots must increase: knot %d is at %g s, the one "
                                    "before at %g s",
                                    i, knots[i].time, knots[i - 1].time);
        g_array_append_val(c->knots, knots[i].time);
        for (int k = 0; k < width; k++)
            g_array_append_val(c->knots, values->values[values->n == 1 ? 0 : k]);
    }
    return true;
}

static bool add_input_probe(SnCompiler *c, const SnInputProbe *probe)
{
    SnSystemInputProbe compiled = {
        .id = probe->base.base.id,
        .enabled = probe->base.enabled,
        .extend = probe->extend,
        .first_target = (int)c->addresses->len,
        .n_targets = probe->base.targets.n,
        .n_knots = probe->knots.n,
        .knots = (int)c->knots->len,
    };
    if (!add_targets(c, &probe->base, true, &compiled.width) ||
        !add_knots(c, probe, compiled.width))
        return false;
    g_array_append_val(c->input_probes, compiled);
    return true;
}

static bool add_output_probe(SnCompiler *c, const SnOutputProbe *probe)
{
    SnSystemOutputProbe compiled = {
        .id = probe->base.base.id,
        .enabled = probe->base.enabled,
        .interval = probe->interval,
        .start = probe->start,
        .stop = probe->stop,
        .first_target = (int)c->addresses->len,
        .n_targets = probe->base.targets.n,
    };
    if (!add_targets(c, &probe->base, false, &compiled.width))
        return false;
    const SnComponent *component = &probe->base.base;
    char number[32];
    g_snprintf(number, sizeof number, "%d", component->number);
    compiled.name = strdup(component->name ? component->name : number);
    g_array_append_val(c->output_probes, compiled);
    return true;
}

bool sn_compile_probes(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_INPUT_PROBE)
            good = add_input_probe(c, (const SnInputProbe *)component);
        else if (component->class == &SN_CLASS_OUTPUT_PROBE)
            good = add_output_probe(c, (const SnOutputProbe *)component);
    }
    return good;
}
