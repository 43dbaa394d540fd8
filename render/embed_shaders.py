#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""embed_shaders.py OUT.c FILE.glsl...: one C string for each file, found by its base name."""
import os
import sys

out, files = sys.argv[1], sys.argv[2:]
with open(out, "w", encoding="utf-8") as c:
    c.write('#include "render/program.h"\n\n#include <stddef.h>\n\n')
    c.write("const SnShaderSource sn_shader_sources[] = {\n")
    for path in files:
        name = os.path.splitext(os.path.basename(path))[0]
        c.write(f'    {{"{name}",\n')
        for line in open(path, encoding="utf-8"):
            text = line.rstrip("\n").replace("\\", "\\\\").replace('"', '\\"')
            c.write(f'     "{text}\\n"\n')
        c.write("    },\n")
    c.write("    {NULL, NULL},\n};\n")
