// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/language/catalog.h"

#include <QMutexLocker>
#include <QRegularExpression>
#include <QXmlStreamReader>
#include <algorithm>
#include <array>
#include <utility>

namespace stepzero {

namespace {

constexpr int deepest = 6;   // of a part in a part
constexpr qsizetype mostSaid = 4000;
constexpr qsizetype enoughBehindVerb = 12;   // letters, as Template::enough

bool hasLetters(const QString& text)
{
    return std::ranges::any_of(text, [](QChar c) { return c.isLetter(); });
}

/// What an unfinished sentence begins with: "is cut short".
const QRegularExpression& verb()
{
    static const QRegularExpression words(
        QStringLiteral("\\b(is|has|was|does|cannot|must|may|would|goes|holds|says|repeats|divides|turns|scales) "));
    return words;
}

/// What is in brackets stays together, where they are closed.
QStringList splitOutsideBrackets(const QString& text, const QString& mark)
{
    const auto open = [](const QString& part) {
        return part.count(QLatin1Char('[')) + part.count(QLatin1Char('(')) - part.count(QLatin1Char(']'))
            - part.count(QLatin1Char(')'));
    };
    const QStringList all = text.split(mark);
    if (open(text) != 0)
        return all;
    QStringList parts;
    for (const QString& part : all)
        if (!parts.isEmpty() && open(parts.back()) > 0)
            parts.back() += mark + part;
        else
            parts << part;
    return parts;
}

bool beginsWithVerb(const QString& source)
{
    return verb()
        .match(source, 0, QRegularExpression::NormalMatch, QRegularExpression::AnchorAtOffsetMatchOption)
        .hasMatch();
}

const QRegularExpression& place()
{
    static const QRegularExpression numbered(QStringLiteral("%(\\d)"));
    return numbered;
}

/// What stands between two Texts (joined).
const std::array<std::pair<QString, QString>, 5> separators {{{QStringLiteral("%1 %2"), QStringLiteral("%1%2")},
    {QStringLiteral("%1, %2"), QStringLiteral("%1，%2")}, {QStringLiteral("%1; %2"), QStringLiteral("%1；%2")},
    {QStringLiteral("%1: %2"), QStringLiteral("%1：%2")}, {QStringLiteral("%1. %2"), QStringLiteral("%1。%2")}}};

/// Chinese characters stand apart from letters and numbers, and from each other not.
QString spaced(QString text)
{
    static const QRegularExpression behind(QStringLiteral("([A-Za-z0-9%])([\\x{4e00}-\\x{9fff}])")),
        before(QStringLiteral("([\\x{4e00}-\\x{9fff}])([A-Za-z0-9])")),
        between(QStringLiteral("([\\x{4e00}-\\x{9fff}]) +(?=[\\x{4e00}-\\x{9fff}])"));
    return text.replace(behind, QStringLiteral("\\1 \\2"))
        .replace(before, QStringLiteral("\\1 \\2"))
        .replace(between, QStringLiteral("\\1"));
}

}   // namespace

Catalog::Catalog(const QByteArray& linguist)
{
    QXmlStreamReader xml(linguist);
    QString context, source;
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("name"))
            context = xml.readElementText();
        else if (xml.name() == QLatin1String("source"))
            source = xml.readElementText();
        if (xml.name() != QLatin1String("translation") || xml.attributes().hasAttribute(QLatin1String("type")))
            continue;
        QString translation = xml.readElementText(QXmlStreamReader::IncludeChildElements);
        if (xml.error() == QXmlStreamReader::NoError && !translation.isEmpty())
            (context == QLatin1String("core") ? exact_ : window_).insert(source, translation);
        if (context != QLatin1String("core"))
            continue;
        if (beginsWithVerb(source)) {
            // What it is said of stands before it: a file, what is quoted.
            if (source.contains(place()))
                templates_.push_back(templateOf(source, translation));
            Template whole = templateOf(QStringLiteral("%9 ") + source, QStringLiteral("%9 ") + translation);
            whole.hasSubject = true;
            whole.enough = std::min(whole.enough, enoughBehindVerb);
            templates_.push_back(std::move(whole));
            continue;
        }
        if (!source.contains(place())) {
            // What a sentence begins or ends with.
            constexpr qsizetype least = 6;
            const bool begins = source.endsWith(QLatin1Char(' ')), ends = source.startsWith(QLatin1Char(' '));
            if (begins == ends || source.size() < least)
                continue;
            source = begins ? source + QStringLiteral("%1") : QStringLiteral("%1") + source;
            translation = begins ? translation + QStringLiteral("%1") : QStringLiteral("%1") + translation;
        } else if (source.startsWith(QLatin1Char(' '))) {
            source.prepend(QStringLiteral("%9"));
            translation.prepend(QStringLiteral("%9"));
        }
        templates_.push_back(templateOf(source, translation));
    }
    for (auto message = window_.cbegin(); message != window_.cend(); ++message)
        if (!exact_.contains(message.key()))
            exact_.insert(message.key(), message.value());
    std::ranges::stable_sort(templates_, [](const Template& a, const Template& b) {
        const bool ends_a = a.places.front() == 9, ends_b = b.places.front() == 9;   // the end of a sentence comes last
        return a.letters != b.letters ? a.letters > b.letters : ends_a < ends_b;
    });
}

