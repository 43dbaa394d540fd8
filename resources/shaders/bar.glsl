// SPDX-License-Identifier: GPL-3.0-or-later
// A picture made elsewhere (colour bars), put pixel on pixel: sRGB, premultiplied.
uniform vec4 box; // x0, y0, x1, y1 in device pixels from the lower left
#ifdef VERTEX
void main()
{
    vec2 p = mix(box.xy, box.zw, vec2(gl_VertexID & 1, gl_VertexID >> 1));
    gl_Position = vec4(p * frame.viewport.zw * 2.0 - 1.0, 0.0, 1.0);
}
#endif
#ifdef FRAGMENT
uniform sampler2D picture; // top row first
layout(location = 0) out vec4 out_color;
void main()
{
    ivec2 at = ivec2(gl_FragCoord.x - box.x, box.w - gl_FragCoord.y);
    vec4 c = texelFetch(picture, at, 0);
    if (c.a < 0.004)
        discard;
    out_color = vec4(to_linear(c.rgb / c.a) * c.a, c.a);
}
#endif
