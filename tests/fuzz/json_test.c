/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model reader under mutated models: bytes, tokens (keys against keys, values against values,
 * so that most inputs are good JSON) and values.  A file is refused with one clean line, or
 * accepted; then it must survive save -> load -> save. */
#include "engine/mesh/mesh_helper.h"
#include "engine/model/file/difference.h"
#include "engine/model/file/file.h"
#include "tests/fuzz/fuzz.h"
#include "tests/model/file/all_classes.h"

#include <glib/gstdio.h>
#include <string.h>

static const char *const WORDS[] = {"{",
                                    "}",
                                    "[",
                                    "]",
                                    ":",
                                    ",",
                                    "\"",
                                    "\\",
                                    "\\u0000",
                                    "\\ud800",
                                    "null",
                                    "true",
                                    "false",
                                    "NaN",
                                    "1e999",
                                    "-0.0",
                                    "1e-320",
                                    "-1",
                                    "{}",
                                    "[]",
                                    "\xff",
                                    "\xc3\xa9",
                                    "\"\"",
                                    "[[[[[[",
                                    "0",
                                    "\"name\": \"a\"",
                                    "\n",
                                    "9007199254740993",
                                    "\"sinew\": 1",
                                    "\"before\": \"a\"",
                                    "\"base\": \"base.sinew\"",
                                    "/model/",
                                    NULL};

static const char *const VALUES[] = {"null",
                                     "true",
                                     "false",
                                     "0",
                                     "-1",
                                     "1",
                                     "0.5",
                                     "1e308",
                                     "1e-320",
                                     "-0.0",
                                     "2147483648",
                                     "1e9",
                                     "\"\"",
                                     "\"markers/m\"",
                                     "\"/model/markers/m\"",
                                     "\"/model/bodies/2\"",
                                     "\"/model/bodies/a:geometry.size\"",
                                     "\"base.sinew\"",
                                     "\"bodies/a\"",
                                     "\"/model\"",
                                     "\"/model/models/inner/bodies/7\"",
                                     "\"frames/f\"",
                                     "\"muscles/l:excitation\"",
                                     "\"markers/m:position\"",
                                     "\"../x\"",
                                     "\"#12ab34\"",
                                     "\"box\"",
                                     "\"mesh\"",
                                     "\"mass\"",
                                     "\"explicit\"",
                                     "\"hill\"",
                                     "{}",
                                     "[]",
                                     "[0, 0, 0]",
                                     "[1, 0, 0, 0]",
                                     "[1, 1, 1, 0, 0, 0]",
                                     "{\"items\": []}",
                                     "[{}]",
                                     "[null]",
                                     "[1e999]"};

static const char *const SMALL[] = {
    "{\"sinew\": 1, \"model\": {\"markers\": [{\"name\": \"a\"}]}}",
    "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"a\", \"geometry\": {\"shape\": \"box\", "
    "\"size\": [1, 2, 3]}, \"inertia\": {\"method\": \"mass\", \"mass\": 2}}], \"frames\": "
    "[{\"name\": \"f\", \"body\": \"bodies/a\"}]}}",
    "{\"sinew\": 1, \"model\": {\"markers\": [{\"name\": \"a\"}, {\"name\": \"b\", \"number\": "
    "7}], "
    "\"muscles\": {\"render\": {\"color\": \"#ff0000\"}, \"items\": [{\"points\": [\"markers/a\", "
    "\"markers/b\"], \"law\": {\"type\": \"peck\"}}]}}}",
    "{\"sinew\": 1, \"model\": {\"particles\": [{\"name\": \"a\", \"mass\": 1}], \"probes\": "
    "[{\"class\": \"output_probe\", \"targets\": [\"particles/a:position\"]}], \"models\": "
    "[{\"frames\": [{}]}]}}",
    "{\"sinew\": 1, \"model\": {}}"};

/* Files with a base, which lies in a folder of its own. */
static const char BASE[] =
    "{\"sinew\": 1, \"model\": {\"bodies\": [{\"name\": \"a\", \"geometry\": {\"shape\": \"box\", "
    "\"size\": [1, 2, 3]}}, {\"name\": \"b\", \"number\": 7, \"render\": {\"color\": \"#ff0000\"}, "
    "\"geometry\": {\"shape\": \"box\"}}, {\"geometry\": {\"shape\": \"box\"}}], \"markers\": "
    "{\"render\": {\"visible\": false}, \"items\": [{\"name\": \"m\", \"frame\": \"bodies/a\"}, "
    "{\"name\": \"n\", \"location\": [1, 0, 0]}, {\"location\": [0, 1, 0]}]}, \"muscles\": "
    "[{\"name\": \"l\", \"points\": [\"markers/m\", \"markers/n\"], \"law\": {\"type\": "
    "\"peck\"}}], "
    "\"fems\": [{\"name\": \"f\", \"mesh\": {\"source\": \"box\", \"size\": [1, 1, 1], "
    "\"element\": "
    "\"hex8\"}, \"nodes\": [{\"number\": 1, \"dynamic\": false}]}], \"probes\": [{\"class\": "
    "\"input_probe\", \"name\": \"p\", \"targets\": [\"muscles/l:excitation\"], \"knots\": "
    "[{\"time\": "
    "0, \"values\": [0]}, {\"time\": 1, \"values\": [1]}]}], \"models\": [{\"name\": \"inner\", "
    "\"frames\": [{\"name\": \"f\"}]}]}}";

