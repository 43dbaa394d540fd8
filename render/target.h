/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frame buffers of one view. */
#ifndef SN_RENDER_TARGET_H
#define SN_RENDER_TARGET_H

#include <stdbool.h>
#include <stdint.h>

typedef struct SnTarget {
    int width, height, samples;
    unsigned draw;                    /* frame buffer drawn into */
    unsigned draw_color, draw_depth;  /* its render buffers; colour 0 without samples */
    unsigned color, color_frame;      /* finished picture: sRGB texture and its frame buffer */
    unsigned depth, depth_frame;      /* copy of the opaque depth, a texture */
    unsigned half[2], half_frame[2];  /* occlusion at half size, made when first asked for */
    unsigned mask[2], mask_frame[2];  /* mask, row distances */
    bool keeps;                       /* asked for: what lies below outlines and handles is kept */
    bool again;                       /* the picture is what was kept, with outlines of its own */
    unsigned kept, kept_frame;        /* its colours, all samples; made when first kept */
    uint64_t kept_scene, kept_solids; /* what they show (render/paint/kept.h); 0: nothing */
} SnTarget;

/* (Re)makes everything for a size and number of samples (clamped to what GL has); keeps what fits.
 * False if GL cannot make the frame buffer. */
bool sn_target_resize(SnTarget *target, int width, int height, int samples);
void sn_target_need_half(SnTarget *target);
void sn_target_need_mask(SnTarget *target);
/* Depth of what was drawn so far into the depth texture. */
void sn_target_copy_depth(SnTarget *target);
/* What has been drawn so far, to be drawn upon another time. */
void sn_target_keep(SnTarget *target);
void sn_target_bring_back(SnTarget *target);
/* Averages the samples into the finished picture. */
void sn_target_resolve(SnTarget *target);
void sn_target_clear(SnTarget *target);

#endif
