/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/paint/painter.h"

#include "engine/base/memory.h"
#include "render/offscreen.h"
#include "render/paint/kept.h"

#include <epoxy/gl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static void make_tiles(SnPainter *painter)
{
    glGenVertexArrays(1, &painter->tile_array);
    glGenBuffers(1, &painter->tile_corners);
    glBindVertexArray(painter->tile_array);
    glBindBuffer(GL_ARRAY_BUFFER, painter->tile_corners);
    glEnableVertexAttribArray(0);
    glVertexAttribPointer(0, 2, GL_FLOAT, GL_FALSE, 0, NULL);
    glBindVertexArray(0);
}

SnPainter *sn_painter_new(char *text, int text_size)
{
    if (epoxy_gl_version() < 33 || !epoxy_is_desktop_gl()) {
        snprintf(text, (size_t)text_size, "OpenGL 3.3 is needed, this is %d.%d",
                 epoxy_gl_version() / 10, epoxy_gl_version() % 10);
        return NULL;
    }
    SnPainter *painter = sn_alloc(1, sizeof *painter);
    if (!sn_programs_make(&painter->programs, text, text_size)) {
        sn_free(painter);
        return NULL;
    }
    sn_solid_gpu_make(&painter->gpu);
    glGenBuffers(1, &painter->frame_buffer);
    make_tiles(painter);
    painter->software = sn_gl_is_software();
    return painter;
}

void sn_painter_free(SnPainter *painter)
{
    if (!painter)
        return;
    sn_programs_clear(&painter->programs);
    sn_solid_gpu_clear(&painter->gpu);
    sn_mesh_cache_clear(&painter->cache);
    sn_tissue_cache_clear(&painter->tissues);
    sn_solids_free(&painter->solids);
    sn_shadow_clear(&painter->shadow);
    sn_captions_clear(&painter->captions);
    glDeleteTextures(1, &painter->bar.texture);
    glDeleteTextures(1, &painter->scale_bar.texture);
    glDeleteBuffers(1, &painter->frame_buffer);
    glDeleteFramebuffers(1, &painter->id_frame);
    glDeleteTextures(1, &painter->id_color);
    glDeleteTextures(1, &painter->id_depth);
    glDeleteVertexArrays(1, &painter->tile_array);
    glDeleteBuffers(1, &painter->tile_corners);
    sn_buffer_free(&painter->tiles);
    sn_buffer_free(&painter->mask);
    sn_buffer_free(&painter->tile_values);
    sn_free(painter);
}

/* Framing and lists of one picture; the frame buffer of its samples is current. */
static void begin_picture(SnPainter *painter, const SnTarget *target, SnFrame *frame,
                          const SnMarks *marks)
{
    const SnCollector collector = {
        frame, &painter->solids, &painter->cache, &painter->tissues, &painter->memory, marks};
    sn_collect(&collector);
    sn_solid_gpu_upload(&painter->gpu, &painter->solids);
    sn_frame_upload(frame, NULL, painter->frame_buffer);
    glBindFramebuffer(GL_FRAMEBUFFER, target->draw);
    glViewport(0, 0, target->width, target->height);
    glEnable(GL_FRAMEBUFFER_SRGB);
    glDisable(GL_CULL_FACE);
    glDisable(GL_SCISSOR_TEST);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
}

/* All below the outlines. */
static void draw_scene(const SnPass *pass)
{
    const SnViewSettings *settings = pass->frame->settings;
    const SnSolids *solids = &pass->painter->solids;
    glClearColor(0, 0, 0, 0);
    glClearDepth(1);
    glClearStencil(0);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT);

    sn_pass_opaque(pass);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    sn_pass_caps(pass, SN_PROGRAM_SOLID_SPECIAL);
    sn_pass_sections(pass);
    const bool marked = solids->any_selected || solids->any_hovered;
    if (settings->ambient_occlusion || marked || pass->target->keeps)
        sn_target_copy_depth(pass->target);
    if (settings->ambient_occlusion)
        sn_pass_occlusion(pass);
    sn_pass_background(pass);
    sn_pass_shadow(pass);
    if (settings->grid)
        sn_pass_grid(pass);
    sn_pass_lines(pass);
    sn_pass_transparent(pass);
    sn_pass_through(pass);
    sn_pass_fibres(pass);
}

