/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The other side of sn_mesh_import: runs in a process of its own. */
#ifndef SN_MESH_MESH_HELPER_H
#define SN_MESH_MESH_HELPER_H

#include <stdint.h>

#define SN_MESH_HELPER_OPTION "--mesh-helper"

/* `sinew --mesh-helper FILE`: limits this process (memory, processor time, no core, no file
 * written), reads the mesh with Assimp and writes a reply (mesh_reply.h) to standard output.
 * Returns the exit status.  Call it first thing in main, before any library is set up. */
int sn_mesh_helper_main(const char *file);

/* Processor time that a file of this size may take [s]. */
unsigned sn_mesh_helper_seconds(uint64_t file_size);

#endif
