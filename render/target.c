/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/target.h"

#include <epoxy/gl.h>
#include <string.h>

static GLuint make_texture(GLenum internal, int width, int height, GLenum format, GLenum type)
{
    GLuint texture = 0;
    glGenTextures(1, &texture);
    glBindTexture(GL_TEXTURE_2D, texture);
    glTexImage2D(GL_TEXTURE_2D, 0, (GLint)internal, width, height, 0, format, type, NULL);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    return texture;
}

static GLuint make_frame(GLuint color, GLuint depth)
{
    GLuint frame = 0;
    glGenFramebuffers(1, &frame);
    glBindFramebuffer(GL_FRAMEBUFFER, frame);
    if (color)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
    else
        glDrawBuffer(GL_NONE);
    if (depth)
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_TEXTURE_2D, depth,
                               0);
    return frame;
}

static GLuint make_storage(GLenum format, int samples, int width, int height)
{
    GLuint buffer = 0;
    glGenRenderbuffers(1, &buffer);
    glBindRenderbuffer(GL_RENDERBUFFER, buffer);
    glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, width, height);
    return buffer;
}

bool sn_target_resize(SnTarget *target, int width, int height, int samples)
{
    GLint most = 0;
    glGetIntegerv(GL_MAX_SAMPLES, &most);
    samples = samples < 2 ? 0 : samples > most ? most : samples;
    if (target->width == width && target->height == height && target->samples == samples)
        return true;
    sn_target_clear(target);
    target->width = width;
    target->height = height;
    target->samples = samples;
    target->color = make_texture(GL_SRGB8_ALPHA8, width, height, GL_RGBA, GL_UNSIGNED_BYTE);
    target->color_frame = make_frame(target->color, 0);
    target->depth =
        make_texture(GL_DEPTH24_STENCIL8, width, height, GL_DEPTH_STENCIL, GL_UNSIGNED_INT_24_8);
    target->depth_frame = make_frame(0, target->depth);
    target->draw_depth = make_storage(GL_DEPTH24_STENCIL8, samples, width, height);
    glGenFramebuffers(1, &target->draw);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    if (samples) {
        target->draw_color = make_storage(GL_SRGB8_ALPHA8, samples, width, height);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  target->draw_color);
    } else {
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, target->color,
                               0);
    }
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_STENCIL_ATTACHMENT, GL_RENDERBUFFER,
                              target->draw_depth);
    return glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
}

void sn_target_need_half(SnTarget *target)
{
    if (target->half[0])
        return;
    for (int i = 0; i < 2; i++) {
        target->half[i] = make_texture(GL_RG32F, (target->width + 1) / 2, (target->height + 1) / 2,
                                       GL_RG, GL_FLOAT);
        target->half_frame[i] = make_frame(target->half[i], 0);
    }
}

void sn_target_need_mask(SnTarget *target)
{
    if (target->mask[0])
        return;
    for (int i = 0; i < 2; i++) {
        target->mask[i] =
            make_texture(GL_RGBA8, target->width, target->height, GL_RGBA, GL_UNSIGNED_BYTE);
        target->mask_frame[i] = make_frame(target->mask[i], i == 0 ? target->depth : 0);
    }
}

void sn_target_copy_depth(SnTarget *target)
{
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->draw);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->depth_frame);
    glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height,
                      GL_DEPTH_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
}

/* Bytes as they are. */
static void copy_colors(const SnTarget *target, GLuint from, GLuint to)
{
    glDisable(GL_FRAMEBUFFER_SRGB);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, from);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
    glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    glEnable(GL_FRAMEBUFFER_SRGB);
}

void sn_target_keep(SnTarget *target)
{
    if (!target->kept) {
        target->kept =
            make_storage(GL_SRGB8_ALPHA8, target->samples, target->width, target->height);
        glGenFramebuffers(1, &target->kept_frame);
        glBindFramebuffer(GL_FRAMEBUFFER, target->kept_frame);
        glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER,
                                  target->kept);
    }
    copy_colors(target, target->draw, target->kept_frame);
}

void sn_target_bring_back(SnTarget *target)
{
    copy_colors(target, target->kept_frame, target->draw);
}

void sn_target_resolve(SnTarget *target)
{
    if (!target->samples)
        return;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->draw);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, target->color_frame);
    glBlitFramebuffer(0, 0, target->width, target->height, 0, 0, target->width, target->height,
                      GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

void sn_target_clear(SnTarget *target)
{
    const GLuint frames[] = {target->draw,          target->color_frame,   target->depth_frame,
                             target->half_frame[0], target->half_frame[1], target->mask_frame[0],
                             target->mask_frame[1], target->kept_frame};
    const GLuint textures[] = {target->color,   target->depth,   target->half[0],
                               target->half[1], target->mask[0], target->mask[1]};
    const GLuint storages[] = {target->draw_color, target->draw_depth, target->kept};
    const bool keeps = target->keeps;
    glDeleteFramebuffers(8, frames);
    glDeleteTextures(6, textures);
    glDeleteRenderbuffers(3, storages);
    memset(target, 0, sizeof *target);
    target->keeps = keeps;
}
