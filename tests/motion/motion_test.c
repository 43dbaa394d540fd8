/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables over time: what each format means, exact values of the sample files, written and read
 * again. */
#include "engine/model/model.h"
#include "engine/motion/motion_file.h"
#include "tests/motion/table_copy.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define DEGREE (G_PI / 180)

static SnMotionTable *parse(const char *name, const char *text)
{
    GError *error = NULL;
    char *exact = g_memdup2(text, MAX(strlen(text), 1));
    SnMotionTable *table = sn_motion_file_read_text(exact, strlen(text), name, &error);
    g_free(exact);
    g_assert_no_error(error);
    return table;
}

static double at(const SnMotionTable *table, int row, int column)
{
    g_assert_cmpint(row, <, table->n_rows);
    g_assert_cmpint(column, <, table->n_columns);
    return table->values[row * table->n_columns + column];
}

static void expect_names(const SnMotionTable *table, const char *names)
{
    char *joined = g_strjoinv(",", table->names);
    g_assert_cmpstr(joined, ==, names);
    g_free(joined);
}

/* Sizes and names as one text: "rows x columns: names". */
static void expect_shape(const SnMotionTable *table, int n_rows, int n_columns)
{
    g_assert_cmpint(table->n_rows, ==, n_rows);
    g_assert_cmpint(table->n_columns, ==, n_columns);
    g_assert_cmpint((int)g_strv_length(table->names), ==, n_columns);
}

static void expect_error(const char *name, const char *text, size_t length, const char *message)
{
    GError *error = NULL;
    g_assert_null(sn_motion_file_read_text(text, length, name, &error));
    g_assert_cmpstr(error->message, ==, message);
    g_error_free(error);
    g_assert_null(sn_motion_file_read_text(text, length, name, NULL));
}

/* --- CSV --- */

static void test_csv(void)
{
    SnMotionTable *table = parse("a.csv", "\xef\xbb\xbf# remark\r\ntime,/model/m:excitation,"
                                          "\"a \"\"b\"\", c\",\r\n\r\n"
                                          "0,0.5,-1e-3 # first\r\n0.1,,nan\n,,\n.1,2.,+3\n");
    expect_shape(table, 3, 2);
    expect_names(table, "/model/m:excitation,a \"b\"_ c");
    g_assert_cmpfloat(table->time[1], ==, 0.1);
    g_assert_cmpfloat(table->time[2], ==, 0.1); /* a jump */
    g_assert_cmpfloat(at(table, 0, 1), ==, -1e-3);
    g_assert_true(isnan(at(table, 1, 0)) && isnan(at(table, 1, 1)));
    g_assert_cmpfloat(at(table, 2, 0), ==, 2);
    g_assert_cmpint(table->n_missing, ==, 2);
    g_assert_cmpstr(table->notes[0], ==, "2 of 6 values are missing");
    g_assert_cmpstr(table->notes[1], ==,
                    "line 7 has the time of the row before, 0.1 s: values jump there");
    g_assert_null(table->notes[2]);
    sn_motion_table_free(table);
}

static void test_csv_separators(void)
{
    SnMotionTable *table = parse("a.csv", "Frame;Zeit\n0,5;1,25\n1;-,5\n");
    expect_names(table, "Zeit");
    g_assert_cmpfloat(table->time[0], ==, 0.5);
    g_assert_cmpfloat(at(table, 0, 0), ==, 1.25);
    g_assert_cmpfloat(at(table, 1, 0), ==, -0.5);
    g_assert_cmpstr(table->notes[0], ==,
                    "no column is called \"time\": the first one is taken [s]");
    sn_motion_table_free(table);
    table = parse("a.txt", "  0 1 2\n 1\t 3 4 \n");
    expect_shape(table, 2, 2);
    sn_motion_table_free(table);
}

