/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/render.h"

#include <errno.h>
#include <png.h>
#include <stdio.h>
#include <string.h>

bool sn_png_write(const char *path, const uint8_t *rgba, int width, int height, char *text,
                  int text_size)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGBA};
    FILE *file = fopen(path, "wb");
    if (!file) {
        snprintf(text, (size_t)text_size, "%s: %s", path, strerror(errno));
        return false;
    }
    bool done = png_image_write_to_stdio(&image, file, 0, rgba, 0, NULL);
    if (!done)
        snprintf(text, (size_t)text_size, "%s: %s", path, image.message);
    if (fclose(file) != 0 && done) {
        snprintf(text, (size_t)text_size, "%s: %s", path, strerror(errno));
        done = false;
    }
    return done;
}
