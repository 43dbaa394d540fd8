/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/picture_buffer.h"

#include "engine/base/memory.h"

#include <epoxy/gl.h>
#include <string.h>

void sn_picture_buffer_clear(SnPictureBuffer *buffer)
{
    if (buffer->out)
        buffer->pixels = NULL; /* the receiver's now */
    if (buffer->texture) {
        glDeleteFramebuffers(1, &buffer->frame);
        glDeleteTextures(1, &buffer->texture);
    }
    sn_free(buffer->pixels);
    memset(buffer, 0, sizeof *buffer);
}

void sn_picture_buffer_size(SnPictureBuffer *buffer, int width, int height, bool readback)
{
    if (buffer->width == width && buffer->height == height)
        return;
    sn_picture_buffer_clear(buffer);
    buffer->width = width;
    buffer->height = height;
    if (readback) {
        buffer->pixels = sn_alloc(4, (size_t)width * (size_t)height);
        return;
    }
    glGenTextures(1, &buffer->texture);
    glBindTexture(GL_TEXTURE_2D, buffer->texture);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, NULL);
    /* GTK samples it as it is: a filter that wants mipmaps would show black */
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glGenFramebuffers(1, &buffer->frame);
    glBindFramebuffer(GL_FRAMEBUFFER, buffer->frame);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, buffer->texture, 0);
}

void sn_picture_buffer_copy(const SnPictureBuffer *buffer, const SnTarget *target)
{
    if (epoxy_gl_version() >= 43) {
        glCopyImageSubData(target->color, GL_TEXTURE_2D, 0, 0, 0, 0, buffer->texture, GL_TEXTURE_2D,
                           0, 0, 0, 0, target->width, target->height, 1);
    } else {
        glDisable(GL_FRAMEBUFFER_SRGB);
        glBindFramebuffer(GL_READ_FRAMEBUFFER, target->color_frame);
        glBindFramebuffer(GL_DRAW_FRAMEBUFFER, buffer->frame);
        glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height,
                          GL_COLOR_BUFFER_BIT, GL_NEAREST);
    }
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
    glClientWaitSync(fence, GL_SYNC_FLUSH_COMMANDS_BIT, 1000000000);
    glDeleteSync(fence);
}