static const char *const DIFFERENCES[] = {
    "{\"sinew\": 1, \"base\": \"base.sinew\", \"set\": {\"/model/bodies/a:position\": [1, 2, 3], "
    "\"/model/bodies/a:geometry.shape\": \"cylinder\", \"/model/muscles/l:law.max_force\": 3, "
    "\"/model/fems/f/nodes/0:dynamic\": false, \"/model/probes/p/knots/1:time\": 0.5, "
    "\"/model/markers:render.visible\": true, \"/model/models/inner/frames/f:location\": [0, 0, "
    "1], "
    "\"/model/muscles:render.color\": \"#00ff00\", \"/model/bodies/b:number\": 9}, \"reset\": "
    "[\"/model/bodies/b:render.color\", \"/model/fems/f/nodes/1:dynamic\"]}",
    "{\"sinew\": 1, \"base\": \"base.sinew\", \"remove\": [\"/model/probes/p\", "
    "\"/model/muscles/l\", "
    "\"/model/markers/n\", \"/model/models/inner\"], \"add\": {\"/model/markers\": [{\"name\": "
    "\"n\", "
    "\"before\": \"m\", \"frame\": \"bodies/b\"}, {\"number\": 12, \"before\": \"2\"}], "
    "\"/model/bodies\": [{\"name\": \"c\", \"before\": \"b\", \"geometry\": {\"shape\": "
    "\"box\"}}], "
    "\"/model/frames\": [{\"name\": \"g\", \"body\": \"bodies/c\"}]}}",
    "{\"sinew\": 1, \"base\": \"base.sinew\", \"set\": {\"/model/probes/p:knots\": [{\"time\": 0, "
    "\"values\": [0]}, {\"time\": 2, \"values\": [1]}, {\"time\": 3, \"values\": [0]}], "
    "\"/model:title\": \"t\"}, \"remove\": [\"/model/bodies/2\"]}",
};

typedef struct Token {
    size_t start, length;
    char kind; /* 'k' key, 'v' string, number or literal, else the punctuation itself */
} Token;

static GArray *tokens_of(const char *text)
{
    GArray *tokens = g_array_new(FALSE, FALSE, sizeof(Token));
    for (size_t i = 0; text[i];) {
        Token token = {.start = i, .length = 1, .kind = text[i]};
        if (text[i] == '"') {
            while (text[i + token.length] != '"')
                token.length += text[i + token.length] == '\\' ? 2 : 1;
            token.length++;
            const char *after = text + i + token.length;
            token.kind = after[strspn(after, " \n")] == ':' ? 'k' : 'v';
        } else if (!strchr("{}[]:, \n", text[i])) {
            token.length = strcspn(text + i, "{}[]:, \n\"");
            token.kind = 'v';
        }
        i += token.length;
        if (token.kind != ' ' && token.kind != '\n')
            g_array_append_val(tokens, token);
    }
    return tokens;
}

typedef struct Seed {
    const char *text;
    GArray *tokens;
} Seed;

typedef struct Seeds {
    Seed seeds[1 + G_N_ELEMENTS(SMALL) + G_N_ELEMENTS(DIFFERENCES)];
    size_t n;
    char *folder; /* of the base */
} Seeds;

static const Token *token_of_kind(FuzzRandom *random, const GArray *tokens, char kind)
{
    for (int i = 0; i < 50; i++) {
        const Token *token = &g_array_index(tokens, Token, fuzz_below(random, tokens->len));
        if (token->kind == kind)
            return token;
    }
    return &g_array_index(tokens, Token, 0);
}

/* Replaces one token of the seed: a key by a key, a value by a value, of this or another seed. */
static void mutate_token(FuzzRandom *random, const Seed *seed, const Seeds *seeds, GString *text)
{
    const char kind = fuzz_below(random, 3) ? 'v' : 'k';
    const Token *from = token_of_kind(random, seed->tokens, kind);
    const char *piece;
    size_t length;
    if (kind == 'v' && fuzz_below(random, 2)) {
        piece = VALUES[fuzz_below(random, G_N_ELEMENTS(VALUES))];
        length = strlen(piece);
    } else {
        const Seed *other = fuzz_below(random, 2) ? &seeds->seeds[0] : seed;
        const Token *token = token_of_kind(random, other->tokens, kind);
        piece = other->text + token->start;
        length = token->length;
    }
    g_string_append_len(text, seed->text, (gssize)from->start);
    g_string_append_len(text, piece, (gssize)length);
    g_string_append(text, seed->text + from->start + from->length);
}

