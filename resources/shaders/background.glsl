// SPDX-License-Identifier: GPL-3.0-or-later
// Vertical gradient over the whole picture, dithered so that no bands show.
uniform vec3 top;    // sRGB
uniform vec3 bottom; // sRGB
#ifdef VERTEX
noperspective out vec3 v_color;
void main()
{
    vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    v_color = mix(bottom, top, 0.5 * p.y + 0.5);
    gl_Position = vec4(p, 1.0, 1.0);
}
#endif
#ifdef FRAGMENT
noperspective in vec3 v_color;
layout(location = 0) out vec4 out_color; // sRGB, written as it is
void main()
{
    float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    out_color = vec4(v_color + (noise - 0.5) / 255.0, 1.0);
}
#endif
