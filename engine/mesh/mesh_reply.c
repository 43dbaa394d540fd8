/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/mesh/mesh_reply.h"

#include "engine/text/limits.h"

#include <math.h>
#include <string.h>

static const char MAGIC[8] = "SNMESH1\n";

G_STATIC_ASSERT(sizeof(SnMeshReplyHeader) == 32);

void sn_mesh_reply_build(const SnSurface *surface, const char *message, GByteArray *reply)
{
    SnMeshReplyHeader header = {.status = surface ? 0 : 1};
    memcpy(header.magic, MAGIC, sizeof MAGIC);
    size_t vertices = 0, triangles = 0;
    if (surface) {
        header.n_vertices = (uint32_t)surface->n_vertices;
        header.n_triangles = (uint32_t)surface->n_triangles;
        vertices = (size_t)surface->n_vertices * 3 * sizeof(double);
        triangles = (size_t)surface->n_triangles * 3 * sizeof(int32_t);
        header.payload_length = vertices + triangles;
    } else {
        header.message_length = (uint32_t)MIN(strlen(message), SN_MESH_REPLY_MAX_MESSAGE);
        header.payload_length = header.message_length;
    }
    g_byte_array_append(reply, (const guint8 *)&header, sizeof header);
    if (surface) {
        g_byte_array_append(reply, (const guint8 *)surface->vertices, (guint)vertices);
        g_byte_array_append(reply, (const guint8 *)surface->triangles, (guint)triangles);
    } else {
        g_byte_array_append(reply, (const guint8 *)message, header.message_length);
    }
}

static size_t refuse(const char *name, GError **error)
{
    g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH,
                "%s: the mesh import gave no usable answer; the file is damaged: convert it to OBJ "
                "with another program",
                name);
    return 0;
}

size_t sn_mesh_reply_length(const SnMeshReplyHeader *header, const char *name, GError **error)
{
    if (memcmp(header->magic, MAGIC, sizeof MAGIC) != 0 || header->status > 1)
        return refuse(name, error);
    if (header->n_vertices > SN_MAX_MESH_VERTICES || header->n_triangles > SN_MAX_MESH_TRIANGLES ||
        header->message_length > SN_MESH_REPLY_MAX_MESSAGE)
        return refuse(name, error);
    const bool good = header->status == 0;
    if (good ? header->message_length != 0 || header->n_vertices < 3 || header->n_triangles < 1
             : header->n_vertices != 0 || header->n_triangles != 0)
        return refuse(name, error);
    const size_t payload = (size_t)header->n_vertices * 3 * sizeof(double) +
                           (size_t)header->n_triangles * 3 * sizeof(int32_t) +
                           header->message_length;
    if (header->payload_length != payload)
        return refuse(name, error);
    return sizeof *header + payload;
}

/* One printable line. */
static char *clean_message(const char *bytes, size_t length)
{
    char *text = g_utf8_make_valid(bytes, (gssize)length);
    for (char *c = text; *c; c++)
        if ((unsigned char)*c < 32 || *c == 127)
            *c = ' ';
    return g_strstrip(text);
}

SnSurface *sn_mesh_reply_parse(const void *bytes, size_t length, const char *name, GError **error)
{
    SnMeshReplyHeader header;
    if (length < sizeof header) {
        refuse(name, error);
        return NULL;
    }
    memcpy(&header, bytes, sizeof header);
    const size_t expected = sn_mesh_reply_length(&header, name, error);
    if (!expected)
        return NULL;
    if (length != expected) {
        refuse(name, error);
        return NULL;
    }
    const char *payload = (const char *)bytes + sizeof header;
    if (header.status == 1) {
        char *message = clean_message(payload, header.message_length);
        g_set_error(error, SN_MODEL_ERROR, SN_MODEL_ERROR_MESH, "%s: %s", name, message);
        g_free(message);
        return NULL;
    }
    const size_t n_coordinates = (size_t)header.n_vertices * 3;
    const size_t n_corners = (size_t)header.n_triangles * 3;
    SnSurface *surface = g_new(SnSurface, 1);
    surface->n_vertices = (int)header.n_vertices;
    surface->n_triangles = (int)header.n_triangles;
    surface->vertices = g_memdup2(payload, n_coordinates * sizeof(double));
    surface->triangles =
        g_memdup2(payload + n_coordinates * sizeof(double), n_corners * sizeof(int32_t));
    bool good = true;
    for (size_t i = 0; i < n_coordinates; i++)
        good = good && isfinite(surface->vertices[i]) &&
               fabs(surface->vertices[i]) <= SN_MAX_COORDINATE;
    for (size_t i = 0; i < n_corners; i++)
        good = good && surface->triangles[i] >= 0 && surface->triangles[i] < surface->n_vertices;
    if (!good) {
        refuse(name, error);
        sn_surface_free(surface);
        return NULL;
    }
    return surface;
}
