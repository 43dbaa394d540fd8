/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A software renderer compiles a program when it first draws with it, for half a second: what a
 * pick and an outline need is drawn once where nobody sees it. */
#ifndef SN_RENDER_WARM_H
#define SN_RENDER_WARM_H

#include "render/paint/painter.h"

enum { SN_WARM_STEPS = 2 }; /* picks; outlines of what is selected and under the pointer */

/* One of the steps, over a target whose picture has been taken; `marks`: of that picture. */
void sn_painter_warm(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                     const SnViewSettings *settings, const SnMarks *marks, int step);

#endif
