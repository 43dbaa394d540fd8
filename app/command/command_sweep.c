/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew sweep: lengths, moment arms and forces of paths over the range of a coordinate. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/stop_signals.h"
#include "app/command/view_options.h"
#include "engine/base/terminal.h"
#include "engine/pose.h"
#include "engine/sweep.h"
#include "engine/text/refuse.h"
#include "engine/text/write_file.h"

#include <gio/gio.h>
#include <math.h>
#include <string.h>

enum { MOST_SAMPLES = 100000 };

typedef struct Sweep {
    const char *coordinate, *out;
    double from, to, samples; /* NAN: the coordinate's own range */
    GPtrArray *paths, *sets;
} Sweep;

/* --- what is asked for --- */

static bool add_path(SnComponent *component, void *found)
{
    if (sn_has_moment_arm(component))
        g_array_append_val((GArray *)found, component->id);
    return true;
}

/* Those named, else all that there are. */
static bool find_paths(const SnModel *model, const GPtrArray *names, GArray *found, GError **error)
{
    for (guint i = 0; i < names->len; i++) {
        const SnId id = sn_model_resolve(model, model->root, names->pdata[i], error);
        const SnComponent *component = sn_model_get(model, id);
        if (!component)
            return false;
        if (!sn_has_moment_arm(component))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "--path %s is a %s, which pulls along no path",
                             (const char *)names->pdata[i], component->class->name);
        g_array_append_val(found, id);
    }
    if (names->len == 0)
        sn_component_walk(model->root, add_path, found);
    return found->len > 0 ||
           sn_refuse(error, SN_MODEL_ERROR_VALUE, "nothing in the model pulls along a path");
}

/* --- the command --- */

static bool is_wanted(double done, void *data)
{
    (void)done, (void)data;
    return !sn_stop_signals_seen();
}

static bool write_sweep(const Sweep *s, const SnModel *model, const SnSweep *sweep, GError **error)
{
    g_autofree char *text = sn_sweep_csv(model, sweep);
    g_autofree char *note = sn_command_output_note(s->out);
    if (!sn_write_file(s->out, SN_OUTPUT_WHOLE, text, strlen(text), error))
        return false;
    sn_command_say_output_note(s->out, note);
    if (sweep->gap)
        sn_say(stderr, "sinew: note: %s", sweep->gap);
    return true;
}

static bool sweep_model(const Sweep *s, SnModel *model, GError **error)
{
    SnTarget target;
    g_autoptr(GArray) paths = g_array_new(FALSE, FALSE, sizeof(SnId));
    if (!sn_coordinate_find(model, s->coordinate, &target, error) ||
        !find_paths(model, s->paths, paths, error))
        return false;
    double low, high;
    const SnProperty *row = sn_model_property(model, target.id, target.row);
    if (!sn_coordinate_range(model, target.id, row, &low, &high))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "the joint of %s has no such coordinate",
                         s->coordinate);
    low = isnan(s->from) ? low : s->from;
    high = isnan(s->to) ? high : s->to;
    if (!(low < high))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "the range from %g to %g is empty", low,
                         high);
    SnSweep *sweep =
        sn_sweep_new(model, target, low, high, (int)s->samples, (const SnId *)(void *)paths->data,
                     (int)paths->len, is_wanted, NULL, error);
    if (!sweep && error && !*error)
        g_set_error(error, G_IO_ERROR, G_IO_ERROR_CANCELLED, "%s: nothing written",
                    sn_stop_signals_seen());
    const bool good = sweep && write_sweep(s, model, sweep, error);
    sn_sweep_free(sweep);
    return good;
}

static SnExit run_sweep(const Sweep *s, const char *argument)
{
    GError *error = NULL;
    SnModel *model = sn_command_model(argument, s->sets, &error);
    const bool good = model && sweep_model(s, model, &error);
    sn_model_free(model);
    return good ? SN_EXIT_DONE : sn_command_failed(error);
}

static GError *check_options(const Sweep *s)
{
    if (!s->coordinate)
        return sn_option_wrong("--coordinate is missing: which is swept, as joints/knee:angle");
    if (!s->out)
        return sn_option_wrong("--out is missing: the table to write");
    if (s->samples != floor(s->samples) || s->samples < 2 || s->samples > MOST_SAMPLES)
        return sn_option_wrong("--samples takes a whole number from 2 to 100000");
    return NULL;
}

SnExit sn_command_sweep(int n, char **words, GError **misused)
{
    Sweep s = {.from = (double)NAN,
               .to = (double)NAN,
               .samples = 101,
               .paths = g_ptr_array_new(),
               .sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--coordinate", SN_OPTION_TEXT, &s.coordinate, "NAME|PATH:COORDINATE",
         "of a joint, as knee_angle_r or joints/knee:angle"},
        {"--from", SN_OPTION_NUMBER, &s.from, "A", "[rad or m] (its lower limit)"},
        {"--to", SN_OPTION_NUMBER, &s.to, "B", "[rad or m] (its upper limit)"},
        {"--samples", SN_OPTION_NUMBER, &s.samples, "N", "how many rows (101)"},
        {"--path", SN_OPTION_TEXTS, s.paths, "PATH",
         "of a muscle, spring or ligament (all; may come again)"},
        SN_OPTION_SET(s.sets),
        {"--out", SN_OPTION_TEXT, &s.out, "FILE.csv", "the table to write"},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&s);
    if (!error)
        sn_stop_signals_catch();
    const SnExit status =
        error ? sn_command_misused(misused, error) : run_sweep(&s, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(s.paths, TRUE);
    g_ptr_array_free(s.sets, TRUE);
    return status;
}
