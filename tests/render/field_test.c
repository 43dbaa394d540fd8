/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colour maps, ranges of fields and the numbers of colour bars. */
#include "render/color_map.h"
#include "render/field.h"

#include "fem_maker.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* M. Zucker's polynomial fit of viridis (CC0): a second source for the map. */
static void test_viridis(void)
{
    static const double c[7][3] = {{0.2777273272, 0.0054073445, 0.3340998053},
                                   {0.1050930431, 1.4046135299, 1.3845901626},
                                   {-0.3308618287, 0.2148475595, 0.0950951630},
                                   {-4.6342304990, -5.7991009734, -19.3324409563},
                                   {6.2282699363, 14.1799333668, 56.6905526007},
                                   {4.7763849977, -13.7451453777, -65.3530326334},
                                   {-5.4354558559, 4.6458526122, 26.3124352496}};
    for (int i = 0; i <= 100; i++) {
        float rgb[3];
        sn_color_map(SN_COLOR_MAP_VIRIDIS, i / 100.0, rgb);
        for (int k = 0; k < 3; k++) {
            double sum = 0;
            for (int n = 6; n >= 0; n--)
                sum = sum * (i / 100.0) + c[n][k];
            g_assert_cmpfloat(fabs((double)rgb[k] - sum), <, 0.02);
        }
    }
}

static double luminance(SnColorMap map, double t)
{
    static const double share[3] = {0.2126, 0.7152, 0.0722};
    float rgb[3];
    double sum = 0;
    sn_color_map(map, t, rgb);
    for (int k = 0; k < 3; k++) {
        const double s = (double)rgb[k];
        sum += share[k] * (s <= 0.04045 ? s / 12.92 : pow((s + 0.055) / 1.055, 2.4));
    }
    return sum > 0.008856 ? 116 * cbrt(sum) - 16 : 903.3 * sum; /* L* */
}

/* The even maps grow lighter by equal steps; the diverging one is lightest in the middle and the
 * same on both sides; heat grows darker from almost white. */
static void test_evenness(void)
{
    const SnColorMap even[2] = {SN_COLOR_MAP_VIRIDIS, SN_COLOR_MAP_MAGMA};
    for (int m = 0; m < 2; m++) {
        const double whole = luminance(even[m], 1) - luminance(even[m], 0);
        g_assert_cmpfloat(whole, >, 70);
        for (int i = 0; i < 10; i++) {
            const double step = luminance(even[m], (i + 1) / 10.0) - luminance(even[m], i / 10.0);
            g_assert_cmpfloat(fabs(step - whole / 10), <, m == 0 ? 1.5 : 3.5);
        }
    }
    const double middle = luminance(SN_COLOR_MAP_COOL_WARM, 0.5);
    g_assert_cmpfloat(middle, >, 85);
    for (int i = 0; i < 10; i++) {
        const double cold = luminance(SN_COLOR_MAP_COOL_WARM, i / 20.0);
        const double warm = luminance(SN_COLOR_MAP_COOL_WARM, 1 - i / 20.0);
        g_assert_cmpfloat(cold, <, middle);
        g_assert_cmpfloat(fabs(cold - warm), <, 5);
    }
    /* light where nothing is, but darker than a light background */
    g_assert_cmpfloat(luminance(SN_COLOR_MAP_HEAT, 0), >, 90);
    g_assert_cmpfloat(luminance(SN_COLOR_MAP_HEAT, 0), <, 95);
    g_assert_cmpfloat(luminance(SN_COLOR_MAP_HEAT, 1), <, 30);
    for (int i = 0; i < 20; i++)
        g_assert_cmpfloat(luminance(SN_COLOR_MAP_HEAT, i / 20.0), >,
                          luminance(SN_COLOR_MAP_HEAT, (i + 1) / 20.0) + 1);
    g_assert_true(sn_color_map_diverges(SN_COLOR_MAP_COOL_WARM));
    g_assert_false(sn_color_map_diverges(SN_COLOR_MAP_VIRIDIS));
}

