/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/output.h"
#include "render/render.h"

#include <math.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    HEAD = 8 + 25,   /* bytes of a PNG file up to the end of its first chunk */
    SIZE_CHUNK = 21, /* bytes of the chunk pHYs */
};

static void put_big(uint8_t *to, uint32_t number)
{
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* Puts the size of a pixel behind the head (PNG specification, pHYs): libpng's simple calls cannot.
 * The bytes, moved, or NULL without memory. */
static char *say_size(char *bytes, size_t *size, double dots_per_inch)
{
    char *grown = realloc(bytes, *size + SIZE_CHUNK);
    uint8_t chunk[SIZE_CHUNK];
    if (!grown) {
        free(bytes);
        return NULL;
    }
    const uint32_t per_metre = (uint32_t)lrint(dots_per_inch / 0.0254);
    put_big(chunk, 9);
    memcpy(chunk + 4, "pHYs", 4);
    put_big(chunk + 8, per_metre);
    put_big(chunk + 12, per_metre);
    chunk[16] = 1; /* the unit is the metre */
    put_big(chunk + 17, (uint32_t)crc32(0, chunk + 4, 13));
    memmove(grown + HEAD + SIZE_CHUNK, grown + HEAD, *size - HEAD);
    memcpy(grown + HEAD, chunk, SIZE_CHUNK);
    *size += SIZE_CHUNK;
    return grown;
}

/* The whole picture in memory (free), NULL with words. */
static char *encode(const uint8_t *rgba, int width, int height, size_t *size, char *text,
                    int text_size)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGBA,
                       .flags = PNG_IMAGE_FLAG_FAST};
    char *bytes = NULL;
    FILE *memory = open_memstream(&bytes, size);
    const bool drawn = memory && png_image_write_to_stdio(&image, memory, 0, rgba, 0, NULL);
    if (memory && fclose(memory) == 0 && drawn)
        return bytes;
    snprintf(text, (size_t)text_size, "the picture could not be made: %s",
             image.message[0] ? image.message : "not enough memory");
    free(bytes);
    return NULL;
}

bool sn_png_write(const char *path, const uint8_t *rgba, int width, int height,
                  double dots_per_inch, char *text, int text_size)
{
    size_t size = 0;
    char *bytes = encode(rgba, width, height, &size, text, text_size);
    if (bytes && dots_per_inch > 0) {
        bytes = say_size(bytes, &size, dots_per_inch);
        if (!bytes)
            snprintf(text, (size_t)text_size, "the picture could not be made: not enough memory");
    }
    SnOutputProblem problem;
    const bool done = bytes && sn_output_file(path, SN_OUTPUT_QUICK, NULL, bytes, size, &problem);
    if (bytes && !done)
        snprintf(text, (size_t)text_size, "%s: %s", path, problem.text);
    free(bytes);
    return done;
}
