/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/outline_tiles.h"

#include <stdbool.h>
#include <string.h>

enum { MIXED = 0x01 }; /* no value of whole bytes: part of the tile is marked */
static const uint32_t cared_for = 0x00ff00ff;

typedef struct Mask {
    const uint32_t *pixels;
    int width, height;
    int columns, rows; /* of tiles; the last may be narrower */
} Mask;

void sn_add_tile(SnBuffer *corners, int left, int below, int right, int above)
{
    const float at[6][2] = {{(float)left, (float)below},  {(float)left, (float)above},
                            {(float)right, (float)below}, {(float)right, (float)above},
                            {(float)right, (float)below}, {(float)left, (float)above}};
    memcpy(sn_buffer_add(corners, 6, sizeof *at), at, sizeof at);
}

static int end_of(int tile, int size)
{
    return (tile + 1) * SN_TILE < size ? (tile + 1) * SN_TILE : size;
}

/* What all pixels of a tile hold, or MIXED. */
static uint32_t value_of(const Mask *mask, int column, int row)
{
    uint32_t all = cared_for, any = 0;
    for (int y = row * SN_TILE; y < end_of(row, mask->height); y++) {
        const uint32_t *line = mask->pixels + (size_t)y * (size_t)mask->width;
        for (int x = column * SN_TILE; x < end_of(column, mask->width); x++) {
            all &= line[x];
            any |= line[x];
        }
    }
    return (any & cared_for) == all ? all : MIXED;
}

/* Whether a tile is marked in part, or is not as one of its neighbours. */
static bool has_edge(const Mask *mask, const uint32_t *values, int column, int row)
{
    const uint32_t own = values[(size_t)row * (size_t)mask->columns + (size_t)column];
    bool edge = own == MIXED;
    for (int y = row > 0 ? row - 1 : 0; y <= row + 1 && y < mask->rows; y++)
        for (int x = column > 0 ? column - 1 : 0; x <= column + 1 && x < mask->columns; x++)
            edge |= values[(size_t)y * (size_t)mask->columns + (size_t)x] != own;
    return edge;
}

/* The tiles of one row, those side by side as one. */
static void add_row(const Mask *mask, const uint32_t *values, int row, const int area[4],
                    SnBuffer *corners)
{
    int first = -1;
    for (int column = 0; column <= mask->columns; column++) {
        const bool edge = column < mask->columns && has_edge(mask, values, column, row);
        if (edge && first < 0)
            first = column;
        if (edge || first < 0)
            continue;
        sn_add_tile(corners, area[0] + first * SN_TILE, area[1] + row * SN_TILE,
                    area[0] + end_of(column - 1, mask->width), area[1] + end_of(row, mask->height));
        first = -1;
    }
}

void sn_outline_tiles(const uint32_t *mask, const int area[4], SnBuffer *values, SnBuffer *corners)
{
    const Mask of = {mask, area[2], area[3], (area[2] + SN_TILE - 1) / SN_TILE,
                     (area[3] + SN_TILE - 1) / SN_TILE};
    values->count = 0;
    uint32_t *value = sn_buffer_add(values, of.columns * of.rows, sizeof *value);
    for (int row = 0; row < of.rows; row++)
        for (int column = 0; column < of.columns; column++)
            value[(size_t)row * (size_t)of.columns + (size_t)column] = value_of(&of, column, row);
    for (int row = 0; row < of.rows; row++)
        add_row(&of, value, row, area, corners);
}
