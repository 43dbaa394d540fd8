// SPDX-License-Identifier: GPL-3.0-or-later
// Vertical gradient over the whole picture, dithered so that no bands show.
#ifdef VERTEX
void main()
{
    vec2 p = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    gl_Position = vec4(p, 1.0, 1.0);
}
#endif
#ifdef FRAGMENT
uniform vec3 top;    // sRGB
uniform vec3 bottom; // sRGB
layout(location = 0) out vec4 out_color;
void main()
{
    vec2 c = gl_FragCoord.xy;
    float t = c.y * frame.viewport.w;
    float noise = fract(52.9829189 * fract(dot(floor(c), vec2(0.06711056, 0.00583715)))) - 0.5;
    out_color = vec4(to_linear(mix(bottom, top, t) + noise / 255.0), 1.0);
}
#endif