Catalog::Template Catalog::templateOf(const QString& source, const QString& translation)
{
    static const QRegularExpression list(QStringLiteral("(known: |one of |none of |it has |write )$"));
    Template pattern {{}, {}, translation};
    qsizetype from = 0;
    for (auto places = place().globalMatch(source); places.hasNext();) {
        const auto match = places.next();
        pattern.pieces << source.mid(from, match.capturedStart() - from);
        if (pattern.pieces.back().contains(list))
            pattern.typed = match.capturedView(1).toInt();
        pattern.places.push_back(match.capturedView(1).toInt());
        from = match.capturedEnd();
    }
    const QString& before = pattern.pieces.back();   // the last place
    pattern.enough = before.endsWith(QLatin1String(": ")) ? 8 : beginsWithVerb(source) ? enoughBehindVerb : 24;
    pattern.pieces << source.mid(from);
    for (const QString& piece : std::as_const(pattern.pieces))
        pattern.letters += piece.size();
    return pattern;
}

QString Catalog::rendered(const Text& text) const
{
    const auto translate = [this](const Text& part) {
        const QString english = QString::fromStdString(part.format());
        if (part.is_put_together())
            return sentence(english).toStdString();
        const auto separator = std::ranges::find(separators, english, &std::pair<QString, QString>::first);
        return (separator != separators.end() ? separator->second : exact_.value(english)).toStdString();
    };
    return spaced(QString::fromStdString(stepzero::rendered(text, translate)));
}

QString Catalog::sentence(const QString& english) const
{
    if (!hasLetters(english))
        return english;
    {
        const QMutexLocker locker(&lock_);
        if (const auto known = said_.constFind(english); known != said_.constEnd())
            return *known;
    }
    const QString found = whole(english, 0);
    QString said = found.isNull() ? english : spaced(found);
    const QMutexLocker locker(&lock_);
    if (said_.size() >= mostSaid)
        said_.clear();
    said_.insert(english, said);
    return said;
}

QString Catalog::whole(const QString& english, int depth) const
{
    QString found = message(english, depth, true);
    if (found.isNull())
        found = clauses(english, depth);
    if (found.isNull())
        found = message(english, depth, false);
    return found.isNull() ? named(english) : found;
}

/// `strict`: what a template begins or ends with is no more than a clause. `mark`: stands in none of the places.
QString Catalog::message(const QString& english, int depth, bool strict, const QString& mark) const
{
    if (depth > deepest || !hasLetters(english))
        return {};
    if (const QString found = exact_.value(english); !found.isNull())
        return found;
    const bool isEnd = !mark.isEmpty() && english.startsWith(mark);   // of a sentence
    const auto begins = [&](const QStringList& pieces) {
        const auto first = std::ranges::find_if(pieces, [](const QString& piece) { return !piece.isEmpty(); });
        return first != pieces.end() && first->startsWith(mark);
    };
    for (const Template& pattern : templates_)
        if (isEnd && !begins(pattern.pieces))
            continue;
        else if (const QString found = by(pattern, english, depth, strict, mark); !found.isNull())
            return found;
    return {};
}

