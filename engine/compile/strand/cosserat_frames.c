/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frames of Cosserat strands: those of the document, or made along a line through points. */
#include "engine/compile/strand/cosserat_strands.h"

#include "engine/base/vec.h"

#include <math.h>
#include <string.h>

void sn_rod_draft_clear(SnRodDraft *draft)
{
    sn_ffd_mesh_free(draft->mesh);
    draft->mesh = NULL;
}

static SnRodFrameDraft *frame_at(SnCompiler *c, int number)
{
    return &g_array_index(c->rod_frames, SnRodFrameDraft, number);
}

/* --- places of points at the start --- */

static void body_pose(const SnRigidBody *body, double position[3], double orientation[4])
{
    sn_v3_copy(body->position, position);
    sn_q_copy(body->orientation, orientation);
    sn_q_normalize(orientation);
}

static bool marker_start(SnCompiler *c, const SnMarker *marker, double position[3], SnId *body)
{
    double frame[3], turn[4];
    SnFemDraft *fem = sn_compiler_fem(c, marker->frame);
    if (fem) {
        sn_fem_draft_position(fem, marker->location, position);
        return true;
    }
    if (!sn_model_carrier(c->model, marker->frame, body, frame, turn))
        return false;
    sn_pose_point(frame, turn, marker->location, position);
    const SnComponent *carrier = sn_model_get(c->model, *body);
    if (carrier && carrier->class == &SN_CLASS_RIGID_BODY) {
        body_pose((const SnRigidBody *)carrier, frame, turn);
        sn_pose_point(frame, turn, position, position);
    }
    return true;
}

/* Where a marker, particle or node starts; `body`: the one it is fixed to, if any; `world`: it is
 * fixed there. */
static bool point_start(SnCompiler *c, const SnCosseratStrand *strand, SnId id, double position[3],
                        SnId *body, bool *world)
{
    const SnComponent *point = sn_model_get(c->model, id);
    const SnComponent *self = &strand->base.base.base;
    *body = SN_ID_NULL;
    *world = false;
    if (point && point->class == &SN_CLASS_MARKER) {
        const SnMarker *marker = (const SnMarker *)point;
        *world = sn_id_is_null(marker->frame);
        return marker_start(c, marker, position, body) ||
               sn_compiler_fail(c, self, "one of its points is attached to what does not exist");
    }
    if (point && point->class == &SN_CLASS_PARTICLE) {
        sn_v3_copy(((const SnParticle *)point)->position, position);
        return true;
    }
    const SnFemDraft *fem = point ? sn_compiler_fem(c, id) : NULL;
    if (fem && (int)sn_id_entry_index(id) < fem->n_named) {
        sn_v3_copy(fem->start[sn_id_entry_index(id)], position);
        return true;
    }
    return sn_compiler_fail(c, self,
                            "one of its points is no marker, particle or node of a fem: choose "
                            "another, or give it frames");
}

/* --- frames along a line --- */

typedef struct Line {
    int n;
    double (*point)[3];
    SnId body[2]; /* at the ends */
    bool world[2];
    double length;
} Line;

static bool read_line(SnCompiler *c, const SnCosseratStrand *strand, Line *line)
{
    line->n = strand->points.n;
    line->length = 0;
    for (int i = 0; i < line->n; i++) {
        SnId body;
        bool world;
        if (!point_start(c, strand, strand->points.ids[i], line->point[i], &body, &world))
            return false;
        if (i == 0 || i == line->n - 1) {
            line->body[i > 0] = body;
            line->world[i > 0] = world;
        }
        if (i > 0)
            line->length += sn_v3_distance(line->point[i - 1], line->point[i]);
    }
    for (int e = 0; e < 2; e++)
        if (sn_id_is_null(line->body[e]) && !line->world[e])
            return sn_compiler_fail(c, &strand->base.base.base,
                                    "runs from a point that is no body's, which cannot hold its "
                                    "frame: begin and end at markers on bodies or in the world, "
                                    "or give it frames");
    return line->length > 0 || sn_compiler_fail(c, &strand->base.base.base,
                                                "all of its points are in one place: it has no "
                                                "direction");
}

