/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine/opensim/expression.h"

#include <glib.h>
#include <math.h>
#include <string.h>

enum { MOST_NODES = 4096, MOST_DEPTH = 64, VARIABLES = SN_EXPRESSION_VARIABLES };

typedef enum Kind { NUMBER, VARIABLE, ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, CALL } Kind;

typedef struct Node {
    Kind kind;
    double number;
    int a, b; /* of VARIABLE and CALL: a is its number, b of CALL the argument */
} Node;

struct SnExpression {
    GArray *nodes; /* of Node; operands before what they are part of */
    int root;
};

/* --- functions: value and slope --- */

static double one_over(double x)
{
    return 1 / x;
}

typedef struct Function {
    const char *name;
    double (*value)(double);
    double (*slope)(double x, double value);
} Function;

#define SLOPE(name, formula)                                                                       \
    static double name(double x, double f)                                                         \
    {                                                                                              \
        (void)x, (void)f;                                                                          \
        return formula;                                                                            \
    }
SLOPE(of_sqrt, 0.5 / f)
SLOPE(of_exp, f)
SLOPE(of_log, 1 / x)
SLOPE(of_sin, cos(x))
SLOPE(of_cos, -sin(x))
SLOPE(of_tan, 1 + f * f)
SLOPE(of_asin, 1 / sqrt(1 - x * x))
SLOPE(of_acos, -1 / sqrt(1 - x * x))
SLOPE(of_atan, 1 / (1 + x * x))
SLOPE(of_sinh, cosh(x))
SLOPE(of_cosh, sinh(x))
SLOPE(of_tanh, 1 - f * f)
SLOPE(of_erf, 2 / sqrt(G_PI) * exp(-x * x))
SLOPE(of_erfc, -2 / sqrt(G_PI) * exp(-x * x))
SLOPE(of_abs, x<0 ? -1 : x> 0)
SLOPE(of_step, 0)
SLOPE(of_square, 2 * x)
SLOPE(of_cube, 3 * x * x)
SLOPE(of_recip, -f *f)

static double step(double x)
{
    return x >= 0;
}

static double square(double x)
{
    return x * x;
}

static double cube(double x)
{
    return x * x * x;
}

static const Function FUNCTIONS[] = {
    {"sqrt", sqrt, of_sqrt},       {"exp", exp, of_exp},    {"log", log, of_log},
    {"sin", sin, of_sin},          {"cos", cos, of_cos},    {"tan", tan, of_tan},
    {"asin", asin, of_asin},       {"acos", acos, of_acos}, {"atan", atan, of_atan},
    {"sinh", sinh, of_sinh},       {"cosh", cosh, of_cosh}, {"tanh", tanh, of_tanh},
    {"erf", erf, of_erf},          {"erfc", erfc, of_erfc}, {"abs", fabs, of_abs},
    {"step", step, of_step},       {"cube", cube, of_cube}, {"square", square, of_square},
    {"recip", one_over, of_recip},
};

/* --- reading --- */

typedef struct Parser {
    GArray *nodes;
    const char *text, *at, *end; /* of the part that is read */
    const char *const *names;
    char **parts; /* the expression, then its definitions */
    int depth;
    char *why;
} Parser;

static int refuse(Parser *p, const char *what)
{
    if (!p->why)
        p->why = g_strdup_printf("%s at \"%.20s\"", what, *p->at ? p->at : "its end");
    return 0;
}

static int add(Parser *p, Node node)
{
    if (p->nodes->len >= MOST_NODES)
        return refuse(p, "it is too long");
    g_array_append_val(p->nodes, node);
    return (int)p->nodes->len - 1;
}

static char next(Parser *p)
{
    while (g_ascii_isspace(*p->at))
        p->at++;
    return *p->at;
}

static bool take(Parser *p, char c)
{
    if (next(p) != c)
        return false;
    p->at++;
    return true;
}

static int sum(Parser *p);

