/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What joints look like: fittings on both bodies, and what joins them. */
#ifndef SN_COMPILE_PARTS_JOINT_GLYPH_H
#define SN_COMPILE_PARTS_JOINT_GLYPH_H

#include "engine/sim/system/joint_class.h"
#include "engine/snapshot.h"

/* A glyph has up to four parts: those that move with frame a and those that move with frame b, of
 * either those of metal and those of the joint's own colour. */
typedef enum SnGlyphPart {
    SN_GLYPH_METAL_A,
    SN_GLYPH_COLOR_A,
    SN_GLYPH_METAL_B,
    SN_GLYPH_COLOR_B,
    SN_N_GLYPH_PARTS
} SnGlyphPart;

/* One part of a glyph of a radius [m]: of a pin through three knuckles along z, a ball in its cup,
 * a carriage on a rail along z, a rod in a sleeve along z, a cross in two yokes (along z of a and x
 * of b), a puck on a plate across z, a block.  NULL: the glyph has none. */
SnMesh *sn_joint_glyph(SnJointGlyph glyph, SnGlyphPart part, double radius);

/* What rolls, a ball or a disc about z with a rounded edge: a hoop about it; radii of disc and edge
 * [m]. */
SnMesh *sn_rolling_glyph(double rim, double edge);

#endif
