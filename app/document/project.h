/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Owns one open document: model, engine, renderer, and the session that the window's views bind to.
 * Carries edits to the engine and the engine's events to the session.  thread: main. */
#ifndef SN_APP_PROJECT_H
#define SN_APP_PROJECT_H

#include "engine/text/file_stamp.h"
#include "ui/session/session.h"

typedef struct SnProject SnProject;

/* An empty document, its engine running. */
SnProject *sn_project_new(void);
/* Order: renderer, engine, model. */
void sn_project_free(SnProject *project);

/* Borrowed; lives as long as the project. */
SnSession *sn_project_session(SnProject *project);

/* Replaces the document by an empty one. */
void sn_project_clear(SnProject *project);
/* Replaces it by a model made elsewhere, which it takes; stamp: of its file when that was read, or
 * NULL. */
void sn_project_take(SnProject *project, SnModel *model, bool read_only, const SnFileStamp *stamp);
/* Reads the file on a worker and replaces the document when it is there; on failure the old one
 * stays.  loads: a file with the external loads of an OpenSim model, or NULL.  read_only: a demo,
 * saving asks for a name. */
void sn_project_open_async(SnProject *project, const char *path, const char *loads, bool read_only,
                           GCancellable *cancellable, GAsyncReadyCallback done, gpointer data);
bool sn_project_open_finish(SnProject *project, GAsyncResult *result, GError **error);
/* Of a model of another program (.osim), which opens as a new document: what became of each of its
 * components (borrowed); NULL: the document is none. */
const char *sn_project_import_report(const SnProject *project);
/* The file that it was imported from (borrowed); NULL: it is none. */
const char *sn_project_import_path(const SnProject *project);
/* The same at once (command line, tests). */
bool sn_project_open(SnProject *project, const char *path, bool read_only, GError **error);
/* path NULL: where it came from.  States of waypoints go beside it, unless there is a file that is
 * not this document's: a bar says so. */
bool sn_project_save(SnProject *project, const char *path, GError **error);
/* Under another name: the whole model; or what differs from the file `base`. */
bool sn_project_save_whole(SnProject *project, const char *path, GError **error);
bool sn_project_save_variant(SnProject *project, const char *path, const char *base,
                             GError **error);
/* The user wants that file replaced. */
void sn_project_replace_states(SnProject *project);

/* Of the document's file as it was read or written last (borrowed); not known where it has none. */
const SnFileStamp *sn_project_stamp(const SnProject *project);
/* After a look at the file. */
void sn_project_set_stamp(SnProject *project, const SnFileStamp *stamp);

#endif