static int call(Parser *p, const char *name)
{
    size_t i = 0;
    while (i < G_N_ELEMENTS(FUNCTIONS) && strcmp(FUNCTIONS[i].name, name) != 0)
        i++;
    if (i == G_N_ELEMENTS(FUNCTIONS))
        return refuse(p, "it calls a function that is not known");
    const int argument = sum(p);
    if (!take(p, ')'))
        return refuse(p, "a parenthesis does not end");
    return add(p, (Node){.kind = CALL, .a = (int)i, .b = argument});
}

/* What a name behind a semicolon stands for, read where it is used. */
static int definition(Parser *p, const char *name)
{
    for (int i = 1; p->parts[0] && p->parts[i]; i++) {
        const char *equals = strchr(p->parts[i], '=');
        g_autofree char *own =
            equals ? g_strstrip(g_strndup(p->parts[i], (gsize)(equals - p->parts[i]))) : NULL;
        if (!own || strcmp(own, name) != 0)
            continue;
        const char *back = p->at;
        p->at = equals + 1;
        const int value = sum(p);
        if (next(p))
            return refuse(p, "a definition does not end");
        p->at = back;
        return value;
    }
    p->at -= strlen(name);
    return refuse(p, "it has a name that is not known");
}

static int word(Parser *p)
{
    const char *start = p->at;
    while (g_ascii_isalnum(*p->at) || *p->at == '_')
        p->at++;
    g_autofree char *name = g_strndup(start, (gsize)(p->at - start));
    if (*p->at == '(') {
        p->at++;
        return call(p, name);
    }
    for (int i = 0; p->names[i]; i++)
        if (strcmp(p->names[i], name) == 0)
            return add(p, (Node){.kind = VARIABLE, .a = i});
    return definition(p, name);
}

static int atom(Parser *p)
{
    const char c = next(p);
    if (take(p, '(')) {
        const int inner = sum(p);
        return take(p, ')') ? inner : refuse(p, "a parenthesis does not end");
    }
    if (g_ascii_isalpha(c) || c == '_')
        return word(p);
    char *end;
    const double number = g_ascii_strtod(p->at, &end);
    if (end == p->at || !isfinite(number) || c == '+' || c == '-')
        return refuse(p, "a number, a name or a parenthesis is missing");
    p->at = end;
    return add(p, (Node){.kind = NUMBER, .number = number});
}

/* A sign binds less than a power: -q^2 is -(q^2); powers go from right to left. */
static int power(Parser *p)
{
    if (++p->depth > MOST_DEPTH) {
        p->depth--;
        return refuse(p, "it is too deep");
    }
    int node;
    if (take(p, '-')) {
        const int zero = add(p, (Node){.kind = NUMBER});
        node = add(p, (Node){.kind = SUBTRACT, .a = zero, .b = power(p)});
    } else if (take(p, '+')) {
        node = power(p);
    } else {
        node = atom(p);
        if (!p->why && take(p, '^'))
            node = add(p, (Node){.kind = POWER, .a = node, .b = power(p)});
    }
    p->depth--;
    return node;
}

static int product(Parser *p)
{
    int node = power(p);
    while (!p->why && (next(p) == '*' || next(p) == '/')) {
        const Kind kind = *p->at++ == '*' ? MULTIPLY : DIVIDE;
        node = add(p, (Node){.kind = kind, .a = node, .b = power(p)});
    }
    return node;
}

static int sum(Parser *p)
{
    if (++p->depth > MOST_DEPTH) {
        p->depth--;
        return refuse(p, "it is too deep, or defined by itself");
    }
    int node = product(p);
    while (!p->why && (next(p) == '+' || next(p) == '-')) {
        const Kind kind = *p->at++ == '+' ? ADD : SUBTRACT;
        node = add(p, (Node){.kind = kind, .a = node, .b = product(p)});
    }
    p->depth--;
    return node;
}

