#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The project's one dialect of C: no braces around single statements of one line (all branches of an if/else chain or
none), and a pointer in a condition is tested as itself (`if (p)`, `if (!p)`), not compared with NULL.

usage: dialect.py [--fix] FILE...     lists what deviates, or mends it (run clang-format afterwards)

A comparison with NULL stays where it makes the pointer a value (`return p != NULL;`) or its operand assigns
(`while ((line = next()) != NULL)`)."""
import re
import sys

TOKEN = re.compile(r"""
    (?P<space>[ \t\r\f\v]+|\\\n|\n)
  | (?P<comment>/\*.*?\*/|//[^\n]*)
  | (?P<text>(?:u8|[uUL])?"(?:\\.|[^"\\\n])*"|[uUL]?'(?:\\.|[^'\\\n])*')
  | (?P<word>[A-Za-z_]\w*)
  | (?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)
  | (?P<mark>->|\+\+|--|<<=|>>=|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|\.\.\.|\#\#|.)
""", re.X | re.S)
DIRECTIVE = re.compile(r"[ \t]*#(?:\\\n|/\*.*?\*/|[^\n])*", re.S)
OPEN, CLOSE = {"(": ")", "[": "]", "{": "}"}, {")", "]", "}"}
NOT_SIMPLE = {"if", "for", "while", "do", "switch", "case", "default", "else", "{", ";", "}"}
ASSERTIONS = {"g_assert", "g_assert_true", "g_assert_false", "g_return_if_fail", "g_return_val_if_fail"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}


class Token:
    __slots__ = ("kind", "text", "at", "end", "line", "match")

    def __init__(self, kind, text, at, line):
        self.kind, self.text, self.at, self.end, self.line, self.match = kind, text, at, at + len(text), line, None


def tokenise(source):
    """(code, others): tokens of code, and comments and directives; brackets know their partner's index."""
    code, others, at, line, fresh = [], [], 0, 1, True
    while at < len(source):
        found = DIRECTIVE.match(source, at) if fresh else None
        kind = "directive" if found else None
        if not found:
            found = TOKEN.match(source, at)
            kind = found.lastgroup
        text = found.group()
        if kind in ("comment", "directive"):
            others.append(Token(kind, text, at, line))
        elif kind != "space":
            code.append(Token(kind, text, at, line))
        fresh = text.endswith("\n") if kind == "space" and text != "\\\n" else fresh and kind == "space"
        line += text.count("\n")
        at = found.end()
    stack = []
    for i, token in enumerate(code):
        if token.text in OPEN and token.kind == "mark":
            stack.append(i)
        elif token.text in CLOSE and token.kind == "mark" and stack:
            token.match = stack.pop()
            code[token.match].match = i
    return code, others


class Dialect:
    """Deviations of one file: notes (line, what) and the edits (from, to, text) that mend them."""

    def __init__(self, source):
        self.source = source
        self.code, self.others = tokenise(source)
        self.notes, self.edits = [], []
        self.seen = set()
        for i, token in enumerate(self.code):
            if token.kind == "word" and token.text in ("if", "for", "while") and i not in self.seen:
                self.chain(i)
            elif token.text == "NULL" and i > 0 and self.code[i - 1].text in ("==", "!="):
                self.comparison(i - 1)

    def text(self, i):
        return self.code[i].text if 0 <= i < len(self.code) else ""

    def statement_end(self, i):
        """Index behind the statement that starts at i, None if it is not understood."""
        word = self.text(i)
        if word == "{":
            return self.code[i].match + 1 if self.code[i].match else None
        if word in ("if", "for", "while", "switch"):
            close = self.code[i + 1].match if self.text(i + 1) == "(" else None
            end = self.statement_end(close + 1) if close else None
            if word == "if" and end and self.text(end) == "else":
                return self.statement_end(end + 1)
            return end
        if word in ("case", "default", "else", "}", ""):
            return None
        if word == "do":
            end = self.statement_end(i + 1)
            return self.expression_end(end) if end else None
        return self.expression_end(i)

    def expression_end(self, i):
        while i < len(self.code) and self.text(i) != ";":
            if self.text(i) in CLOSE:
                return None
            i = self.code[i].match + 1 if self.text(i) in OPEN and self.code[i].match else i + 1
        return i + 1

    def simple(self, i):
        """A statement of one line begins at i: its end, otherwise None."""
        if self.text(i) in NOT_SIMPLE or self.text(i + 1) == ":":
            return None
        end = self.expression_end(i)
        if end is None or end > len(self.code) or self.code[end - 1].line != self.code[i].line:
            return None
        if self.code[i].kind == "word" and self.code[i + 1].kind == "word" and self.text(i) not in ("return", "goto"):
            return None # a declaration
        return end

    def lean(self, i):
        """The braces opening at i are around one statement of one line, with no comment of its own line."""
        close = self.code[i].match
        end = self.simple(i + 1)
        if end is None or end != close:
            return False
        line = self.code[i + 1].line
        begin, after = self.code[i].end, self.code[close].end
        following = self.code[close + 1].line if close + 1 < len(self.code) else -1
        return not any(begin <= o.at < after and (o.kind == "directive" or o.line != line or "\n" in o.text) or
                       after <= o.at and o.line == self.code[close].line and following != o.line
                       for o in self.others)

    def branches(self, i):
        """(index of the statement) for each branch of the chain that starts at i."""
        heads = ("if", "for", "while")
        while True:
            if self.text(i) in heads:
                if self.text(i + 1) != "(" or not self.code[i + 1].match:
                    return
                word, body = self.text(i), self.code[i + 1].match + 1
            else:
                word, body = "else", i
            if self.text(body) == ";" and word == "while": # the end of do ... while
                return
            yield body
            end = self.statement_end(body)
            if word != "if" or not end or self.text(end) != "else":
                return
            i, heads = end + 1, ("if",)
            if self.text(i) == "if":
                self.seen.add(i)

    def chain(self, first):
        bodies = list(self.branches(first))
        braced = [b for b in bodies if self.text(b) == "{"]
        if not braced:
            return
        if all(self.lean(b) if self.text(b) == "{" else self.simple(b) for b in bodies):
            self.notes.append((self.code[first].line, "braces around single statements"))
            for b in braced:
                self.unbrace(b)
        elif len(braced) < len(bodies):
            self.notes.append((self.code[first].line, "braces around some branches only"))
            for b in bodies:
                if self.text(b) != "{":
                    self.brace(b)

    def unbrace(self, i):
        opening, closing = self.code[i], self.code[self.code[i].match]
        at = opening.at
        while self.source[at - 1] in " \t\n":
            at -= 1
        self.edits.append((at, opening.end, ""))
        at = self.source.rfind("\n", 0, closing.at) + 1
        end = closing.end
        if self.source[at:closing.at].strip() == "" and self.source[end:end + 1] == "\n":
            end += 1
        self.edits.append((at, end, ""))

    def brace(self, i):
        end = self.statement_end(i)
        if end is None:
            return
        last = self.code[end - 1]
        at = self.code[i - 1].end
        after = last.end
        for o in self.others: # a comment at the statement's end stays with it
            if o.at >= after and o.line == last.line and o.kind == "comment":
                after = o.end
        self.edits += [(at, at, " {"), (after, after, "\n}")]

    def operand(self, op):
        """First token of the unary expression that ends before op, None for anything else."""
        i, last = op - 1, op - 1
        while i >= 0: # back over postfix parts to the primary expression
            token = self.code[i]
            if token.text in (")", "]"):
                i = token.match - 1 if token.match is not None else -1
                if token.text == ")" and not (self.code[i].kind == "word" and
                                              self.text(i) not in ("if", "while", "return", "for", "sizeof") or
                                              self.text(i) in (")", "]")):
                    i += 1
                    break
                continue
            if token.kind in ("word", "number", "text"):
                if self.text(i - 1) in ("->", "."):
                    i -= 2
                    continue
                break
            return None
        if i < 0 or i > last:
            return None
        while True: # unary operators and casts
            before = self.text(i - 1)
            starts = lambda k: self.code[k].kind == "mark" and self.text(k) not in (")", "]", "++", "--") or \
                self.text(k) in ("return", "case")
            if before in ("*", "&", "!") and starts(i - 2):
                i -= 1
            elif before == ")" and self.code[i - 1].match is not None and starts(self.code[i - 1].match - 1) and \
                    self.text(self.code[i - 1].match - 1) != ")":
                i = self.code[i - 1].match
            else:
                return i

    def comparison(self, op):
        first = self.operand(op)
        if first is None:
            return
        group = self.code[first:op]
        if group[0].text == "(" and group[0].match == op - 1 and any(t.text in ASSIGNMENTS for t in group):
            return
        before, after = self.text(first - 1), self.text(op + 2)
        if not self.condition(first - 1, before, op + 2, after):
            return
        self.notes.append((self.code[op].line, "a pointer compared with NULL in a condition"))
        if self.text(op) == "==":
            self.edits.append((group[0].at, group[0].at, "!"))
        self.edits.append((group[-1].end, self.code[op + 1].end, ""))

    def condition(self, b, before, a, after):
        left = before in ASSIGNMENTS or before in ("&&", "||", "(", ",", "return", ":", "?", ";", "{", "[")
        right = after in ("&&", "||", ")", "?", ";", ",", ":", "}", "]")
        if not (left and right):
            return False
        if before in ("&&", "||") or after in ("&&", "||", "?"):
            return True
        if before == "(" and self.code[b].match is not None:
            head = self.text(b - 1)
            if head in ("if", "while") and self.code[b].match == a:
                return True
            return head in ASSERTIONS and (self.code[b].match == a or head == "g_return_val_if_fail" and after == ",")
        return before == ";" and after == ";" and self.in_for(b)

    def in_for(self, i):
        """The semicolon at i is the first of a for."""
        while i > 0:
            i -= 1
            if self.text(i) in CLOSE:
                i = self.code[i].match or 0
            elif self.text(i) == "(":
                return self.text(i - 1) == "for"
            elif self.text(i) in ("{", ";"):
                return False
        return False

    def mended(self):
        source = self.source
        for at, end, text in sorted(self.edits, key=lambda e: (e[0], e[1]), reverse=True):
            source = source[:at] + text + source[end:]
        return source


def main():
    fix = "--fix" in sys.argv
    total = {}
    for path in [a for a in sys.argv[1:] if a != "--fix"]:
        dialect = Dialect(open(path, encoding="utf-8").read())
        for line, what in dialect.notes:
            total[what] = total.get(what, 0) + 1
            if not fix:
                print(f"{path}:{line}: {what}")
        if fix and dialect.edits:
            with open(path, "w", encoding="utf-8") as file:
                file.write(dialect.mended())
    print(", ".join(f"{n} {what}" for what, n in sorted(total.items())) or "0 problems")
    return 1 if total and not fix else 0


if __name__ == "__main__":
    sys.exit(main())