static bool finish_picture(const SnPass *pass)
{
    sn_pass_outline(pass);
    sn_pass_captions(pass);
    sn_pass_overlay(pass);
    sn_pass_bar(pass);
    sn_target_resolve(pass->target);
    sn_mesh_cache_collect(&pass->painter->cache);
    sn_tissue_cache_collect(&pass->painter->tissues);
    return glGetError() == GL_NO_ERROR;
}

/* What is kept shows the same scene; all that its lists hold is still to be compared. */
static bool may_show_again(const SnTarget *target, const SnFrame *frame, const SnMarks *marks)
{
    const SnViewSettings *settings = frame->settings;
    return target->keeps && target->kept_scene != 0 && target->width == settings->width &&
           target->height == settings->height &&
           target->kept_scene == sn_kept_scene(frame, marks->past);
}

/* Draws it over what is kept, or returns false; `begun`: then the lists have been collected. */
static bool show_again(SnPass *pass, const SnMarks *marks, bool *begun)
{
    SnTarget *target = pass->target;
    target->again = false;
    *begun = may_show_again(target, pass->frame, marks);
    if (!*begun)
        return false;
    begin_picture(pass->painter, target, pass->frame, marks);
    if (sn_kept_solids(&pass->painter->solids) != target->kept_solids)
        return false;
    sn_target_bring_back(target);
    target->again = true;
    return true;
}

bool sn_painter_draw_again(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                           const SnViewSettings *settings, const SnMarks *marks)
{
    SnFrame frame;
    SnPass pass = {painter, target, &frame};
    bool begun;
    sn_frame_init(&frame, snapshot, settings, NULL);
    return show_again(&pass, marks, &begun) && finish_picture(&pass);
}

bool sn_painter_draw(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                     const SnViewSettings *settings, const SnMarks *marks)
{
    SnFrame frame;
    SnPass pass = {painter, target, &frame};
    bool begun;
    if (!sn_target_resize(target, settings->width, settings->height, settings->samples))
        return false;
    sn_frame_init(&frame, snapshot, settings, NULL);
    if (show_again(&pass, marks, &begun))
        return finish_picture(&pass);
    if (!begun)
        begin_picture(painter, target, &frame, marks);
    draw_scene(&pass);
    target->kept_scene = target->kept_solids = 0;
    if (target->keeps) {
        sn_target_keep(target);
        target->kept_scene = sn_kept_scene(&frame, marks->past);
        target->kept_solids = sn_kept_solids(&painter->solids);
    }
    return finish_picture(&pass);
}

static double decode(double c)
{
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double encode(double c)
{
    return c <= 0.0031308 ? 12.92 * c : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* The picture is premultiplied in linear light; outside, colours are expected straight, or
 * premultiplied after encoding. */
static void convert_clear(uint8_t *pixel, bool premultiply)
{
    const double alpha = pixel[3] / 255.0;
    if (pixel[3] == 0 || pixel[3] == 255)
        return;
    for (int k = 0; k < 3; k++) {
        double c = encode(fmin(decode(pixel[k] / 255.0) / alpha, 1));
        if (premultiply)
            c *= alpha;
        pixel[k] = (uint8_t)lrint(255 * c);
    }
}

void sn_target_read(const SnTarget *target, bool bgra, uint8_t *pixels)
{
    const size_t stride = 4 * (size_t)target->width;
    glBindFramebuffer(GL_READ_FRAMEBUFFER, target->color_frame);
    glPixelStorei(GL_PACK_ALIGNMENT, 4);
    glReadPixels(0, 0, target->width, target->height, bgra ? GL_BGRA : GL_RGBA, GL_UNSIGNED_BYTE,
                 pixels);
    /* top row first */
    uint8_t swap[4096];
    for (int y = 0; y < target->height / 2; y++) {
        uint8_t *a = pixels + (size_t)y * stride;
        uint8_t *b = pixels + (size_t)(target->height - 1 - y) * stride;
        for (size_t x = 0; x < stride; x += sizeof swap) {
            const size_t n = stride - x < sizeof swap ? stride - x : sizeof swap;
            memcpy(swap, a + x, n);
            memcpy(a + x, b + x, n);
            memcpy(b + x, swap, n);
        }
    }
    for (size_t i = 0; i < stride * (size_t)target->height; i += 4)
        if (pixels[i + 3] != 255)
            convert_clear(pixels + i, bgra);
}