SnExpression *sn_expression_new(const char *text, const char *const *names, char **why)
{
    g_auto(GStrv) parts = g_strsplit(text, ";", -1);
    Parser p = {.nodes = g_array_new(FALSE, FALSE, sizeof(Node)),
                .at = parts[0] ? parts[0] : "",
                .names = names,
                .parts = parts};
    const int root = sum(&p);
    if (!p.why && next(&p))
        refuse(&p, "it goes on where it should end");
    if (p.why) {
        *why = p.why;
        g_array_unref(p.nodes);
        return NULL;
    }
    SnExpression *expression = g_new0(SnExpression, 1);
    *expression = (SnExpression){.nodes = p.nodes, .root = root};
    return expression;
}

void sn_expression_free(SnExpression *expression)
{
    if (!expression)
        return;
    g_array_unref(expression->nodes);
    g_free(expression);
}

/* --- value and derivatives --- */

typedef struct Dual {
    double value, by[VARIABLES];
} Dual;

/* d (a^b) = b a^(b-1) da + a^b log a db, the second only where the exponent changes. */
static void power_of(const Dual *a, const Dual *b, Dual *r)
{
    r->value = pow(a->value, b->value);
    const double slope = b->value == 0 ? 0 : b->value * pow(a->value, b->value - 1);
    for (int i = 0; i < VARIABLES; i++)
        r->by[i] = slope * a->by[i] + (b->by[i] != 0 ? r->value * log(a->value) * b->by[i] : 0);
}

static void work_out(const Node *node, const Dual *all, const double *variables, Dual *r)
{
    static const Dual none;
    const bool two = node->kind >= ADD && node->kind <= POWER;
    const Dual *a = two ? &all[node->a] : &none, *b = two ? &all[node->b] : &none;
    *r = (Dual){0};
    switch (node->kind) {
    case NUMBER:
        r->value = node->number;
        break;
    case VARIABLE:
        r->value = variables[node->a];
        r->by[node->a] = 1;
        break;
    case ADD:
    case SUBTRACT: {
        const double sign = node->kind == ADD ? 1 : -1;
        r->value = a->value + sign * b->value;
        for (int i = 0; i < VARIABLES; i++)
            r->by[i] = a->by[i] + sign * b->by[i];
        break;
    }
    case MULTIPLY:
        r->value = a->value * b->value;
        for (int i = 0; i < VARIABLES; i++)
            r->by[i] = a->value * b->by[i] + b->value * a->by[i];
        break;
    case DIVIDE:
        r->value = a->value / b->value;
        for (int i = 0; i < VARIABLES; i++)
            r->by[i] = (a->by[i] - r->value * b->by[i]) / b->value;
        break;
    case POWER:
        power_of(a, b, r);
        break;
    case CALL: {
        const Dual *x = &all[node->b];
        r->value = FUNCTIONS[node->a].value(x->value);
        const double slope = FUNCTIONS[node->a].slope(x->value, r->value);
        for (int i = 0; i < VARIABLES; i++)
            r->by[i] = x->by[i] != 0 ? slope * x->by[i] : 0;
        break;
    }
    }
}

double sn_expression_value(const SnExpression *expression, const double *variables,
                           double *derivatives)
{
    const guint n = expression->nodes->len;
    g_autofree Dual *all = g_new0(Dual, n);
    for (guint i = 0; i < n; i++)
        work_out(&g_array_index(expression->nodes, Node, i), all, variables, &all[i]);
    const Dual *root = &all[expression->root];
    if (derivatives)
        memcpy(derivatives, root->by, sizeof root->by);
    return root->value;
}

/* --- polynomials --- */

static int degree(const SnExpressionForm *f)
{
    int d = SN_EXPRESSION_DEGREE;
    while (d > 0 && f->p[d] == 0)
        d--;
    return d;
}

static bool is_number(const SnExpressionForm *f)
{
    bool none = degree(f) == 0;
    for (int i = 0; i < VARIABLES; i++)
        none = none && f->linear[i] == 0;
    return none;
}

static void scaled(const SnExpressionForm *f, double factor, SnExpressionForm *r)
{
    for (int i = 0; i <= SN_EXPRESSION_DEGREE; i++)
        r->p[i] = factor * f->p[i];
    for (int i = 0; i < VARIABLES; i++)
        r->linear[i] = factor * f->linear[i];
}

