/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Nodes and elements of FEMs under the hands: what a set of them is spread to, and whole sides by
 * one double click. */
#ifndef SN_UI_VIEWPORT_HANDS_PARTS_H
#define SN_UI_VIEWPORT_HANDS_PARTS_H

#include "ui/viewport/hands/input.h"
#include "ui/viewport/scene/fem_parts.h"

/* A double click on a FEM whose nodes or elements are picked: its side there, up to sharp edges.
 * False: it means something else. */
bool sn_parts_double_click(SnViewport *viewport, const SnPickHit *hit, const SnPointer *at);
/* The side (FACE) or PLANE of a FEM at a place in the world. */
void sn_parts_select_at(SnViewport *viewport, SnId fem, const double place[3], SnSpread how,
                        SnSelect mode);
/* Whether a click that would add (or take away) a FEM means its nodes, some of which are selected:
 * it leaves them alone. */
bool sn_parts_keep(SnViewport *viewport, SnId id, SnSelect how);

#endif
