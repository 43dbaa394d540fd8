/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where captions stand in a picture. */
#ifndef SN_RENDER_CAPTIONS_H
#define SN_RENDER_CAPTIONS_H

#include "render/annotation.h"

enum { SN_MOST_CAPTIONS = 200 };

/* Captions of what a snapshot shows: in the middle of it, of a point to its right; and values of
 * its loads at the tips of their arrows.  Of two that would lie over one another the first in the
 * scene, of those in the picture.  How many. */
int sn_captions_find(const SnSnapshot *snapshot, const SnViewSettings *settings,
                     SnCaption captions[SN_MOST_CAPTIONS]);

#endif
