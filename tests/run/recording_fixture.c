/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/run/recording_fixture.h"

#include "engine/base/clock.h"
#include "engine/model/classes/model_component.h"
#include "engine/model/classes/probe.h"

#include <string.h>

void sn_test_set_up(SnRecordingFixture *f, SnModel *model)
{
    f->model = model;
    f->engine = sn_engine_new(NULL, NULL);
    sn_engine_set_speed(f->engine, 0);
    sn_engine_compile(f->engine, model, true);
    g_assert_true(sn_engine_sync(f->engine, SN_TEST_PATIENCE));
}

void sn_test_tear_down(SnRecordingFixture *f)
{
    sn_engine_free(f->engine);
    sn_model_free(f->model);
}

uint64_t sn_test_hash_at(SnRecordingFixture *f, uint64_t *step)
{
    return sn_engine_hash(f->engine, NULL, step);
}

uint64_t sn_test_seek_step(SnRecordingFixture *f, uint64_t step)
{
    const SnModelComponent *root = (const SnModelComponent *)f->model->root;
    sn_engine_seek(f->engine, (double)step * root->max_step);
    uint64_t there;
    const uint64_t hash = sn_test_hash_at(f, &there);
    g_assert_cmpuint(there, ==, step);
    return hash;
}

uint64_t sn_test_step_to(SnRecordingFixture *f, uint64_t step)
{
    uint64_t here;
    sn_test_hash_at(f, &here);
    g_assert_cmpuint(here, <=, step);
    sn_engine_step(f->engine, (int)(step - here));
    return sn_test_hash_at(f, &here);
}

void sn_test_play_to(SnRecordingFixture *f, uint64_t step)
{
    const SnModelComponent *root = (const SnModelComponent *)f->model->root;
    sn_engine_play_until(f->engine, (double)step * root->max_step);
    const int64_t until = sn_clock_ns() + (int64_t)SN_TEST_PATIENCE * 1000000;
    uint64_t here = 0;
    while (here < step && sn_clock_ns() < until) {
        sn_test_hash_at(f, &here);
        g_usleep(1000);
    }
    g_assert_cmpuint(here, ==, step);
}

void sn_test_set_number(SnRecordingFixture *f, const char *path, double value)
{
    const SnTarget target = sn_test_target(f->model, path);
    sn_engine_set(f->engine, target.id, target.row, &value, 1, ++f->model->revision);
}

double sn_test_get_number(SnRecordingFixture *f, const char *path)
{
    const SnTarget target = sn_test_target(f->model, path);
    double value[6] = {0};
    g_assert_cmpint(sn_engine_get(f->engine, target.id, target.row, value), >, 0);
    return value[0];
}

void sn_test_set_vector(SnRecordingFixture *f, const char *path, double x, double y, double z)
{
    const SnTarget target = sn_test_target(f->model, path);
    sn_engine_set(f->engine, target.id, target.row, (double[]){x, y, z}, 3, ++f->model->revision);
}

void sn_test_pull(SnRecordingFixture *f, const char *path, double x, double y, double z)
{
    sn_engine_pull(f->engine, sn_test_id(f->model, path), (double[3]){0.01, 0, 0},
                   (double[3]){x, y, z});
}

void sn_test_release(SnRecordingFixture *f)
{
    sn_engine_pull(f->engine, SN_ID_NULL, NULL, NULL);
}

SnRecordingReport *sn_test_recording(SnRecordingFixture *f)
{
    g_assert_true(sn_engine_sync(f->engine, SN_TEST_PATIENCE));
    return sn_engine_recording(f->engine);
}

int sn_test_count_spans(SnRecordingFixture *f, SnSpanKind kind)
{
    SnRecordingReport *r = sn_test_recording(f);
    int n = 0;
    for (int i = 0; i < r->n_spans; i++)
        n += r->spans[i].kind == kind;
    sn_recording_report_free(r);
    return n;
}

uint64_t sn_test_newest_branch(SnRecordingFixture *f)
{
    SnRecordingReport *r = sn_test_recording(f);
    uint64_t span = 0;
    for (int i = 0; i < r->n_spans && span == 0; i++)
        if (r->spans[i].kind == SN_SPAN_BRANCH)
            span = r->spans[i].span_id;
    sn_recording_report_free(r);
    g_assert_cmpuint(span, !=, 0);
    return span;
}

bool sn_test_received(SnRecordingFixture *f, const char *text)
{
    SnEvent event;
    bool found = false;
    while (sn_engine_next_event(f->engine, &event))
        found = found || (event.kind == SN_EVENT_MESSAGE && strstr(event.text, text));
    return found;
}

uint64_t *sn_test_hashes(const SnModel *model, int n)
{
    SnSimulation *s = sn_test_simulation(model);
    uint64_t *hash = g_new(uint64_t, n + 1);
    for (int i = 0; i <= n; i++) {
        hash[i] = sn_simulation_hash(s);
        if (i < n)
            sn_test_steps(s, 1);
    }
    sn_simulation_free(s);
    return hash;
}

void sn_test_compile(SnRecordingFixture *f)
{
    sn_engine_compile(f->engine, f->model, false);
    g_assert_true(sn_engine_sync(f->engine, SN_TEST_PATIENCE));
}

void sn_test_set_gain(SnRecordingFixture *f, double gain)
{
    SnInputProbe *probe =
        (SnInputProbe *)sn_model_get(f->model, sn_test_id(f->model, "probes/drive"));
    probe->gain = gain;
    f->model->revision++;
    sn_engine_set_probes(f->engine, f->model);
}

SnModel *sn_test_jointless(void)
{
    return sn_test_model(
        "{\"solver\": {\"max_step\": 0.001},"
        " \"particles\": [{\"name\": \"a\", \"mass\": 0.1, \"position\": [0.1, 0, 0],"
        "   \"velocity\": [0, 0.2, 0], \"damping\": 0.2},"
        "  {\"name\": \"b\", \"mass\": 0.1, \"position\": [0.2, 0, 0.01], \"damping\": 0.2},"
        "  {\"name\": \"led\", \"dynamic\": false, \"position\": [0.3, 0, 0]}],"
        " \"markers\": [{\"name\": \"o\"}],"
        " \"springs\": [{\"class\": \"axial_spring\", \"points\": [\"markers/o\","
        "   \"particles/a\"], \"law\": {\"stiffness\": 100}},"
        "  {\"class\": \"axial_spring\", \"points\": [\"particles/b\", \"particles/led\"],"
        "   \"law\": {\"stiffness\": 80}}],"
        " \"muscles\": [{\"name\": \"m\", \"points\": [\"particles/a\", \"particles/b\"],"
        "   \"excitation\": 0.5, \"activation\": 0.1, \"dynamics\": {\"enabled\": true},"
        "   \"law\": {\"type\": \"peck\", \"max_force\": 2, \"optimal_is_start\": true}}]}");
}
