/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text to JSON document, with advice where it is none. */
#include "engine/model/file/file_json.h"
#include "engine/model/file/file_report.h"

#include <string.h>

static const char *advice(enum json_error_code code)
{
    switch (code) {
    case json_error_out_of_memory:
        return "not enough memory to read it: close other programs";
    case json_error_premature_end_of_input:
        return "the file ends too early: part of it is missing, or a bracket is not closed";
    case json_error_duplicate_key:
        return "a key is given twice in one object; remove one of them";
    case json_error_invalid_utf8:
        return "is not UTF-8 text; save it as UTF-8";
    case json_error_numeric_overflow:
        return "a number is too large";
    case json_error_null_character:
    case json_error_null_byte_in_key:
        return "a text holds a zero character";
    case json_error_end_of_input_expected:
        return "expected the end of the file after the last bracket";
    default:
        return "is no valid JSON here; a comma, quote or bracket is wrong";
    }
}

bool sn_source_parse(SnSource *source)
{
    static const char MARK[] = "\xef\xbb\xbf"; /* some editors put this first */
    if (source->length >= 3 && memcmp(source->text, MARK, 3) == 0) {
        source->text += 3;
        source->length -= 3;
    }
    int line;
    const char *reason;
    if (!sn_json_check_size(source->text, source->length, &line, &reason))
        return sn_source_fail_line(source, line, reason);
    json_error_t error;
    source->document = json_loadb(source->text, source->length,
                                  JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL, &error);
    if (source->document)
        return true;
    char *detail = sn_excerpt(error.text, strlen(error.text));
    char *message = g_strdup_printf("%s (%s)", advice(json_error_code(&error)), detail);
    sn_source_fail_line(source, MAX(error.line, 1), message);
    g_free(message);
    g_free(detail);
    return false;
}
