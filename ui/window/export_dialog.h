/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What shall be filmed, how, and where to: the dialogs of Export Movie and Save Picture. */
#ifndef SN_UI_WINDOW_EXPORT_DIALOG_H
#define SN_UI_WINDOW_EXPORT_DIALOG_H

#include <gtk/gtk.h>
#include <stdbool.h>

/* What there is to choose from. */
typedef struct SnExportOffer {
    bool movie;             /* else one picture: size and file only */
    double from, to;        /* the recording [s] */
    double loop[2];         /* the loop's range [s]; equal: there is none */
    int width, height;      /* of the viewer [device pixels] */
    const char *folder;     /* where files go at first; NULL: the home folder */
    const char *name;       /* file name without an ending */
    const char *webm_lacks; /* why there can be no WebM, a sentence; NULL: it works */
} SnExportOffer;

typedef struct SnExportChoice {
    double from, to, speed, fps; /* as in app/output/movie.h */
    int width, height;
    bool webm, time_stamp;
    const char *path; /* absolute; borrowed during the call */
} SnExportChoice;

/* choice NULL: cancelled.  Comes once. */
typedef void (*SnExportChosen)(const SnExportChoice *choice, gpointer data);

/* Shows the dialog; the offer is copied. */
void sn_dialog_export(GtkWindow *parent, const SnExportOffer *offer, SnExportChosen chosen,
                      gpointer data);

#endif
