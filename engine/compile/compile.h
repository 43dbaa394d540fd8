/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model -> system and scene: the only place that sees both.  Order of everything comes from the
 * tree. */
#ifndef SN_COMPILE_COMPILE_H
#define SN_COMPILE_COMPILE_H

#include "engine/compile/core/compile_cache.h"
#include "engine/model/model.h"
#include "engine/sim/result/prerender.h"
#include "engine/sim/system/system.h"

typedef struct SnCompiled {
    SnSystem *system;
    SnScene *scene;
    SnPrerenderMap *map;
    SnChecks *checks;  /* warnings found on the way */
    SnWorkspace *work; /* for the first simulation of it, which takes it; NULL until prepared */
} SnCompiled;

/* Compiles a model that nobody changes meanwhile.  Any thread.  cache may be NULL.  cancel (may be
 * NULL): set to stop, the error is then G_IO_ERROR_CANCELLED.  Otherwise NULL means
 * SN_MODEL_ERROR_COMPILE (or the mesh's own error) and names the component's path, or
 * SN_MODEL_ERROR_MEMORY, which says what was asked for. */
SnCompiled *sn_compile(const SnModel *model, SnCompileCache *cache, const atomic_bool *cancel,
                       GError **error);
/* Makes the workspace, which takes most of the memory; false: SN_MODEL_ERROR_MEMORY. */
bool sn_compiled_prepare(SnCompiled *compiled, GError **error);
/* Bodies, frames, particles and joints alone, as a kinematic projection wants them: without masses
 * (a body's origin is its frame's), meshes, forces and soft parts, and so in a millisecond.  Errors
 * as above.  Free with sn_system_free. */
SnSystem *sn_compile_mechanism(const SnModel *model, GError **error);
void sn_compiled_free(SnCompiled *compiled);

#endif
