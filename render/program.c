/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/program.h"

#include "engine/base/terminal.h"

#include <epoxy/gl.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *file;
    const char *define;
    bool geometry;
} table[SN_N_PROGRAMS] = {
    [SN_PROGRAM_SOLID] = {"solid", "LIT", false},
    [SN_PROGRAM_SOLID_DENSE] = {"solid", "LIT\n#define DENSE", false},
    [SN_PROGRAM_SOLID_SPECIAL] = {"solid", "LIT\n#define SPECIAL", false},
    [SN_PROGRAM_SOLID_FIELD] = {"solid", "LIT\n#define SPECIAL\n#define FIELD", false},
    [SN_PROGRAM_SOLID_EDGES] = {"solid", "LIT\n#define SPECIAL\n#define EDGES", true},
    [SN_PROGRAM_SOLID_ID] = {"solid", "ID", false},
    [SN_PROGRAM_SOLID_MASK] = {"solid", "MASK", false},
    [SN_PROGRAM_LINE] = {"line", "LIT", false},
    [SN_PROGRAM_LINE_ID] = {"line", "ID", false},
    [SN_PROGRAM_LINE_MASK] = {"line", "MASK", false},
    [SN_PROGRAM_ELEMENT_LINE] = {"element_line", "LIT", true},
    [SN_PROGRAM_BACKGROUND] = {"background", "PLAIN", false},
    [SN_PROGRAM_GRID] = {"grid", "PLAIN", false},
    [SN_PROGRAM_SHADOW_CAST] = {"shadow", "CAST", false},
    [SN_PROGRAM_SHADOW_BLUR] = {"shadow", "BLUR", false},
    [SN_PROGRAM_SHADOW_DRAW] = {"shadow", "DRAW", false},
    [SN_PROGRAM_OCCLUSION_SAMPLE] = {"occlusion", "SAMPLE", false},
    [SN_PROGRAM_OCCLUSION_BLUR] = {"occlusion", "BLUR", false},
    [SN_PROGRAM_OCCLUSION_APPLY] = {"occlusion", "APPLY", false},
    [SN_PROGRAM_OUTLINE_FILL] = {"outline", "FILL", false},
    [SN_PROGRAM_OUTLINE_ACROSS] = {"outline", "ACROSS", false},
    [SN_PROGRAM_OUTLINE_DRAW] = {"outline", "DRAW", false},
    [SN_PROGRAM_BAND] = {"band", "PLAIN", false},
    [SN_PROGRAM_BAR] = {"bar", "PLAIN", false},
};

static const char *source_of(const char *name)
{
    for (const SnShaderSource *s = sn_shader_sources; s->name; s++)
        if (strcmp(s->name, name) == 0)
            return s->text;
    return "";
}

static GLuint compile_stage(GLenum type, const char *stage, const char *file, const char *define,
                            char *text, int text_size)
{
    char head[160];
    snprintf(head, sizeof head, "#version 330 core\n#define %s\n#define %s\n", stage, define);
    const char *parts[] = {head, source_of("common"), source_of(file)};
    const GLuint shader = glCreateShader(type);
    glShaderSource(shader, 3, parts, NULL);
    glCompileShader(shader);
    GLint ok = 0;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &ok);
    if (ok)
        return shader;
    const int used = snprintf(text, (size_t)text_size, "shader %s (%s): ", file, stage);
    if (used < text_size)
        glGetShaderInfoLog(shader, text_size - used, NULL, text + used);
    glDeleteShader(shader);
    return 0;
}

static GLuint link_program(const char *file, const char *define, bool geometry, char *text,
                           int text_size)
{
    const GLuint program = glCreateProgram();
    const struct {
        GLenum type;
        const char *stage;
        bool wanted;
    } stages[] = {{GL_VERTEX_SHADER, "VERTEX", true},
                  {GL_GEOMETRY_SHADER, "GEOMETRY", geometry},
                  {GL_FRAGMENT_SHADER, "FRAGMENT", true}};
    for (int i = 0; i < 3; i++) {
        if (!stages[i].wanted)
            continue;
        const GLuint shader =
            compile_stage(stages[i].type, stages[i].stage, file, define, text, text_size);
        if (!shader) {
            glDeleteProgram(program);
            return 0;
        }
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint ok = 0;
    glGetProgramiv(program, GL_LINK_STATUS, &ok);
    if (!ok) {
        const int used = snprintf(text, (size_t)text_size, "shader %s: ", file);
        if (used < text_size)
            glGetProgramInfoLog(program, text_size - used, NULL, text + used);
        glDeleteProgram(program);
        return 0;
    }
    const GLuint block = glGetUniformBlockIndex(program, "Frame");
    if (block != GL_INVALID_INDEX)
        glUniformBlockBinding(program, block, 0);
    return program;
}

static bool make_program(SnPrograms *programs, SnProgramName name, char *text, int text_size)
{
    programs->name[name] =
        link_program(table[name].file, table[name].define, table[name].geometry, text, text_size);
    return programs->name[name] != 0;
}

bool sn_programs_make(SnPrograms *programs, char *text, int text_size)
{
    memset(programs, 0, sizeof *programs);
    return make_program(programs, SN_PROGRAM_SOLID, text, text_size);
}

void sn_programs_clear(SnPrograms *programs)
{
    for (int i = 0; i < SN_N_PROGRAMS; i++)
        if (programs->name[i])
            glDeleteProgram(programs->name[i]);
    memset(programs, 0, sizeof *programs);
}

unsigned sn_program_use(SnPrograms *programs, SnProgramName name)
{
    char text[1024];
    if (!programs->name[name] && !make_program(programs, name, text, sizeof text))
        sn_say(stderr, "sinew: %s", text); /* without a program GL refuses to draw */
    glUseProgram(programs->name[name]);
    return programs->name[name];
}

int sn_uniform(unsigned program, const char *name)
{
    return glGetUniformLocation(program, name);
}
