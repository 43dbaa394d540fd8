/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/run/simulation/command.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/sim/bind/bind.h"
#include "engine/sim/bind/playback.h"

#include <stdlib.h>
#include <string.h>

struct SnStartValues {
    size_t bytes;
    double numbers[]; /* q0, u0, activation0 */
};

/* --- life --- */

SnCommand *sn_command_root(SnProbeBox *probes)
{
    SnCommand *root = g_new0(SnCommand, 1);
    root->references = 1;
    root->probes = probes;
    return root;
}

SnCommand *sn_command_ref(SnCommand *command)
{
    command->references++;
    return command;
}

void sn_command_unref(SnCommand *command)
{
    while (command && --command->references == 0) { /* a path may be long: no recursion */
        SnCommand *parent = command->parent;
        sn_probe_box_unref(command->probes);
        sn_free(command->start_before);
        sn_free(command->start_after);
        g_free(command);
        command = parent;
    }
}

size_t sn_command_bytes(const SnCommand *command)
{
    const size_t start = command->start_before ? command->start_before->bytes : 0;
    return sizeof *command + 2 * start;
}

static SnCommand *new_command(SnCommand *parent, SnCommandKind kind, uint64_t step)
{
    SnCommand *command = sn_command_root(sn_probe_box_ref(parent->probes));
    command->kind = kind;
    command->parent = sn_command_ref(parent);
    command->depth = parent->depth + 1;
    command->step = step;
    command->pull = parent->pull;
    return command;
}

/* --- values --- */

static SnStartValues *save_start(const SnSystem *system)
{
    const size_t q = (size_t)system->n_q, u = (size_t)system->n_u;
    const size_t a = (size_t)system->state.n_activations;
    const size_t bytes = (q + u + a) * sizeof(double);
    SnStartValues *start = sn_alloc(1, sizeof *start + bytes);
    start->bytes = sizeof *start + bytes;
    memcpy(start->numbers, system->q0, q * sizeof(double));
    memcpy(start->numbers + q, system->u0, u * sizeof(double));
    memcpy(start->numbers + q + u, system->state.activation0, a * sizeof(double));
    return start;
}

static void restore_start(SnSystem *system, const SnStartValues *start)
{
    const size_t q = (size_t)system->n_q, u = (size_t)system->n_u;
    memcpy(system->q0, start->numbers, q * sizeof(double));
    memcpy(system->u0, start->numbers + q, u * sizeof(double));
    memcpy(system->state.activation0, start->numbers + q + u,
           (size_t)system->state.n_activations * sizeof(double));
}

/* A marker's place in its block is kept as it is: through its location it would be rounded. */
static double *marker_place(const SnSystem *system, const SnCommand *command, SnBind bind)
{
    const int point = bind == SN_BIND_MARKER_LOCATION ? sn_system_index(system, command->id) : -1;
    return point >= 0 && point < system->n_points ? system->points[point].local : NULL;
}

/* Notes what is there before it is written. */
static void note_before(SnCommand *command, const SnSimulation *s, const SnProperty *property)
{
    const SnSystem *system = s->compiled->system;
    const double *place = marker_place(system, command, property->bind);
    if (place)
        sn_v3_copy(place, command->before);
    else /* of inputs the base values: probes are not concerned */
        sn_bind_read(system, system->inputs.base, s->state, s->work, command->id, property->bind,
                     command->before);
    const void *object = sn_model_object(s->model, command->id);
    sn_field_get(object, property, &command->model_before);
    if (property->flags & SN_INHERITABLE)
        command->mode_before = sn_field_mode(object, property);
    if (command->kind == SN_COMMAND_START)
        command->start_before = save_start(system);
}

static const SnProperty *property_of(const SnCommand *command, const SnModel *model)
{
    return sn_model_property(model, command->id, command->row);
}

SnCommand *sn_command_set(SnCommand *parent, SnSimulation *s, SnId id, int row, const double *value,
                          int n, uint64_t revision)
{
    if (!s->compiled || !sn_model_get(s->model, id) || row < 0 ||
        row >= sn_model_n_properties(s->model, id))
        return NULL;
    const SnProperty *property = sn_model_property(s->model, id, row);
    if (property->kind == SN_RESULT || n != sn_type_width(property->type))
        return NULL;
    const bool start = property->kind == SN_START, at_start = s->state->step == 0;
    SnCommand *command = new_command(parent,
                                     !start     ? SN_COMMAND_SET
                                     : at_start ? SN_COMMAND_START
                                                : SN_COMMAND_INTERVENE,
                                     s->state->step);
    command->id = id;
    command->row = row;
    command->n = n;
    command->revision = revision;
    memcpy(command->after, value, (size_t)n * sizeof *value);
    sn_parameters_restore(s->compiled->system);
    note_before(command, s, property);
    if (!sn_simulation_set(s, id, row, value, n, revision)) {
        sn_command_unref(command);
        return NULL;
    }
    if (command->kind == SN_COMMAND_START)
        command->start_after = save_start(s->compiled->system);
    return command;
}