QString Catalog::by(const Template& pattern, const QString& english, int depth, bool strict, const QString& mark) const
{
    if (!english.startsWith(pattern.pieces.front()) || !english.endsWith(pattern.pieces.back()))
        return {};
    std::array<QString, 10> parts;
    qsizetype at = pattern.pieces.front().size();
    for (std::size_t i = 0; i < pattern.places.size(); ++i) {
        const bool last = i + 1 == pattern.places.size();
        const QString& next = pattern.pieces[qsizetype(i) + 1];
        if (!last && next.isEmpty())
            continue;   // of places without a sign between them the last one has all
        const qsizetype end = last ? english.size() - next.size() : english.indexOf(next, at);
        if (end < at)
            return {};
        const QString part = english.mid(at, end - at);
        if ((strict && part.contains(QLatin1Char('\n'))) || (!mark.isEmpty() && part.indexOf(mark, 1) > 0))
            return {};
        if (strict && at == 0
            && (part.contains(QLatin1String(": ")) || part.endsWith(QLatin1Char(':'))
                || part.endsWith(QLatin1Char(','))))
            return {};
        // What a short one begins or ends with is no more than a clause.
        const bool ends = last && next.isEmpty();
        if (strict && (at == 0 || (ends && pattern.letters < pattern.enough))
            && (part.indexOf(QLatin1String(", "), 1) > 0 || part.contains(QStringLiteral(" · ")))
            && !exact_.contains(part))
            return {};
        if (strict && ends && pattern.letters < 12 && part.contains(QLatin1String(": ")))
            return {};
        if (i == 0 && pattern.hasSubject && (part.contains(verb()) || part.contains(QLatin1Char(':'))))
            return {};
        parts[std::size_t(pattern.places[i])] = part;
        at = end + next.size();
    }
    QString said;
    for (qsizetype i = 0; i < pattern.translation.size(); ++i) {
        const QChar c = pattern.translation[i];
        const int number = c == QLatin1Char('%') && i + 1 < pattern.translation.size()
            ? pattern.translation[i + 1].digitValue()
            : -1;
        if (number < 0) {
            said += c;
            continue;
        }
        const QString& part = parts[std::size_t(number)];
        const bool isPath = part.startsWith(QLatin1Char('/')) && !part.contains(verb());
        const QString found = isPath || number == pattern.typed ? QString() : whole(part, depth + 1);
        said += found.isNull() ? part : found;
        ++i;
    }
    return said;
}

QString Catalog::clauses(const QString& english, int depth) const
{
    if (depth > deepest)
        return {};
    if (english.contains(QLatin1Char('\n')))
        return joined(english, QStringLiteral("\n"), QStringLiteral("\n"), depth);
    if (const QString found = behindPlace(english, depth); !found.isNull())
        return found;
    static const QRegularExpression arrow(QStringLiteral("^(.*\\S)(:? \\S+ → \\S+)$"));
    if (const auto change = arrow.match(english); change.hasMatch() && !english.contains(QLatin1String(", ")))
        if (const QString found = whole(change.captured(1), depth + 1); !found.isNull())
            return found + change.captured(2);
    static const std::array<std::pair<QString, QString>, 5> marks {{{QStringLiteral(" · "), QStringLiteral(" · ")},
        {QStringLiteral(". "), QStringLiteral("。")}, {QStringLiteral("; "), QStringLiteral("；")},
        {QStringLiteral(": "), QStringLiteral("：")}, {QStringLiteral(", "), QStringLiteral("，")}}};
    for (const auto& [mark, said] : marks)
        if (english.contains(mark))
            return joined(english, mark, said, depth);
    // Words about sizes: "Residual 50 × 256 ReLU".
    static const QRegularExpression sizes(QStringLiteral("^(.*?) ?(\\d+(?: × |–)\\S+)(?: (.+))?$"));
    if (const auto match = sizes.match(english); match.hasMatch()) {
        const QString kind = match.captured(1).isEmpty() ? QString() : whole(match.captured(1), depth + 1);
        const QString function = match.captured(3).isEmpty() ? QString() : whole(match.captured(3), depth + 1);
        if (!kind.isNull() || !function.isNull())
            return ((kind.isNull() ? match.captured(1) : kind) + QLatin1Char(' ') + match.captured(2) + QLatin1Char(' ')
                + (function.isNull() ? match.captured(3) : function))
                .trimmed();
    }
    return {};
}

