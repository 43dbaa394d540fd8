/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scripts in Lua that read, change and run a model.  What runs the model is the host's: the
 * window's engine thread, or a simulation without one.  A script has no hands besides what
 * script_api.c gives it: no files, no other programs, 256 MB. */
#ifndef SN_SCRIPT_SCRIPT_H
#define SN_SCRIPT_SCRIPT_H

#include "engine/model/model.h"

typedef enum SnScriptRun {
    SN_SCRIPT_PLAY,  /* to a time [s] */
    SN_SCRIPT_STEP,  /* so many steps */
    SN_SCRIPT_RESET, /* back to t = 0 */
    SN_SCRIPT_GO,    /* to a recorded moment [s] */
} SnScriptRun;

/* What the script works on; each function gets the host's data.  Those that fail say why. */
typedef struct SnScriptHost {
    SnModel *(*model)(void *data); /* borrowed; NULL: none is open yet */
    /* Numbers of a property in the present state. */
    bool (*present)(void *data, const SnTarget *target, double value[6], int *n, GError **error);
    /* A value that fits its property; of a coordinate: poses the start. */
    bool (*set)(void *data, const SnTarget *target, const SnValue *value, GError **error);
    /* Components from a text as the clipboard has it; their ids (SnId) are appended. */
    bool (*add)(void *data, const char *text, GArray *ids, GError **error);
    bool (*remove)(void *data, const SnId *ids, int n, GError **error);
    double (*time)(void *data); /* [s] */
    /* Begins to run. */
    bool (*run)(void *data, SnScriptRun what, double amount, GError **error);
    /* Whether that is still on its way: the script is then resumed later. */
    bool (*busy)(void *data);
    /* How it ended. */
    bool (*outcome)(void *data, GError **error);
    /* The rest may be NULL: said to be missing here. */
    bool (*command)(void *data, const char *name, GError **error); /* of the menus */
    bool (*open)(void *data, const char *name, GError **error);    /* a file or demo */
    bool (*save)(void *data, const char *path, GError **error);
    bool (*picture)(void *data, const char *path, GError **error);
    void (*say)(void *data, const char *text); /* a line */
    /* Whether somebody wants it to stop; asked now and then. */
    bool (*stopped)(void *data);
    double slice; /* it computes for so long before others have their turn [s]; 0: to its end */
    double
        patience; /* ... or, where it cannot stop in between (sorting), for so long; 0: for ever */
} SnScriptHost;

typedef struct SnScript SnScript;

typedef enum SnScriptState { SN_SCRIPT_WAITS, SN_SCRIPT_DONE, SN_SCRIPT_FAILED } SnScriptState;

/* A script from its text, named as messages are to call it; arguments: NULL-terminated, `args` in
 * the script.  The host must outlive it.  NULL with an error that names the line. */
SnScript *sn_script_new(const SnScriptHost *host, void *data, const char *text, size_t length,
                        const char *name, const char *const *arguments, GError **error);
/* Carries it on until it waits for the host, ends, or fails (with the line). */
SnScriptState sn_script_go_on(SnScript *script, GError **error);
void sn_script_free(SnScript *script);

#endif
