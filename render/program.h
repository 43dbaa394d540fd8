/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shader programs.  The sources are resources/shaders/NAME.glsl, compiled into the binary; each
 * file holds all its stages, chosen by VERTEX, GEOMETRY or FRAGMENT. */
#ifndef SN_RENDER_PROGRAM_H
#define SN_RENDER_PROGRAM_H

#include <stdbool.h>

typedef struct SnShaderSource {
    const char *name;
    const char *text;
} SnShaderSource;

extern const SnShaderSource sn_shader_sources[]; /* ends with a NULL name */

typedef enum SnProgramName {
    SN_PROGRAM_SOLID,         /* lit triangles */
    SN_PROGRAM_SOLID_DENSE,   /* lit at the vertices: of fine meshes that are not cut */
    SN_PROGRAM_SOLID_SPECIAL, /* the same with flat shading and hatching */
    SN_PROGRAM_SOLID_FIELD,   /* special, coloured by a field */
    SN_PROGRAM_SOLID_EDGES,   /* special with their edges drawn */
    SN_PROGRAM_SOLID_ID,
    SN_PROGRAM_SOLID_MASK,
    SN_PROGRAM_LINE,
    SN_PROGRAM_LINE_ID,
    SN_PROGRAM_LINE_MASK,
    SN_PROGRAM_ELEMENT_LINE,
    SN_PROGRAM_BACKGROUND,
    SN_PROGRAM_GRID,
    SN_PROGRAM_SHADOW_CAST,
    SN_PROGRAM_SHADOW_BLUR,
    SN_PROGRAM_SHADOW_DRAW,
    SN_PROGRAM_OCCLUSION_SAMPLE,
    SN_PROGRAM_OCCLUSION_BLUR,
    SN_PROGRAM_OCCLUSION_APPLY,
    SN_PROGRAM_OUTLINE_FILL,
    SN_PROGRAM_OUTLINE_ACROSS,
    SN_PROGRAM_OUTLINE_DRAW,
    SN_PROGRAM_BAND,
    SN_PROGRAM_BAR,
    SN_N_PROGRAMS
} SnProgramName;

typedef struct SnPrograms {
    unsigned name[SN_N_PROGRAMS]; /* GL programs; 0: not made yet */
} SnPrograms;

/* Compiles the first in the current context, false with the compiler's words in text; the others
 * are compiled at their first use, as most pictures need a few of them. */
bool sn_programs_make(SnPrograms *programs, char *text, int text_size);
void sn_programs_clear(SnPrograms *programs);

/* Makes a program current and returns it; 0 (and GL's error with what is drawn) if it does not
 * compile. */
unsigned sn_program_use(SnPrograms *programs, SnProgramName name);

/* Location of a uniform of a GL program. */
int sn_uniform(unsigned program, const char *name);

#endif
