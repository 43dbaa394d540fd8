/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws one picture, or finds what lies under a place of it.  Belongs to one GL context; all
 * functions need it current. */
#ifndef SN_RENDER_PAINTER_H
#define SN_RENDER_PAINTER_H

#include "render/annotation.h"
#include "render/collect/collect.h"
#include "render/target.h"

/* The colour bars, or the scale bar, as a picture, kept while they stay the same. */
typedef struct SnBar {
    unsigned texture;
    int width, height; /* device pixels; 0: none */
    SnFields shown;
    double scale;
    bool dark, clear; /* background */
    int room;         /* height of the view when it was drawn */
    SnScaleBar length;
} SnBar;

/* Captions as pictures, each kept while it is shown. */
typedef struct SnCaptionPictures {
    struct SnCaptionPicture *pictures; /* [n] */
    int n;
} SnCaptionPictures;

/* The shadow on the ground, kept while nothing moves. */
typedef struct SnShadow {
    unsigned texture[2], frame[2];
    uint64_t key;     /* of what casts it */
    double center[2]; /* of the square that it covers [m] */
    double half;      /* its half side [m] */
    float fade[2];    /* heights in which it fades [m] */
} SnShadow;

typedef struct SnPainter {
    SnPrograms programs;
    SnSolidGpu gpu;
    SnMeshCache cache;
    SnTissueCache tissues;
    SnFieldMemory memory;
    SnBar bar, scale_bar;
    SnCaptionPictures captions;
    SnShadow shadow;
    SnSolids solids;
    unsigned frame_buffer;                 /* uniform block of the frame */
    unsigned id_frame, id_color, id_depth; /* for picking, grows */
    int id_width, id_height;
    unsigned tile_array, tile_corners; /* rectangles of a picture, for outlines */
    SnBuffer tiles;                    /* float[2]: their corners */
    SnBuffer mask, tile_values;        /* uint32_t: a mask read back, what its tiles hold */
    bool software;                     /* the processor draws: reading back costs little */
} SnPainter;

/* Checks the GL version and compiles the programs; NULL with the reason in text. */
SnPainter *sn_painter_new(char *text, int text_size);
void sn_painter_free(SnPainter *painter);

/* Draws into target->color (bottom row first, sRGB encoded, premultiplied). False if GL could not
 * make a picture of that size. */
bool sn_painter_draw(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                     const SnViewSettings *settings, const SnMarks *marks);

/* The same where only outlines, handles or the rubber band differ from what the target has kept
 * (SnTarget.keeps); false, and nothing drawn, where it is more. */
bool sn_painter_draw_again(SnPainter *painter, SnTarget *target, const SnSnapshot *snapshot,
                           const SnViewSettings *settings, const SnMarks *marks);

/* Reads the finished picture, top row first; bgra: blue first, premultiplied; else RGBA straight.
 */
void sn_target_read(const SnTarget *target, bool bgra, uint8_t *pixels);

typedef struct SnPickQuery {
    double x, y, width, height; /* device pixels; width = height = 0: a click */
    bool through;
    const SnId *selection; /* sorted by sn_id_compare(): strands among it show their nodes */
    int n_selection;
    const double (*outline)[2]; /* a box: only what lies in this polygon; NULL: all of it */
    int n_outline;
} SnPickQuery;

/* Hits nearest first, at most `most` of them; returns how many. */
int sn_painter_pick(SnPainter *painter, const SnSnapshot *snapshot, const SnViewSettings *settings,
                    const SnPickQuery *query, SnPickHit *hits, int most);

/* --- passes, one file each --- */

typedef struct SnPass {
    SnPainter *painter;
    SnTarget *target;
    SnFrame *frame;
} SnPass;

void sn_pass_opaque(const SnPass *pass);
void sn_pass_caps(const SnPass *pass, SnProgramName program);
void sn_pass_sections(const SnPass *pass);
void sn_pass_background(const SnPass *pass);
void sn_pass_occlusion(const SnPass *pass);
void sn_pass_shadow(const SnPass *pass);
void sn_pass_grid(const SnPass *pass);
void sn_pass_lines(const SnPass *pass);
void sn_pass_transparent(const SnPass *pass);
void sn_pass_outline(const SnPass *pass);
/* Glyphs that something hides, faint. */
void sn_pass_through(const SnPass *pass);
/* Fibres of FEMs, faint where something hides them. */
void sn_pass_fibres(const SnPass *pass);
void sn_pass_overlay(const SnPass *pass);
/* Colour bars of the fields shown, and the scale bar. */
void sn_pass_bar(const SnPass *pass);

/* What is written beside things. */
void sn_pass_captions(const SnPass *pass);

void sn_shadow_clear(SnShadow *shadow);
void sn_captions_clear(SnCaptionPictures *captions);

/* --- pictures made by Cairo, put over the scene --- */

/* Makes the texture of a bar from a surface of its size. */
void sn_bar_upload(SnBar *bar, cairo_surface_t *surface);
/* Draws it with its lower left corner at x, y. */
void sn_bar_draw(const SnPass *pass, const SnBar *bar, double x, double y);

#endif