/// Where something is, before what is wrong there: "file.json: network.depth: must be 1 to 10, got 12".
QString Catalog::behindPlace(const QString& english, int depth) const
{
    static const QRegularExpression name(QStringLiteral("/|\\.[A-Za-z]|\\[")),   // of a file, or in one
        others(QStringLiteral("^(.*)( and \\d+ more)$"));
    const QString colon = QStringLiteral(": "), said = QStringLiteral("：");
    for (qsizetype at = english.indexOf(colon); at >= 0; at = english.indexOf(colon, at + 1)) {
        const QString rest = english.mid(at + colon.size());
        if (rest.contains(QLatin1String(". ")))
            continue;
        QString found = message(colon + rest, depth + 1, true);
        if (found.isNull())
            found = message(rest, depth + 1, true);
        if (found.isNull())
            continue;
        QStringList places = english.left(at).split(colon);
        bool any = false;
        for (qsizetype i = 0; i < places.size(); ++i) {
            const auto more = others.match(places[i]);
            QString known;
            if (more.hasMatch())
                known = more.captured(1) + message(more.captured(2), depth + 1, true);
            else if (!places[i].contains(name) && (i == 0 || places[i].contains(QLatin1Char(' '))))
                known = whole(places[i], depth + 1);
            if (!known.isEmpty())
                places[i] = known;
            any = any || !known.isEmpty();
        }
        return places.join(any ? said : colon) + (found.startsWith(said) ? found : said + found);
    }
    return {};
}

/// A name and its value, or names: "negative slope 0.2", "output mean"; behind a sign too.
QString Catalog::named(const QString& english) const
{
    static const QRegularExpression noName(QStringLiteral("\\b(with|from|to|at|by|of|on|for|and|or)\\b"));
    if (english.contains(noName))
        return {};
    for (const qsizetype at : {english.lastIndexOf(QLatin1Char(' ')), english.indexOf(QLatin1Char(' '))}) {
        const QString head = english.left(at), value = english.mid(at + 1);
        const QString name = at == 1 && !head[0].isLetterOrNumber() ? head : at > 2 ? exact_.value(head) : QString();
        if (name.isEmpty())
            continue;
        QString known = exact_.value(value);
        if (known.isEmpty())
            known = named(value);
        if (!known.isEmpty()
            || ((!value.contains(QLatin1Char(' ')) || value.startsWith(QLatin1Char('['))) && name != head))
            return name + QLatin1Char(' ') + (known.isEmpty() ? value : known);
    }
    return {};
}

/// Clause by clause, or some together that are a message.
QString Catalog::joined(const QString& english, const QString& mark, const QString& said, int depth) const
{
    constexpr qsizetype mostTogether = 4;
    const QStringList parts = splitOutsideBrackets(english, mark);
    QStringList all;
    bool any = false;
    for (qsizetype i = 0; i < parts.size();) {
        qsizetype count = std::min(mostTogether, parts.size() - i);
        QString found;
        for (; count > 0 && found.isNull(); --count) {
            const QString clause = parts.mid(i, count).join(mark);
            // What sentences are ended with begins with its mark: "; %1 from %2".
            const QString end = i > 0 ? message(mark + clause, depth + 1, true, mark) : QString();
            if (end.startsWith(said))
                found = end.mid(said.size());
            else if (count == 1)
                found = whole(clause, depth + 1);
            else if (count < parts.size())
                found = message(clause, depth + 1, true, mark);
        }
        ++count;
        any = any || !found.isNull();
        all << (found.isNull() ? parts[i] : found);
        i += count;
    }
    return any ? all.join(said) : QString();
}

}   // namespace stepzero
