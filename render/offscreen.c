/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/offscreen.h"

#include "engine/base/memory.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <stdlib.h>

struct SnOffscreen {
    EGLDisplay display;
    EGLContext context;
};

SnOffscreen *sn_offscreen_new(char *text, int text_size)
{
    static const EGLint wanted[][5] = {
        {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE},
        {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE}};
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") ||
        !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base")) {
        snprintf(text, (size_t)text_size, "EGL cannot draw without a display here");
        return NULL;
    }
    const EGLDisplay display =
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, NULL);
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL) ||
        !eglBindAPI(EGL_OPENGL_API)) {
        snprintf(text, (size_t)text_size, "EGL did not start (error 0x%x)",
                 (unsigned)eglGetError());
        return NULL;
    }
    EGLContext context = EGL_NO_CONTEXT;
    for (int i = 0; i < 2 && context == EGL_NO_CONTEXT; i++)
        context = eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted[i]);
    if (context == EGL_NO_CONTEXT) {
        snprintf(text, (size_t)text_size, "EGL has no OpenGL 3.3 (error 0x%x)",
                 (unsigned)eglGetError());
        return NULL;
    }
    SnOffscreen *offscreen = sn_alloc(1, sizeof *offscreen);
    offscreen->display = display;
    offscreen->context = context;
    return offscreen;
}

bool sn_offscreen_make_current(SnOffscreen *offscreen)
{
    return eglBindAPI(EGL_OPENGL_API) &&
           eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, offscreen->context);
}

void sn_offscreen_clear_current(SnOffscreen *offscreen)
{
    eglMakeCurrent(offscreen->display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
}

void sn_offscreen_free(SnOffscreen *offscreen)
{
    if (!offscreen)
        return;
    eglDestroyContext(offscreen->display, offscreen->context);
    sn_free(offscreen);
}
