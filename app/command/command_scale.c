/* SPDX-License-Identifier: GPL-3.0-or-later */
/* sinew scale: a model scaled to a subject. */
#include "app/command/command.h"
#include "app/command/marker_options.h"
#include "app/command/options.h"
#include "app/command/scale_markers.h"
#include "app/command/view_options.h"
#include "engine/base/terminal.h"
#include "engine/model/classes/body.h"
#include "engine/model/file/file.h"
#include "engine/scaling.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

enum { MOST_FILE = 1 << 20 };

typedef struct Scale {
    const char *factors, *markers, *time, *out;
    double mass, smooth;
    bool keep_masses, place;
    GPtrArray *segments, *measures, *warps, *sets;
    SnPlaceOptions markers_on; /* how they are placed */

    SnModel *model;
    SnMotionTable *table; /* of the markers */
    double span[2];       /* of the time that is used [s] */
    GArray *found;        /* of SnSegmentScale */
    GPtrArray *marks;     /* of SnLandmarks */
} Scale;

/* --- words --- */

/* Three numbers, or one for all; false: they are none. */
static bool read_factors(const char *text, double factor[3])
{
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    const guint n = g_strv_length(words);
    for (int k = 0; k < 3 && (n == 1 || n == 3); k++) {
        char *end;
        const char *word = g_strstrip(words[n == 1 ? 0 : k]);
        factor[k] = g_ascii_strtod(word, &end);
        if (end == word || *end || !isfinite(factor[k]))
            return false;
    }
    return n == 1 || n == 3;
}

static SnId find_body(const SnModel *model, const char *path, GError **error)
{
    SnId id = sn_model_resolve(model, model->root, path, NULL);
    if (sn_id_is_null(id)) { /* a body's name is enough */
        g_autofree char *listed = g_strconcat("bodies/", path, NULL);
        id = sn_model_resolve(model, model->root, listed, NULL);
    }
    if (sn_id_is_null(id))
        sn_refuse(error, SN_MODEL_ERROR_PATH, "%s: there is no such body", path);
    return id;
}

/* Along these axes later factors replace earlier ones of the same body, along others those stay. */
static bool add_segment(Scale *s, const char *path, const double factor[3], const char *axes,
                        GError **error)
{
    SnSegmentScale segment = {.body = find_body(s->model, path, error), .factor = {1, 1, 1}};
    if (sn_id_is_null(segment.body))
        return false;
    guint i = 0;
    while (i < s->found->len &&
           !sn_id_equal(g_array_index(s->found, SnSegmentScale, i).body, segment.body))
        i++;
    if (i == s->found->len)
        g_array_append_val(s->found, segment);
    for (int k = 0; k < 3; k++)
        if (strchr(axes, 'x' + k))
            g_array_index(s->found, SnSegmentScale, i).factor[k] = factor[k];
    return true;
}

/* PATH=x,y,z or PATH=s */
static bool read_segment(Scale *s, const char *text, GError **error)
{
    const char *equals = strrchr(text, '=');
    double factor[3];
    if (!equals || !read_factors(equals + 1, factor))
        return sn_refuse(
            error, SN_MODEL_ERROR_VALUE,
            "--segment %s: give a body and its factors, as bodies/femur_r=1.1,1.05,1.1", text);
    g_autofree char *path = g_strndup(text, (gsize)(equals - text));
    return add_segment(s, path, factor, "xyz", error);
}

/* BODY=FILE: landmarks through which the body is warped. */
static bool read_warp(Scale *s, const char *text, GError **error)
{
    const char *equals = strchr(text, '=');
    if (!equals || !equals[1])
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "--warp %s: give a body and a file of landmarks, as femur_r=femur.csv",
                         text);
    g_autofree char *path = g_strndup(text, (gsize)(equals - text));
    SnSegmentScale segment = {.body = find_body(s->model, path, error), .factor = {1, 1, 1}};
    if (sn_id_is_null(segment.body))
        return false;
    SnLandmarks *marks = sn_landmarks_read(s->model, segment.body, equals + 1, error);
    if (!marks)
        return false;
    g_ptr_array_add(s->marks, marks);
    if (!sn_landmarks_fit(marks, s->smooth, error))
        return false;
    segment.warp = sn_landmarks_map(marks);
    g_array_append_val(s->found, segment); /* scaled as well: refused as twice */
    return true;
}

/* Lines of a body and one or three factors, with spaces, tabs or commas between; '#' begins a
 * comment. */
