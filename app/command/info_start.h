/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What sinew info says of the start. */
#ifndef SN_APP_INFO_START_H
#define SN_APP_INFO_START_H

#include "engine/run/simulation/simulation.h"

#include <jansson.h>

/* Whether it was accepted, how far settling moved it, how far it is from rest [m]; from_rest is
 * null where the start was refused. */
json_t *sn_info_start_json(const SnSimulation *simulation, const SnRest *rest);
/* The same in lines of text [mm]. */
void sn_info_print_start(const SnSimulation *simulation, const SnRest *rest);

#endif
