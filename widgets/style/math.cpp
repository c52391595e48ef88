// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/style/math.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <algorithm>
#include <cmath>

#include "widgets/style/math_tree.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

using MathKind = MathNode::Kind;

// Fractions of the font size.
constexpr double axis_height = 0.36;   // height of the minus sign, and of fraction bars
constexpr double script_size = 0.72, fraction_size = 0.88;
constexpr double thin = 0.17, medium = 0.22, thick = 0.28;
constexpr double ascent_share = 0.78, descent_share = 0.22;   // extent of letters, digits and brackets

QFont fontOf(double pixels, bool italic)
{
    QFont font = Style {{}, 1}.font();
    font.setPixelSize(std::max(1, qRound(pixels)));
    font.setItalic(italic);
    return font;
}

MathBox textBox(const QString& text, double pixels, bool italic)
{
    const QFont font = fontOf(pixels, italic);
    MathBox box;
    box.width = QFontMetricsF(font).horizontalAdvance(text);
    box.ascent = ascent_share * pixels;
    box.descent = descent_share * pixels;
    box.texts << MathBox::Text {{0, 0}, text, font};
    return box;
}

void place(MathBox& onto, const MathBox& box, const QPointF& at)
{
    for (const MathBox::Text& text : box.texts)
        onto.texts << MathBox::Text {text.at + at, text.text, text.font};
    for (const MathBox::Stroke& stroke : box.strokes)
        onto.strokes << MathBox::Stroke {stroke.points.translated(at), stroke.width};
    onto.ascent = std::max(onto.ascent, box.ascent - at.y());
    onto.descent = std::max(onto.descent, box.descent + at.y());
    onto.width = std::max(onto.width, at.x() + box.width);
}

void append(MathBox& onto, const MathBox& box, double space = 0) { place(onto, box, {onto.width + space, 0}); }

MathBox fractionBox(const MathBox& above, const MathBox& below, double pixels)
{
    const double line = std::max(1.0, 0.06 * pixels), room = 0.16 * pixels, side = 0.06 * pixels;
    const double wide = std::max(above.width, below.width) + 4 * side, axis = axis_height * pixels;
    MathBox box;
    place(box, above, {side + (wide - above.width) / 2, -axis - room - above.descent});
    place(box, below, {side + (wide - below.width) / 2, -axis + room + below.ascent});
    box.strokes << MathBox::Stroke {QPolygonF({QPointF(side, -axis), QPointF(side + wide, -axis)}), line};
    box.width = wide + 2 * side;
    return box;
}

MathBox rootBox(const MathBox& under, double pixels)
{
    const double line = std::max(1.0, 0.06 * pixels), top = -under.ascent - 0.1 * pixels;
    const double foot = std::max(0.08 * pixels, under.descent - 0.08 * pixels), hook = 0.58 * pixels;
    MathBox box;
    place(box, under, {hook + 0.06 * pixels, 0});
    box.width += 0.08 * pixels;
    const double knee = foot - (foot - top) * 0.45;
    box.strokes << MathBox::Stroke {
        QPolygonF({QPointF(0.06 * pixels, knee + 0.06 * pixels), QPointF(0.17 * pixels, knee),
            QPointF(0.32 * pixels, foot), QPointF(hook, top), QPointF(box.width, top)}),
        line};
    box.ascent = std::max(box.ascent, line - top);
    return box;
}

/// Returns a bracket as high as its contents.
MathBox bracketBox(QChar bracket, const MathBox& inside, double pixels)
{
    const double axis = axis_height * pixels;
    const double reach = std::max(inside.ascent - axis, inside.descent + axis);
    const double size = std::clamp(reach / (0.62 * pixels), 1.0, 2.5) * pixels;
    MathBox box;
    const MathBox sign = textBox(bracket, size, false);
    place(box, sign, {0, size > pixels ? axis_height * size - axis : 0});
    return box;
}

MathBox boxOf(const MathNode& node, double pixels);

