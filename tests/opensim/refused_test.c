/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenSim files that are refused: with one line that says where and why, and soon. */
#include "engine/opensim/import.h"

#include <string.h>

#define HEAD "<OpenSimDocument Version=\"40000\"><Model name=\"m\">"
#define TAIL "</Model></OpenSimDocument>"
#define ONE_BODY                                                                                   \
    "<BodySet><objects><Body name=\"a\"><mass>2</mass><inertia>1 2 2.5 0.1 0 0</inertia></Body>"   \
    "</objects></BodySet>"

static void refusals(void)
{
    static const struct {
        const char *text, *words;
    } BAD[] = {
        {"", "is empty"},
        {"not XML at all", "test.osim:1:"},
        {"<OpenSimDocument Version=\"40000\"><Model name=\"m\"><BodySet>", "test.osim:1:"},
        {"<OpenSimDocument><Tool/></OpenSimDocument>", "expected <Model>"},
        {"<!DOCTYPE x [<!ENTITY a \"b\">]><OpenSimDocument><Model>&a;</Model></OpenSimDocument>",
         "test.osim:1: has a document type"},
        {"<!DOCTYPE x [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><OpenSimDocument/>",
         "document type"},
        {"<OpenSimDocument>\n<Model name=\"m\" name=\"n\"/></OpenSimDocument>",
         "test.osim:2: the attribute name stands twice"},
        {HEAD
         "<BodySet><objects><Body name=\"a\">\n<mass>heavy</mass></Body></objects></BodySet>" TAIL,
         "test.osim:2: <mass> is \"heavy\"; expected a number"},
        {HEAD "<BodySet><objects><Body name=\"a\"><mass>-1</mass></Body></objects></BodySet>" TAIL,
         "negative"},
        {HEAD ONE_BODY "<ComponentSet><objects><PhysicalOffsetFrame name=\"p\"><socket_parent>q"
                       "</socket_parent></PhysicalOffsetFrame><PhysicalOffsetFrame name=\"q\">"
                       "<socket_parent>p</socket_parent></PhysicalOffsetFrame></objects>"
                       "</ComponentSet>" TAIL,
         "fixed to itself"},
    };
    for (size_t i = 0; i < G_N_ELEMENTS(BAD); i++) {
        GError *error = NULL;
        SnModel *model = sn_osim_import_text(BAD[i].text, strlen(BAD[i].text), "test.osim", "/tmp",
                                             NULL, NULL, &error);
        g_assert_null(model);
        g_assert_nonnull(error);
        if (!strstr(error->message, BAD[i].words))
            g_test_message("%s", error->message);
        g_assert_nonnull(strstr(error->message, BAD[i].words));
        g_assert_null(strchr(error->message, '\n'));
        g_error_free(error);
    }
}

/* Deeper and larger than any model: one line, and soon. */
static void too_much(void)
{
    GString *deep = g_string_new("<OpenSimDocument><Model>");
    for (int i = 0; i < 200; i++)
        g_string_append(deep, "<a>");
    GString *many = g_string_new("<OpenSimDocument><Model>");
    for (int i = 0; i < 4000001; i++)
        g_string_append(many, "<a/>");
    GString *const texts[2] = {deep, many};
    const char *const words[2] = {"nested deeper", "more than 4000000 elements"};
    for (int i = 0; i < 2; i++) {
        GError *error = NULL;
        g_assert_null(sn_osim_import_text(texts[i]->str, texts[i]->len, "test.osim", "/tmp", NULL,
                                          NULL, &error));
        g_assert_nonnull(strstr(error->message, words[i]));
        g_error_free(error);
        g_string_free(texts[i], TRUE);
    }
}
int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/opensim/refused/words", refusals);
    g_test_add_func("/opensim/refused/too-much", too_much);
    return g_test_run();
}