static void test_csv_plain(void)
{
    SnMotionTable *table = parse("a.txt", "  0   1 2\n 1 3    4 \n");
    expect_names(table, "column_1,column_2");
    g_assert_cmpfloat(at(table, 1, 1), ==, 4);
    sn_motion_table_free(table);
    table = parse("a.tsv", "Frame\tTime [ms]\tx\tx\n7\t250\t1\t2\n8\t500\tNA\t4");
    expect_shape(table, 2, 3);
    expect_names(table, "Frame,x,x_2");
    g_assert_cmpfloat(table->time[0], ==, 0.25);
    g_assert_cmpfloat(at(table, 1, 0), ==, 8);
    g_assert_true(isnan(at(table, 1, 1)));
    sn_motion_table_free(table);
    table = parse("a.csv", "# made by numpy\n# force, t\n1,0\n2,0.5\n");
    expect_names(table, "force");
    g_assert_cmpfloat(table->time[1], ==, 0.5);
    g_assert_cmpfloat(at(table, 1, 0), ==, 2);
    sn_motion_table_free(table);
}

/* --- OpenSim --- */

static void test_sto_degrees(void)
{
    SnMotionTable *table =
        parse("a.mot",
              "Coordinates\nversion=1\nnRows=3\nnColumns=10\ninDegrees=yes\n\nAngles are in "
              "degrees.\nendheader\n"
              "time\tknee\tpelvis_tx\tpelvis_tx_u\t/jointset/hip/pelvis_ty/value\t"
              "/jointset/hip/hip_flexion/speed\tsoleus.activation\tground_force_vx\ttoe_X\ttoe_Ox\n"
              "  0.5\t 90\t1\t2\t3\t180\t0.5\t700\t4\t90\n"
              "  0.6\t \t1\t2\t3\t180\t0.5\t700\t4\t90\t\n");
    expect_shape(table, 2, 9);
    g_assert_cmpfloat(at(table, 0, 0), ==, 90 * DEGREE);
    g_assert_true(isnan(at(table, 1, 0)));
    static const double ROW[] = {1, 2, 3, 180 * DEGREE, 0.5, 700, 4, 90 * DEGREE};
    for (int i = 0; i < 8; i++)
        g_assert_cmpfloat(at(table, 1, i + 1), ==, ROW[i]);
    g_assert_cmpstr(table->notes[0], ==, "nRows is 3, but there are 2 rows: is the file complete?");
    g_assert_cmpstr(table->notes[1], ==,
                    "3 of 9 columns are converted from degrees to radians, not pelvis_tx, "
                    "pelvis_tx_u, /jointset/hip/pelvis_ty/value, soleus.activation, "
                    "ground_force_vx, toe_X");
    sn_motion_table_free(table);
}

static void test_sto_types(void)
{
    SnMotionTable *table = parse("a.sto", "DataRate=50.000000\nDataType=Quaternion\nversion=3\n"
                                          "endheader\ntime\tpelvis\tfoot\n"
                                          "0\t1,0,0,0\t0.5,-0.5,0.5,-0.5\n0.02\t1, 0, 0, 0\tnan\n");
    expect_names(table, "pelvis.w,pelvis.x,pelvis.y,pelvis.z,foot.w,foot.x,foot.y,foot.z");
    g_assert_cmpfloat(table->data_rate, ==, 50);
    g_assert_cmpfloat(at(table, 0, 7), ==, -0.5);
    g_assert_cmpint(table->n_missing, ==, 4);
    sn_motion_table_free(table);
    table = parse("a.sto", "x\nversion=2\nDataType=Vec3\nendheader\ntime   a b\n"
                           "0 1,2,3 4,5,6\n1 7,8,9 1,2,3\n");
    expect_names(table, "a.x,a.y,a.z,b.x,b.y,b.z");
    g_assert_cmpfloat(at(table, 1, 2), ==, 9);
    sn_motion_table_free(table);
    /* SIMM's header: words without '=' */
    table = parse("a.mot", "name moves\ndatacolumns 2\ndatarows 1\nrange 0 1\nendheader\n"
                           "time hip\n0 1.5");
    g_assert_cmpfloat(at(table, 0, 0), ==, 1.5);
    g_assert_null(table->notes[0]);
    sn_motion_table_free(table);
}

/* --- markers --- */

#define TRC_HEAD(frames, markers, units)                                                           \
    "PathFileType\t4\t(X/Y/Z)\ta.trc\nDataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\n"        \
    "60\t60\t" frames "\t" markers "\t" units "\n"

