/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/scaling.h"

#include "engine/base/vec.h"
#include "engine/model/classes/body.h"
#include "engine/text/limits.h"
#include "engine/text/refuse.h"

#include <math.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20 };

#define MOST_FACTOR 5.0 /* of the size; units differ by 10 and more */

/* So smooth that only the affine map of least squares is left: less than a millionth of what the
 * landmarks move is bent (tests/geometry/thin_plate_test.c). */
static const double ALL_SMOOTH = 1e8;

struct SnLandmarks {
    char *path;
    GArray *from, *to;  /* of double[3] */
    GArray *lines;      /* where they are, of int */
    SnThinPlate *plate; /* once it is fitted */
};

typedef struct Reading {
    const SnModel *model;
    SnId body;
    SnLandmarks *marks;
    int line;
} Reading;

static bool read_numbers(char *const *words, guint n, double *numbers)
{
    for (guint i = 0; i < n; i++) {
        char *end;
        numbers[i] = g_ascii_strtod(words[i], &end);
        if (end == words[i] || *end || !isfinite(numbers[i]))
            return false;
    }
    return true;
}

/* Where a marker is in the axes of the body. */
static bool find_marker(const Reading *r, const char *name, double place[3], GError **error)
{
    SnId id = sn_model_resolve(r->model, r->model->root, name, NULL), body = SN_ID_NULL;
    if (sn_id_is_null(id)) {
        g_autofree char *listed = g_strconcat("markers/", name, NULL);
        id = sn_model_resolve(r->model, r->model->root, listed, NULL);
    }
    const SnComponent *component = sn_model_get(r->model, id);
    if (!component || !sn_class_is_a(component->class, &SN_CLASS_MARKER))
        return sn_refuse(error, SN_MODEL_ERROR_PATH, "%s:%d: the model has no marker %s",
                         r->marks->path, r->line, name);
    const SnMarker *marker = (const SnMarker *)component;
    double position[3], orientation[4];
    if (!sn_model_carrier(r->model, marker->frame, &body, position, orientation) ||
        !sn_id_equal(body, r->body))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s:%d: the marker %s is not on that body",
                         r->marks->path, r->line, name);
    sn_pose_point(position, orientation, marker->location, place);
    return true;
}

static bool read_line(Reading *r, char *text, GError **error)
{
    g_strdelimit(text, " \t\r;", ',');
    g_auto(GStrv) words = g_strsplit(text, ",", -1);
    g_autoptr(GPtrArray) full = g_ptr_array_new();
    double numbers[6];
    for (int k = 0; words[k]; k++)
        if (words[k][0])
            g_ptr_array_add(full, words[k]);
    char *const *all = (char *const *)full->pdata;
    if (full->len == 0)
        return true;
    if (full->len == 4 && read_numbers(all + 1, 3, numbers + 3)) {
        if (!find_marker(r, all[0], numbers, error))
            return false;
    } else if (full->len != 6 || !read_numbers(all, 6, numbers)) {
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "%s:%d: expected a marker and where it goes (x y z), or six numbers, from "
                         "and to, in metres and the body's axes",
                         r->marks->path, r->line);
    }
    g_array_append_vals(r->marks->from, numbers, 1);
    g_array_append_vals(r->marks->to, numbers + 3, 1);
    g_array_append_val(r->marks->lines, r->line);
    return true;
}

static const double (*places(const GArray *array))[3]
{
    return (const double(*)[3])(const void *)array->data;
}

static int line_of(const SnLandmarks *marks, int i)
{
    return g_array_index(marks->lines, int, i);
}

/* --- the map --- */

/* Mean distance from their mean. */
static double size_of(const GArray *array)
{
    const double(*at)[3] = places(array);
    double mean[3] = {0}, size = 0;
    for (guint i = 0; i < array->len; i++)
        for (int k = 0; k < 3; k++)
            mean[k] += at[i][k] / array->len;
    for (guint i = 0; i < array->len; i++)
        size += sn_v3_distance(at[i], mean) / array->len;
    return size;
}

/* Landmarks in wrong units would make a body a thousand times as large. */
static bool check_size(const SnLandmarks *marks, GError **error)
{
    const double ratio = size_of(marks->to) / size_of(marks->from);
    return (ratio < MOST_FACTOR && ratio * MOST_FACTOR > 1) || !isfinite(ratio) ||
           sn_refuse(error, SN_MODEL_ERROR_VALUE,
                     "%s: the landmarks go %.3g times as far apart: all numbers are in metres",
                     marks->path, ratio);
}

/* Where the map turns space over at a landmark, two of them are crossed, also far from all that
 * the body has. */
static bool check_turn(const SnLandmarks *marks, const SnThinPlate *plate, GError **error)
{
    for (guint i = 0; i < marks->from->len; i++) {
        double gradient[9];
        sn_thin_plate_gradient(plate, places(marks->from)[i], gradient);
        if (!(sn_m3_det(gradient) > 0))
            return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                             "%s:%d: space is turned inside out at this landmark: look for ones "
                             "that are crossed",
                             marks->path, line_of(marks, (int)i));
    }
    return true;
}