static bool multiplied(const SnExpressionForm *a, const SnExpressionForm *b, SnExpressionForm *r)
{
    if (is_number(a)) {
        scaled(b, a->p[0], r);
        return true;
    }
    if (is_number(b)) {
        scaled(a, b->p[0], r);
        return true;
    }
    for (int i = 0; i < VARIABLES; i++)
        if (a->linear[i] != 0 || b->linear[i] != 0)
            return false;
    const int da = degree(a), db = degree(b);
    if (da + db > SN_EXPRESSION_DEGREE)
        return false;
    SnExpressionForm product = {0};
    for (int i = 0; i <= da; i++)
        for (int j = 0; j <= db; j++)
            product.p[i + j] += a->p[i] * b->p[j];
    *r = product;
    return true;
}

static bool raised(const SnExpressionForm *a, const SnExpressionForm *b, SnExpressionForm *r)
{
    if (!is_number(b))
        return false;
    const double exponent = b->p[0];
    SnExpressionForm product = {.p = {1}};
    if (is_number(a)) {
        *r = (SnExpressionForm){.p = {pow(a->p[0], exponent)}};
        return true;
    }
    if (!(exponent >= 0 && exponent <= SN_EXPRESSION_DEGREE && exponent == floor(exponent)))
        return false;
    for (int i = 0; i < (int)exponent; i++)
        if (!multiplied(&product, a, &product))
            return false;
    *r = product;
    return true;
}

static bool called(int function, const SnExpressionForm *x, SnExpressionForm *r)
{
    const char *name = FUNCTIONS[function].name;
    if (is_number(x)) {
        *r = (SnExpressionForm){.p = {FUNCTIONS[function].value(x->p[0])}};
        return true;
    }
    const double exponent = strcmp(name, "square") == 0 ? 2 : strcmp(name, "cube") == 0 ? 3 : -1;
    return raised(x, &(SnExpressionForm){.p = {exponent}}, r);
}

static bool form_of(const Node *node, const SnExpressionForm *all, SnExpressionForm *r)
{
    *r = (SnExpressionForm){0};
    const bool two = node->kind >= ADD && node->kind <= POWER;
    const SnExpressionForm *a = two ? &all[node->a] : r, *b = two ? &all[node->b] : r;
    switch (node->kind) {
    case NUMBER:
        r->p[0] = node->number;
        return true;
    case VARIABLE:
        *(node->a == 0 ? &r->p[1] : &r->linear[node->a]) = 1;
        return true;
    case ADD:
    case SUBTRACT: {
        const double sign = node->kind == ADD ? 1 : -1;
        for (int i = 0; i <= SN_EXPRESSION_DEGREE; i++)
            r->p[i] = a->p[i] + sign * b->p[i];
        for (int i = 0; i < VARIABLES; i++)
            r->linear[i] = a->linear[i] + sign * b->linear[i];
        return true;
    }
    case MULTIPLY:
        return multiplied(a, b, r);
    case DIVIDE:
        if (!is_number(b))
            return false;
        scaled(a, 1 / b->p[0], r);
        return true;
    case POWER:
        return raised(a, b, r);
    case CALL:
        return called(node->a, &all[node->b], r);
    }
    return false;
}

bool sn_expression_form(const SnExpression *expression, SnExpressionForm *form)
{
    const guint n = expression->nodes->len;
    g_autofree SnExpressionForm *all = g_new0(SnExpressionForm, n);
    for (guint i = 0; i < n; i++)
        if (!form_of(&g_array_index(expression->nodes, Node, i), all, &all[i]))
            return false;
    *form = all[expression->root];
    for (int i = 0; i <= SN_EXPRESSION_DEGREE; i++)
        if (!isfinite(form->p[i]))
            return false;
    for (int i = 0; i < VARIABLES; i++)
        if (!isfinite(form->linear[i]))
            return false;
    return true;
}