static void place_on_line(const Line *line, double along, double position[3])
{
    int i = 0;
    double part = sn_v3_distance(line->point[0], line->point[1]);
    while (i + 2 < line->n && along > part) {
        along -= part;
        i++;
        part = sn_v3_distance(line->point[i], line->point[i + 1]);
    }
    const double s = part > 0 ? fmin(along / part, 1) : 0;
    for (int k = 0; k < 3; k++)
        position[k] = (1 - s) * line->point[i][k] + s * line->point[i + 1][k];
}

/* z along the line, x carried on without turning about it. */
static void orient_frames(SnCompiler *c, int first, int count)
{
    double x[3] = {0};
    for (int i = 0; i < count; i++) {
        double z[3], y[3];
        const int before = i > 0 ? i - 1 : 0, after = i + 1 < count ? i + 1 : i;
        sn_v3_sub(frame_at(c, first + after)->position, frame_at(c, first + before)->position, z);
        sn_v3_normalize(z, z);
        if (i == 0)
            sn_v3_tangents(z, x, y);
        sn_v3_axpy(-sn_v3_dot(x, z), z, x);
        sn_v3_normalize(x, x);
        sn_v3_cross(z, x, y);
        const double m[9] = {x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]};
        sn_q_from_m3(m, frame_at(c, first + i)->orientation);
    }
}

static bool make_frames(SnCompiler *c, const SnCosseratStrand *strand)
{
    Line line = {.point = g_malloc0_n((gsize)strand->points.n + 1, sizeof *line.point)};
    const int first = (int)c->rod_frames->len;
    bool good = strand->points.n >= 2
                    ? read_line(c, strand, &line)
                    : sn_compiler_fail(c, &strand->base.base.base,
                                       "has neither frames nor two points to run through");
    for (int i = 0; good && i < strand->count; i++) {
        const double s = (double)i / (strand->count - 1);
        SnRodFrameDraft frame = {.strand = strand, .number = i};
        place_on_line(&line, s * line.length, frame.position);
        frame.half_width[0] =
            strand->base.radius * (strand->taper + (1 - strand->taper) * sin(M_PI * s));
        frame.half_width[1] = strand->flatness * frame.half_width[0];
        if (i == 0 || i == strand->count - 1) {
            frame.body = line.body[i > 0];
            frame.fixation = line.world[i > 0] ? SN_FRAME_WORLD : SN_FRAME_BODY;
        }
        g_array_append_val(c->rod_frames, frame);
    }
    if (good)
        orient_frames(c, first, strand->count);
    g_free(line.point);
    return good;
}

static void read_frames(SnCompiler *c, const SnCosseratStrand *strand)
{
    const SnStrandFrame *entries = strand->frames.entries;
    for (int i = 0; i < strand->frames.n; i++) {
        const SnStrandFrame *entry = &entries[i];
        const double radius = strand->base.radius;
        SnRodFrameDraft frame = {.strand = strand,
                                 .number = i,
                                 .half_width = {entry->width_x > 0 ? entry->width_x : radius,
                                                entry->width_y > 0 ? entry->width_y : radius},
                                 .fixation = (SnFrameFixation)entry->fixation,
                                 .body = entry->body};
        sn_v3_copy(entry->position, frame.position);
        sn_q_copy(entry->orientation, frame.orientation);
        sn_q_normalize(frame.orientation);
        g_array_append_val(c->rod_frames, frame);
    }
}

/* --- masses --- */

/* Half of each segment's mass, of the mean section, to each of its ends. */
static void share_masses(SnCompiler *c, int first, int count)
{
    const SnCosseratStrand *strand = frame_at(c, first)->strand;
    for (int i = 0; i < count; i++) {
        SnRodFrameDraft *frame = frame_at(c, first + i);
        double length = 0;
        for (int side = -1; side <= 1; side += 2) {
            if (i + side < 0 || i + side >= count)
                continue;
            const SnRodFrameDraft *other = frame_at(c, first + i + side);
            const double half =
                0.5 * sn_rod_rest_ratio(strand) * sn_v3_distance(frame->position, other->position);
            const double a = 0.5 * (frame->half_width[0] + other->half_width[0]);
            const double b = 0.5 * (frame->half_width[1] + other->half_width[1]);
            frame->mass += strand->base.density * M_PI * a * b * half;
            length += half;
        }
        const double a = frame->half_width[0], b = frame->half_width[1];
        const double slender = length * length / 12;
        frame->inertia[0] = frame->mass * (b * b / 4 + slender);
        frame->inertia[1] = frame->mass * (a * a / 4 + slender);
        frame->inertia[2] = frame->mass * (a * a + b * b) / 4;
    }
}

