/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The simulated time in the lower left corner of a picture. */
#ifndef SN_APP_TIME_STAMP_H
#define SN_APP_TIME_STAMP_H

#include <stdbool.h>
#include <stdint.h>

/* "t = 0.250 s" over RGBA pixels, top row first; decimals: enough to tell two frames apart; dark:
 * the picture is. */
void sn_time_stamp_draw(uint8_t *rgba, int width, int height, double time, int decimals, bool dark);

#endif
