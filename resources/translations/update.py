#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Brings the translation files up to date with the sources, or says what is missing.

    resources/translations/update.py            adds new texts (unfinished) and drops those that are gone
    resources/translations/update.py --check    changes nothing; exit status 1 and a list when something is wrong

The file is Qt Linguist's. Its context "window" has what tr() marks in app and widgets, "core" what it marks in the core, both
found by lupdate (qt6-l10n-tools), and the titles and labels of presets, studies, families and parametrizations. The manual's
pages and the lessons are written by hand; --check holds the pages to the glossary too.
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

# Sources of recipes that are code or papers, which have one name in every language.
code_or_paper = re.compile(r"/|\.py\b|\bhuggingface\b|^transformers,|(19|20)\d\d|^PyTorch's (trunc|Multihead)|^fla-org")


def of_data():
    """What people read of the resources, as whole texts."""
    found = {}
    for path in sorted(glob.glob(root + "/resources/presets/*.json") + glob.glob(root + "/resources/studies/*.json")
                       + glob.glob(root + "/resources/captures/*.json")):
        with open(path, encoding="utf-8") as file:
            named = json.load(file)
        found[named["title"]] = False
        if "preset" in named:
            found[named["preset"]["about"]] = False
    for path in sorted(glob.glob(root + "/resources/families/*") + glob.glob(root + "/resources/parametrizations/*")):
        with open(path, encoding="utf-8") as file:
            named = json.load(file)
        recipes = [one for one in named.get("recipes", []) if isinstance(one, dict)]   # else those of another family
        run = named.get("run", {})
        refused = [one["refused"] for one in [run] + run.get("cases", []) if "refused" in one]
        for text in [one["label"] for one in [named] + recipes] + [one["source"] for one in recipes] + refused:
            if re.search("[A-Za-z]{2}", text) and not code_or_paper.search(text):
                found.setdefault(text, False)
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
    """In order of the sources. Of the data's single words those that have a translation: the others are names."""
    data = {text: count for text, count in of_data().items() if " " in text or known["core"].get(text)}
    return {"window": marked_in("app", "widgets"), "core": data | marked_in("core")}


def write(texts, known):
    lines = ['<?xml version="1.0" encoding="utf-8"?>', "<!DOCTYPE TS>", '<TS version="2.1" language="zh_CN" '
             'sourcelanguage="en">']
    for context, messages in texts.items():
        lines += ["<context>", f"    <name>{context}</name>"]
        for text, numerus in messages.items():
            # What moves from one side to the other keeps its translation.
            translation = known[context].get(text) or known["core" if context == "window" else "window"].get(text)
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


def english_left(translation):
    """Two English words in a row, outside of what is quoted, commands and examples."""
    rest = re.sub(r"^ +stepzero .*$|`[^`]*`|\"[^\"]*\"|“[^”]*”|stepzero [a-z-]+( --[a-z]+)?", " ", translation, flags=re.M)
    if found := re.search(r"(?<![\w._-])[a-z]{3,} [a-z]{3,}(?![\w._(-])", rest):
        yield f"English left, {found[0]}"


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
    if re.search(r"\\(frac|sqrt|sigma|chi)\b", translation):
        yield "raw TeX"
    yield from english_left(translation)
    yield from half_width(translation)


def glossary():
    with open(os.path.join(here, "glossary.csv"), encoding="utf-8") as file:
        return [(row["English"], row["Chinese"].split("|")) for row in csv.DictReader(file)]


def breaks(terms, text, translation):
    """A term of the glossary that is in a text must be in its translation by one of its words."""
    # Not in what is written for machines: names with signs, what is quoted, examples.
    rest = re.sub(r'"[^"]*"|“[^”]*”|\{[^}]*\}|^ +stepzero .*$|\S*[._^]\w\S*', " ", text, flags=re.M)
    for term, words in terms:   # the longest first: what is in one is not looked for again
        name = any(letter.isupper() for letter in term[1:])   # "relu" is a key of files, ReLU is the term
        pattern = re.compile(r"(?<![\w-])" + re.escape(term) + r"(?:s|es)?(?![\w-])", 0 if name else re.I)
        if pattern.search(rest):
            rest = pattern.sub(" ", rest)
            if not any(word in translation for word in words):
                yield f"“{term}” is not {' or '.join(words)}"


# Words that have a plainer one, which is the only one in use.
plainer = {"behind": "after", "alike": "identical or similar", "gravest": "most severe", "as usual": "by default",
           "hands on": "passes", "luck": "chance", "mend": "fix", "share of": "fraction of", "right classes": "accuracy"}


def wording(text):
    """Sentences of at most 25 words, and one term for one thing."""
    plain = re.sub(r"\{([^{}|]*)\|[^{}]*\}", r"\1", text)
    for sentence in re.split(r"(?<=[.;:?!])\s+|\n\n", plain):
        words = [word for word in sentence.split() if re.search("[A-Za-z%]", word)]
        if len(words) > 25:
            yield f"has a sentence of {len(words)} words"
    for word, better in plainer.items():
        if re.search(rf"\b{word}s?\b", plain, re.I):
            yield f"“{word}” is “{better}”"


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


def sentences_in_names():
    """Text::name() and Text::whole() are not translated from the sources: no sentence may hide there."""
    hidden = re.compile(r'Text::(?:name|whole)\(\s*"([^"]*[a-z]{3,} [a-z]{2,} [a-z][^"]*)"')
    for folder in ("core", "widgets", "app"):
        for path in sorted(glob.glob(f"{root}/{folder}/**/*.cpp", recursive=True)
                           + glob.glob(f"{root}/{folder}/**/*.h", recursive=True)):
            with open(path, encoding="utf-8") as file:
                for text in hidden.findall(file.read()):
                    yield os.path.relpath(path, root), text, "is a sentence, and not in tr()"


def check():
    known = read()
    texts = wanted(known)
    terms = sorted(glossary(), key=lambda row: -len(row[0]))
    problems = list(of_manual(terms)) + list(sentences_in_names())
    for context, messages in texts.items():
        for text in messages:
            translation = known[context].get(text)
            if translation is None:
                problems.append((context, text, "has no translation"))
                continue
            wrong = list(faults(context, text, translation)) + list(breaks(terms, text, translation))
            problems += [(context, text, fault + ": " + translation) for fault in wrong]
            problems += [(context, text, fault) for fault in wording(text)]
        problems += [(context, text, "is gone") for text in known[context] if text not in messages]
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