static void test_trc(void)
{
    SnMotionTable *table =
        parse("a.trc", TRC_HEAD("3", "2", "mm") "Frame#\tTime\tA\t\t\tB b\t\t\t\n"
                                                "\t\tX1\tY1\tZ1\tX2\tY2\tZ2\n\n"
                                                "1\t0\t1\t2\t3\t4\t5\t6\t\n"
                                                "2\t0.5\t1E+03\t2\t3\n"
                                                "3\t1\t\t\t\tNan\tnan\tNAN\n");
    expect_shape(table, 3, 6);
    expect_names(table, "A.x,A.y,A.z,B b.x,B b.y,B b.z");
    g_assert_cmpfloat(table->data_rate, ==, 60);
    g_assert_cmpfloat(at(table, 0, 5), ==, 6 * 1e-3);
    g_assert_cmpfloat(at(table, 1, 0), ==, 1);
    g_assert_cmpint(table->n_missing, ==, 9);
    sn_motion_table_free(table);
    /* names without gaps between them, no line of axes, white space, another count of frames */
    table = parse("a.trc", TRC_HEAD("9", "2", "cm") "Frame# Time A B\n1 0 1 2 3 4 5 6\n");
    g_assert_cmpfloat(at(table, 0, 0), ==, 0.01);
    g_assert_cmpstr(table->notes[0], ==,
                    "NumFrames is 9, but there are 1 frames: is the file complete?");
    sn_motion_table_free(table);
}

/* --- gaps and columns --- */

static void test_gaps(void)
{
    SnMotionTable *table = parse("a.csv", "time,a,b,c\n0,,nan,1\n1,2,,1\n3,,,1\n4,5,,2\n4,,,3\n");
    g_assert_cmpint(table->n_missing, ==, 8);
    g_assert_cmpint(sn_motion_table_fill_gaps(table), ==, 3);
    g_assert_cmpint(table->n_missing, ==, 5);
    static const double A[] = {2, 2, 4, 5, 5};
    for (int i = 0; i < 5; i++) {
        g_assert_cmpfloat_with_epsilon(at(table, i, 0), A[i], 1e-15);
        g_assert_true(isnan(at(table, i, 1)));
    }
    SnMotionTable *copy = motion_table_copy(table);
    sn_motion_table_free(table);
    expect_names(copy, "a,b,c");
    g_assert_cmpfloat(copy->time[3], ==, 4);
    sn_motion_table_free(copy);
}

static void test_columns(void)
{
    SnMotionTable *table = sn_motion_table_new(1, 4);
    static const char *const NAMES[] = {"p.x", "q", "p.y", "p.z"};
    for (int i = 0; i < 4; i++) {
        g_free(table->names[i]);
        table->names[i] = g_strdup(NAMES[i]);
    }
    int n;
    int *columns = sn_motion_table_columns(table, " q, p", &n, NULL);
    static const int WANTED[] = {1, 0, 2, 3};
    g_assert_cmpmem(columns, (size_t)n * sizeof(int), WANTED, sizeof WANTED);
    g_free(columns);
    columns = sn_motion_table_columns(table, "", &n, NULL);
    g_assert_cmpint(n, ==, 4);
    g_assert_cmpint(columns[3], ==, 3);
    g_free(columns);
    GError *error = NULL;
    g_assert_null(sn_motion_table_columns(table, "q,r", &n, &error));
    g_assert_cmpstr(error->message, ==, "there is no column \"r\"; there are p.x, q, p.y, p.z");
    g_error_free(error);
    sn_motion_table_free(table);
}

/* --- errors --- */

