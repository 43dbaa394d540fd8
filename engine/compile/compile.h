/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model -> system and scene: the only place that sees both.  Order of everything comes from the
 * tree. */
#ifndef SN_COMPILE_COMPILE_H
#define SN_COMPILE_COMPILE_H

#include "engine/model/model.h"
#include "engine/sim/prerender.h"
#include "engine/sim/system.h"

typedef struct SnCompiled {
    SnSystem *system;
    SnScene *scene;
    SnPrerenderMap *map;
    SnChecks *checks; /* warnings found on the way */
    int frame_rate_hint;
} SnCompiled;

/* Compiles a model that nobody changes meanwhile.  Any thread.  cancel (may be NULL): set to stop;
 * NULL with SN_MODEL_ERROR_COMPILE (or the mesh's own error) naming the component's path. */
SnCompiled *sn_compile(const SnModel *model, const atomic_bool *cancel, GError **error);
void sn_compiled_free(SnCompiled *compiled);

/* Shapes and numbers of a component's property as the system wants it: fills value from an SnValue;
 * returns the count of numbers (0: not numeric). */
int sn_value_numbers(const SnValue *value, double number[6]);

#endif