static bool read_file(Scale *s, GError **error)
{
    size_t length;
    g_autofree char *text = sn_read_file(s->factors, MOST_FILE, &length, error);
    if (!text)
        return false;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (int i = 0; lines[i]; i++) {
        char *comment = strchr(lines[i], '#');
        if (comment)
            *comment = 0;
        g_strdelimit(lines[i], " \t\r;", ',');
        g_auto(GStrv) words = g_strsplit(lines[i], ",", -1);
        g_autoptr(GPtrArray) full = g_ptr_array_new();
        for (int k = 0; words[k]; k++)
            if (words[k][0])
                g_ptr_array_add(full, words[k]);
        if (full->len == 0)
            continue;
        g_ptr_array_add(full, NULL);
        g_autofree char *numbers = g_strjoinv(",", (char **)full->pdata + 1);
        double factor[3];
        if (!read_factors(numbers, factor))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "%s:%d: expected a body and one or three factors", s->factors, i + 1);
        if (!add_segment(s, full->pdata[0], factor, "xyz", error)) {
            g_prefix_error(error, "%s:%d: ", s->factors, i + 1);
            return false;
        }
    }
    return true;
}

/* --- measured --- */

/* BODY[+BODY]...[:AXES]=A..B[,C..D]... */
static bool read_measure(Scale *s, const SnMotionTable *table, const double time[2],
                         const char *text, GError **error)
{
    const char *equals = strchr(text, '=');
    double factor;
    if (!equals)
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "expected bodies and markers, as femur_r+femur_l=R.ASIS..R.Knee.Lat");
    g_autofree char *left = g_strndup(text, (gsize)(equals - text));
    char *axes = strrchr(left, ':');
    if (axes)
        *axes++ = 0;
    if (axes && (!*axes || strspn(axes, "xyz") != strlen(axes)))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "axes %s: give some of xyz", axes);
    if (!sn_scale_measure_text(s->model, table, time, equals + 1, &factor, error))
        return false;
    const double all[3] = {factor, factor, factor};
    g_auto(GStrv) bodies = g_strsplit(left, "+", -1);
    for (int i = 0; bodies[i]; i++)
        if (!add_segment(s, bodies[i], all, axes ? axes : "xyz", error))
            return false;
    return true;
}

static bool read_markers(Scale *s, GError **error)
{
    s->table =
        sn_marker_time(s->time, s->span, error) ? sn_motion_file_read(s->markers, error) : NULL;
    if (s->table)
        sn_command_say_table_notes(s->table, s->markers);
    return s->table != NULL;
}

static bool read_measures(Scale *s, GError **error)
{
    for (guint i = 0; i < s->measures->len; i++) {
        if (read_measure(s, s->table, s->span, s->measures->pdata[i], error))
            continue;
        g_prefix_error(error, "--measure %s: ", (const char *)s->measures->pdata[i]);
        return false;
    }
    return true;
}

/* --- the command --- */

static bool find_segments(Scale *s, GError **error)
{
    if (s->markers && (!read_markers(s, error) || !read_measures(s, error)))
        return false;
    if (s->factors && !read_file(s, error))
        return false;
    for (guint i = 0; i < s->segments->len; i++)
        if (!read_segment(s, s->segments->pdata[i], error))
            return false;
    for (guint i = 0; i < s->warps->len; i++)
        if (!read_warp(s, s->warps->pdata[i], error))
            return false;
    return true;
}

static void print_segments(const Scale *s)
{
    guint n_warps = 0; /* in the order of their segments */
    sn_say(stdout, "%-32s %12s %12s %12s", "body", "x", "y", "z");
    for (guint i = 0; i < s->found->len; i++) {
        const SnSegmentScale *segment = &g_array_index(s->found, SnSegmentScale, i);
        g_autofree char *path = sn_model_path(s->model, segment->body);
        if (segment->warp) {
            g_autofree char *fit = sn_landmarks_describe(s->marks->pdata[n_warps++]);
            sn_say(stdout, "%-32s %12s through %s", path, "warped", fit);
            continue;
        }
        sn_say(stdout, "%-32s %12.9g %12.9g %12.9g", path, segment->factor[0], segment->factor[1],
               segment->factor[2]);
    }
}

static bool scale_model(Scale *s, GError **error)
{
    g_autoptr(GPtrArray) notes = g_ptr_array_new_with_free_func(g_free);
    if (!find_segments(s, error))
        return false;
    const SnScaling scaling = {(int)s->found->len,
                               (const SnSegmentScale *)(const void *)s->found->data, s->keep_masses,
                               isnan(s->mass) ? 0 : s->mass};
    if ((s->found->len || scaling.mass > 0) && !sn_scale_model(s->model, &scaling, notes, error))
        return false;
    if (s->place && !sn_scale_place(s->model, s->table, s->span, &s->markers_on, error))
        return false;
    g_autofree char *note = sn_command_output_note(s->out);
    if (!sn_file_write_whole(s->model, s->out, error))
        return false;
    if (s->found->len)
        print_segments(s);
    sn_command_say_output_note(s->out, note);
    for (guint i = 0; i < notes->len; i++)
        sn_say(stderr, "sinew: note: %s", (const char *)notes->pdata[i]);
    return true;
}

