// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/math_line.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QRawFont>
#include <QStringList>
#include <QTextBoundaryFinder>

namespace stepzero {

namespace {

void append(MathBox& line, const MathBox& part)
{
    for (const MathBox::Text& text : part.texts)
        line.texts << MathBox::Text {text.at + QPointF(line.width, 0), text.text, text.font};
    for (const MathBox::Stroke& stroke : part.strokes)
        line.strokes << MathBox::Stroke {stroke.points.translated(line.width, 0), stroke.width};
    line.width += part.width;
    line.ascent = std::max(line.ascent, part.ascent);
    line.descent = std::max(line.descent, part.descent);
}

MathBox words(const QString& text, const QFont& font)
{
    const QFontMetricsF metrics(font);
    MathBox box;
    box.width = metrics.horizontalAdvance(text);
    box.ascent = metrics.ascent();
    box.descent = metrics.descent();
    if (!text.isEmpty())
        box.texts << MathBox::Text {{0, 0}, text, font};
    return box;
}

/// Returns words and formulas alternately, words first.
QStringList linePartsOf(const QString& text) { return withFormulas(text).split(QLatin1Char('$')); }

MathBox formulaBox(const QString& text, const QFont& font) { return typeset(text, QFontInfo(font).pixelSize()); }

/// Returns unhinted outlines. A font has the outlines of its file when its size in pixels equals its units per em. At
/// small sizes they are rounded, depending on what was drawn with the font before.
QPainterPath outlineOf(const MathBox::Text& text)
{
    const int units = int(QRawFont::fromFont(text.font).unitsPerEm());
    QFont large = text.font;
    large.setPixelSize(units);
    QPainterPath path;
    path.addText({}, large, text.text);
    const double scale = double(text.font.pixelSize()) / units;
    return QTransform::fromScale(scale, scale).map(path);
}

}   // namespace

MathBox mathLine(const QString& text, const QFont& font)
{
    MathBox line = words({}, font);
    const QStringList parts = linePartsOf(text);
    for (int i = 0; i < parts.size(); ++i)
        append(line, i % 2 == 0 ? words(parts[i], font) : formulaBox(parts[i], font));
    return line;
}

QString captionPartAt(const QString& text, double x, const QFont& font)
{
    const QString mark = QStringLiteral(" · ");
    qsizetype from = 0;
    for (qsizetype end = text.indexOf(mark); end >= 0; end = text.indexOf(mark, from)) {
        if (x < mathLine(text.first(end), font).width)
            return text.sliced(from, end - from);
        from = end + mark.size();
    }
    return text.sliced(from);
}

QVector<MathBox> wrappedLines(const QString& text, const QFont& font, double width)
{
    // Unbreakable pieces of words and formulas, between which a line may end.
    QVector<MathBox> pieces {MathBox()};
    const QStringList parts = linePartsOf(text);
    for (int i = 0; i < parts.size(); ++i) {
        if (i % 2 == 1) {
            append(pieces.last(), formulaBox(parts[i], font));
            continue;
        }
        QTextBoundaryFinder finder(QTextBoundaryFinder::Line, parts[i]);
        for (qsizetype from = 0, to; (to = finder.toNextBoundary()) >= 0; from = to) {
            append(pieces.last(), words(parts[i].sliced(from, to - from), font));
            if (to < parts[i].size() || parts[i].endsWith(QLatin1Char(' ')))
                pieces << MathBox();
        }
    }
    QVector<MathBox> lines {words({}, font)};
    const double space = QFontMetricsF(font).horizontalAdvance(QLatin1Char(' '));
    for (const MathBox& piece : pieces) {
        if (lines.last().width > 0 && lines.last().width + piece.width - space > width)
            lines << words({}, font);
        append(lines.last(), piece);
    }
    return lines;
}

MathBox elidedLine(const QString& text, const QFont& font, double width)
{
    MathBox whole = mathLine(text, font);
    if (whole.width <= width)
        return whole;
    const QString dots = QStringLiteral("…");
    const double room = width - QFontMetricsF(font).horizontalAdvance(dots);
    MathBox line = words({}, font);
    const QStringList parts = linePartsOf(text);
    for (int i = 0; i < parts.size(); ++i) {
        const MathBox part = i % 2 == 0 ? words(parts[i], font) : formulaBox(parts[i], font);
        if (line.width + part.width <= room) {
            append(line, part);
            continue;
        }
        if (i % 2 == 0)
            append(line, words(QFontMetricsF(font).elidedText(parts[i], Qt::ElideRight, width - line.width), font));
        else
            append(line, words(dots, font));
        break;
    }
    return line;
}

void drawOutlined(
    QPainter& painter, const MathBox& line, const QPointF& baseline, const QColor& color, const QColor& ground)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QPainterPath edge;
    double pixels = 0;
    for (const MathBox::Text& text : line.texts) {
        edge.addPath(outlineOf(text).translated(baseline + text.at));
        pixels = std::max(pixels, double(text.font.pixelSize()));
    }
    // Round joins would look the same at this size and take four times as long.
    painter.strokePath(edge, QPen(ground, pixels / 3.5, Qt::SolidLine, Qt::FlatCap, Qt::BevelJoin));
    line.draw(painter, baseline, color);
    painter.restore();
}

}   // namespace stepzero
