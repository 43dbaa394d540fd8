/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Put it here": a joint, marker, frame or wrapping surface that exists goes to a place of a
 * surface. */
#ifndef SN_UI_VIEWPORT_MOVE_PUT_H
#define SN_UI_VIEWPORT_MOVE_PUT_H

#include "ui/viewport/viewport.h"

typedef struct SnPut {
    SnId what;          /* it hangs on what it hung on */
    double position[3]; /* [m, world, as shown] */
    double axis[3];     /* its z, in whichever sense is nearer to the one it had */
    bool turn;          /* else it keeps its axes */
} SnPut;

/* Whether it can be put: it has a place, and hangs on something else. */
bool sn_put_applies(SnSession *session, SnId what);
/* Both sides of a joint go along; one step.  Selects it. */
void sn_put_here(SnSession *session, const SnPut *put);

#endif
