/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A model being simulated, without any thread: what the engine thread and `sinew run` both drive,
 * so that a run in the window and one without it are the same run.  Every function that can change
 * the motion is one command of the command log. */
#ifndef SN_RUN_SIMULATION_SIMULATION_H
#define SN_RUN_SIMULATION_SIMULATION_H

#include "engine/compile/compile.h"
#include "engine/run/simulation/recorder.h"
#include "engine/sim/step/modes.h"
#include "engine/sim/step/settle.h"

/* A hand's pull at a point of a body or particle. */
typedef struct SnPull {
    SnId id; /* null: nobody pulls */
    double local[3], target[3];
} SnPull;

/* What a simulation works with besides its state; changes hands as a whole. */
typedef struct SnSetup {
    SnModel *model;
    SnCompiled *compiled;
    SnWorkspace *work; /* this and the rest: NULL until it is put in force */
    double *inputs;
    int *input_source;
    double *memory;
    int *left;
    SnState *state, *before; /* the start state, and room for another */
} SnSetup;

/* Makes what is needed to put it in force; false: memory lacks (sn_memory_fault), nothing has
 * changed. */
bool sn_setup_prepare(SnSetup *setup);

/* Frees what it holds. */
void sn_setup_clear(SnSetup *setup);

typedef struct SnSimulation {
    SnModel *model;       /* owned frozen copy; live values are kept up to date in it */
    SnCompiled *compiled; /* owned; NULL before the first install */
    SnState *state;
    SnState *before; /* the state before the last step that was sampled */
    SnWorkspace *work;
    double *inputs;    /* [n_inputs] at the present time */
    int *input_source; /* [n_inputs] who drives it (sn_input_source), -1 */
    double *memory;    /* [n_memory] of the state before a step */
    int *left;         /* [n_left] monitors whose bounds were left in the last step */
    int n_left;
    uint64_t revision; /* newest revision of the model that is in force */
    SnFault assembly;  /* of the start state, or of settling it */
    SnState *settled;  /* owned: the start at rest, until a value changes; NULL: not known */
    double moved;      /* how far the component that moved most has moved in settling [m] ... */
    SnId moved_most;   /* ... and which it is */
    SnStepWatch watch; /* who looks on while it settles */
    SnStepWatch step_watch; /* who may stop a step that takes long: SN_FAULT_INTERRUPTED */
    SnRecorder *recorder;
    SnPull pull;
} SnSimulation;

SnSimulation *sn_simulation_new(void);
void sn_simulation_free(SnSimulation *simulation);

/* Puts a compiled model in force (takes both).  Never stepped, or reset: starts at t = 0; else the
 * state is carried over by component id.  Returns the fault of the assembly at t = 0, or
 * SN_FAULT_MEMORY: what was in force stays so. */
SnFault sn_simulation_install(SnSimulation *simulation, SnModel *model, SnCompiled *compiled,
                              bool reset);
/* Back to t = 0. */
SnFault sn_simulation_reset(SnSimulation *simulation);
/* The start state again, with the values and inputs of now, settled if the model asks for it; a
 * pull goes on. */
SnFault sn_simulation_restart(SnSimulation *simulation);
/* Brings the start to rest with the model's method, or static where that is none, whatever state is
 * shown now, which is put back; what rest has is in simulation->settled.  SN_FAULT_SETTLE,
 * SN_FAULT_INTERRUPTED, or that of the assembly. */
SnFault sn_simulation_find_rest(SnSimulation *simulation);
/* How far the state shown is from rest under its inputs; results are evaluated anew. */
SnFault sn_simulation_rest_distance(SnSimulation *simulation, SnRest *rest);
/* Small motions about the start at rest (modes.h), which is then the state shown; free with
 * sn_modes_clear, also after a fault. */
SnFault sn_simulation_modes(SnSimulation *simulation, int count, SnModes *modes);
/* What there is to say of the start, at t = 0: that it was refused (a warning), or how far it is
 * from rest (a note, beyond settle.tolerance).  Returns that distance, infinity where it is not
 * known. */
