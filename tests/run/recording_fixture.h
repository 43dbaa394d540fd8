/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine whose recording is looked at from all sides. */
#ifndef SN_TESTS_RECORDING_FIXTURE_H
#define SN_TESTS_RECORDING_FIXTURE_H

#include "engine/engine.h"
#include "tests/run/model_helper.h"

enum { SN_TEST_PATIENCE = 60000 }; /* [ms] */

typedef struct SnRecordingFixture {
    SnModel *model;
    SnEngine *engine;
} SnRecordingFixture;

void sn_test_set_up(SnRecordingFixture *f, SnModel *model);
void sn_test_tear_down(SnRecordingFixture *f);
uint64_t sn_test_hash_at(SnRecordingFixture *f, uint64_t *step);
/* Goes to a step and checks that it got there. */
uint64_t sn_test_seek_step(SnRecordingFixture *f, uint64_t step);
uint64_t sn_test_step_to(SnRecordingFixture *f, uint64_t step);
void sn_test_play_to(SnRecordingFixture *f, uint64_t step);
void sn_test_set_number(SnRecordingFixture *f, const char *path, double value);
double sn_test_get_number(SnRecordingFixture *f, const char *path);
void sn_test_set_vector(SnRecordingFixture *f, const char *path, double x, double y, double z);
void sn_test_pull(SnRecordingFixture *f, const char *path, double x, double y, double z);
void sn_test_release(SnRecordingFixture *f);
SnRecordingReport *sn_test_recording(SnRecordingFixture *f);
/* Spans of a kind. */
int sn_test_count_spans(SnRecordingFixture *f, SnSpanKind kind);
uint64_t sn_test_newest_branch(SnRecordingFixture *f);
bool sn_test_received(SnRecordingFixture *f, const char *text);
/* Hashes of the uninterrupted run, [n + 1] (g_free). */
uint64_t *sn_test_hashes(const SnModel *model, int n);
void sn_test_compile(SnRecordingFixture *f);
void sn_test_set_gain(SnRecordingFixture *f, double gain);
/* What every integrator takes: forces, a muscle, what is led, and no joints. */
SnModel *sn_test_jointless(void);

#endif
