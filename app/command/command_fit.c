/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew fit: inverse kinematics of a whole motion, from measured markers to coordinates. */
#include "app/command/command.h"
#include "app/command/marker_options.h"
#include "app/command/options.h"
#include "engine/base/clock.h"
#include "engine/base/terminal.h"
#include "engine/model/edit/edit.h"

#include <math.h>
#include <stdio.h>

typedef struct Fit {
    const char *markers, *frame, *time, *out;
    GPtrArray *weights, *sets;
    bool quiet;

    SnMotionTable *table;
    GArray *coordinates, *aims, *held;
} Fit;

static void say(const Fit *f, const SnModel *model, const SnMotionFit *fit, double seconds)
{
    const SnComponent *farthest = sn_model_get(model, fit->marker);
    sn_say(stdout,
           "%d poses of %u coordinates: %u markers %.3g mm from where they are measured (RMS), %s "
           "most, %.3g mm at %.6g s",
           fit->motion->n_rows, f->coordinates->len, f->aims->len, 1e3 * fit->rms,
           farthest ? farthest->name : "none", 1e3 * fit->farthest, fit->time);
    if (f->quiet)
        return;
    if (fit->unseen > 0)
        sn_say(stderr,
               "sinew: note: %d rows have no marker of the model; they keep the pose before",
               fit->unseen);
    if (fit->astray > 0)
        sn_say(stderr, "sinew: note: %d values of markers more than 10 km away were left out",
               fit->astray);
    if (fit->at_origin > 0)
        sn_say(stderr,
               "sinew: note: %d values of markers are exactly 0 0 0: leave them empty where they "
               "are missing",
               fit->at_origin);
    if (fit->unsettled > 0)
        sn_say(stderr,
               "sinew: note: %d rows are not at their least: markers hardly tell of their pose",
               fit->unsettled);
    sn_say(stderr, "sinew: %d poses, %.0f a second", fit->motion->n_rows,
           fit->motion->n_rows / fmax(seconds, 1e-9));
}

/* What is measured, and what it weighs. */
static bool prepare(Fit *f, const SnModel *model, GError **error)
{
    f->coordinates = sn_free_coordinates(model, error);
    if (!f->coordinates)
        return false;
    g_autoptr(GArray) columns = sn_marker_columns(model, f->table);
    f->aims = g_array_new(FALSE, TRUE, sizeof(SnMarkerAim));
    f->held = g_array_new(FALSE, FALSE, sizeof(SnHeldCoordinate));
    for (guint i = 0; i < columns->len; i++) {
        const SnMarkerAim aim = {.marker = g_array_index(columns, SnMarkerColumn, i).marker,
                                 .weight = 1};
        g_array_append_val(f->aims, aim);
    }
    for (guint i = 0; i < f->weights->len; i++)
        if (!sn_marker_weight(model, f->aims, f->coordinates, f->weights->pdata[i], f->held, error))
            return false;
    return true;
}

static bool fit_model(Fit *f, const SnModel *model, GError **error)
{
    SnId frame;
    double time[2];
    SnMotionFit fit = {0};
    if (!sn_marker_time(f->time, time, error) || !sn_marker_frame(model, f->frame, &frame, error))
        return false;
    f->table = sn_motion_file_read(f->markers, error);
    if (!f->table)
        return false;
    if (!f->quiet)
        sn_command_say_table_notes(f->table, f->markers);
    if (!prepare(f, model, error))
        return false;
    const int64_t begun = sn_clock_ns();
    bool good = sn_fit_motion(model, f->coordinates, f->table, time, frame, f->aims,
                              (const SnHeldCoordinate *)(const void *)f->held->data,
                              (int)f->held->len, &fit, error);
    const double seconds = 1e-9 * (double)(sn_clock_ns() - begun);
    good = good && sn_motion_file_write(fit.motion, f->out, error);
    if (good)
        say(f, model, &fit, seconds);
    sn_motion_table_free(fit.motion);
    return good;
}

static void clear(Fit *f)
{
    GArray *arrays[] = {f->coordinates, f->aims, f->held};
    for (size_t i = 0; i < G_N_ELEMENTS(arrays); i++)
        if (arrays[i])
            g_array_unref(arrays[i]);
    sn_motion_table_free(f->table);
    g_ptr_array_free(f->weights, TRUE);
    g_ptr_array_free(f->sets, TRUE);
}

SnExit sn_command_fit(int n, char **words, GError **misused)
{
    Fit f = {.weights = g_ptr_array_new(), .sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--markers", SN_OPTION_TEXT, &f.markers, "FILE.trc", "where markers were measured"},
        {"--frame", SN_OPTION_TEXT, &f.frame, "PATH",
         "whose axes the file is in, as frames/ground (the world)"},
        {"--time", SN_OPTION_TEXT, &f.time, "FROM,TO", "this part of the file alone [s]"},
        {"--weight", SN_OPTION_TEXTS, f.weights, "NAME=W",
         "of a marker (1), or of a coordinate, which is then held at its start value (0); may come "
         "again"},
        SN_OPTION_SET(f.sets),
        {"--out", SN_OPTION_TEXT, &f.out, "FILE.mot|sto|csv", "the motion to write"},
        SN_OPTION_QUIET(f.quiet),
    };
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    GError *error = NULL;
    SnExit status = SN_EXIT_DONE;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error) &&
        (!f.markers || !f.out))
        error =
            g_error_new_literal(G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                                f.markers ? "--out is missing: the motion to write (.mot .sto .csv)"
                                          : "--markers is missing: measured places (.trc)");
    if (error) {
        status = sn_command_misused(misused, error);
    } else {
        SnModel *model = sn_command_model(arguments->pdata[0], f.sets, &error);
        if (!model || !fit_model(&f, model, &error))
            status = sn_command_failed(error);
        sn_model_free(model);
    }
    clear(&f);
    return status;
}