/// Returns a line with spaces around its signs.
MathBox rowBox(const MathNode& row, double pixels)
{
    // In scripts, spaces around signs are narrow, as in l−1.
    const double relation = row.tight ? 0.06 : thick;
    MathBox line;
    line.ascent = ascent_share * pixels;
    line.descent = descent_share * pixels;
    bool first = true, operand = false;
    for (const MathNode& part : row.parts) {
        switch (part.kind) {
        case MathKind::relation:
            append(line, textBox(part.text, pixels, false), first ? 0 : relation * pixels);
            line.width += relation * pixels;
            break;
        case MathKind::unary:
        case MathKind::binary: {
            const bool unary = part.kind == MathKind::unary;
            if (unary && operand)
                line.width += thin * pixels;
            const double space = unary                     ? 0
                : row.tight                                ? 0.05
                : part.text == QChar(u'·')                 ? 0.12
                : !part.spaced && part.text == QChar(u'×') ? 0.04
                                                           : medium;
            append(line, textBox(part.text == QChar(u'-') ? QString(u'−') : part.text, pixels, false), space * pixels);
            line.width += space * pixels;
            break;
        }
        case MathKind::comma:
            append(line, textBox(part.text, pixels, false));
            line.width += thick * pixels;
            break;
        default:
            append(line, boxOf(part, pixels), operand && part.spaced ? thin * pixels : 0);
            operand = true;
            first = false;
            continue;
        }
        operand = first = false;
    }
    return line;
}

MathBox sequenceBox(const MathNode& sequence, double pixels)
{
    MathBox box;
    for (const MathNode& part : sequence.parts)
        append(box, boxOf(part, pixels));
    return box;
}

MathBox scriptsBox(const MathNode& node, double pixels)
{
    MathBox box = boxOf(node.parts[0], pixels);
    const double from = box.width, size = script_size * pixels;
    for (const QChar prime : node.text)
        append(box, textBox(prime, pixels, false));
    const MathBox above = boxOf(node.parts[1], size), below = boxOf(node.parts[2], size);
    // Two scripts are moved apart.
    const double apart = above.texts.isEmpty() || below.texts.isEmpty() ? 0 : 0.07 * pixels;
    const double away = from == box.width ? 0.03 * pixels : box.width - from;   // after a prime
    if (!above.texts.isEmpty())
        place(box, above, {from + away, -std::max(0.36 * pixels, box.ascent - 0.44 * pixels) - apart});
    if (!below.texts.isEmpty())
        place(box, below, {from + away, std::max(0.17 * pixels, box.descent - 0.06 * pixels) + apart});
    return box;
}

MathBox boxOf(const MathNode& node, double pixels)
{
    switch (node.kind) {
    case MathKind::row:
        return rowBox(node, pixels);
    case MathKind::sequence:
        return sequenceBox(node, pixels);
    case MathKind::brackets: {
        const MathBox inside = boxOf(node.parts[0], pixels);
        MathBox box = bracketBox(node.text[0], inside, pixels);
        append(box, inside);
        append(box, bracketBox(node.text[1], inside, pixels));
        return box;
    }
    case MathKind::fraction:
        return fractionBox(
            boxOf(node.parts[0], fraction_size * pixels), boxOf(node.parts[1], fraction_size * pixels), pixels);
    case MathKind::root:
        return rootBox(boxOf(node.parts[0], pixels), pixels);
    case MathKind::scripts:
        return scriptsBox(node, pixels);
    case MathKind::indexed: {
        MathBox box = boxOf(node.parts[0], pixels);
        place(box, boxOf(node.parts[1], script_size * pixels), {box.width, 0.18 * pixels});
        return box;
    }
    case MathKind::words:
    case MathKind::number:
    case MathKind::name:
    case MathKind::symbol:
    case MathKind::relation:
    case MathKind::binary:
    case MathKind::unary:
    case MathKind::comma:
        break;
    }
    return textBox(node.text, pixels, node.kind == MathKind::name && !node.upright);
}

/// Formats powers of ten and minus signs in plain text.
QString withPowers(QString words)
{
    static const QRegularExpression power(QStringLiteral("(?<![\\w./-])(-?\\d+(?:\\.\\d+)?)e([+-]\\d+)\\b")),
        minus(QStringLiteral("(?<![^\\s(=±])-(?=\\d)"));
    for (auto match = power.match(words); match.hasMatch(); match = power.match(words)) {
        const QString factor = match.captured(1), ten = powerOfTen(match.captured(2).toInt());
        words.replace(match.capturedStart(), match.capturedLength(),
            factor == QLatin1String("1")        ? ten
                : factor == QLatin1String("-1") ? QChar(u'−') + ten
                                                : factor + u'×' + ten);
    }
    return words.replace(minus, QStringLiteral("−"));
}

