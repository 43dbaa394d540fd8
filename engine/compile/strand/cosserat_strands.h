/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosserat strands -> bodies, segments, meshes. */
#ifndef SN_COMPILE_STRAND_COSSERAT_STRANDS_H
#define SN_COMPILE_STRAND_COSSERAT_STRANDS_H

#include "engine/compile/core/compiler.h"
#include "engine/model/classes/cosserat_strand.h"
#include "engine/strand/ffd.h"

/* A frame on its way to a body block. */
typedef struct SnRodFrameDraft {
    const SnCosseratStrand *strand;
    int number; /* along the strand */
    double position[3], orientation[4];
    double half_width[2];
    double mass, inertia[3]; /* of its share, an elliptic cylinder; about its axes */
    SnFrameFixation fixation;
    SnId body;
    int draft; /* into drafts */
} SnRodFrameDraft;

typedef struct SnRodDraft {
    const SnCosseratStrand *strand;
    int first, count;  /* into rod_frames */
    SnFfdMesh *mesh;   /* NULL: none */
    int first_point;   /* four points for each frame: origin, and one along each axis */
    double point_size; /* how far along x and y; along z a third of the segment's length [m] */
} SnRodDraft;

/* Rest length over the length at the start: 1 for muscles. */
static inline double sn_rod_rest_ratio(const SnCosseratStrand *strand)
{
    return strand->law == SN_COSSERAT_LINEAR || strand->law == SN_COSSERAT_TENSION_ONLY
               ? strand->rest_ratio
               : 1;
}
void sn_rod_draft_clear(SnRodDraft *draft);
/* Frames, and their blocks to be. */
bool sn_compile_rod_drafts(SnCompiler *compiler);
/* Those fixed to bodies follow them; part of sn_compile_attachment_drafts. */
bool sn_compile_rod_attachments(SnCompiler *compiler);
/* Mass and start of a frame's block. */
void sn_compile_rod_block(SnCompiler *compiler, const SnRodFrameDraft *frame, SnBlock *block);
void sn_compile_rod_start(SnCompiler *compiler, const SnRodFrameDraft *frame, const SnBlock *block);
/* Segments, laws, points and meshes, once blocks have numbers. */
bool sn_compile_rods(SnCompiler *compiler);
/* What they touch; part of sn_compile_rods. */
bool sn_compile_rod_contacts(SnCompiler *compiler);
/* What there is to draw of one. */
void sn_compile_rod_item(SnCompiler *compiler, const SnComponent *component);

#endif
