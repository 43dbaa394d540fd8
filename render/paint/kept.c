/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/kept.h"

#include "render/collect/past.h"

#include <string.h>

static const uint64_t begin = 0xcbf29ce484222325u;

uint64_t sn_hash(uint64_t h, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (; size >= 8; size -= 8, bytes += 8) {
        uint64_t word;
        memcpy(&word, bytes, 8);
        h = (h ^ word) * 0x100000001b3u;
        h ^= h >> 29;
    }
    for (; size > 0; size--, bytes++)
        h = (h ^ *bytes) * 0x100000001b3u;
    return h;
}

static uint64_t hash_snapshot(uint64_t h, const SnSnapshot *snapshot)
{
    if (!snapshot || !snapshot->scene)
        return sn_hash(h, "", 1);
    const SnScene *scene = snapshot->scene;
    h = sn_hash(h, &scene->serial, sizeof scene->serial);
    h = sn_hash(h, snapshot->poses, 7 * sizeof(double) * (size_t)scene->n_poses);
    h = sn_hash(h, snapshot->points, 3 * sizeof(double) * (size_t)scene->n_points);
    return sn_hash(h, snapshot->scalars, sizeof(float) * (size_t)scene->n_scalars);
}

uint64_t sn_kept_scene(const SnFrame *frame, const struct SnPastKept *past)
{
    SnViewSettings settings;
    memcpy(&settings, frame->settings, sizeof settings);
    memset(settings.band, 0, sizeof settings.band);
    settings.manipulator = settings.manipulator_axis = 0;
    memset(settings.manipulator_pose, 0, sizeof settings.manipulator_pose);
    memset(settings.manipulator_scale_axes, 0, sizeof settings.manipulator_scale_axes);
    settings.manipulator_turns = settings.manipulator_scales = false;
    uint64_t h = sn_hash(begin, &settings, sizeof settings);
    h = hash_snapshot(h, frame->snapshot);
    h = hash_snapshot(h, past ? past->ghost : NULL);
    return h ? h : 1;
}

enum { NO_TAG = -1 };

/* Where elements have an SnInk or a tag, its marks are left out. */
static uint64_t hash_list(uint64_t h, const SnBuffer *list, size_t size, ptrdiff_t flags)
{
    const unsigned char *data = list->data;
    h = sn_hash(h, &list->count, sizeof list->count);
    if (flags == NO_TAG)
        return list->count > 0 ? sn_hash(h, data, size * (size_t)list->count) : h;
    const size_t before = (size_t)flags, after = before + sizeof(uint32_t);
    for (int i = 0; i < list->count; i++, data += size) {
        uint32_t tag;
        memcpy(&tag, data + before, sizeof tag);
        tag &= ~(uint32_t)(SN_FLAG_SELECTED | SN_FLAG_HOVERED);
        h = sn_hash(h, data, before);
        h = sn_hash(h, &tag, sizeof tag);
        h = sn_hash(h, data + after, size - after);
    }
    return h;
}

#define FLAGS_OF(type, tag) ((ptrdiff_t)(offsetof(type, tag) + sizeof(uint32_t)))

static uint64_t hash_draws(uint64_t h, const SnBuffer *list)
{
    return hash_list(h, list, sizeof(SnDraw), FLAGS_OF(SnDraw, place.ink.tag));
}

uint64_t sn_kept_solids(const SnSolids *solids)
{
    uint64_t h = begin;
    for (int layer = SN_LAYER_OPAQUE; layer <= SN_LAYER_CLEAR; layer++) {
        for (int i = 0; i < SN_N_SHAPES; i++)
            h = hash_list(h, &solids->instances[layer][i], sizeof(SnInstance),
                          FLAGS_OF(SnInstance, ink.tag));
        h = hash_list(h, &solids->soup[layer].vertices, sizeof(SnSoupVertex),
                      FLAGS_OF(SnSoupVertex, ink.tag));
        h = hash_list(h, &solids->soup[layer].indices, sizeof(uint32_t), NO_TAG);
    }
    for (int i = 0; i < 2; i++)
        h = hash_list(h, &solids->segments[i], sizeof(SnSegment), FLAGS_OF(SnSegment, tag));
    h = hash_draws(h, &solids->opaque);
    h = hash_draws(h, &solids->clear);
    h = hash_draws(h, &solids->sections);
    h = hash_draws(h, &solids->inner);
    h = hash_list(h, &solids->cap_soup.vertices, sizeof(SnSoupVertex),
                  FLAGS_OF(SnSoupVertex, ink.tag));
    h = hash_list(h, &solids->caps, sizeof(SnCap), (ptrdiff_t)offsetof(SnCap, marks));
    for (int i = 0; i < 2; i++)
        h = hash_list(h, &solids->section_soup.lines[i], sizeof(uint32_t), NO_TAG);
    h = sn_hash(h, &solids->fields.n, sizeof solids->fields.n);
    for (int i = 0; i < solids->fields.n; i++)
        h = sn_hash(h, solids->fields.field[i].range, sizeof solids->fields.field[i].range);
    return h ? h : 1;
}
