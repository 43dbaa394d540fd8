/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew render: a picture of a moment, without a display. */
#include "app/command/command.h"
#include "app/command/options.h"
#include "app/command/view_options.h"
#include "app/output/measured_lines.h"
#include "app/output/tracked_paths.h"
#include "engine/run/simulation/refuse_fault.h"
#include "engine/run/simulation/simulation.h"

#include <math.h>

typedef struct Picture {
    double time; /* [s] */
    const char *out;
    GPtrArray *sets;
    SnViewOptions view;
    SnViewSettings settings;
} Picture;

static const char *const ENDINGS[] = {".png", ".svg", ".pdf", NULL};

static GError *check_options(Picture *picture)
{
    if (!picture->out)
        return sn_option_wrong("--out FILE.png (or .svg, .pdf) is missing");
    if (!sn_option_ends(picture->out, ENDINGS))
        return sn_option_wrong("--out takes a file that ends in .png, .svg or .pdf");
    if (picture->time < 0)
        return sn_option_wrong("--time must not be negative");
    return sn_view_options_check(&picture->view, &picture->settings);
}

static bool simulate(const Picture *picture, SnSimulation *s, SnTrackedPaths *paths, GError **error)
{
    SnFault fault = s->assembly;
    if (!sn_command_check_steps(s, picture->time, error))
        return false;
    sn_tracked_paths_sample(paths, s);
    while (fault.code == SN_FAULT_NONE && !sn_simulation_reached(s, picture->time)) {
        fault = sn_simulation_step_towards(s, picture->time);
        sn_tracked_paths_sample(paths, s);
    }
    return fault.code == SN_FAULT_NONE || sn_refuse_fault(s, &fault, error);
}

static bool draw(Picture *picture, const SnSimulation *s, const SnTrackedPaths *paths,
                 GError **error)
{
    SnSnapshotPool *pool = sn_snapshot_pool_new();
    SnSnapshot *snapshot = sn_simulation_snapshot(s, pool, NULL, 0, 0);
    sn_view_options_look(&picture->view, s->model, snapshot, &picture->settings);
    char text[256] = "";
    g_autofree char *note = sn_command_output_note(picture->out);
    SnPastKept *past = sn_tracked_paths_keep(paths);
    GArray *measures = sn_measured_lines(s->model, snapshot);
    const bool good = sn_figure_write_measured(
        picture->out, snapshot, &picture->settings, &(SnBesides){.past = past},
        (const SnMeasureLine *)(const void *)measures->data,
        picture->view.plain ? 0 : (int)measures->len, text, sizeof text);
    g_array_unref(measures);
    sn_past_leave(past);
    sn_command_say_output_note(picture->out, good ? note : NULL);
    if (!good) /* what went wrong with the file names it */
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_FILE, "%s%s%s",
                    g_str_has_prefix(text, picture->out) ? "" : picture->out,
                    g_str_has_prefix(text, picture->out) ? "" : ": ", text);
    sn_snapshot_unref(snapshot);
    sn_snapshot_pool_free(pool);
    return good;
}

static bool simulate_and_draw(Picture *picture, SnSimulation *s, GError **error)
{
    SnTrackedPaths *paths = sn_tracked_paths_new(s->model);
    const bool good = simulate(picture, s, paths, error) &&
                      sn_view_options_fit(&picture->settings, error) &&
                      draw(picture, s, paths, error);
    sn_tracked_paths_free(paths);
    return good;
}

bool sn_command_picture(SnSimulation *s, const char *out, GError **error)
{
    Picture picture = {
        .out = out,
        .view = {.size = "1280x800", .scale = NAN, .dpi = NAN, .clips = g_ptr_array_new()}};
    GError *wrong = check_options(&picture);
    if (wrong)
        g_propagate_error(error, wrong);
    SnTrackedPaths *paths = sn_tracked_paths_new(s->model);
    const bool good =
        !wrong && sn_view_options_fit(&picture.settings, error) && draw(&picture, s, paths, error);
    sn_tracked_paths_free(paths);
    g_ptr_array_free(picture.view.clips, TRUE);
    return good;
}

static SnExit render(Picture *picture, const char *argument)
{
    GError *error = NULL;
    SnModel *model = sn_view_options_fit(&picture->settings, &error)
                         ? sn_command_model(argument, picture->sets, &error)
                         : NULL;
    SnFault fault;
    SnSimulation *s = model ? sn_command_simulation(model, &fault, &error) : NULL;
    const bool good = s && simulate_and_draw(picture, s, &error);
    if (s)
        sn_simulation_free(s);
    return good ? SN_EXIT_DONE : sn_command_failed(error);
}

SnExit sn_command_render(int n, char **words, GError **misused)
{
    Picture picture = {
        .view = {.size = "1280x800", .scale = NAN, .dpi = NAN, .clips = g_ptr_array_new()},
        .sets = g_ptr_array_new()};
    const SnOption options[] = {
        {"--time", SN_OPTION_NUMBER, &picture.time, "T", "simulate to this time first [s] (0)"},
        {"--size", SN_OPTION_TEXT, &picture.view.size, "WxH|WxHmm",
         "in pixels (1280x800), or on paper: 85x60mm, with text of 9 points"},
        SN_OPTION_VIEW(picture.view.view),
        {"--scale", SN_OPTION_NUMBER, &picture.view.scale, "N",
         "pixels for each that --size says (1)"},
        {"--dpi", SN_OPTION_NUMBER, &picture.view.dpi, "N", "pixels an inch, instead of --scale"},
        {"--transparent", SN_OPTION_FLAG, &picture.view.transparent, NULL,
         "nothing behind the model, no grid"},
        {"--legend", SN_OPTION_FLAG, &picture.view.legend, NULL, "scale bar and colour bar"},
        {"--plain", SN_OPTION_FLAG, &picture.view.plain, NULL, "model and background alone"},
        {"--dark", SN_OPTION_FLAG, &picture.view.dark, NULL, "colours of the dark theme"},
        SN_OPTION_CLIP(picture.view.clips),
        SN_OPTION_SET(picture.sets),
        {"--out", SN_OPTION_TEXT, &picture.out, "FILE.png|svg|pdf", "the picture"},
    };
    GPtrArray *arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&picture);
    const SnExit status =
        error ? sn_command_misused(misused, error) : render(&picture, arguments->pdata[0]);
    g_ptr_array_free(arguments, TRUE);
    g_ptr_array_free(picture.view.clips, TRUE);
    g_ptr_array_free(picture.sets, TRUE);
    return status;
}
