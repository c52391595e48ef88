#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings the translation files up to date with the sources, or says what is missing.

    resources/translations/update.py            adds new texts (unfinished) and drops those that are gone
    resources/translations/update.py --check    changes nothing; exit status 1 and a list when something is wrong

The file is Qt Linguist's. Its context "window" has what tr() marks in app and widgets (by lupdate of qt6-l10n-tools),
"core" what tr() marks in the core, and what the core, the commands, presets and families say without it: every string
literal for people, sums of them as templates with numbered places: text(n) + " of layer " + text(l) is "%1 of layer %2". The manual's pages are written by
hand; --check holds them to the glossary too.
"""
import csv
import glob
import json
import os
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
from xml.sax.saxutils import escape

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(os.path.dirname(here))
file_name = os.path.join(here, "stepzero_zh_CN.ts")

# What is for programs only: files, generated code, names of other programs.
not_for_people = re.compile(
    r"core/exchange/(code|result|tensors|numbers|theory_json)|core/kinds/code/|core/input/distributions|core/files/write_|core/json/write_|"
    r"core/grid/(grid_result|cell_lines)|core/audit/audit_json|core/version|"
    r"core/modules/(?!residual_schemes|precision)|core/experiment/|core/random/|core/vector_level|core/kinds/kinds\.h|"
    r"core/init/(bases/|variance_scaling)"
)
# What people read is thrown as one of these, or is a problem of a file.
told_to_people = re.compile(
    r"\b(FormatError|FileError|BadInput|BadExperiment|MergeError|LessonSentence|TooLarge|UsageError)\(\s*[^)\s]|"
    r"\bproblems_?\.push_back|\bremarks_?\.push_back"
)
# In the brackets of these is what the window says by itself, what programmers are told, or Python.
said_otherwise = ["tr", "static_assert", "logic_error", "length_error", "ActivationCode", "OptimizerCode", "PythonLines",
                  "PytorchCall"]
# Of one or two words: an id, a citation, a formula, a name.
one_word = re.compile(r"[^ ]*$")
citation = re.compile(r"(19|20)\d\d|^the course's |^PyTorch's (trunc|Multihead)|^fla-org|^body\{|^/Creat")
code_of_a_library = re.compile(r"/|\.py\b|\bhuggingface\b|^transformers,|(19|20)\d\d")   # and papers
tokens = re.compile(
    r"""//[^\n]*|/\*.*?\*/|\#[^\n]*|(?:u8|L)?"(?:\\.|[^"\\])*"|R"\w*\(.*?\)\w*"|'(?:\\.|[^'\\])'|[A-Za-z_]\w*|\d[\w.']*|"""
    r"""::|->|<<|>>|\+=|==|!=|<=|>=|&&|\|\||[-+*/%=<>!&|^~?:;,.(){}\[\]]""",
    re.S,
)
separators = {",", ";", "?", ":", "=", "+=", "return", "<<", "&&", "||", "==", "!=", "case", "<", ">", "throw"}


def tree(flat, at=0, close=None):
    """Brackets as pairs (opening, what is inside)."""
    out = []
    while at < len(flat):
        token = flat[at]
        if token == close:
            return out, at
        if token in "([{":
            inside, at = tree(flat, at + 1, {"(": ")", "[": "]", "{": "}"}[token])
            out.append((token, inside))
        elif token not in ")]}":
            out.append(token)
        at += 1
    return out, at


def unquoted(token):
    text = token[token.index('"') + 1 : -1]
    return re.sub(r"\\(.)", lambda m: {"n": "\n", "t": "\t"}.get(m[1], m[1]), text)


def is_literal(token):
    return isinstance(token, str) and token.startswith('"')


def literal(operand):
    """The text of an operand of a sum that is a literal, or std::string("…")."""
    if operand and all(is_literal(t) for t in operand):
        return "".join(unquoted(t) for t in operand)
    if len(operand) > 1 and operand[0] == "QStringLiteral" and operand[1][1] and all(map(is_literal, operand[1][1])):
        return "".join(unquoted(t) for t in operand[1][1])   # and what comes behind, as .arg()
    last = operand[-1] if operand else None
    if isinstance(last, tuple) and operand[:-1] in (["string"], ["std", "::", "string"]):
        if last[1] and all(is_literal(t) for t in last[1]):
            return "".join(unquoted(t) for t in last[1])
    return None


