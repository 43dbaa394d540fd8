/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands once their frames are blocks: segments, laws, meshes, what is drawn. */
#include "engine/compile/strand/cosserat_strands.h"

#include "engine/base/memory.h"
#include "engine/base/vec.h"
#include "engine/compile/strand/strand_muscle.h"
#include "engine/model/classes/body_surface.h"

#include <stdlib.h>
#include <string.h>

static const SnRodFrameDraft *frame_at(const SnCompiler *c, int number)
{
    return &g_array_index(c->rod_frames, SnRodFrameDraft, number);
}

static int block_of(const SnCompiler *c, const SnRodFrameDraft *frame)
{
    return g_array_index(c->drafts, SnBlockDraft, frame->draft).block;
}

/* --- laws --- */

static int add_muscle(SnCompiler *c, const SnCosseratStrand *strand, double length)
{
    const int number = sn_compiler_add_strand_muscle(
        c, &strand->base, &strand->muscle,
        strand->law == SN_COSSERAT_HILL ? SN_MUSCLE_TYPE_HILL : SN_MUSCLE_TYPE_PECK);
    SnMuscleParameters *muscle = &g_array_index(c->muscles, SnMuscleParameters, number);
    if (strand->law == SN_COSSERAT_PECK && strand->muscle.optimal_is_start)
        muscle->optimal_length = length;
    muscle->damping = strand->damping * muscle->max_force / muscle->optimal_length;
    return number;
}

/* --- segments --- */

static void rest_frame(const SnRodFrameDraft *draft, SnRodFrame *frame)
{
    memset(frame, 0, sizeof *frame);
    sn_v3_copy(draft->position, frame->position);
    sn_q_to_m3(draft->orientation, frame->rotation);
}

static void add_segment(const SnCompiler *c, const SnRodDraft *rod, int number, int i)
{
    SnSystemRods *rods = &c->system->rods;
    SnSystemRodSegment *segment = &rods->segments[rods->n_segments++];
    SnRodFrame frame[2];
    segment->rod = number;
    for (int s = 0; s < 2; s++) {
        const SnRodFrameDraft *draft = frame_at(c, rod->first + i + s);
        rest_frame(draft, &frame[s]);
        segment->block[s] = block_of(c, draft);
        for (int k = 0; k < 2; k++)
            segment->half_width[k] += 0.5 * draft->half_width[k];
    }
    sn_rod_rest(frame, &segment->rest);
    segment->mesh_length = segment->rest.length;
    if (rod->strand->straight)
        sn_rod_rest_straight(&segment->rest);
}

static void add_rod(SnCompiler *c, const SnRodDraft *draft)
{
    const SnCosseratStrand *strand = draft->strand;
    SnSystemRods *rods = &c->system->rods;
    const int number = rods->n++;
    SnSystemRod *rod = &rods->rods[number];
    *rod = (SnSystemRod){.id = strand->base.base.base.id,
                         .enabled = strand->base.enabled,
                         .law = strand->law == SN_COSSERAT_LINEAR         ? SN_ROD_LINEAR
                                : strand->law == SN_COSSERAT_TENSION_ONLY ? SN_ROD_TENSION_ONLY
                                                                          : SN_ROD_MUSCLE,
                         .youngs_modulus = strand->youngs_modulus,
                         .damping = strand->damping,
                         .muscle = -1,
                         .constants = strand->constants,
                         .bending_modulus = strand->bending_modulus,
                         .shear_modulus = strand->shear_modulus,
                         .bending = strand->bending,
                         .twisting = strand->twisting,
                         .bending_damping = strand->bending_damping,
                         .first_frame = rods->n_frames,
                         .n_frames = draft->count,
                         .first_segment = rods->n_segments,
                         .n_segments = draft->count - 1};
    for (int i = 0; i < draft->count; i++) {
        rods->frame_block[rods->n_frames] = block_of(c, frame_at(c, draft->first + i));
        rods->frame_id[rods->n_frames++] = sn_id_of_entry(rod->id, 0, (uint32_t)i);
    }
    for (int i = 0; i + 1 < draft->count; i++) {
        add_segment(c, draft, number, i);
        SnRodSegment *rest = &rods->segments[rod->first_segment + i].rest;
        rod->start_length += rest->length;
        rest->length *= sn_rod_rest_ratio(strand);
        rod->rest_length += rest->length;
    }
    if (rod->law == SN_ROD_MUSCLE)
        rod->muscle = add_muscle(c, strand, rod->start_length);
}

