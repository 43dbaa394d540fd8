/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of OpenSim's forces: values against numbers worked out by hand, derivatives against
 * differences, forms, refusals. */
#include "engine/opensim/expression.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static const char *const NAMES[] = {"q", "qdot", NULL};

static SnExpression *take(const char *text)
{
    char *why = NULL;
    SnExpression *f = sn_expression_new(text, NAMES, &why);
    if (!f)
        g_error("\"%s\": %s", text, why);
    return f;
}

/* At q = 0.7, qdot = -1.3. */
static void values(void)
{
    static const struct {
        const char *text;
        double value;
    } CASES[] = {
        {"1+2*3", 7},
        {"2^3^2", 512},
        {"-2^2", -4},
        {"2^-1", 0.5},
        {"8/4/2", 1},
        {" ( 1 - 2 ) - 3 ", -4},
        {"1e3*1.5E-3", 1.5},
        {"q", 0.7},
        {"-q*-qdot", -0.91},
        {"k*(q-q0); k=10; q0=0.2", 5},
        {"a; a=b+1; b=c*2; c=q", 2.4},
        {"square(q)+cube(q)+recip(2)", 0.49 + 0.343 + 0.5},
        {"sin(q)^2+cos(q)^2", 1},
        {"exp(log(q))-sqrt(q*q)", 0},
        {"tan(atan(q))+asin(sin(q))+acos(cos(q))", 2.1},
        {"tanh(q)-sinh(q)/cosh(q)+erf(q)+erfc(q)", 1},
        {"abs(qdot)*step(q)+step(qdot)", 1.3},
    };
    const double at[2] = {0.7, -1.3};
    for (size_t i = 0; i < G_N_ELEMENTS(CASES); i++) {
        SnExpression *f = take(CASES[i].text);
        const double value = sn_expression_value(f, at, NULL);
        if (!(fabs(value - CASES[i].value) < 1e-14))
            g_error("%s is %.17g, not %.17g", CASES[i].text, value, CASES[i].value);
        sn_expression_free(f);
    }
}

static void derivatives(void)
{
    static const char *const CASES[] = {
        "q*qdot",
        "q/qdot",
        "q^3-2*q^2+qdot",
        "q^qdot",
        "exp(-3*q)*sin(5*q)",
        "log(q)*sqrt(q)",
        "tan(q)+atan(q)*asin(q/2)+acos(q/3)",
        "sinh(q)+cosh(qdot)*tanh(q)",
        "erf(q)-erfc(qdot)",
        "abs(qdot)+square(qdot)+cube(q)+recip(q)",
        "step(q)*q",
        "(q+qdot)^2/(1+q^2)",
    };
    const double at[2] = {0.7, -1.3}, h = 1e-6;
    for (size_t i = 0; i < G_N_ELEMENTS(CASES); i++) {
        SnExpression *f = take(CASES[i]);
        double by[SN_EXPRESSION_VARIABLES];
        sn_expression_value(f, at, by);
        for (int k = 0; k < 2; k++) {
            double plus[2] = {at[0], at[1]}, minus[2] = {at[0], at[1]};
            plus[k] += h, minus[k] -= h;
            const double slope =
                (sn_expression_value(f, plus, NULL) - sn_expression_value(f, minus, NULL)) /
                (2 * h);
            if (isfinite(slope) && !(fabs(by[k] - slope) < 1e-8 * (1 + fabs(slope))))
                g_error("d %s / d %s is %.12g, by differences %.12g", CASES[i], NAMES[k], by[k],
                        slope);
        }
        sn_expression_free(f);
    }
}

static void forms(void)
{
    static const char *const NONE[] = {"q*qdot", "sin(q)", "1/q", "q^0.5", "qdot^2",
                                       "2^q",    "abs(q)", "q^9", "1/0*q", "(q^5)*(q^4)"};
    SnExpressionForm form;
    SnExpression *f = take("3*(q-1)^2*(q+2)/2 - 4*qdot + cube(q) + sqrt(9) + k*q; k=2*1");
    g_assert_true(sn_expression_form(f, &form)); /* 1.5 (q^3 - 3 q + 2) + q^3 + 3 + 2 q - 4 qdot */
    const double expected[] = {6, -2.5, 0, 2.5};
    for (int i = 0; i <= SN_EXPRESSION_DEGREE; i++)
        g_assert_cmpfloat(form.p[i], ==, i < 4 ? expected[i] : 0);
    g_assert_cmpfloat(form.linear[1], ==, -4);
    sn_expression_free(f);
    for (size_t i = 0; i < G_N_ELEMENTS(NONE); i++) {
        f = take(NONE[i]);
        g_assert_false(sn_expression_form(f, &form));
        sn_expression_free(f);
    }
}

static void refusals(void)
{
    static const struct {
        const char *text, *words;
    } BAD[] = {
        {"", "missing"},           {"1+", "missing"},        {"(1", "does not end"},
        {"1)", "goes on"},         {"q q", "goes on"},       {"r", "not known"},
        {"gamma(q)", "not known"}, {"sin(q", "not end"},     {"1..2", "goes on"},
        {"*q", "missing"},         {"a; a=a+1", "too deep"}, {"a; a=2 3", "does not end"},
        {"a; b=1", "not known"},   {"\xff\xfe", "missing"},  {"q = 1", "goes on"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(BAD); i++) {
        char *why = NULL;
        g_assert_null(sn_expression_new(BAD[i].text, NAMES, &why));
        if (!strstr(why, BAD[i].words))
            g_error("\"%s\": %s", BAD[i].text, why);
        g_free(why);
    }
    g_autofree char *deep = g_strnfill(100000, '(');
    g_autofree char *minus = g_strnfill(100000, '-');
    /* each definition is twice the next one */
    const char *const hard[] = {deep, minus,
                                "a;a=b+b;b=c+c;c=d+d;d=e+e;e=f+f;f=g+g;g=h+h;h=i+i;i=j+j;j=k+k;k=l"
                                "+l;l=m+m;m=n+n;n=o+o;o=p+p;p=1+1"};
    for (size_t i = 0; i < G_N_ELEMENTS(hard); i++) {
        char *why = NULL;
        g_assert_null(sn_expression_new(hard[i], NAMES, &why));
        g_assert_nonnull(strstr(why, "too "));
        g_free(why);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opensim/expression/values", values);
    g_test_add_func("/opensim/expression/derivatives", derivatives);
    g_test_add_func("/opensim/expression/forms", forms);
    g_test_add_func("/opensim/expression/refusals", refusals);
    return g_test_run();
}
