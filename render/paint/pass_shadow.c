/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A soft shadow on the ground.  The light comes from straight above, so the picture of it depends
 * on the pose alone: it is made again when something has moved, and turning the camera costs one
 * textured square.  Fine meshes are cast as a few thousand points. */
#include "render/paint/kept.h"
#include "render/paint/painter.h"

#include <epoxy/gl.h>
#include <math.h>
#include <string.h>

enum { SIDE = 256, MOST_TRIANGLES = 3000, MOST_POINTS = 3000 };
enum { MOST_STEP = 100 };             /* GL allows 2048 bytes from vertex to vertex */
static const double around = 1.3;     /* the square over what it holds */
static const double near_part = 0.06; /* heights in which it fades, over the size of the model */
static const double far_part = 0.45;
static const double near_spread = 0.012; /* standard deviations over the side of the square */
static const double far_spread = 0.045;
static const double sunk_part = 0.03; /* so much below the ground it still stands on it */

/* Whether anything has moved. */
static uint64_t hash_pose(const SnFrame *frame)
{
    const SnSnapshot *snapshot = frame->snapshot;
    const SnScene *scene = snapshot->scene;
    const double ground = frame->settings->ground;
    uint64_t h = sn_hash(0xcbf29ce484222325u, &scene->serial, sizeof scene->serial);
    h = sn_hash(h, &ground, sizeof ground);
    h = sn_hash(h, snapshot->poses, 7 * sizeof(double) * (size_t)scene->n_poses);
    h = sn_hash(h, snapshot->points, 3 * sizeof(double) * (size_t)scene->n_points);
    return sn_hash(h, frame->cuts, sizeof(SnCut) * (size_t)frame->n_cuts);
}

/* Draws one thing from above: fine meshes as points, which are blurred into a whole. */
static void cast(const SnPass *pass, GLint size, const SnDraw *draw, double texels)
{
    const SnSolidGpu *gpu = &pass->painter->gpu;
    const int triangles = draw->kind == SN_DRAW_MESH ? draw->mesh->n_indices / 3 : 0;
    const int vertices = draw->kind == SN_DRAW_MESH ? draw->mesh->n_vertices : 0;
    const int step = vertices / MOST_POINTS < MOST_STEP ? vertices / MOST_POINTS + 1 : MOST_STEP;
    if (triangles <= MOST_TRIANGLES) {
        sn_draw_one(gpu, draw);
        return;
    }
    const int n = draw->mesh->n_vertices / step;
    glUniform3f(size, pass->painter->shadow.fade[0], pass->painter->shadow.fade[1],
                (float)fmin(fmax(2 * texels / sqrt(n), 2), 24));
    sn_draw_points(gpu, draw, step);
}

/* The square on the ground under everything. */
static void find_area(const SnFrame *frame, SnShadow *shadow)
{
    double half = 0;
    for (int k = 0; k < 2; k++) {
        shadow->center[k] = (frame->bounds[0][k] + frame->bounds[1][k]) / 2;
        half = fmax(half, (frame->bounds[1][k] - frame->bounds[0][k]) / 2);
    }
    shadow->half = around * half + 3 * far_spread * frame->size;
    shadow->fade[0] = (float)(near_part * frame->size);
    shadow->fade[1] = (float)(far_part * frame->size);
}

static void set_area(const SnPass *pass, GLuint program)
{
    const SnFrame *frame = pass->frame;
    const SnShadow *shadow = &pass->painter->shadow;
    glUniform4f(sn_uniform(program, "area"), (float)(shadow->center[0] - frame->origin[0]),
                (float)(shadow->center[1] - frame->origin[1]), (float)shadow->half,
                (float)(frame->settings->ground - frame->origin[2]));
}

static void make_textures(SnShadow *shadow)
{
    glGenTextures(2, shadow->texture);
    glGenFramebuffers(2, shadow->frame);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, shadow->texture[i]);
        glTexImage2D(GL_TEXTURE_2D, 0, GL_RG8, SIDE, SIDE, 0, GL_RG, GL_UNSIGNED_BYTE, NULL);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_LINEAR);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[i]);
        glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D,
                               shadow->texture[i], 0);
    }
}

static void cast_list(const SnPass *pass, GLint size, const SnBuffer *list)
{
    const SnShadow *shadow = &pass->painter->shadow;
    const SnDraw *draws = list->data;
    for (int i = 0; i < list->count; i++) {
        glUniform3f(size, shadow->fade[0], shadow->fade[1], 1);
        if (draws[i].faces != SN_FACES_WIREFRAME)
            cast(pass, size, &draws[i], SIDE * 0.5);
    }
}