static void check_range(double low, double high, bool diverging, double from, double to)
{
    double range[2];
    sn_field_round(low, high, diverging, NULL, range);
    g_assert_cmpfloat(fabs(range[0] - from), <=, 1e-9 * fabs(to - from));
    g_assert_cmpfloat(fabs(range[1] - to), <=, 1e-9 * fabs(to - from));
}

static void test_ranges(void)
{
    check_range(0, 2787, false, 0, 3200);
    check_range(12, 5800, false, 0, 6000);
    check_range(-3, 7, false, -3, 9);
    check_range(0.98, 1.02, false, 0.98, 1.02);
    check_range(-120, -5, false, -120, 0);
    check_range(-1700, 900, true, -2000, 2000);
    check_range(0, 0, false, 0, 1);
    check_range(INFINITY, -INFINITY, true, -1, 1);
    /* whatever comes: round quarters, all values inside, at least 60 % of it used or from zero */
    GRand *random = g_rand_new_with_seed(5);
    for (int i = 0; i < 2000; i++) {
        const double scale = pow(10, g_rand_double_range(random, -6, 9));
        double a = scale * g_rand_double_range(random, -1, 1);
        double b = scale * g_rand_double_range(random, -1, 1), range[2];
        if (a > b) {
            const double swap = a;
            a = b, b = swap;
        }
        sn_field_round(a, b, false, NULL, range);
        g_assert_cmpfloat(range[0], <=, a + 1e-9 * scale);
        g_assert_cmpfloat(range[1], >=, b - 1e-9 * scale);
        const double step = (range[1] - range[0]) / 4;
        const double mantissa = step / pow(10, floor(log10(step) + 1e-9));
        g_assert_cmpfloat(fabs(2 * mantissa - rint(2 * mantissa)), <, 1e-6);
        g_assert_cmpfloat(fabs(range[0] / step - rint(range[0] / step)), <, 1e-6);
    }
    g_rand_free(random);
}

/* A range stays while the values fit it, grows at once, and shrinks when most of it is empty. */
static void test_hysteresis(void)
{
    double range[2] = {0, 0}, kept[2] = {0, 8000};
    sn_field_round(10, 7900, false, kept, range);
    g_assert_cmpfloat(range[1], ==, 8000);
    sn_field_round(10, 3400, false, kept, range);
    g_assert_cmpfloat(range[1], ==, 8000);
    sn_field_round(10, 8001, false, kept, range);
    g_assert_cmpfloat(range[1], ==, 10000);
    sn_field_round(10, 3000, false, kept, range);
    g_assert_cmpfloat(range[1], ==, 3200);
    sn_field_round(0, 0, false, kept, range);
    g_assert_cmpfloat(range[1], ==, 8000);
    double both[2] = {-8, 8};
    sn_field_round(-1, 4, true, both, range);
    g_assert_cmpfloat(range[0], ==, -8);
    sn_field_round(-1, 3, true, both, range);
    g_assert_cmpfloat(range[0], ==, -3);
    g_assert_cmpfloat(range[1], ==, 3);
}

static void check_ticks(const char *unit, bool automatic, double low, double high,
                        const char *expected)
{
    const SnField field = {"Thing", unit, SN_COLOR_MAP_VIRIDIS, automatic, {low, high}, {0, 0}};
    SnTicks ticks;
    sn_field_ticks(&field, &ticks);
    GString *all = g_string_new(ticks.title);
    for (int i = 0; i < ticks.n; i++) {
        g_string_append_printf(all, "|%s", ticks.text[i]);
        g_assert_cmpfloat(ticks.value[i], >=, low);
        g_assert_cmpfloat(ticks.value[i], <=, high);
    }
    g_assert_cmpstr(all->str, ==, expected);
    g_string_free(all, TRUE);
}