static SnThinPlate *plate_of(const SnLandmarks *marks, double smoothing, GError **error)
{
    SnThinPlateFault fault;
    int which[2];
    SnThinPlate *plate = sn_thin_plate_new((int)marks->from->len, places(marks->from),
                                           places(marks->to), smoothing, &fault, which);
    if (fault == SN_THIN_PLATE_FEW)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: %u landmarks; give %d to %d", marks->path,
                  marks->from->len, SN_THIN_PLATE_LEAST, SN_THIN_PLATE_MOST);
    else if (fault == SN_THIN_PLATE_FLAT)
        sn_refuse(error, SN_MODEL_ERROR_VALUE,
                  "%s: all landmarks lie in one plane: give one away from it", marks->path);
    else if (fault == SN_THIN_PLATE_TWICE)
        sn_refuse(error, SN_MODEL_ERROR_VALUE, "%s: lines %d and %d begin at one place",
                  marks->path, line_of(marks, which[0]), line_of(marks, which[1]));
    if (plate && (!check_size(marks, error) || !check_turn(marks, plate, error)))
        g_clear_pointer(&plate, sn_thin_plate_free);
    return plate;
}

bool sn_landmarks_fit(SnLandmarks *marks, double smoothing, GError **error)
{
    if (!(smoothing >= 0 && isfinite(smoothing)))
        return sn_refuse(error, SN_MODEL_ERROR_VALUE,
                         "a smoothing of %g: give 0 (through all landmarks) or more", smoothing);
    SnThinPlate *plate = plate_of(marks, smoothing, error);
    if (!plate)
        return false;
    sn_thin_plate_free(marks->plate);
    marks->plate = plate;
    return true;
}

/* --- the file --- */

SnLandmarks *sn_landmarks_read(const SnModel *model, SnId body, const char *path, GError **error)
{
    size_t length;
    g_autofree char *text = sn_read_file(path, MOST_BYTES, &length, error);
    if (!text)
        return NULL;
    SnLandmarks *marks = g_new0(SnLandmarks, 1);
    marks->path = g_strdup(path);
    marks->from = g_array_new(FALSE, FALSE, 3 * sizeof(double));
    marks->to = g_array_new(FALSE, FALSE, 3 * sizeof(double));
    marks->lines = g_array_new(FALSE, FALSE, sizeof(int));
    Reading reading = {model, body, marks, 0};
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    bool good = true;
    for (; good && lines[reading.line];) {
        char *line = lines[reading.line++], *comment = strchr(line, '#');
        if (comment)
            *comment = 0;
        good = read_line(&reading, line, error);
    }
    if (good && sn_landmarks_fit(marks, 0, error))
        return marks;
    sn_landmarks_free(marks);
    return NULL;
}

void sn_landmarks_free(SnLandmarks *marks)
{
    if (!marks)
        return;
    sn_thin_plate_free(marks->plate);
    g_array_unref(marks->from);
    g_array_unref(marks->to);
    g_array_unref(marks->lines);
    g_free(marks->path);
    g_free(marks);
}

const SnThinPlate *sn_landmarks_map(const SnLandmarks *marks)
{
    return marks->plate;
}

/* --- what it does --- */

/* The largest of one distance per landmark. */
typedef struct Most {
    double distance;
    int line;
} Most;

static void note_most(Most *most, double distance, int line)
{
    if (most->line == 0 || distance > most->distance)
        *most = (Most){distance, line};
}

char *sn_landmarks_describe(const SnLandmarks *marks)
{
    SnThinPlate *affine = plate_of(marks, ALL_SMOOTH, NULL); /* as the map was */
    Most moved = {0}, bent = {0}, missed = {0};
    double size = 0;
    for (int i = 0; i < (int)marks->from->len; i++) {
        const double *from = places(marks->from)[i], *to = places(marks->to)[i];
        double mapped[3], stretched[3];
        sn_thin_plate_map(marks->plate, from, mapped);
        affine ? sn_thin_plate_map(affine, from, stretched) : sn_v3_copy(mapped, stretched);
        note_most(&moved, sn_v3_distance(mapped, from), line_of(marks, i));
        note_most(&bent, sn_v3_distance(mapped, stretched), line_of(marks, i));
        note_most(&missed, sn_v3_distance(mapped, to), line_of(marks, i));
        size = fmax(size, sn_v3_norm(to));
    }
    sn_thin_plate_free(affine);
    GString *text = g_string_new(NULL);
    const double nothing = 1e-6 * size; /* what rounding and ALL_SMOOTH leave */
    g_string_append_printf(text, "%u landmarks: moved by up to %.3g mm (line %d)", marks->from->len,
                           1e3 * moved.distance, moved.line);
    if (bent.distance > nothing)
        g_string_append_printf(text, ", of that bent by %.3g mm (line %d)", 1e3 * bent.distance,
                               bent.line);
    else
        g_string_append(text, ", nothing is bent");
    if (missed.distance > nothing)
        g_string_append_printf(text, ", missed by up to %.3g mm (line %d)", 1e3 * missed.distance,
                               missed.line);
    return g_string_free(text, FALSE);
}
