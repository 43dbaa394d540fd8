/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a picture or movie of the command line looks: size, camera, clipping planes. */
#ifndef SN_APP_VIEW_OPTIONS_H
#define SN_APP_VIEW_OPTIONS_H

#include "engine/model/model.h"
#include "render/render.h"

#include <glib.h>

typedef struct SnViewOptions {
    const char *size,
        *view;        /* --size WxH or WxHmm; --view front, NULL: the document's first look */
    GPtrArray *clips; /* --clip nx,ny,nz,d: of const char * */
    double scale;     /* --scale: pixels for each that --size says; NAN: 1 */
    double dpi;       /* --dpi: pixels an inch, instead of scale: 96 for each; NAN: by scale */
    bool transparent; /* --transparent: nothing behind the model, no grid */
    bool legend;      /* --legend: scale bar */
    bool plain;       /* --plain: model and background alone */
    bool dark;        /* --dark: background and text of the dark theme */
} SnViewOptions;

/* Size, clipping planes and usual settings; NULL or what is wrong with the options. */
GError *sn_view_options_check(const SnViewOptions *options, SnViewSettings *settings);
/* Whether there is memory to draw so many pixels: asked before anything is taken, as OpenGL ends
 * the program where it gets none. */
bool sn_view_options_fit(const SnViewSettings *settings, GError **error);
/* The first look of the document, or the view asked for around everything that is shown. */
void sn_view_options_look(const SnViewOptions *options, const SnModel *model,
                          const SnSnapshot *snapshot, SnViewSettings *settings);

/* An error of the command line; the format takes one text. */
GError *sn_option_wrong(const char *format, ...) G_GNUC_PRINTF(1, 2);
/* Whether a file's name has one of the endings (lower case, NULL-terminated), in whatever case. */
bool sn_option_ends(const char *file, const char *const *endings);

#endif
