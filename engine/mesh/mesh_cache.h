/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Mesh files that a document uses, read once.  A model and the frozen copies that compilers work on
 * share one cache, so it has a lock and a count of its owners.  An entry is read again when the
 * file's time or size have changed. */
#ifndef SN_MESH_MESH_CACHE_H
#define SN_MESH_MESH_CACHE_H

#include "engine/mesh/geometry.h"
#include "engine/mesh/volume/volume_mesh.h"

typedef struct SnMeshCache SnMeshCache;

SnMeshCache *sn_mesh_cache_new(void);
SnMeshCache *sn_mesh_cache_ref(SnMeshCache *cache);
void sn_mesh_cache_unref(SnMeshCache *cache);

/* The surface in a file (sn_surface_read), as a copy that the caller frees. */
SnSurface *sn_mesh_cache_surface(SnMeshCache *cache, const char *path, GError **error);
/* Its topology. */
bool sn_mesh_cache_topology(SnMeshCache *cache, const char *path, SnTopology *topology,
                            GError **error);
/* What the renderer takes, scaled: the same mesh (a new reference) as long as file and scale stay
 * the same, so that a compile does not upload it again. */
SnMesh *sn_mesh_cache_mesh(SnMeshCache *cache, const char *path, const double scale[3],
                           GError **error);

/* Makes the volume mesh of a key; path: of its file, NULL for one made of numbers. */
typedef SnVolumeMesh *(*SnMakeVolume)(const void *data, const char *path, GError **error);
/* The volume mesh of a key (a reference), made again where it is not among the last few that were
 * asked for, or where its file has changed. */
SnVolumeMesh *sn_mesh_cache_volume(SnMeshCache *cache, const char *key, const char *path,
                                   SnMakeVolume make, const void *data, GError **error);

#endif
