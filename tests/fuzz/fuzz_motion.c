/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The readers of tables over time under mutated files, each format in turn: an error with the
 * file's name, or a table that holds what it promises, and that reads back from what is written of
 * it. */
#include "engine/motion/motion_file.h"
#include "tests/fuzz/fuzz.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Seed {
    const char *name, *text;
} Seed;

static const Seed SEEDS[] = {
    {"fuzz.csv", "time,/model/muscles/m:excitation,\"a \"\"b\"\"\"\n0,0.5,1\n# remark\n0.1,,nan\n"
                 "0.2,2e-3,-1 # end\n"},
    {"fuzz.csv", "# force;t [ms];x\r\n1,5;0;2\r\n1,25;10;NA\r\n2;20;3\r\n"},
    {"fuzz.tsv", "Frame\tTime [s]\tx\tx\n1\t0\t1\t2\n2\t1\t3\t4\n"},
    {"fuzz.txt", "0 1 2 3\n0.5 2 3 4\n 1 3 4 5\n"},
    {"fuzz.mot", "Coordinates\nversion=1\nnRows=2\nnColumns=4\ninDegrees=yes\n\nremark\nendheader\n"
                 "time\tknee\tpelvis_tx\tm.activation\n  0.0\t 1\t2\t3\n  0.1\t 4\t5\t6\n"},
    {"fuzz.sto", "DataRate=100.0\nDataType=Quaternion\nversion=3\nendheader\ntime\ta\tb\n"
                 "0\t1,0,0,0\t0.5,0.5,0.5,0.5\n0.01\tnan\t1,0,0,0\n"},
    {"fuzz.sto", "name x\ndatacolumns 2\ndatarows 2\nendheader\ntime a\n0 1\n1 2\n"},
    {"fuzz.trc", "PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\t"
                 "Units\n60\t60\t2\t2\tmm\nFrame#\tTime\tA\t\t\tB\t\t\n\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n"
                 "\n1\t0\t1\t2\t3\t4\t5\t6\n2\t0.5\t1E+03\t2\t3\n"},
};

static const char *const WORDS[] = {"\n",
                                    "\r",
                                    "\t",
                                    ",",
                                    ";",
                                    "#",
                                    "\"",
                                    "\"\"",
                                    "nan",
                                    "inf",
                                    "1e999",
                                    "-1",
                                    "1e-320",
                                    "0x1f",
                                    "=",
                                    "endheader\n",
                                    "nRows=9",
                                    "time",
                                    "inDegrees=no",
                                    "Vec3",
                                    "Vec12",
                                    "SpatialVec",
                                    "mm",
                                    "Units",
                                    "t [us]",
                                    "\xff",
                                    "\xef\xbb\xbf",
                                    "99999999999999999999",
                                    "NumMarkers",
                                    "X1",
                                    " ",
                                    "a,b",
                                    NULL};

static void check_table(const SnMotionTable *table)
{
    g_assert_cmpint(table->n_rows, >, 0);
    g_assert_cmpint(table->n_columns, >, 0);
    g_assert_cmpint((int)g_strv_length(table->names), ==, table->n_columns);
    for (int i = 0; i < table->n_rows; i++) {
        g_assert_true(isfinite(table->time[i]));
        g_assert_true(i == 0 || table->time[i] >= table->time[i - 1]);
    }
    int missing = 0;
    for (int i = 0; i < table->n_rows * table->n_columns; i++) {
        g_assert_false(isinf(table->values[i]));
        missing += isnan(table->values[i]);
    }
    g_assert_cmpint(missing, ==, table->n_missing);
    for (int i = 0; i < table->n_columns; i++) {
        g_assert_true(table->names[i][0] && g_utf8_validate(table->names[i], -1, NULL));
        g_assert_null(strchr(table->names[i], ','));
        g_assert_cmpint(sn_motion_table_find(table, table->names[i]), ==, i);
    }
    for (char **note = table->notes; *note; note++)
        g_assert_true(g_utf8_validate(*note, -1, NULL));
}

/* Written as another format, or as points where they are. */
static void check_written(const SnMotionTable *table, const char *name)
{
    size_t length;
    char *text = sn_motion_file_to_text(table, name, &length, NULL);
    if (!text)
        return;
    GError *error = NULL;
    SnMotionTable *back = sn_motion_file_read_text(text, length, name, &error);
    g_assert_no_error(error);
    g_assert_cmpint(back->n_rows, ==, table->n_rows);
    g_assert_cmpint(back->n_columns, ==, table->n_columns);
    for (int i = 0; i < table->n_rows * table->n_columns; i++)
        g_assert_true(memcmp(&back->values[i], &table->values[i], sizeof(double)) == 0 ||
                      (isnan(back->values[i]) && isnan(table->values[i])));
    sn_motion_table_free(back);
    g_free(text);
}

static bool run(FuzzRandom *random, void *data)
{
    const Seed *seed = &SEEDS[fuzz_below(random, G_N_ELEMENTS(SEEDS))];
    GString *text = g_string_new(seed->text);
    fuzz_mutate_bytes(random, text, WORDS);
    char *exact = g_memdup2(text->str, text->len);
    GError *error = NULL;
    SnMotionTable *table = sn_motion_file_read_text(exact, text->len, seed->name, &error);
    const bool accepted = table != NULL;
    g_assert_true(accepted == (error == NULL));
    if (table) {
        check_table(table);
        check_written(table, "fuzz.csv");
        check_written(table, "fuzz.sto");
        check_written(table, "fuzz.trc");
        sn_motion_table_fill_gaps(table);
        check_table(table);
        sn_motion_table_free(table);
    } else {
        g_assert_true(g_str_has_prefix(error->message, seed->name));
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_error_free(error);
    }
    g_free(exact);
    g_string_free(text, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    return fuzz_main(argc, argv, "fuzz_motion", run, NULL);
}