def texts_in(node):
    segment = []

    def flush():
        operands = [[]]
        for token in segment:
            if token == "+":
                operands.append([])
            else:
                operands[-1].append(token)
        segment.clear()
        literals = [literal(o) for o in operands]
        if any(text is not None for text in literals):
            places, template = 0, ""
            for text in literals:
                if text is None:
                    places += 1
                    template += f"%{places}"
                else:   # what .arg() fills is a place as well
                    for part in re.split(r"%\d", text)[:-1]:
                        places += 1
                        template += f"{part}%{places}"
                    template += re.split(r"%\d", text)[-1]
            yield template
        for operand, text in zip(operands, literals):
            if text is None:
                for before, token in zip([None] + operand, operand):
                    if isinstance(token, tuple) and before not in said_otherwise:
                        yield from texts_in(token[1])

    for token in node:
        if isinstance(token, str) and token in separators:
            yield from flush()
        else:
            segment.append(token)
            if isinstance(token, tuple) and token[0] == "{" and segment[-2:-1] != ["string"]:
                yield from flush()
    yield from flush()


def is_for_people(text):
    if not re.search("[A-Za-z]{2}| a ", re.sub(r"%\d", "", text)):
        return False
    code = ("{", "[", "<", "#", "r033", "x80", "version https", "stepzero %")
    return not citation.search(text) and not text.lstrip().startswith(code)


def sources_of_core():
    return sorted(glob.glob(root + "/core/**/*.cpp", recursive=True) + glob.glob(root + "/core/**/*.h", recursive=True))


def of_core():
    found = {}
    spoken = glob.glob(root + "/app/commands/*.cpp") + glob.glob(root + "/app/commands/*.h") + glob.glob(root + "/widgets/report/*.cpp")
    sources = [path for path in sources_of_core() if not not_for_people.search(os.path.relpath(path, root))]
    also = ["widgets/figures/picture.cpp", "widgets/figures/network/summary.cpp", "core/exchange/result.cpp",
            "app/image_files.cpp", "app/animation.cpp", "app/animation_file.cpp"]
    for path in sources + sorted(spoken) + [os.path.join(root, one) for one in also]:
        name = os.path.relpath(path, root)
        with open(path, encoding="utf-8") as file:
            node, _ = tree([t for t in tokens.findall(file.read()) if not t.startswith(("//", "/*", "#"))])
        for text in texts_in(node):
            if is_for_people(text):
                found.setdefault(text, name)
    for path in sorted(glob.glob(root + "/resources/presets/*.json") + glob.glob(root + "/resources/studies/*.json")):
        with open(path, encoding="utf-8") as file:
            found.setdefault(json.load(file)["title"], os.path.relpath(path, root))
    for path in sorted(glob.glob(root + "/resources/families/*") + glob.glob(root + "/resources/parametrizations/*")):
        with open(path, encoding="utf-8") as file:
            named = json.load(file)
        recipes = [one for one in named.get("recipes", []) if isinstance(one, dict)]   # else those of another family
        run = named.get("run", {})
        refused = [one["refused"] for one in [run] + run.get("cases", []) if "refused" in one]
        for text in [one["label"] for one in [named] + recipes] + [one["source"] for one in recipes] + refused:
            if is_for_people(text) and not code_of_a_library.search(text):
                found.setdefault(text, os.path.relpath(path, root))
    return found


