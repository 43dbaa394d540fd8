/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the mesh helper process answers: a fixed header and, by its status, a surface or a message.
 * The reader believes nothing: the helper may have been taken over by the file it read. */
#ifndef SN_MESH_MESH_REPLY_H
#define SN_MESH_MESH_REPLY_H

#include "engine/mesh/geometry.h"

#define SN_MESH_REPLY_MAX_MESSAGE 1024

typedef struct SnMeshReplyHeader {
    char magic[8];   /* "SNMESH1\n" */
    uint32_t status; /* 0: vertices (double[3]) and triangles (int32_t[3]) follow; 1: a message */
    uint32_t n_vertices;
    uint32_t n_triangles;
    uint32_t message_length; /* bytes, UTF-8 */
    uint64_t payload_length; /* bytes after the header */
} SnMeshReplyHeader;

/* Appends a surface, or where that is NULL a message. */
void sn_mesh_reply_build(const SnSurface *surface, const char *message, GByteArray *reply);

/* The surface in a whole reply; NULL with an error that begins with `name`. */
SnSurface *sn_mesh_reply_parse(const void *bytes, size_t length, const char *name, GError **error);

/* Length that a reply with this header (already read) must have in all; 0 with an error if the
 * header is none. */
size_t sn_mesh_reply_length(const SnMeshReplyHeader *header, const char *name, GError **error);

#endif