/* --- meshes --- */

typedef struct Frames {
    SnFfdFrame *frames;
    double (*rotation)[9];
    double *lengths;
    double (*half_width)[2];
} Frames;

static Frames frames_of(const SnCompiler *c, const SnRodDraft *rod)
{
    const gsize n = (gsize)rod->count;
    Frames f = {.frames = sn_alloc(n, sizeof *f.frames),
                .rotation = sn_alloc(n, sizeof *f.rotation),
                .lengths = sn_alloc(n, sizeof *f.lengths),
                .half_width = sn_alloc(n, sizeof *f.half_width)};
    for (int i = 0; i < rod->count; i++) {
        const SnRodFrameDraft *frame = frame_at(c, rod->first + i);
        sn_q_to_m3(frame->orientation, f.rotation[i]);
        f.frames[i] = (SnFfdFrame){frame->position, f.rotation[i]};
        memcpy(f.half_width[i], frame->half_width, sizeof f.half_width[i]);
        if (i + 1 < rod->count)
            f.lengths[i] =
                sn_v3_distance(frame->position, frame_at(c, rod->first + i + 1)->position);
    }
    return f;
}

static void frames_clear(Frames *f)
{
    sn_free(f->frames);
    sn_free(f->rotation);
    sn_free(f->lengths);
    sn_free(f->half_width);
}

static bool add_mesh(SnCompiler *c, SnRodDraft *rod)
{
    const SnCosseratStrand *strand = rod->strand;
    const SnComponent *component = &strand->base.base.base;
    const bool file = strand->mesh == SN_COSSERAT_FILE;
    if (strand->mesh == SN_COSSERAT_NO_MESH ||
        (file && (!strand->mesh_file || !*strand->mesh_file)))
        return true; /* the checks say so */
    Frames f = frames_of(c, rod);
    if (!file) {
        rod->mesh = sn_ffd_tube(rod->count, f.frames, f.lengths, (const double(*)[2])f.half_width,
                                strand->mesh_around, strand->mesh_along);
    } else {
        const double scale[3] = {1, 1, 1};
        GError *error = NULL;
        SnMesh *mesh = sn_mesh_file_mesh(c->model, strand->mesh_file, scale, &error);
        if (mesh)
            rod->mesh = sn_ffd_embed(rod->count, f.frames, f.lengths, mesh->n_vertices,
                                     mesh->vertices, mesh->n_triangles, mesh->triangles);
        else
            sn_compiler_fail_with(c, component, error);
        sn_mesh_unref(mesh);
    }
    frames_clear(&f);
    return !c->error;
}

/* Four points on each frame, which span all that is fixed to it. */
static void add_points(SnCompiler *c, SnRodDraft *rod)
{
    const SnSystemRods *rods = &c->system->rods;
    const SnSystemRod *system_rod = &rods->rods[sn_rod_index(rods, rod->strand->base.base.base.id)];
    rod->first_point = (int)c->points->len;
    rod->point_size = system_rod->start_length / (3 * system_rod->n_segments);
    for (int i = 0; i < rod->count; i++)
        for (int k = 0; k < 4; k++) {
            SnPose pose = {.block = rods->frame_block[system_rod->first_frame + i]};
            if (k > 0)
                pose.position[k - 1] = rod->point_size;
            sn_compiler_add_point(c, SN_ID_NULL, &pose);
        }
}

bool sn_compile_rods(SnCompiler *c)
{
    SnSystemRods *rods = &c->system->rods;
    const size_t n = c->rods->len + 1, frames = c->rod_frames->len + 1;
    rods->rods = sn_alloc(n, sizeof *rods->rods);
    rods->frame_block = sn_alloc(frames, sizeof *rods->frame_block);
    rods->frame_id = sn_alloc(frames, sizeof *rods->frame_id);
    rods->segments = sn_alloc(frames, sizeof *rods->segments);
    for (guint i = 0; i < c->rods->len; i++) {
        SnRodDraft *rod = &g_array_index(c->rods, SnRodDraft, i);
        add_rod(c, rod);
        add_points(c, rod);
        if (!add_mesh(c, rod))
            return false;
    }
    return sn_compile_rod_contacts(c);
}

/* --- to be drawn --- */

static const SnRodDraft *draft_of(const SnCompiler *c, const SnComponent *component)
{
    for (guint i = 0; i < c->rods->len; i++) {
        const SnRodDraft *rod = &g_array_index(c->rods, SnRodDraft, i);
        if (&rod->strand->base.base.base == component)
            return rod;
    }
    return NULL;
}