static GError *check_options(const Scale *s)
{
    if (!s->out)
        return sn_option_wrong("--out is missing: the model to write");
    if (!s->markers != (s->measures->len == 0 && !s->place))
        return sn_option_wrong("--markers FILE.trc goes with --measure BODY=A..B or --place");
    if (!s->place &&
        (s->markers_on.frame || s->markers_on.fixed->len || s->markers_on.weights->len))
        return sn_option_wrong("--frame, --fixed and --weight are of --place");
    if (s->time && !s->markers)
        return sn_option_wrong("--time is of --markers");
    if (!s->markers && !s->factors && s->segments->len == 0 && s->warps->len == 0 && isnan(s->mass))
        return sn_option_wrong(
            "nothing to scale: give --segment, --factors, --measure, --warp, --place or --mass");
    if (s->smooth != 0 && s->warps->len == 0)
        return sn_option_wrong("--smooth is of --warp");
    if (!isnan(s->mass) && !(s->mass > 0))
        return sn_option_wrong("--mass takes kilograms above 0");
    return NULL;
}

static void scale_clear(Scale *s)
{
    sn_model_free(s->model);
    sn_motion_table_free(s->table);
    g_ptr_array_free(s->markers_on.fixed, TRUE);
    g_ptr_array_free(s->markers_on.weights, TRUE);
    g_array_free(s->found, TRUE);
    g_ptr_array_free(s->segments, TRUE);
    g_ptr_array_free(s->measures, TRUE);
    g_ptr_array_free(s->warps, TRUE);
    g_ptr_array_free(s->marks, TRUE);
    g_ptr_array_free(s->sets, TRUE);
}

SnExit sn_command_scale(int n, char **words, GError **misused)
{
    Scale s = {.mass = (double)NAN,
               .segments = g_ptr_array_new(),
               .measures = g_ptr_array_new(),
               .warps = g_ptr_array_new(),
               .marks = g_ptr_array_new_with_free_func((GDestroyNotify)sn_landmarks_free),
               .sets = g_ptr_array_new(),
               .markers_on = {.fixed = g_ptr_array_new(), .weights = g_ptr_array_new()},
               .found = g_array_new(FALSE, TRUE, sizeof(SnSegmentScale))};
    const SnOption options[] = {
        {"--segment", SN_OPTION_TEXTS, s.segments, "BODY=X,Y,Z",
         "factors along the axes of a body (may come again)"},
        {"--factors", SN_OPTION_TEXT, &s.factors, "FILE",
         "the same from a file, a line for each body"},
        {"--measure", SN_OPTION_TEXTS, s.measures, "BODY[+BODY]...[:AXES]=A..B[,C..D]...",
         "factors from the distance of markers A and B, in the model and in --markers (may come "
         "again)"},
        {"--warp", SN_OPTION_TEXTS, s.warps, "BODY=FILE",
         "through landmarks in the body's axes by a thin-plate spline: lines of a marker on it, or "
         "x,y,z, and where that goes [m] (may come again)"},
        {"--smooth", SN_OPTION_NUMBER, &s.smooth, "W",
         "with --warp: 0 (the default) goes through all landmarks, more misses them for a smoother "
         "map; much leaves the best stretch alone"},
        {"--markers", SN_OPTION_TEXT, &s.markers, "FILE.trc", "where markers were measured"},
        {"--time", SN_OPTION_TEXT, &s.time, "FROM,TO", "this part of --markers alone [s]"},
        {"--mass", SN_OPTION_NUMBER, &s.mass, "KG", "of all bodies in the end"},
        SN_OPTION_SET(s.sets),
        {"--keep-masses", SN_OPTION_FLAG, &s.keep_masses, NULL,
         "masses do not change with volumes"},
        {"--place", SN_OPTION_FLAG, &s.place, NULL,
         "fit the pose to the measured markers (least squares), then move markers to where they "
         "are measured"},
        {"--frame", SN_OPTION_TEXT, &s.markers_on.frame, "PATH",
         "with --place: whose axes the file is in, as frames/ground (the world)"},
        {"--fixed", SN_OPTION_TEXTS, s.markers_on.fixed, "MARKER,...",
         "with --place: these stay where they are on their bodies"},
        {"--weight", SN_OPTION_TEXTS, s.markers_on.weights, "NAME=W",
         "with --place: of a marker (1), or of a coordinate, which is then held at its start value "
         "(0); may come again"},
        {"--out", SN_OPTION_TEXT, &s.out, "MODEL.sinew", "the model to write"},
    };
    g_autoptr(GPtrArray) arguments = g_ptr_array_new();
    GError *error = NULL;
    if (sn_options_parse(n, words, options, G_N_ELEMENTS(options), arguments, 1, 1, &error))
        error = check_options(&s);
    SnExit status = SN_EXIT_DONE;
    if (error) {
        status = sn_command_misused(misused, error);
    } else {
        s.model = sn_command_model(arguments->pdata[0], s.sets, &error);
        if (!s.model || !scale_model(&s, &error))
            status = sn_command_failed(error);
    }
    scale_clear(&s);
    return status;
}
