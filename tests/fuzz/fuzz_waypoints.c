/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of waypoint states under mutated bytes, mostly with a checksum that fits them again: what
 * is accepted is written back as it was read. */
#include "engine/run/file/waypoint_file.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <string.h>

enum { DIGEST = 32 };

static const char *const WORDS[] = {
    "/model/waypoints/", "SINEWWPT", "\xff\xff\xff\xff", "\xc3", "node", "\x01", NULL};

static GByteArray *make_seed(int n_states, int n)
{
    SnLayout *layout = sn_layout_new();
    sn_layout_add(layout, "/model/bodies/jaw", "body", 1);
    sn_layout_add(layout, "/model/fems/tongue", "node", (uint32_t)n);
    sn_layout_add(layout, "", "integrator", 2);
    SnWaypointFile *file = sn_waypoint_file_new(layout);
    double data[32];
    for (int i = 0; i < n; i++)
        data[i] = 1.0 / (i + 1);
    for (int i = 0; i < n_states; i++) {
        char *path = g_strdup_printf("/model/waypoints/at %d", i);
        sn_waypoint_file_add(file, &(SnSavedState){.path = path,
                                                   .marked = 0.001 * i,
                                                   .step = (uint64_t)i,
                                                   .time = 0.001 * i,
                                                   .data = data,
                                                   .n = (uint32_t)n});
        g_free(path);
    }
    GByteArray *bytes = sn_waypoint_file_build(file);
    sn_waypoint_file_free(file);
    return bytes;
}

/* A checksum that fits: without it hardly anything gets past the first look. */
static void sign(GString *bytes)
{
    if (bytes->len < DIGEST)
        return;
    gsize size = DIGEST;
    GChecksum *checksum = g_checksum_new(G_CHECKSUM_SHA256);
    g_checksum_update(checksum, (const guchar *)bytes->str, (gssize)bytes->len - DIGEST);
    g_checksum_get_digest(checksum, (guint8 *)bytes->str + bytes->len - DIGEST, &size);
    g_checksum_free(checksum);
}

static bool run(FuzzRandom *random, void *data)
{
    GByteArray *const *seeds = data;
    const GByteArray *seed = seeds[fuzz_below(random, 3)];
    GString *bytes = g_string_new_len((const char *)seed->data, seed->len);
    fuzz_mutate_bytes(random, bytes, WORDS);
    if (fuzz_below(random, 8))
        sign(bytes);
    char *exact = g_memdup2(bytes->str, bytes->len);
    GError *error = NULL;
    SnWaypointFile *file = sn_waypoint_file_parse(exact, bytes->len, "fuzz", &error);
    const bool accepted = file != NULL;
    g_assert_true(accepted == (error == NULL));
    if (file) {
        GByteArray *again = sn_waypoint_file_build(file);
        g_assert_true(again->len == bytes->len && memcmp(again->data, exact, again->len) == 0);
        g_byte_array_unref(again);
        const SnSavedState *found = sn_waypoint_file_find(file, "fuzz", "at 1", NULL);
        g_assert_true(!found || isfinite(found->time));
        SnWaypointFile *other = sn_waypoint_file_parse(seeds[0]->data, seeds[0]->len, "seed", NULL);
        char *difference = sn_layout_difference(other->layout, file->layout);
        g_assert_true(!difference || *difference);
        g_free(difference);
        sn_waypoint_file_free(other);
    } else {
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
    }
    g_clear_error(&error);
    sn_waypoint_file_free(file);
    g_free(exact);
    g_string_free(bytes, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    GByteArray *seeds[3] = {make_seed(0, 0), make_seed(1, 3), make_seed(3, 20)};
    const int status = fuzz_main(argc, argv, "fuzz_waypoints", run, seeds);
    for (int i = 0; i < 3; i++)
        g_byte_array_unref(seeds[i]);
    return status;
}
