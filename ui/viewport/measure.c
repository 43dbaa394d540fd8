/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/viewport/measure.h"

void sn_measure_click(SnMeasure *measure, SnSession *session, const SnPickHit *hit)
{
    if (!hit || measure->n == 2)
        measure->n = 0;
    if (hit)
        sn_anchor_set(session, hit, &measure->ends[measure->n++]);
}

void sn_measure_update(SnMeasure *measure, SnSession *session)
{
    for (int i = 0; i < measure->n; i++)
        sn_anchor_update(session, &measure->ends[i]);
}
