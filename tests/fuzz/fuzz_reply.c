/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parser of the mesh helper's replies under mutated replies: what it accepts is a good
 * surface. */
#include "engine/mesh/mesh_reply.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>

typedef struct Replies {
    GByteArray *reply[3];
} Replies;

static const char *const WORDS[] = {"SNMESH1\n", "\n", "\xff\xff\xff\xff", "x", "\xc3", NULL};

static bool run(FuzzRandom *random, void *data)
{
    const Replies *replies = data;
    const GByteArray *seed = replies->reply[fuzz_below(random, 3)];
    GString *bytes = g_string_new_len((const char *)seed->data, seed->len);
    if (fuzz_below(random, 2)) { /* the header is where it matters */
        const size_t at = fuzz_below(random, sizeof(SnMeshReplyHeader));
        bytes->str[at] = (char)fuzz_random(random);
    } else {
        fuzz_mutate_bytes(random, bytes, WORDS);
    }
    char *exact = g_memdup2(bytes->str, bytes->len);
    GError *error = NULL;
    SnSurface *surface = sn_mesh_reply_parse(exact, bytes->len, "fuzz", &error);
    const bool accepted = surface != NULL;
    g_assert_true(accepted == (error == NULL));
    for (int i = 0; surface && i < 3 * surface->n_vertices; i++)
        g_assert_true(isfinite(surface->vertices[i]));
    for (int i = 0; surface && i < 3 * surface->n_triangles; i++)
        g_assert_true(surface->triangles[i] >= 0 && surface->triangles[i] < surface->n_vertices);
    if (error)
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
    g_clear_error(&error);
    sn_surface_free(surface);
    g_free(exact);
    g_string_free(bytes, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    Replies replies;
    SnSurface *box = sn_surface_box((const double[3]){1, 2, 3});
    SnSurface *ball = sn_surface_ellipsoid((const double[3]){1, 2, 3}, 5);
    for (int i = 0; i < 3; i++)
        replies.reply[i] = g_byte_array_new();
    sn_mesh_reply_build(box, NULL, replies.reply[0]);
    sn_mesh_reply_build(ball, NULL, replies.reply[1]);
    sn_mesh_reply_build(NULL, "no mesh could be read", replies.reply[2]);
    const int status = fuzz_main(argc, argv, "fuzz_reply", run, &replies);
    for (int i = 0; i < 3; i++)
        g_byte_array_unref(replies.reply[i]);
    sn_surface_free(box);
    sn_surface_free(ball);
    return status;
}