/// Matches a symbol with an index, or a Greek letter that stands alone.
const QRegularExpression& symbol()
{
    static const QRegularExpression expression(
        QStringLiteral("(?<![A-Za-z_.‘“\"-])(√?(?:(?<base>fan|(?<!\\d)[A-Za-z]|[α-ωΔΠΣ])_"
                       "(?<index>in|out|res|max|min|top|[A-Za-z0-9](?![A-Za-z0-9])|\\([^()$]*\\)|\\{[^{}$]*\\})"
                       "(?!\\w|\\.[A-Za-z])(?<power>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*)|"
                       "(?<letter>[α-ω])(?![\\w_])(?<marks>[₀-₉⁰¹²³⁴⁵⁶⁷⁸⁹⁻]*(?:['′](?=\\())?)))"));
    return expression;
}

struct Run {
    QString text;
    bool italic = false, index = false;
};

/// Returns the parts of a symbol for lines of text: "σ" in italics, "w" lowered, "²".
QVector<Run> runsOf(const QRegularExpressionMatch& match)
{
    const QString base = match.captured(u"base") + match.captured(u"letter");
    QString index = match.captured(u"index");
    if (index.startsWith(u'(') || index.startsWith(u'{'))
        index = index.sliced(1, index.size() - 2);
    return {{match.captured().startsWith(u'√') ? QStringLiteral("√") : QString()}, {base, base.size() == 1},
        {index, false, true}, {match.captured(u"power") + match.captured(u"marks")}};
}

QVector<Run> runsOf(const QString& sentence)
{
    const QString words = withPowers(sentence);
    QVector<Run> runs;
    qsizetype from = 0;
    for (auto matches = symbol().globalMatch(words); matches.hasNext();) {
        const QRegularExpressionMatch match = matches.next();
        runs << Run {words.sliced(from, match.capturedStart() - from)} << runsOf(match);
        from = match.capturedEnd();
    }
    runs << Run {words.sliced(from)};
    runs.removeIf([](const Run& run) { return run.text.isEmpty(); });
    return runs;
}

QTextCharFormat formatOf(const Run& run)
{
    QTextCharFormat format;
    if (run.italic)
        format.setFontItalic(true);
    if (run.index)
        format.setVerticalAlignment(QTextCharFormat::AlignSubScript);
    return format;
}

}   // namespace

QString withFormulas(const QString& sentence)
{
    QStringList parts = sentence.split(QLatin1Char('$'));
    for (qsizetype i = 0; i < parts.size(); i += 2)
        parts[i] = withPowers(parts[i]).replace(symbol(), QStringLiteral("$\\1$"));
    return parts.join(QLatin1Char('$'));
}

QString htmlWithFormulas(const QString& sentence)
{
    QString html;
    for (const Run& run : runsOf(sentence)) {
        const QString words = run.text.toHtmlEscaped();
        html += run.italic ? QStringLiteral("<i>%1</i>").arg(words)
            : run.index    ? QStringLiteral("<sub>%1</sub>").arg(words)
                           : words;
    }
    return html;
}

FormattedWords formattedWithFormulas(const QString& sentence)
{
    FormattedWords words;
    for (const Run& run : runsOf(sentence)) {
        if (run.italic || run.index)
            words.formats << QTextLayout::FormatRange {int(words.text.size()), int(run.text.size()), formatOf(run)};
        words.text += run.text;
    }
    return words;
}

void setFormulas(QTextDocument& document)
{
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
        QVector<QRegularExpressionMatch> symbols;
        for (auto matches = symbol().globalMatch(block.text()); matches.hasNext();)
            symbols.prepend(matches.next());
        for (const QRegularExpressionMatch& match : std::as_const(symbols)) {
            QTextCursor cursor(block);
            cursor.setPosition(block.position() + int(match.capturedStart()));
            cursor.setPosition(block.position() + int(match.capturedEnd()), QTextCursor::KeepAnchor);
            const QTextCharFormat around = cursor.charFormat();
            if (around.fontFixedPitch())
                continue;   // code
            cursor.removeSelectedText();
            for (const Run& run : runsOf(match)) {
                QTextCharFormat format = around;
                format.merge(formatOf(run));
                cursor.insertText(run.text, format);
            }
        }
    }
}

void MathBox::draw(QPainter& painter, const QPointF& baseline, const QColor& color) const
{
    painter.setPen(color);
    for (const Text& text : texts) {
        painter.setFont(text.font);
        painter.drawText(baseline + text.at, text.text);
    }
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const Stroke& stroke : strokes) {
        painter.setPen(QPen(color, stroke.width, Qt::SolidLine, Qt::FlatCap, Qt::MiterJoin));
        painter.drawPolyline(stroke.points.translated(baseline));
    }
    painter.restore();
}

MathBox typeset(const QString& formula, double pixels) { return boxOf(parsedMath(formula), pixels); }

}   // namespace stepzero