static void cast_all(const SnPass *pass)
{
    SnPainter *painter = pass->painter;
    const SnShadow *shadow = &painter->shadow;
    glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[0]);
    glClear(GL_COLOR_BUFFER_BIT);
    glEnable(GL_BLEND);
    glBlendEquation(GL_MAX);
    glEnable(GL_PROGRAM_POINT_SIZE);
    const GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_SHADOW_CAST);
    const GLint size = sn_uniform(program, "caster");
    set_area(pass, program);
    cast_list(pass, size, &painter->solids.opaque);
    cast_list(pass, size, &painter->solids.clear);
    glUniform3f(size, shadow->fade[0], shadow->fade[1], 1);
    sn_draw_layer(&painter->gpu, &painter->solids, SN_LAYER_OPAQUE);
    glDisable(GL_PROGRAM_POINT_SIZE);
    glBlendEquation(GL_FUNC_ADD);
    glDisable(GL_BLEND);
}

static void blur(const SnPass *pass)
{
    SnPainter *painter = pass->painter;
    const SnShadow *shadow = &painter->shadow;
    const GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_SHADOW_BLUR);
    const double texel = 2 * shadow->half / SIDE;
    glUniform1i(sn_uniform(program, "dark_map"), 0);
    glUniform2f(sn_uniform(program, "spread"),
                (float)fmax(near_spread * pass->frame->size / texel, 1.5),
                (float)fmax(far_spread * pass->frame->size / texel, 1.5));
    glActiveTexture(GL_TEXTURE0);
    glBindVertexArray(painter->gpu.empty_array);
    for (int i = 0; i < 2; i++) {
        glBindTexture(GL_TEXTURE_2D, shadow->texture[i]);
        glUniform2i(sn_uniform(program, "direction"), i == 0, i == 1);
        glBindFramebuffer(GL_FRAMEBUFFER, shadow->frame[1 - i]);
        glDrawArrays(GL_TRIANGLES, 0, 3);
    }
}

static void make_shadow(const SnPass *pass)
{
    const SnFrame *frame = pass->frame;
    SnShadow *shadow = &pass->painter->shadow;
    const uint64_t key = hash_pose(frame);
    if (shadow->key == key && shadow->texture[0])
        return;
    shadow->key = key;
    find_area(frame, shadow);
    if (!shadow->texture[0])
        make_textures(shadow);
    glViewport(0, 0, SIDE, SIDE);
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_CULL_FACE);
    cast_all(pass);
    blur(pass);
    glBindFramebuffer(GL_FRAMEBUFFER, pass->target->draw);
    glViewport(0, 0, pass->target->width, pass->target->height);
}

/* The ground is seen from above, and what casts the shadow stands on it. */
static bool wants_shadow(const SnFrame *frame)
{
    const double ground = frame->settings->ground;
    const bool above =
        frame->settings->camera.orthographic ? frame->axes[2][2] > 1e-3 : frame->eye[2] > ground;
    return frame->settings->shadow && above && frame->snapshot && frame->snapshot->scene &&
           frame->bounds[0][2] > ground - sunk_part * frame->size;
}

void sn_pass_shadow(const SnPass *pass)
{
    SnPainter *painter = pass->painter;
    const bool dark = pass->frame->settings->dark;
    if (!wants_shadow(pass->frame))
        return;
    make_shadow(pass);
    const GLuint program = sn_program_use(&painter->programs, SN_PROGRAM_SHADOW_DRAW);
    set_area(pass, program);
    glUniform1i(sn_uniform(program, "dark_map"), 0);
    if (dark)
        glUniform3f(sn_uniform(program, "ink"), 0.02f, 0.02f, 0.03f);
    else
        glUniform3f(sn_uniform(program, "ink"), 0x2E / 255.0f, 0x38 / 255.0f, 0x48 / 255.0f);
    glUniform2f(sn_uniform(program, "strength"), dark ? 0.75f : 0.46f, dark ? 0.7f : 0.40f);
    const bool page = pass->frame->settings->transparent_background;
    glUniform2f(sn_uniform(program, "page"), page ? (float)pass->target->width : 0,
                (float)pass->target->height);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, painter->shadow.texture[0]);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glBindVertexArray(painter->gpu.empty_array);
    for (int i = 0; i < pass->frame->n_cuts; i++)
        glDisable(GL_CLIP_DISTANCE0 + (GLenum)i);
    glDepthRange(1, 1); /* as the grid: behind all that is solid */
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glDepthRange(0, 1);
    for (int i = 0; i < pass->frame->n_cuts; i++)
        glEnable(GL_CLIP_DISTANCE0 + (GLenum)i);
    glDisable(GL_BLEND);
    glBindTexture(GL_TEXTURE_2D, 0);
}

void sn_shadow_clear(SnShadow *shadow)
{
    glDeleteFramebuffers(2, shadow->frame);
    glDeleteTextures(2, shadow->texture);
    memset(shadow, 0, sizeof *shadow);
}
