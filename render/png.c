/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/render.h"

#include "engine/base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* "FILE.partial-123": a name of its own for each process, in the same folder; NULL for what is
 * there already and is no plain file: a device, a pipe. */
static char *partial_name(const char *path)
{
    struct stat there;
    if (stat(path, &there) == 0 && !S_ISREG(there.st_mode))
        return NULL;
    const size_t size = strlen(path) + 32;
    char *name = sn_alloc(size, 1);
    snprintf(name, size, "%s.partial-%ld", path, (long)getpid());
    return name;
}

/* Under another name first, so that a file of this name is a whole picture. */
bool sn_png_write(const char *path, const uint8_t *rgba, int width, int height, char *text,
                  int text_size)
{
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)width,
                       .height = (png_uint_32)height,
                       .format = PNG_FORMAT_RGBA,
                       .flags = PNG_IMAGE_FLAG_FAST};
    char *partial = partial_name(path);
    FILE *file = fopen(partial ? partial : path, "wb");
    bool done = file && png_image_write_to_stdio(&image, file, 0, rgba, 0, NULL);
    if (file && !done)
        snprintf(text, (size_t)text_size, "%s: %s", path, image.message);
    if ((file && fclose(file) != 0 && done) || !file ||
        (done && partial && rename(partial, path) != 0)) {
        snprintf(text, (size_t)text_size, "%s: %s", path, strerror(errno));
        done = false;
    }
    if (file && partial && !done)
        unlink(partial);
    sn_free(partial);
    return done;
}
