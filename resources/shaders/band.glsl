// SPDX-License-Identifier: GPL-3.0-or-later
// The rubber band: a tinted rectangle with a border, in device pixels from the lower left.
uniform vec4 box; // x0, y0, x1, y1
#ifdef VERTEX
void main()
{
    vec2 p = mix(box.xy, box.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    gl_Position = vec4(p * frame.viewport.zw * 2.0 - 1.0, 0.0, 1.0);
}
#endif
#ifdef FRAGMENT
uniform vec3 color; // sRGB
layout(location = 0) out vec4 out_color;
void main()
{
    vec2 inner = min(gl_FragCoord.xy - box.xy, box.zw - gl_FragCoord.xy);
    float alpha = min(inner.x, inner.y) < max(1.0, floor(frame.misc.x)) ? 1.0
                                                                           : mix(0.12, 0.035, frame.misc.w);
    out_color = vec4(to_linear(color) * alpha, alpha);
}
#endif
