/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef SN_TESTS_MODEL_HELPER_H
#define SN_TESTS_MODEL_HELPER_H

#include "engine/model/file/file.h"
#include "engine/run/simulation/simulation.h"

/* The model with one of everything, tests/run/everything.sinew. */
SnModel *sn_test_everything(void);
/* One with everything that finite elements bring, tests/run/soft.sinew. */
SnModel *sn_test_soft(void);
/* A model from the text of its "model" object. */
SnModel *sn_test_model(const char *json);
/* The same, in a file of its own beside another one of that name and text. */
SnModel *sn_test_model_beside(const char *name, const char *text, const char *json);
/* Compiles (must succeed) a copy of the model and puts it in force. */
void sn_test_install(SnSimulation *simulation, const SnModel *model, bool reset);
SnSimulation *sn_test_simulation(const SnModel *model);
/* The same from the text of a "model" object. */
SnSimulation *sn_test_simulation_of(const char *json);
/* Energy, the kinetic part of it [J], and momentum as of sn_audit. */
void sn_test_audit(SnSimulation *simulation, double *energy, double *kinetic, double momentum[6]);
/* n steps, none of which may fail. */
void sn_test_steps(SnSimulation *simulation, int n);
/* Id and row of "path:property". */
SnTarget sn_test_target(const SnModel *model, const char *path);
/* What "path:property" is now; how many numbers. */
int sn_test_read(const SnSimulation *simulation, const char *path, double value[6]);
/* Its first number. */
double sn_test_number(const SnSimulation *simulation, const char *path);
/* Sets one of a single number, live. */
void sn_test_set(SnSimulation *simulation, const char *path, double value);
SnId sn_test_id(const SnModel *model, const char *path);

/* Fails unless each of n numbers is within the tolerance of the truth. */
void sn_test_near(const double *value, const double *truth, int n, double tolerance);

/* A cube of one element with edges of 0.1 m, 1 kg; nodes x first, then y, then z. */
#define SN_TEST_CUBE(more)                                                                         \
    "{\"name\": \"cube\", \"position\": [0, 0, 1],"                                                \
    " \"mesh\": {\"source\": \"box\", \"size\": [0.1, 0.1, 0.1],"                                  \
    "            \"cells_x\": 1, \"cells_y\": 1, \"cells_z\": 1}" more "}"

#endif
