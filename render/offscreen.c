/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "render/offscreen.h"

#include "engine/base/memory.h"

#include <epoxy/egl.h>
#include <epoxy/gl.h>
#include <stdio.h>
#include <string.h>

struct SnOffscreen {
    EGLDisplay display;
    EGLContext context;
};

enum { MAX_DEVICES = 16 };

static bool start(SnOffscreen *offscreen, EGLDisplay display)
{
    static const EGLint wanted[][5] = {
        {EGL_CONTEXT_MAJOR_VERSION, 4, EGL_CONTEXT_MINOR_VERSION, 5, EGL_NONE},
        {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 3, EGL_NONE}};
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, NULL, NULL) ||
        !eglBindAPI(EGL_OPENGL_API))
        return false;
    for (int i = 0; i < 2; i++) {
        const EGLContext context =
            eglCreateContext(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, wanted[i]);
        if (context != EGL_NO_CONTEXT) {
            *offscreen = (SnOffscreen){display, context};
            return true;
        }
    }
    return false;
}

static bool start_surfaceless(SnOffscreen *offscreen)
{
    return epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless") &&
           start(offscreen, eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA,
                                                     EGL_DEFAULT_DISPLAY, NULL));
}

/* Drivers that are not Mesa's know no surfaceless platform, but their graphics cards by number. */
static bool start_device(SnOffscreen *offscreen)
{
    EGLDeviceEXT devices[MAX_DEVICES];
    EGLint n = 0;
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") ||
        !epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_device") ||
        !eglQueryDevicesEXT(MAX_DEVICES, devices, &n))
        return false;
    for (int i = 0; i < n; i++)
        if (start(offscreen, eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], NULL)))
            return true;
    return false;
}

SnOffscreen *sn_offscreen_new(char *text, int text_size)
{
    SnOffscreen found;
    if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_platform_base") ||
        !(start_surfaceless(&found) || start_device(&found))) {
        snprintf(text, (size_t)text_size,
                 "EGL has no OpenGL 3.3 that draws without a display here (error 0x%x)",
                 (unsigned)eglGetError());
        return NULL;
    }
    SnOffscreen *offscreen = sn_alloc(1, sizeof *offscreen);
    *offscreen = found;
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

bool sn_gl_is_software(void)
{
    const char *renderer = (const char *)glGetString(GL_RENDERER);
    return renderer && (strstr(renderer, "llvmpipe") || strstr(renderer, "softpipe") ||
                        strstr(renderer, "SWR"));
}