static void test_errors(void)
{
#define EXPECT(name, text, message) expect_error(name, text, sizeof text - 1, message)
    EXPECT("a.dat", "",
           "a.dat: data files end in .csv, .tsv, .txt, .sto, .mot or .trc; the ending tells the "
           "format");
    EXPECT("a.csv", "", "a.csv: holds no rows of numbers; expected one for each moment");
    EXPECT("a.csv", "time\n0\n",
           "a.csv:1: there is only a column of times; expected values beside it");
    EXPECT("a.csv", "time,a\n0,1\n0,1e999\n", "a.csv:3: '1e999' is out of range for \"a\"");
    EXPECT("a.csv", "time,\"a\n0,1\n", "a.csv:1: a quote is not closed on its line");
    EXPECT("a.csv", "time,\"a\"b\n0,1\n",
           "a.csv:1: text follows a closing quote; expected a separator");
    EXPECT("a.csv", "time,a\n0\0,1\n",
           "a.csv:2: is no text (holds a zero byte); save the file as UTF-8 text");
    EXPECT("a.sto", "x\nversion=4\nendheader\n",
           "a.sto:2: version '4' is not known; expected 1, 2 or 3");
    EXPECT("a.sto", "x\ninDegrees=maybe\nendheader\n",
           "a.sto:2: inDegrees is 'maybe'; expected yes or no");
    EXPECT("a.sto", "DataType=Tensor\nendheader\n",
           "a.sto:1: DataType 'Tensor' is not known; expected double, Vec3, Quaternion, another "
           "VecN, UnitVec3 or SpatialVec");
    EXPECT("a.sto", "nRows=-1\nendheader\n", "a.sto:1: '-1' is no number of rows");
    EXPECT("a.sto", "endheader\n",
           "a.sto:1: the file ends where the names of its columns were expected");
    EXPECT("a.trc", TRC_HEAD("1", "1", "mm") "Frame#\tTime\tA\n1\tx\t1\t2\t3\n",
           "a.trc:5: 'x' is no time; expected a finite number");
    EXPECT("a.trc", TRC_HEAD("1", "1", "mm"),
           "a.trc:3: the file ends where the names of the markers were expected");
#undef EXPECT
    GError *error = NULL;
    g_assert_null(sn_motion_file_read("/nowhere/a.csv", &error));
    g_assert_cmpstr(error->message, ==, "/nowhere/a.csv: there is no such file; check the name");
    g_clear_error(&error);
}

/* Files of the corpus: each gives its one line, tests/motion/broken/NAME.expected. */
static void test_corpus(void)
{
    int n = 0, wrong = 0;
    const char *root = g_getenv("SINEW_SOURCE_ROOT");
    char *folder = g_build_filename(root ? root : ".", "tests", "motion", "broken", NULL);
    GDir *dir = g_dir_open(folder, 0, NULL);
    g_assert_nonnull(dir);
    for (const char *name = g_dir_read_name(dir); name; name = g_dir_read_name(dir)) {
        if (g_str_has_suffix(name, ".expected"))
            continue;
        char *path = g_build_filename(folder, name, NULL), *text, *expected, *message = NULL;
        gsize length;
        g_assert_true(g_file_get_contents(path, &text, &length, NULL));
        char *other = g_strconcat(path, ".expected", NULL);
        g_assert_true(g_file_get_contents(other, &expected, NULL, NULL));
        GError *error = NULL;
        if (sn_motion_file_read_text(text, length, name, &error))
            g_error("%s was accepted", name);
        message = error->message;
        if (strcmp(message, g_strchomp(expected)) != 0) {
            g_test_message("%s\n    said:     %s\n    expected: %s", name, message, expected);
            wrong++;
        }
        g_assert_null(strchr(message, '\n'));
        g_error_free(error);
        g_free(expected);
        g_free(other);
        g_free(text);
        g_free(path);
        n++;
    }
    g_dir_close(dir);
    g_free(folder);
    g_test_message("%d files", n);
    g_assert_cmpint(wrong, ==, 0);
    g_assert_cmpint(n, >=, 12);
}

/* --- written and read again --- */

static void expect_same(const SnMotionTable *a, const SnMotionTable *b)
{
    expect_shape(b, a->n_rows, a->n_columns);
    for (int i = 0; i < a->n_columns; i++)
        g_assert_cmpstr(a->names[i], ==, b->names[i]);
    g_assert_cmpmem(a->time, (size_t)a->n_rows * 8, b->time, (size_t)b->n_rows * 8);
    for (int i = 0; i < a->n_rows * a->n_columns; i++)
        g_assert_true(memcmp(&a->values[i], &b->values[i], 8) == 0 ||
                      (isnan(a->values[i]) && isnan(b->values[i])));
    g_assert_cmpint(a->n_missing, ==, b->n_missing);
}

