/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_COMPILE_CORE_COMPILE_CACHE_H
#define SN_COMPILE_CORE_COMPILE_CACHE_H

/* Masses and meshes of earlier compiles, so that a scene shares its meshes with the one before (and
 * the renderer its GPU copies) while what they are made from stays the same.  One thread. */
typedef struct SnCompileCache SnCompileCache;
SnCompileCache *sn_compile_cache_new(void);
void sn_compile_cache_free(SnCompileCache *cache);

#endif