static void check_accepted(SnModel *model, const char *input)
{
    GError *error = NULL;
    char *first = sn_file_write_text(model);
    SnModel *back = sn_file_read_text(first, strlen(first), NULL, "again.sinew", &error);
    if (!back)
        g_error("accepted, saved, refused: %s\n%s\n%s", error->message, input, first);
    char *second = sn_file_write_text(back);
    if (strcmp(first, second) != 0)
        g_error("save is no identity:\n%s\n%s\n%s", input, first, second);
    sn_model_free(back);
    g_free(first);
    g_free(second);
}

/* A document with a base: what differs, saved and read, makes the same whole. */
static void check_difference(SnModel *model, const char *input)
{
    GError *error = NULL;
    const SnModel *base = sn_model_base(model, &error);
    if (!base) /* what is merged can be good where the base alone is not */
        g_error("the base is refused: %s\n%s", error->message, input);
    g_autofree char *text = sn_file_write_difference(model, base);
    SnModel *back =
        sn_file_open_text(text, strlen(text), model->folder, "difference.sinew", &error);
    if (!back)
        g_error("accepted, difference saved, refused: %s\n%s\n%s", error->message, input, text);
    g_autofree char *whole = sn_file_write_text(model), *again = sn_file_write_text(back);
    if (strcmp(whole, again) != 0)
        g_error("the difference is not the document's:\n%s\n%s\n%s\n%s", input, text, whole, again);
    sn_model_free(back);
}

/* Mutants of what is refused anyway would find nothing. */
static void check_seed(const char *text, const char *folder)
{
    GError *error = NULL;
    SnModel *model = sn_file_read_text(text, strlen(text), folder, "fuzz.sinew", &error);
    if (!model)
        g_error("a seed is refused: %s", error->message);
    check_difference(model, text);
    sn_model_free(model);
}

static bool run(FuzzRandom *random, void *data)
{
    const Seeds *seeds = data;
    /* the large model is one input in 32: it takes as long as many small ones */
    const Seed *seed =
        &seeds->seeds[fuzz_below(random, 32) ? 1 + fuzz_below(random, seeds->n - 1) : 0];
    GString *text = g_string_sized_new(4096);
    if (fuzz_below(random, 3)) {
        mutate_token(random, seed, seeds, text);
    } else {
        g_string_append(text, seed->text);
        fuzz_mutate_bytes(random, text, WORDS);
    }
    /* exactly as long as the text: a read beyond it is caught */
    char *exact = g_memdup2(text->str, text->len);
    GError *error = NULL;
    SnModel *model = sn_file_read_text(exact, text->len, seeds->folder, "fuzz.sinew", &error);
    g_assert_true((model == NULL) == (error != NULL));
    if (model) {
        check_accepted(model, text->str);
        if (model->base)
            check_difference(model, text->str);
    } else {
        if (strchr(error->message, 10))
            g_error("more than one line: %s", error->message);
        g_assert_true(g_str_has_prefix(error->message, "fuzz.sinew:") ||
                      g_str_has_prefix(error->message, "base.sinew:"));
        g_assert_true(g_utf8_validate(error->message, -1, NULL));
        g_error_free(error);
    }
    const bool accepted = model != NULL;
    sn_model_free(model);
    g_free(exact);
    g_string_free(text, TRUE);
    return accepted;
}

int main(int argc, char **argv)
{
    if (argc == 3 && g_str_equal(argv[1], SN_MESH_HELPER_OPTION))
        return sn_mesh_helper_main(argv[2]);
    Seeds seeds = {.n = G_N_ELEMENTS(seeds.seeds), .folder = g_dir_make_tmp("fuzz-XXXXXX", NULL)};
    g_autofree char *base = g_build_filename(seeds.folder, "base.sinew", NULL);
    if (!g_file_set_contents(base, BASE, -1, NULL))
        g_error("%s cannot be written", base);
    for (size_t i = 0; i < seeds.n; i++) {
        const size_t small = i - 1, difference = small - G_N_ELEMENTS(SMALL);
        seeds.seeds[i].text = i == 0                        ? ALL_CLASSES
                              : small < G_N_ELEMENTS(SMALL) ? SMALL[small]
                                                            : DIFFERENCES[difference];
        seeds.seeds[i].tokens = tokens_of(seeds.seeds[i].text);
    }
    for (size_t i = 0; i < G_N_ELEMENTS(DIFFERENCES); i++)
        check_seed(DIFFERENCES[i], seeds.folder);
    const int status = fuzz_main(argc, argv, "fuzz_json", run, &seeds);
    for (size_t i = 0; i < seeds.n; i++)
        g_array_unref(seeds.seeds[i].tokens);
    g_remove(base);
    g_rmdir(seeds.folder);
    g_free(seeds.folder);
    return status;
}