static bool check_frames(SnCompiler *c, const SnCosseratStrand *strand, int first, int count)
{
    const SnComponent *component = &strand->base.base.base;
    if (count < 2)
        return sn_compiler_fail(c, component, "has one frame: it needs two or more");
    for (int i = 0; i < count; i++) {
        const SnRodFrameDraft *frame = frame_at(c, first + i);
        if (i > 0 && !(sn_v3_distance(frame->position, frame_at(c, first + i - 1)->position) > 0))
            return sn_compiler_fail(
                c, component, "frames %d and %d stand in one place: move one of them", i - 1, i);
        if (frame->fixation == SN_FRAME_FREE && !(frame->mass > 0))
            return sn_compiler_fail(c, component, "has no mass: give it a density");
        if (frame->fixation == SN_FRAME_BODY && sn_id_is_null(frame->body))
            return sn_compiler_fail(c, component,
                                    "frame %d is fixed to a body, but to which? Choose one", i);
    }
    return true;
}

static bool add_strand(SnCompiler *c, const SnCosseratStrand *strand)
{
    SnRodDraft rod = {.strand = strand, .first = (int)c->rod_frames->len};
    if (strand->frames.n > 0)
        read_frames(c, strand);
    else if (!make_frames(c, strand))
        return false;
    rod.count = (int)c->rod_frames->len - rod.first;
    g_array_append_val(c->rods, rod);
    share_masses(c, rod.first, rod.count);
    if (!check_frames(c, strand, rod.first, rod.count))
        return false;
    for (int i = 0; i < rod.count; i++) {
        SnRodFrameDraft *frame = frame_at(c, rod.first + i);
        const SnBlockDraft draft = {.component = &strand->base.base.base,
                                    .fem = -1,
                                    .node = -1,
                                    .role = frame->fixation == SN_FRAME_FREE ? SN_ROLE_ACTIVE
                                                                             : SN_ROLE_KINEMATIC,
                                    .attachment = -1,
                                    .rod_frame = rod.first + i + 1};
        frame->draft = (int)c->drafts->len;
        g_array_append_val(c->drafts, draft);
    }
    return true;
}

bool sn_compile_rod_drafts(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->components->len; i++) {
        const SnComponent *component = c->components->pdata[i];
        if (component->class == &SN_CLASS_COSSERAT_STRAND)
            good = add_strand(c, (const SnCosseratStrand *)component);
    }
    return good;
}

bool sn_compile_rod_attachments(SnCompiler *c)
{
    bool good = true;
    for (guint i = 0; good && i < c->rod_frames->len; i++) {
        const SnRodFrameDraft *frame = frame_at(c, (int)i);
        if (frame->fixation != SN_FRAME_BODY)
            continue;
        SnId body;
        double position[3], orientation[4];
        const SnComponent *component = &frame->strand->base.base.base;
        good = sn_model_carrier(c->model, frame->body, &body, position, orientation) ||
               sn_compiler_fail(c, component,
                                "what frame %d is fixed to does not exist, or frames are attached "
                                "to each other in a circle: choose another",
                                frame->number);
        if (good && !sn_id_is_null(body))
            sn_compiler_attach_body(c, component, frame->draft, c->draft_of[body.index],
                                    frame->position, frame->orientation);
    }
    return good;
}

void sn_compile_rod_block(SnCompiler *c, const SnRodFrameDraft *frame, SnBlock *block)
{
    block->id = sn_id_of_entry(frame->strand->base.base.base.id, 0, (uint32_t)frame->number);
    block->mass = frame->mass;
    for (int k = 0; k < 3; k++)
        block->inertia[4 * k] = frame->inertia[k];
}

void sn_compile_rod_start(SnCompiler *c, const SnRodFrameDraft *frame, const SnBlock *block)
{
    sn_v3_copy(frame->position, c->system->q0 + block->q);
    sn_q_copy(frame->orientation, c->system->q0 + block->q + 3);
}