SnCommand *sn_command_pull(SnCommand *parent, SnSimulation *s, SnId id, const double local[3],
                           const double target[3])
{
    SnCommand *command = new_command(parent, SN_COMMAND_PULL, s->state->step);
    sn_simulation_pull(s, id, local, target);
    command->pull = s->pull;
    command->fingerprint = parent->fingerprint; /* the model is as it was */
    return command;
}

SnCommand *sn_command_release(SnCommand *parent)
{
    SnCommand *command = new_command(parent, SN_COMMAND_PULL, parent->step);
    command->pull.id = SN_ID_NULL;
    command->fingerprint = parent->fingerprint;
    return command;
}

SnCommand *sn_command_probes(SnCommand *parent, uint64_t step, SnProbeBox *probes)
{
    SnCommand *command = new_command(parent, SN_COMMAND_PROBES, step);
    sn_probe_box_unref(command->probes);
    command->probes = probes;
    return command;
}

void sn_command_follow(SnCommand *command, SnCommand *parent, const SnCommand *former)
{
    memcpy(command->before, former->before, sizeof command->before);
    command->model_before = former->model_before;
    command->mode_before = former->mode_before;
    command->depth = parent->depth + 1;
    sn_command_ref(parent);
    sn_command_unref(command->parent);
    command->parent = parent;
}

/* --- again, and back --- */

static void write_value(const SnCommand *command, SnSimulation *s)
{
    switch (command->kind) {
    case SN_COMMAND_SET:
        sn_simulation_write(s, command->id, command->row, command->after, command->n);
        break;
    case SN_COMMAND_START: {
        SnValue value;
        const SnProperty *property = property_of(command, s->model);
        restore_start(s->compiled->system, command->start_after);
        if (sn_value_from_numbers(property, command->after, command->n, &value))
            sn_field_set(sn_model_object(s->model, command->id), property, &value);
        break;
    }
    default:
        break;
    }
}

static void take_back_value(const SnCommand *command, SnSimulation *s)
{
    if (command->kind != SN_COMMAND_SET && command->kind != SN_COMMAND_START)
        return;
    SnSystem *system = s->compiled->system;
    const SnProperty *property = property_of(command, s->model);
    double *place = marker_place(system, command, property->bind);
    void *object = sn_model_object(s->model, command->id);
    if (command->kind == SN_COMMAND_START)
        restore_start(system, command->start_before);
    else if (place)
        sn_v3_copy(command->before, place);
    else if (sn_bind_write(system, system->inputs.base, s->state, command->id, property->bind,
                           command->before, command->n))
        sn_parameter_was_set(system, command->id, property->bind, command->before);
    sn_field_set(object, property, &command->model_before);
    if (property->flags & SN_INHERITABLE)
        sn_field_set_mode(object, property, command->mode_before);
}

void sn_command_redo(const SnCommand *command, SnSimulation *s)
{
    if (command->kind == SN_COMMAND_INTERVENE) {
        sn_simulation_set(s, command->id, command->row, command->after, command->n, 0);
        return;
    }
    sn_parameters_restore(s->compiled->system);
    write_value(command, s);
    s->pull = command->pull;
    sn_simulation_written(s);
}

void sn_command_move(SnSimulation *s, const SnCommand *from, const SnCommand *to)
{
    if (from == to)
        return;
    sn_parameters_restore(s->compiled->system);
    GPtrArray *ahead = g_ptr_array_new();
    const SnCommand *up = from, *down = to;
    while (up != down) {
        if (down->depth >= up->depth) {
            g_ptr_array_add(ahead, (void *)down);
            down = down->parent;
        } else {
            take_back_value(up, s);
            up = up->parent;
        }
    }
    for (guint i = ahead->len; i > 0; i--)
        write_value(ahead->pdata[i - 1], s);
    g_ptr_array_free(ahead, TRUE);
    s->pull = to->pull;
    sn_simulation_written(s);
}
