/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/color_map.h"

#include <epoxy/gl.h>
#include <math.h>

enum { MAX_CONTROLS = 20, COLUMNS = 512 };

typedef struct Map {
    int n;
    bool smooth; /* cubic between the control points, else straight */
    bool diverges;
    uint32_t rgb[MAX_CONTROLS];
} Map;

static const Map maps[SN_COLOR_MAPS] = {
    /* S. van der Walt, N. Smith 2015 (CC0), 20 of their 256 colours */
    [SN_COLOR_MAP_VIRIDIS] = {20, true, false, {0x440154, 0x481568, 0x482677, 0x453781, 0x3F4788,
                                                0x39558C, 0x32648E, 0x2D718E, 0x287D8E, 0x238A8D,
                                                0x1F968B, 0x20A386, 0x29AF7F, 0x3CBC75, 0x56C667,
                                                0x74D055, 0x94D840, 0xB8DE29, 0xDCE318, 0xFDE725}},
    [SN_COLOR_MAP_MAGMA] = {20, true, false, {0x000004, 0x07071D, 0x160F3B, 0x29115A, 0x400F73,
                                              0x56147D, 0x6B1D81, 0x802582, 0x952C80, 0xAB337C,
                                              0xC03A76, 0xD6456C, 0xE85362, 0xF4685C, 0xFA815F,
                                              0xFD9A6A, 0xFEB37B, 0xFECC8F, 0xFDE4A6, 0xFCFDBF}},
    /* K. Moreland, Diverging color maps for scientific visualization, ISVC 2009: every other of
     * the 33 colours of his table */
    [SN_COLOR_MAP_COOL_WARM] = {17,
                                true,
                                true,
                                {0x3B4CC0, 0x4D68D7, 0x6282EA, 0x779AF7, 0x8DB0FE, 0xA3C2FF,
                                 0xB8D0F9, 0xCCD9EE, 0xDDDDDD, 0xECD3C5, 0xF5C4AD, 0xF7B194,
                                 0xF49A7B, 0xEC7F63, 0xDE604D, 0xCB3E38, 0xB40426}},
    /* C. Brewer, M. Harrower, ColorBrewer (Apache 2.0): OrRd of nine classes, but the lightest,
     * which is lost on a light ground */
    [SN_COLOR_MAP_HEAT] = {8,
                           true,
                           false,
                           {0xFEE8C8, 0xFDD49E, 0xFDBB84, 0xFC8D59, 0xEF6548, 0xD7301F, 0xB30000,
                            0x7F0000}},
    [SN_COLOR_MAP_RAINBOW] = {5, false, false, {0x0000FF, 0x00FFFF, 0x00FF00, 0xFFFF00, 0xFF0000}},
};

static double channel(const Map *map, int i, int k)
{
    const int at = i < 0 ? 0 : i >= map->n ? map->n - 1 : i;
    return (map->rgb[at] >> (16 - 8 * k) & 255) / 255.0;
}

void sn_color_map(SnColorMap number, double t, float srgb[3])
{
    const Map *map = &maps[number];
    const double place = fmin(fmax(t, 0), 1) * (map->n - 1);
    const int i = place >= map->n - 1 ? map->n - 2 : (int)place;
    const double s = place - i;
    for (int k = 0; k < 3; k++) {
        const double a = channel(map, i, k), b = channel(map, i + 1, k);
        double c = a + s * (b - a);
        if (map->smooth) { /* Catmull-Rom; at the ends the slope of the last piece */
            const double before = i > 0 ? channel(map, i - 1, k) : 2 * a - b;
            const double after = i + 2 < map->n ? channel(map, i + 2, k) : 2 * b - a;
            const double da = 0.5 * (b - before), db = 0.5 * (after - a);
            const double s2 = s * s, s3 = s2 * s;
            c = (2 * s3 - 3 * s2 + 1) * a + (s3 - 2 * s2 + s) * da + (3 * s2 - 2 * s3) * b +
                (s3 - s2) * db;
        }
        srgb[k] = (float)fmin(fmax(c, 0), 1);
    }
}

bool sn_color_map_diverges(SnColorMap map)
{
    return maps[map].diverges;
}

unsigned sn_color_map_texture(void)
{
    uint8_t pixels[SN_COLOR_MAPS][COLUMNS][4];
    for (int map = 0; map < SN_COLOR_MAPS; map++)
        for (int i = 0; i < COLUMNS; i++) {
            float srgb[3];
            sn_color_map((SnColorMap)map, i / (double)(COLUMNS - 1), srgb);
            for (int k = 0; k < 3; k++)
                pixels[map][i][k] = (uint8_t)lrint(255 * (double)srgb[k]);
            pixels[map][i][3] = 255;
        }
    GLuint texture;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, COLUMNS, SN_COLOR_MAPS, 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, pixels);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindTexture(GL_TEXTURE_2D, 0);
    return texture;
}