static void through(const SnMotionTable *table, const char *name)
{
    size_t length;
    GError *error = NULL;
    char *text = sn_motion_file_to_text(table, name, &length, &error);
    g_assert_no_error(error);
    SnMotionTable *back = sn_motion_file_read_text(text, length, name, &error);
    g_assert_no_error(error);
    expect_same(table, back);
    sn_motion_table_free(back);
    g_free(text);
}

/* kind 0: any names, 1: points, 2: quaternions */
static SnMotionTable *random_table(GRand *random, int kind)
{
    static const char *const ODD[] = {"a b", "#x",   "\"q\"",    "1",
                                      "nan", "tab;", "/m/b:p.x", "\xc3\xa9"};
    const int width = kind == 0 ? 1 : kind == 1 ? 3 : 4;
    const int n = g_rand_int_range(random, 1, 6);
    SnMotionTable *table = sn_motion_table_new(g_rand_int_range(random, 1, 40), n * width);
    double time = g_rand_double_range(random, -2, 2);
    for (int i = 0; i < table->n_rows; i++) {
        table->time[i] = time;
        time += g_rand_boolean(random) ? g_rand_double(random) : 0;
    }
    for (int i = 0; i < table->n_rows * table->n_columns; i++) {
        const double scale = pow(10, g_rand_int_range(random, -30, 30));
        const bool missing = g_rand_int_range(random, 0, 6) == 0;
        table->values[i] = missing ? (double)NAN : scale * g_rand_double_range(random, -1, 1);
        table->n_missing += missing;
    }
    for (int i = 0; i < table->n_columns; i++) {
        g_free(table->names[i]);
        table->names[i] =
            kind == 0 ? g_strdup_printf("%s%.*s", ODD[g_rand_int_range(random, 0, 8)], i, "~~~~~~")
                      : g_strdup_printf("point %d.%c", i / width, "wxyz"[i % width + 4 - width]);
    }
    return table;
}

static void test_round_trip(void)
{
    GRand *random = g_rand_new_with_seed(4);
    for (int i = 0; i < 600; i++) {
        SnMotionTable *table = random_table(random, i % 3);
        through(table, "a.csv");
        through(table, "a.tsv");
        through(table, "nRows=1.sto");
        through(table, "a.mot");
        if (i % 3 == 1)
            through(table, "a\tb.trc");
        sn_motion_table_free(table);
    }
    g_rand_free(random);
    SnMotionTable *table = sn_motion_table_new(1, 3);
    GError *error = NULL;
    g_assert_false(sn_motion_file_write(table, "/tmp/a.trc", &error));
    g_assert_cmpstr(error->message, ==,
                    "/tmp/a.trc: a .trc file holds points, three columns NAME.x NAME.y NAME.z "
                    "each, and this table has others; write it as .sto or .csv");
    g_clear_error(&error);
    sn_motion_table_free(table);
}

static void test_write(void)
{
    char *folder = g_dir_make_tmp("sinew-motion-XXXXXX", NULL);
    char *path = g_build_filename(folder, "out.sto", NULL);
    SnMotionTable *table = parse("a.csv", "time,a.x,a.y,a.z\n0,1,2,3\n0.1,4,5,6\n");
    g_assert_true(sn_motion_file_write(table, path, NULL));
    SnMotionTable *back = sn_motion_file_read(path, NULL);
    expect_same(table, back);
    sn_motion_table_free(back);
    char *text;
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    g_assert_cmpstr(text, ==,
                    "out.sto\nversion=3\nDataType=Vec3\nnRows=2\nnColumns=2\n"
                    "inDegrees=no\nendheader\ntime\ta\n0\t1,2,3\n0.1\t4,5,6\n");
    g_free(text);
    sn_motion_table_free(table);
    g_unlink(path);
    g_rmdir(folder);
    g_free(path);
    g_free(folder);
}

/* --- the laboratories' samples --- */

static SnMotionTable *sample(const char *folder, const char *name)
{
    char *path = g_build_filename(folder, "motion", name, NULL);
    GError *error = NULL;
    SnMotionTable *table = sn_motion_file_read(path, &error);
    g_assert_no_error(error);
    g_free(path);
    return table;
}

