/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A software renderer compiles a program when it first draws with it, for up to half a second: what
 * a pick and an outline need is drawn once where nobody sees it. */
#ifndef SN_RENDER_WARM_H
#define SN_RENDER_WARM_H

#include "render/paint/painter.h"

/* Kinds of items, as bits, that have been drawn so. */
typedef struct SnWarm {
    uint32_t picked, outlined;
} SnWarm;

/* As little as can be done at once, over a target whose picture has been taken: a pick, or the
 * outline, of one kind of item that the scene has; `marks`: of that picture.  False: all of them
 * have been drawn. */
bool sn_painter_warm(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                     const SnViewSettings *settings, const SnMarks *marks, SnWarm *warm);

#endif
