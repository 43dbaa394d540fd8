/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/base/output.h"
#include "render/render.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>

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

bool sn_png_write(const char *path, const uint8_t *rgba, int width, int height, char *text,
                  int text_size)
{
    size_t size = 0;
    char *bytes = encode(rgba, width, height, &size, text, text_size);
    SnOutputProblem problem;
    const bool done = bytes && sn_output_file(path, SN_OUTPUT_QUICK, NULL, bytes, size, &problem);
    if (bytes && !done)
        snprintf(text, (size_t)text_size, "%s: %s", path, problem.text);
    free(bytes);
    return done;
}
