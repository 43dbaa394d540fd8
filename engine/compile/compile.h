/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Model -> system and scene: the only place that sees both.  Order of everything comes from the
 * tree. */
#ifndef SN_COMPILE_COMPILE_H
#define SN_COMPILE_COMPILE_H

#include "engine/model/model.h"
#include "engine/sim/result/prerender.h"
#include "engine/sim/system/system.h"

typedef struct SnCompiled {
    SnSystem *system;
    SnScene *scene;
    SnPrerenderMap *map;
    SnChecks *checks; /* warnings found on the way */
} SnCompiled;

/* Masses and meshes of earlier compiles, so that a scene shares its meshes with the one before (and
 * the renderer its GPU copies) while what they are made from stays the same.  One thread. */
typedef struct SnCompileCache SnCompileCache;
SnCompileCache *sn_compile_cache_new(void);
void sn_compile_cache_free(SnCompileCache *cache);

/* Compiles a model that nobody changes meanwhile.  Any thread.  cache may be NULL.  cancel (may be
 * NULL): set to stop, the error is then G_IO_ERROR_CANCELLED.  Otherwise NULL means
 * SN_MODEL_ERROR_COMPILE (or the mesh's own error) and names the component's path. */
SnCompiled *sn_compile(const SnModel *model, SnCompileCache *cache, const atomic_bool *cancel,
                       GError **error);
void sn_compiled_free(SnCompiled *compiled);

/* Surfaces carried by fems show the fields of theirs, in the same colours: gives them that part of
 * its style. */
void sn_scene_share_fem_styles(SnScene *scene);

/* Length that springs and muscles have in the start pose, and what they take from it
 * (rest_is_start, optimal_is_start): sets them again after start values in the system changed. */
void sn_compile_start_lengths(const SnModel *model, SnSystem *system);

/* Numbers of a value as the system wants them (BOOL, INT, ENUM as one); returns their count (0: not
 * numeric). */
int sn_value_numbers(const SnValue *value, double number[6]);
/* The other way round, for a numeric row; false if the count is wrong. */
bool sn_value_from_numbers(const SnProperty *property, const double *number, int n, SnValue *value);

#endif