static void test_ticks(void)
{
    check_ticks("Pa", true, 0, 6000, "Thing [kPa]|0.0|1.5|3.0|4.5|6.0");
    check_ticks("Pa", true, 0, 800, "Thing [Pa]|0|200|400|600|800");
    check_ticks("Pa", true, -2e6, 2e6,
                "Thing [MPa]|\xE2\x88\x92"
                "2|\xE2\x88\x92"
                "1|0|1|2");
    check_ticks("m", true, 0, 0.012, "Thing [mm]|0|3|6|9|12");
    check_ticks("J/m3", true, 0, 4000, "Thing [kJ/m\xC2\xB3]|0|1|2|3|4");
    check_ticks("", true, 0.98, 1.02, "Thing|0.98|0.99|1.00|1.01|1.02");
    check_ticks("1", true, 0, 0.4, "Thing|0.0|0.1|0.2|0.3|0.4");
    check_ticks("m2", true, 0, 0.0004, "Thing [10^-6 m\xC2\xB2]|0|100|200|300|400");
    check_ticks("Pa", false, 150, 5150, "Thing [kPa]|0.15|1.00|2.00|3.00|4.00|5.15");
}

static double plain(const double rest[3])
{
    return 1000 * (1 + rest[0]);
}

/* Items that show the same have one bar, over the values of all; memory keeps it. */
static void test_find(void)
{
    static SceneMaker maker;
    const double size[3] = {1, 1, 1}, wide[3] = {3, 1, 1};
    const int cells[3] = {1, 1, 1};
    maker_fem(&maker, fem_box(size, cells, SN_ELEMENT_HEX8), NULL, plain, 0x808080);
    maker_fem(&maker, fem_box(wide, cells, SN_ELEMENT_HEX8), NULL, plain, 0x808080);
    SnSceneItem *fixed =
        maker_fem(&maker, fem_box(size, cells, SN_ELEMENT_HEX8), NULL, plain, 0x808080);
    fixed->style.fem.field_automatic = false;
    fixed->style.fem.field_range[0] = 100;
    fixed->style.fem.field_range[1] = 900;
    maker_fem(&maker, fem_box(size, cells, SN_ELEMENT_HEX8), NULL, NULL, 0x808080);
    SnSnapshot *snapshot = maker_finish(&maker);
    SnSceneItem *items = snapshot->scene->items;
    SnFields fields;
    SnFieldMemory memory = {0};
    sn_fields_find(&fields, &memory, snapshot);
    g_assert_cmpint(fields.n, ==, 2);
    g_assert_cmpint(sn_fields_of(&fields, &items[0]), ==, 1);
    g_assert_cmpint(sn_fields_of(&fields, &items[1]), ==, 1);
    g_assert_cmpint(sn_fields_of(&fields, &items[2]), ==, 2);
    g_assert_cmpint(sn_fields_of(&fields, &items[3]), ==, 0);
    g_assert_cmpfloat(fields.field[0].found[0], ==, -500);
    g_assert_cmpfloat(fields.field[0].found[1], ==, 2500);
    g_assert_cmpfloat(fields.field[1].range[0], ==, 100);
    g_assert_cmpfloat(fields.field[1].range[1], ==, 900);
    const double before[2] = {fields.field[0].range[0], fields.field[0].range[1]};
    g_assert_cmpfloat(before[0], <=, -500);
    g_assert_cmpfloat(before[1], >=, 2500);
    for (int i = 0; i < 16; i++)
        snapshot->scalars[i] *= 0.9f;
    snapshot->scalars[3] = NAN; /* counts for nothing */
    sn_fields_find(&fields, &memory, snapshot);
    g_assert_cmpmem(fields.field[0].range, sizeof before, before, sizeof before);
    items[1].style.visible = false; /* 450 .. 1350 of 3000 and more: the range shrinks */
    sn_fields_find(&fields, &memory, snapshot);
    g_assert_cmpfloat(fields.field[0].range[1], <, before[1]);
    items[0].style.fem.field = false;
    sn_fields_find(&fields, &memory, snapshot);
    g_assert_cmpint(fields.n, ==, 1);
    sn_snapshot_unref(snapshot);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/field/viridis", test_viridis);
    g_test_add_func("/field/evenness", test_evenness);
    g_test_add_func("/field/ranges", test_ranges);
    g_test_add_func("/field/hysteresis", test_hysteresis);
    g_test_add_func("/field/ticks", test_ticks);
    g_test_add_func("/field/find", test_find);
    return g_test_run();
}