SnRest sn_simulation_check_start(SnSimulation *simulation, SnChecks *checks);
/* Probes and clips of a model (taken) in place of those in force, which need no compile; false if
 * they do not fit. */
bool sn_simulation_set_probes(SnSimulation *simulation, SnModel *model, GError **error);
/* Puts a pose in place of the present state's, without dynamics (sn_follow): inputs are those of
 * `time`, but n of them are given, and change by `rate`. */
SnFault sn_simulation_follow(SnSimulation *simulation, double time, int n, const int *input,
                             const double *value, const double *rate);
/* One step: input probes, controllers, the step, monitors, output probes; the state is untouched on
 * a fault.  Allocates nothing.  SN_FAULT_NOT_FINITE also where a probe would record what is no
 * number. */
SnFault sn_simulation_step(SnSimulation *simulation);
/* The same, but not past `end` [s]: the last step is as long as what is left, so that a run whose
 * time is no multiple of its step ends at its time.  Times within 1e-6 of a step are one. */
SnFault sn_simulation_step_towards(SnSimulation *simulation, double end);
bool sn_simulation_reached(const SnSimulation *simulation, double end);
/* The same without samples: a step that was simulated before. */
SnFault sn_simulation_repeat(SnSimulation *simulation);
/* Effective value of a bound property.  At t = 0 start values change the start, and the start state
 * is made anew.  False if the property cannot be changed live. */
bool sn_simulation_set(SnSimulation *simulation, SnId id, int row, const double *value, int n,
                       uint64_t revision);
/* Pull at a point of a body or particle (component's own frame) towards a world position; null: let
 * go. */
void sn_simulation_pull(SnSimulation *simulation, SnId id, const double local[3],
                        const double target[3]);
/* Puts a saved block in place of the present state (same system); false if its size is another. */
bool sn_simulation_restore(SnSimulation *simulation, uint64_t step, double time, uint64_t active,
                           const double *data, int n);
/* --- for the recording: one simulation in turn with several setups and states --- */

/* Takes the setup out; the simulation then has none, and a state that belongs to none. */
SnSetup sn_simulation_take_setup(SnSimulation *simulation);
/* Puts one in force (moved out of *setup), with its start state, not assembled. */
void sn_simulation_use_setup(SnSimulation *simulation, SnSetup *setup);
/* Copies a block of the same size in place of the present state, without evaluating it. */
void sn_simulation_put(SnSimulation *simulation, const SnState *state);
/* Results of the state as it is; needed before they are read when it was put there. */
void sn_simulation_evaluate(SnSimulation *simulation);
/* Takes samples of the state as it is, which must have been evaluated; SN_FAULT_NOT_FINITE with the
 * component: nothing was recorded. */
SnFault sn_simulation_sample(SnSimulation *simulation);
/* Writes a value and no more: no start state, no results.  START values go into the state.  Driven
 * parameters must have been given back (sn_parameters_restore). */
bool sn_simulation_write(SnSimulation *simulation, SnId id, int row, const double *value, int n);
/* To be called after writes: lengths that come from the start pose, driven parameters, the pull. */
void sn_simulation_written(SnSimulation *simulation);

/* A component's resolved style in a setup that is not in force. */
void sn_compiled_style(SnCompiled *compiled, SnId id, const SnStyle *style);
/* A component's resolved style: the scene is replaced by a copy. */
void sn_simulation_style(SnSimulation *simulation, SnId id, const SnStyle *style,
                         uint64_t revision);

uint64_t sn_simulation_hash(const SnSimulation *simulation);
/* Rows of constraints that said what others said when the last step was solved. */
int sn_simulation_repeated_rows(const SnSimulation *simulation);
/* Numbers of a property now; 0 if unknown. */
int sn_simulation_get(const SnSimulation *simulation, SnId id, int row, double value[6]);

/* Snapshot of the present state with the watched values, to be completed with what the clock knows
 * and published.  Allocates nothing once the pool has grown. */
SnSnapshot *sn_simulation_snapshot(const SnSimulation *simulation, SnSnapshotPool *pool,
                                   const SnWatch *watches, int n, uint64_t serial);

#endif
