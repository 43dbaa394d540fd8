/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/picker.h"

#include <string.h>

SnPickHit *sn_picker_add(SnPicker *picker)
{
    if (picker->n == picker->most)
        return NULL;
    SnPickHit *hit = &picker->hits[picker->n++];
    memset(hit, 0, sizeof *hit);
    hit->clip_plane = hit->manipulator_axis = -1;
    return hit;
}

double sn_picker_distance(const SnPicker *picker, int column, int row)
{
    const double d = (double)picker->depths[(size_t)row * (size_t)picker->width + (size_t)column];
    const double near = picker->frame.range[0], far = picker->frame.range[1];
    return picker->frame.settings->camera.orthographic ? near + d * (far - near)
                                                       : near * far / (far - d * (far - near));
}