static void check_arm_and_leg(const char *folder)
{
    SnMotionTable *table = sample(folder, "arm26_InverseKinematics.mot");
    expect_shape(table, 121, 2);
    expect_names(table, "r_shoulder_elev,r_elbow_flex");
    g_assert_cmpfloat(table->time[120], ==, 1);
    g_assert_cmpfloat(at(table, 0, 0), ==, -0.03394423 * DEGREE);
    g_assert_cmpfloat(at(table, 120, 1), ==, 90.17066638 * DEGREE);
    sn_motion_table_free(table);
    table = sample(folder, "leg69_IK_swing.mot");
    expect_shape(table, 31, 32);
    g_assert_cmpfloat(table->time[0], ==, 0.11666667);
    g_assert_cmpfloat(at(table, 0, sn_motion_table_find(table, "pelvis_tx")), ==, 0.05530794);
    g_assert_cmpfloat(at(table, 0, 4), ==, -32.48072710 * DEGREE);
    g_assert_cmpfloat(at(table, 0, 31), ==, 0.08667460);
    g_assert_cmpint(table->n_missing, ==, 0);
    sn_motion_table_free(table);
    table = sample(folder, "orientation_quats.sto");
    expect_shape(table, 6, 28);
    g_assert_cmpfloat(table->data_rate, ==, 100);
    g_assert_cmpfloat(at(table, 0, 0), ==, 0.5064886386335554);
    g_assert_cmpfloat(at(table, 5, sn_motion_table_find(table, "tibia_r_imu.x")), ==,
                      -0.6533709295492557);
    sn_motion_table_free(table);
}

static void check_markers(const char *folder)
{
    SnMotionTable *table = sample(folder, "arm26_elbow_flex.trc");
    expect_shape(table, 121, 9);
    expect_names(table, "r_acromion.x,r_acromion.y,r_acromion.z,r_humerus_epicondyle.x,"
                        "r_humerus_epicondyle.y,r_humerus_epicondyle.z,r_radius_styloid.x,"
                        "r_radius_styloid.y,r_radius_styloid.z");
    g_assert_cmpfloat(table->data_rate, ==, 120);
    g_assert_cmpfloat(table->time[119], ==, 0.9916666669999999);
    g_assert_cmpfloat(at(table, 120, 8), ==, 230.9769121 * 1e-3);
    sn_motion_table_free(table);
    table = sample(folder, "dataWithEformat.trc");
    expect_shape(table, 5, 42);
    g_assert_cmpfloat(at(table, 0, 1), ==, 7.46e-2);
    g_assert_cmpfloat(table->data_rate, ==, 119.88012);
    sn_motion_table_free(table);
    table = sample(folder, "exampleFormat.trc");
    expect_shape(table, 5, 9);
    g_assert_cmpint(table->n_missing, ==, 6);
    g_assert_true(isnan(at(table, 0, 0)) && isnan(at(table, 2, 5)));
    g_assert_cmpfloat(at(table, 1, 0), ==, -0.273);
    g_assert_cmpint(sn_motion_table_fill_gaps(table), ==, 6);
    g_assert_cmpfloat(at(table, 0, 0), ==, -0.273);
    g_assert_cmpfloat_with_epsilon(at(table, 2, 5), -1.71, 1e-15);
    sn_motion_table_free(table);
}

static void test_samples(void)
{
    const char *folder = g_getenv("SN_PUBLISHED");
    if (!folder || !folder[0]) {
        g_test_skip("needs SN_PUBLISHED");
        return;
    }
    check_arm_and_leg(folder);
    check_markers(folder);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/motion/motion/csv", test_csv);
    g_test_add_func("/motion/motion/csv-separators", test_csv_separators);
    g_test_add_func("/motion/motion/csv-plain", test_csv_plain);
    g_test_add_func("/motion/motion/sto-degrees", test_sto_degrees);
    g_test_add_func("/motion/motion/sto-types", test_sto_types);
    g_test_add_func("/motion/motion/trc", test_trc);
    g_test_add_func("/motion/motion/gaps", test_gaps);
    g_test_add_func("/motion/motion/columns", test_columns);
    g_test_add_func("/motion/motion/errors", test_errors);
    g_test_add_func("/motion/motion/corpus", test_corpus);
    g_test_add_func("/motion/motion/round-trip", test_round_trip);
    g_test_add_func("/motion/motion/write", test_write);
    g_test_add_func("/motion/motion/samples", test_samples);
    return g_test_run();
}