static void add_weight(GArray *nodes, GArray *weights, int node, double weight)
{
    const float w = (float)weight;
    if (weight == 0)
        return;
    g_array_append_val(nodes, node);
    g_array_append_val(weights, w);
}

static SnSkin *make_skin(const SnRodDraft *rod)
{
    const SnFfdMesh *mesh = rod->mesh;
    GArray *nodes = sn_compiler_array(sizeof(int));
    GArray *weights = sn_compiler_array(sizeof(float));
    SnSkin *skin = sn_skin_new();
    skin->n_vertices = mesh->n_vertices;
    skin->n_triangles = mesh->n_triangles;
    skin->start = sn_alloc((size_t)mesh->n_vertices + 1, sizeof *skin->start);
    skin->triangles = sn_alloc(3 * (size_t)mesh->n_triangles + 1, sizeof *skin->triangles);
    memcpy(skin->triangles, mesh->triangles,
           3 * (size_t)mesh->n_triangles * sizeof *skin->triangles);
    for (int v = 0; v < mesh->n_vertices; v++) {
        const SnFfdVertex *vertex = &mesh->vertices[v];
        skin->start[v] = (int)nodes->len;
        for (int s = 0; s < 2; s++) {
            const int node = 4 * (vertex->segment + s);
            double rest = vertex->weight[s];
            for (int k = 0; k < 3; k++) {
                const double part = vertex->local[s][k] / rod->point_size;
                rest -= part;
                add_weight(nodes, weights, node + 1 + k, part);
            }
            add_weight(nodes, weights, node, rest);
        }
    }
    skin->start[mesh->n_vertices] = (int)nodes->len;
    skin->node = sn_alloc(nodes->len + 1, sizeof *skin->node);
    skin->weight = sn_alloc(nodes->len + 1, sizeof *skin->weight);
    if (nodes->len > 0) {
        memcpy(skin->node, nodes->data, nodes->len * sizeof *skin->node);
        memcpy(skin->weight, weights->data, nodes->len * sizeof *skin->weight);
    }
    sn_compiler_array_free(nodes);
    sn_compiler_array_free(weights);
    return skin;
}

/* What carries the skin, as the renderer knows it: points without elements. */
static SnFemMesh *make_carrier(SnCompiler *c, const SnRodDraft *rod)
{
    SnFemMesh *carrier = sn_fem_mesh_new();
    carrier->n_nodes = 4 * rod->count;
    carrier->rest = sn_alloc(3 * (size_t)carrier->n_nodes + 1, sizeof *carrier->rest);
    carrier->start = sn_alloc(1, sizeof *carrier->start);
    for (int i = 0; i < carrier->n_nodes; i++) {
        double position[3];
        sn_point_start(c->system, &c->system->points[rod->first_point + i], position);
        for (int k = 0; k < 3; k++)
            carrier->rest[3 * i + k] = (float)position[k];
    }
    return carrier;
}

void sn_compile_rod_item(SnCompiler *c, const SnComponent *component)
{
    const SnRodDraft *rod = draft_of(c, component);
    const struct SnRodView view = {.rod = sn_rod_index(&c->system->rods, component->id),
                                   .item = (int)c->items->len,
                                   .first_scalar = c->n_scene_scalars};
    SnSceneItem item = {.kind = rod->mesh ? SN_ITEM_SKIN : SN_ITEM_PATH,
                        .id = component->id,
                        .count = 1,
                        .scalar = c->n_scene_scalars,
                        .vector = -1};
    sn_model_style(c->model, component, &item.style);
    if (rod->mesh) {
        item.first = rod->first_point;
        item.fem = make_carrier(c, rod);
        item.skin = make_skin(rod);
        const int32_t law = ((const SnCosseratStrand *)component)->law;
        item.active = law == SN_COSSERAT_PECK || law == SN_COSSERAT_HILL;
        c->n_scene_scalars += item.fem->n_nodes;
    } else {
        item.path_kind = SN_PATH_STRAND;
        item.first = (int)c->item_points->len;
        item.count = rod->count;
        for (int i = 0; i < rod->count; i++) {
            const int point = rod->first_point + 4 * i;
            g_array_append_val(c->item_points, point);
        }
        c->n_scene_scalars += 2 * rod->count + 1;
    }
    g_array_append_val(c->rod_views, view);
    g_array_append_val(c->items, item);
}
