/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spline strands on their way into the system, beside the reduced ones (strands.h). */
#ifndef SN_COMPILE_STRAND_SPLINE_STRANDS_H
#define SN_COMPILE_STRAND_SPLINE_STRANDS_H

#include "engine/compile/strand/strands.h"
#include "engine/model/classes/spline_strand.h"

enum { SN_SPLINE_TOUCHES = 4 };

typedef struct SnSplineDraft {
    const SnSplineStrand *strand;
    int first_draft; /* of its control points' blocks */
    int *points;     /* [n control points] owned; in the system, -1: none yet */
    int first_touch; /* blocks of places on the curve that touch, SN_SPLINE_TOUCHES a span and one
                        more; -1: it touches nothing */
} SnSplineDraft;

void sn_spline_draft_clear(SnSplineDraft *draft);
/* Blocks of the control points, and the surfaces that are asked for; before reduced strands, whose
 * nodes may be anchored to them. */
bool sn_compile_spline_drafts(SnCompiler *compiler);
/* What a control point, by its entry's id, is; false: there is no such. */
bool sn_anchor_spline_node(SnCompiler *compiler, SnId id, SnStrandAnchor *hold);
/* System point of a control point by its entry's id; -1: there is none. */
int sn_spline_point_of(SnCompiler *compiler, SnId id);
/* Points of all control points. */
void sn_compile_spline_points(SnCompiler *compiler);
/* Strands, constraints, what these keep in the state. */
bool sn_compile_splines(SnCompiler *compiler);
/* Quadrature and rows, once the muscles are the system's. */
void sn_finish_splines(SnCompiler *compiler);
/* To be drawn. */
void sn_compile_spline_item(SnCompiler *compiler, const SnComponent *component);

#endif
