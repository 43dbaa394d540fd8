/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the axes of bodies and frames stretch, or warp, at a place in them; meshes that are warped.
 */
#include "engine/base/vec.h"
#include "engine/mesh/geometry.h"
#include "engine/mesh/mesh_cache.h"
#include "engine/model/classes/body.h"
#include "engine/model/classes/joint.h"
#include "engine/model/edit/edit.h"
#include "engine/model/edit/scale_parts.h"
#include "engine/model/file_names.h"
#include "engine/text/refuse.h"

#include <string.h>

/* Where a frame was in the body that carries it. */
typedef struct SnScaledFrame {
    SnId body;
    double position[3], orientation[4];
} SnScaledFrame;

typedef struct Note {
    const SnModel *model;
    GHashTable *frames;
} Note;

static bool note_frame(SnComponent *component, void *data)
{
    const Note *note = data;
    SnScaledFrame frame = {.body = SN_ID_NULL};
    if (component->class == &SN_CLASS_FRAME &&
        sn_model_carrier(note->model, component->id, &frame.body, frame.position,
                         frame.orientation))
        g_hash_table_insert(note->frames, GUINT_TO_POINTER(component->id.index),
                            g_memdup2(&frame, sizeof frame));
    return true;
}

GHashTable *sn_scaled_frames_new(const SnModel *model)
{
    const Note note = {model, g_hash_table_new_full(NULL, NULL, NULL, g_free)};
    sn_component_walk(model->root, note_frame, (void *)&note);
    return note.frames;
}

const SnSegmentScale *sn_scaler_segment(const SnScaler *s, SnId body)
{
    const SnSegmentScale *segment = g_hash_table_lookup(s->segments, GUINT_TO_POINTER(body.index));
    return segment && sn_id_equal(segment->body, body) ? segment : NULL;
}

/* The segment that carries something and the pose of that in it, before anything is scaled; NULL:
 * it stays as it is. */
static const SnSegmentScale *segment_under(const SnScaler *s, SnId carrier, double position[3],
                                           double orientation[4])
{
    SnId body = SN_ID_NULL;
    const SnScaledFrame *frame =
        s->frames ? g_hash_table_lookup(s->frames, GUINT_TO_POINTER(carrier.index)) : NULL;
    if (frame) {
        sn_v3_copy(frame->position, position);
        sn_q_copy(frame->orientation, orientation);
        return sn_scaler_segment(s, frame->body);
    }
    return sn_model_carrier(s->model, carrier, &body, position, orientation) && !sn_id_is_null(body)
               ? sn_scaler_segment(s, body)
               : NULL;
}

bool sn_scaler_stretch(const SnScaler *s, SnId carrier, const double place[3], double stretch[9])
{
    double position[3], orientation[4], turn[9], back[9], half[9], whole[9] = {0}, there[3];
    const SnSegmentScale *segment = segment_under(s, carrier, position, orientation);
    sn_m3_identity(stretch);
    if (!segment)
        return false;
    const double *factor = segment->factor;
    for (int k = 0; k < 3; k++)
        whole[4 * k] = factor[k];
    if (!segment->warp && factor[0] == factor[1] && factor[1] == factor[2]) {
        memcpy(stretch, whole, sizeof whole); /* exactly, whatever the axes */
        return true;
    }
    if (segment->warp) {
        sn_pose_point(position, orientation, place, there);
        sn_thin_plate_gradient(segment->warp, there, whole);
    }
    sn_q_to_m3(orientation, turn);
    sn_m3_transpose(turn, back);
    sn_m3_mul(back, whole, half);
    sn_m3_mul(half, turn, stretch);
    return true;
}

void sn_scaler_place(const SnScaler *s, SnId carrier, const double place[3], double moved[3])
{
    double position[3], orientation[4], stretch[9], there[3], origin[3];
    const SnSegmentScale *segment = segment_under(s, carrier, position, orientation);
    if (!segment || !segment->warp) {
        sn_scaler_stretch(s, carrier, place, stretch);
        sn_m3_mul_v3(stretch, place, moved);
        return;
    }
    sn_pose_point(position, orientation, place, there);
    sn_thin_plate_map(segment->warp, there, there);
    sn_v3_copy(position, origin);
    if (!sn_id_equal(carrier, segment->body)) /* where the frame goes */
        sn_thin_plate_map(segment->warp, position, origin);
    sn_pose_inverse_point(origin, orientation, there, moved);
}

