/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A project, for the files that it is made of. */
#ifndef SN_APP_PROJECT_PARTS_H
#define SN_APP_PROJECT_PARTS_H

#include "app/document/project.h"
#include "app/document/waypoints.h"

struct SnProject {
    SnSession *session;
    SnModel *model;
    SnEngine *engine;
    unsigned listener;
    GSource *events;     /* woken by the engine thread */
    gint64 fetched;      /* monotonic time of the last fetch [us] */
    guint fetch_source;  /* the next one is waiting */
    bool compile_wanted; /* since the last SN_CHANGE_DONE, as the next two */
    bool probes_changed;
    bool marks_changed;   /* waypoints */
    bool compile_running; /* one is with the engine: a later one waits for it, so that a drag
                             cannot overtake every compile before it is done */
    bool compile_again;
    guint compile_source;  /* the copy for it is made when the window has been drawn */
    bool compile_failed;   /* the last one */
    SnWaypointFile *saved; /* states that came with the document, until the engine can take them */
    SnFileStamp saved_stamp;
    GHashTable *own_states; /* files of states that are ours (waypoints.h) */
    SnFileStamp stamp;      /* of the model's file as it was read or written last */
    char *imported;         /* what became of each component of an import; NULL: of none */
    char *imported_from;    /* its file */
};

/* Takes the model, with an engine of its own, in place of the former one. */
void sn_project_adopt(SnProject *project, SnModel *model, bool read_only);
/* What could not be done beside the model; takes the error.  It costs the states, nothing else. */
void sn_project_warn(SnProject *project, GError *error);

#endif
