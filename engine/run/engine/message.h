/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What other threads tell the engine thread; one queue, carried out in order between steps. */
#ifndef SN_RUN_ENGINE_MESSAGE_H
#define SN_RUN_ENGINE_MESSAGE_H

#include "engine/engine.h"
#include "engine/run/engine/compile_worker.h"
#include "engine/run/simulation/simulation.h"

typedef enum SnMessageKind {
    SN_MESSAGE_COMPILE,  /* compile */
    SN_MESSAGE_COMPILED, /* job: from the worker */
    SN_MESSAGE_SET,
    SN_MESSAGE_STYLE,
    SN_MESSAGE_PLAY, /* time: until then; infinity: on and on */
    SN_MESSAGE_PAUSE,
    SN_MESSAGE_STEP, /* count */
    SN_MESSAGE_RESET,
    SN_MESSAGE_SPEED, /* time: simulated seconds per second */
    SN_MESSAGE_PULL,
    SN_MESSAGE_WATCH,
    SN_MESSAGE_SEEK,      /* time */
    SN_MESSAGE_STEP_BACK, /* count */
    SN_MESSAGE_LOOP,
    SN_MESSAGE_REPLAY,     /* flag */
    SN_MESSAGE_BUDGET,     /* bytes */
    SN_MESSAGE_BRANCH,     /* revision: span */
    SN_MESSAGE_TAKE_BACK,  /* revision: of interventions */
    SN_MESSAGE_BRING_BACK, /* the same */
    SN_MESSAGE_WAYPOINTS,
    SN_MESSAGE_PROBES, /* model */
    SN_MESSAGE_TRACES, /* watch */
    SN_MESSAGE_FIND_REST,
    SN_MESSAGE_CALL,
    SN_MESSAGE_QUIT,
} SnMessageKind;

typedef struct SnMessage {
    SnMessageKind kind;
    SnId id;           /* SET STYLE PULL */
    uint64_t revision; /* SET STYLE; WATCH CALL: serial */
    union {
        struct {
            SnModel *model; /* taken */
            bool reset;
        } compile;
        SnCompileJob *job; /* taken */
        struct {
            int property, n;
            double value[6];
        } set;
        SnStyle style;
        double time;
        int count;
        bool flag;
        size_t bytes;
        struct {
            double from, to;
        } loop;
        struct {
            SnWaypointMark *marks; /* taken: g_free */
            int n;
        } waypoints;
        SnModel *model; /* PROBES: taken */
        struct {
            double local[3], target[3];
        } pull;
        struct {
            SnWatch *watches; /* taken: g_free */
            int n;
        } watch;
        struct {
            void (*function)(SnEngine *engine, void *data);
            void *data; /* borrowed: the caller waits */
        } call;
    };
} SnMessage;

#endif