def marked_in(*folders):
    """What tr() marks there: text to whether it has a count."""
    lupdate = next((p for p in ("/usr/lib/qt6/bin/lupdate", "lupdate") if os.path.exists(p)), "lupdate")
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, "window.ts")
        subprocess.run([lupdate, "-silent", "-locations", "none", *folders, "-ts", out], cwd=root, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        messages = xml.parse(out).getroot().iter("message")
        return {m.find("source").text: m.get("numerus") == "yes" for m in messages}


def read():
    """Of each context: text to translation, None where that is unfinished."""
    known = {"window": {}, "core": {}}
    if os.path.exists(file_name):
        for context in xml.parse(file_name).getroot().iter("context"):
            for m in context.iter("message"):
                translation = m.find("translation")
                form = translation.find("numerusform")
                text = (form if form is not None else translation).text
                known[context.find("name").text][m.find("source").text] = None if translation.get("type") else text
    return known


def wanted(known):
    """In order of the sources. Of the core's single words those that have a translation: the others are names."""
    window = marked_in("app", "widgets")
    core = marked_in("core") | {
        text: False
        for text, _ in of_core().items()
        if not one_word.match(re.sub(r"%\d", "", text).strip()) or text in known["core"]
    }
    return {"window": window, "core": core}


def write(texts, known):
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", '<TS version="2.1" language="zh_CN" '
             'sourcelanguage="en">']
    for context, messages in texts.items():
        lines += ["<context>", f"    <name>{context}</name>"]
        for text, numerus in messages.items():
            translation = known[context].get(text)
            said = escape(translation or "")
            form = f"<numerusform>{said}</numerusform>" if numerus else said
            lines += [
                '    <message numerus="yes">' if numerus else "    <message>",
                f"        <source>{escape(text)}</source>",
                f"        <translation>{form}</translation>" if translation
                else f'        <translation type="unfinished">{form}</translation>',
                "    </message>",
            ]
        lines.append("</context>")
    lines.append("</TS>")
    with open(file_name, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def width(text):
    """In columns, a Chinese character being two."""
    plain = re.sub(r"<[^>]*>|\(&.\)|&|\$", "", text)
    return sum(2 if ord(c) > 0x2E7F else 1 for c in plain)


def half_width(translation):
    if found := re.search(r"[\u4e00-\u9fff][,;:?!]", translation):
        yield f"a half-width mark behind a character, {found[0]}"


def faults(context, text, translation):
    places = lambda s: sorted(re.findall(r"%\d|%n", s))
    if places(text) != places(translation):
        yield "other places"
    if re.search(r"&\w", text) and not re.search(r"\(&\w\)", translation) and context == "window" and "<" not in text:
        yield "no key"
    if sorted(re.findall(r"<[a-z/]+>", text)) != sorted(re.findall(r"<[a-z/]+>", translation)):
        yield "other tags"
    if text.count("\n") != translation.count("\n"):
        yield "other lines"
    # Nearly always shorter; a short one may take as much as four characters more.
    if context == "window" and width(translation) > 1.3 * width(text) + 8:
        yield f"is longer: {width(translation)} columns for {width(text)}"
    if any(together not in translation for together in re.findall(r"(?:%\d){2,}", text)):
        yield "what stands together without a sign between is apart"   # and so cannot be told apart
    yield from half_width(translation)


def glossary():
    with open(os.path.join(here, "glossary.csv"), encoding="utf-8") as file:
        return [(row["English"], row["Chinese"].split("|")) for row in csv.DictReader(file)]


def breaks(terms, text, translation):
    """A term of the glossary that is in a text must be in its translation by one of its words."""
    # Not in what is written for machines: names with signs, what is quoted, examples.
    rest = re.sub(r'"[^"]*"|“[^”]*”|\{[^}]*\}|^ +stepzero .*$|\S*[._^]\w\S*', " ", text, flags=re.M).lower()
    for term, words in terms:   # the longest first: what is in one is not looked for again
        pattern = re.compile(r"(?<![\w-])" + re.escape(term.lower()) + r"(?:s|es)?(?![\w-])")
        if pattern.search(rest):
            rest = pattern.sub(" ", rest)
            if not any(word in translation for word in words):
                yield f"“{term}” is not {' or '.join(words)}"


def sections(page):
    """Headings of the manual with what is below each, without what stands as it is: code, shapes, and where links lead."""
    with open(page, encoding="utf-8") as file:
        text = re.sub(r"^    .*$", "", file.read(), flags=re.M)
    return re.split(r"^#+ ", re.sub(r"`[^`]*`|\[[^]]*\](?!\()|\]\([^)]*\)", " ", text), flags=re.M)[1:]


def of_manual(terms):
    folder = os.path.join(os.path.dirname(here), "manual")
    for page in sorted(glob.glob(folder + "/zh_CN/*.md")):
        name = os.path.basename(page)
        for english, chinese in zip(sections(os.path.join(folder, name)), sections(page)):
            for fault in list(breaks(terms, english, chinese)) + list(half_width(chinese)):
                yield name, chinese.split("\n")[0], fault


def check():
    known = read()
    texts = wanted(known)
    terms = sorted(glossary(), key=lambda row: -len(row[0]))
    problems = list(of_manual(terms))
    for context, messages in texts.items():
        for text in messages:
            translation = known[context].get(text)
            if translation is None:
                problems.append((context, text, "has no translation"))
                continue
            wrong = list(faults(context, text, translation)) + list(breaks(terms, text, translation))
            problems += [(context, text, fault + ": " + translation) for fault in wrong]
        problems += [(context, text, "is gone") for text in known[context] if text not in messages]
    for path in sources_of_core():
        with open(path, encoding="utf-8") as file:
            if not_for_people.search(os.path.relpath(path, root)) and told_to_people.search(file.read()):
                problems.append(("core", os.path.relpath(path, root), "is left out, and tells people of problems"))
    for context, text, problem in problems:
        print(f"{context}: {text!r}: {problem}")
    print(f"{sum(len(m) for m in texts.values())} texts, {len(problems)} problems")
    return 1 if problems else 0


def main():
    if sys.argv[1:] == ["--check"]:
        return check()
    known = read()
    write(wanted(known), known)
    return 0


if __name__ == "__main__":
    sys.exit(main())
