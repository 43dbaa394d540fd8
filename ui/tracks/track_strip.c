/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/tracks/track_strip.h"

#include <math.h>

struct SnTrackStrip {
    guint32 *pixels; /* [height * scale][width * scale], premultiplied ARGB, as cairo has them */
    int width, height, scale;
};

SnTrackStrip *sn_track_strip_new(int width, int height, int scale)
{
    SnTrackStrip *strip = g_new(SnTrackStrip, 1);
    *strip = (SnTrackStrip){.width = width, .height = height, .scale = scale};
    strip->pixels = g_new0(guint32, (gsize)(width * scale) * (gsize)(height * scale));
    return strip;
}

static guint32 premultiplied(const GdkRGBA *color, float cover)
{
    const float alpha = 255 * color->alpha * cover;
    return (guint32)(alpha + 0.5f) << 24 | (guint32)(alpha * color->red + 0.5f) << 16 |
           (guint32)(alpha * color->green + 0.5f) << 8 | (guint32)(alpha * color->blue + 0.5f);
}

/* Each channel of `below`, times what `above` lets through. */
static guint32 over(guint32 above, guint32 below)
{
    if (below == 0 || above >> 24 == 255)
        return above;
    const guint32 through = 255 - (above >> 24);
    guint32 sum = above;
    for (int shift = 0; shift < 32; shift += 8)
        sum += ((below >> shift & 255) * through + 127) / 255 << shift;
    return sum;
}

void sn_track_strip_bar(SnTrackStrip *strip, int from, int to, float top, float bottom,
                        const GdkRGBA *color)
{
    const int across = strip->width * strip->scale, down = strip->height * strip->scale;
    const int first = CLAMP(from * strip->scale, 0, across),
              last = CLAMP(to * strip->scale, first, across);
    const float high = CLAMP(top * (float)strip->scale, 0, (float)down),
                low = CLAMP(bottom * (float)strip->scale, high, (float)down);
    for (int row = (int)high; row < (int)ceilf(low); row++) {
        const float cover = MIN(low, (float)(row + 1)) - MAX(high, (float)row);
        const guint32 shade = premultiplied(color, cover);
        guint32 *pixels = strip->pixels + (gsize)row * (gsize)across;
        for (int x = first; x < last; x++)
            pixels[x] = over(shade, pixels[x]);
    }
}

void sn_track_strip_append(SnTrackStrip *strip, GtkSnapshot *snapshot, float x, float y)
{
    const gsize stride = (gsize)(strip->width * strip->scale) * sizeof(guint32);
    const int down = strip->height * strip->scale;
    GBytes *bytes = g_bytes_new_take(strip->pixels, stride * (gsize)down);
    GdkTexture *texture = gdk_memory_texture_new(strip->width * strip->scale, down,
                                                 GDK_MEMORY_DEFAULT, bytes, stride);
    gtk_snapshot_append_texture(
        snapshot, texture, &GRAPHENE_RECT_INIT(x, y, (float)strip->width, (float)strip->height));
    g_object_unref(texture);
    g_bytes_unref(bytes);
    g_free(strip);
}