bool sn_scaler_check_fold(SnScaler *s, SnId carrier, const double place[3])
{
    double stretch[9];
    if (!s->good || !sn_scaler_stretch(s, carrier, place, stretch) || sn_m3_det(stretch) > 0)
        return s->good;
    g_autofree char *path = sn_model_path(s->model, carrier);
    s->good = sn_refuse(s->error, SN_MODEL_ERROR_VALUE,
                        "%s would be turned inside out at %.4g %.4g %.4g m in its axes: look for "
                        "landmarks that are crossed, or lie much closer than where they go",
                        path, place[0], place[1], place[2]);
    return false;
}

/* --- meshes --- */

/* Takes the surface; keeps it under a name that says what is in it. */
static char *keep_mesh(SnSurface *surface, const char *name)
{
    GChecksum *sum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(sum, (const guchar *)surface->vertices,
                      (gssize)sizeof(double) * 3 * surface->n_vertices);
    g_checksum_update(sum, (const guchar *)surface->triangles,
                      (gssize)sizeof(int32_t) * 3 * surface->n_triangles);
    g_autofree char *file =
        g_strdup_printf("%s-warped-%.12s.obj", name ? name : "mesh", g_checksum_get_string(sum));
    g_checksum_free(sum);
    return sn_surface_keep(surface, file);
}

static const char *text_of(const SnComponent *component, const char *row)
{
    const int index = sn_class_find_property(component->class, row);
    const SnProperty *property = sn_class_property(component->class, index);
    return *(char *const *)(const void *)((const char *)component + property->offset);
}

static const double *numbers_of(const SnComponent *component, const char *row)
{
    const int index = sn_class_find_property(component->class, row);
    const SnProperty *property = sn_class_property(component->class, index);
    return (const double *)(const void *)((const char *)component + property->offset);
}

double sn_scaler_warp_mesh(SnScaler *s, const SnComponent *component, SnId carrier,
                           const char *mesh_row, const char *scale_row, const double place[3],
                           const double turn[4])
{
    static const double one[3] = {1, 1, 1};
    const char *name = text_of(component, mesh_row);
    if (!s->good || !name || !*name)
        return 0;
    g_autofree char *path = sn_file_resolve(s->model, name, s->error);
    SnSurface *surface = path ? sn_mesh_cache_surface(s->model->meshes, path, s->error) : NULL;
    s->good = surface != NULL;
    if (!surface)
        return 0;
    double moved[3];
    sn_scaler_place(s, carrier, place, moved);
    sn_surface_scale(surface, numbers_of(component, scale_row));
    const double before = sn_surface_volume(surface);
    for (int i = 0; i < surface->n_vertices; i++) {
        double *vertex = surface->vertices + 3 * (size_t)i, there[3];
        sn_pose_point(place, turn, vertex, there);
        sn_scaler_check_fold(s, carrier, there);
        sn_scaler_place(s, carrier, there, there);
        sn_pose_inverse_point(component->id.index == carrier.index ? place : moved, turn, there,
                              vertex);
    }
    const double after = sn_surface_volume(surface);
    if (s->good && before > 0 && !(after > 0))
        s->good = sn_refuse(s->error, SN_MODEL_ERROR_VALUE,
                            "the mesh of %s would be turned inside out: look for landmarks that "
                            "are crossed",
                            component->name ? component->name : component->class->label);
    if (!s->good) {
        sn_surface_free(surface);
        return 0;
    }
    char *kept = keep_mesh(surface, component->name);
    if (!kept) {
        s->good = sn_refuse(
            s->error, SN_MODEL_ERROR_FILE, "the warped mesh of %s could not be kept in %s",
            component->name ? component->name : component->class->label, g_get_user_cache_dir());
        return 0;
    }
    SnValue value = {.type = SN_TYPE_FILE, .string = kept};
    s->good = sn_edit_set(s->model, component->id,
                          sn_class_find_property(component->class, mesh_row), &value, s->error);
    g_free(kept);
    sn_scaler_set(s, component, scale_row, one, 3);
    return before > 0 && after > 0 ? after / before : 0;
}
