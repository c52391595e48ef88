// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/figures/frame/formula_panel.h"

#include <QPainter>
#include <algorithm>
#include <numeric>

namespace stepzero {

FormulaPanel::FormulaPanel(QWidget* parent) : Figure(parent) { setAttribute(Qt::WA_OpaquePaintEvent); }

void FormulaPanel::setLines(const QString& heading, const QString& remark, const QVector<FormulaLine>& lines)
{
    heading_ = heading;
    remark_ = remark;
    lines_ = lines;
    boxes_.clear();
}

void FormulaPanel::paint(QPainter& painter, const QSizeF& size)
{
    refresh();
    painter.fillRect(QRectF(QPointF(0, 0), size), style().theme.background);
    if (!shownExhibit()) {
        drawWaiting(painter, size);
        return;
    }
    painter.setRenderHint(QPainter::TextAntialiasing);
    const double edge = style().px(10), line = style().px(18);
    double y = style().px(6);
    const auto write = [&](const QFont& font, const QColor& color, const QString& text) {
        if (y + line > size.height())
            return;
        painter.setFont(font);
        painter.setPen(color);
        const QFontMetricsF metrics(font);
        painter.drawText(QPointF(edge, y + (line + metrics.capHeight()) / 2),
            metrics.elidedText(text, Qt::ElideRight, std::max(0.0, size.width() - 2 * edge)));
        y += line;
    };
    if (titleShown())
        write(style().titleFont(), style().theme.text, wholeTitle());
    write(style().font(), style().theme.faint_text, heading_);
    if (!remark_.isEmpty())
        write(style().font(), style().theme.warning, remark_);
    const QRectF body(edge, y + style().px(6), size.width() - 2 * edge, size.height() - y - style().px(12));
    if (body.width() > 0 && body.height() > 0)
        drawLines(painter, body, pixelsFor(size));
}

QString FormulaPanel::latex()
{
    refresh();
    QVector<LatexLine> all;
    for (const FormulaLine& line : lines_) {
        QStringList right;
        for (const FormulaPiece& piece : line.right)
            right << (right.isEmpty() || piece.formula.startsWith(u'=') ? QString() : QStringLiteral("\\quad "))
                    + latexOf(piece.formula);
        all << LatexLine {latexOf(line.left), right.join(QLatin1Char(' '))};
    }
    return latexLines(all);
}

void FormulaPanel::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paint(painter, QSizeF(size()));
    notifyPainted();
}

double FormulaPanel::pixelsFor(const QSizeF& size) const
{
    return style().px(std::clamp(std::min(size.width() / 40, size.height() / 24) / style().scale, 12.0, 26.0));
}

QColor FormulaPanel::colorOf(FormulaInk ink) const
{
    const Theme& t = style().theme;
    return ink == FormulaInk::faint   ? t.faint_text
        : ink == FormulaInk::forward  ? t.forward
        : ink == FormulaInk::gradient ? t.gradient
        : ink == FormulaInk::weights  ? t.weights
                                      : t.text;
}

void FormulaPanel::set(double pixels)
{
    if (setAt_ == pixels && !boxes_.isEmpty())
        return;
    boxes_.clear();
    for (const FormulaLine& line : lines_) {
        SetLine set {typeset(line.left, pixels), {}};
        for (const FormulaPiece& piece : line.right)
            set.right << typeset(piece.formula, pixels);
        boxes_ << set;
    }
    setAt_ = pixels;
}

QVector<FormulaPanel::Row> FormulaPanel::rowsOf(int i, double from, double to, double pixels) const
{
    const SetLine& line = boxes_[i];
    QVector<Row> rows;
    double x = from;
    for (int piece = 0; piece < line.right.size(); ++piece) {
        const MathBox& box = line.right[piece];
        if (box.width > to - from)
            continue;
        const bool equation = lines_[i].right[piece].formula.startsWith(u'=');
        const double gap = rows.isEmpty() ? 0 : (equation ? 0.3 : 1.2) * pixels;
        if (rows.isEmpty() || x + gap + box.width > to) {
            rows << Row {};
            x = from;
        } else {
            x += gap;
        }
        Row& row = rows.last();
        row.boxes << PlacedBox {i, piece, x};
        row.ascent = std::max(row.ascent, box.ascent);
        row.descent = std::max(row.descent, box.descent);
        x += box.width;
    }
    if (!rows.isEmpty()) {
        rows.first().ascent = std::max(rows.first().ascent, line.left.ascent);
        rows.first().descent = std::max(rows.first().descent, line.left.descent);
    }
    return rows;
}

void FormulaPanel::drawLines(QPainter& painter, const QRectF& body, double pixels)
{
    set(pixels);
    QFont small = style().numberFont();
    small.setPixelSize(std::max(small.pixelSize(), qRound(0.75 * pixels)));
    const QFontMetricsF metrics(small);
    double subject = 0, left = 0;
    for (int i = 0; i < lines_.size(); ++i) {
        subject = std::max(subject, metrics.horizontalAdvance(lines_[i].subject) + pixels);
        left = std::max(left, boxes_[i].left.width);
    }
    const bool told = body.width() > subject + left + 28 * pixels;
    const double equals = body.left() + (told ? subject : 0) + left + 0.3 * pixels;
    const double gap = 0.42 * pixels;

    QVector<int> byRank(lines_.size());
    std::iota(byRank.begin(), byRank.end(), 0);
    std::sort(byRank.begin(), byRank.end(), [this](int a, int b) { return lines_[a].rank < lines_[b].rank; });
    QVector<QVector<Row>> rows(lines_.size());
    double room = body.height() + gap;
    for (const int i : byRank) {
        const QVector<Row> wanted = rowsOf(i, equals, body.right(), pixels);
        double high = 0;
        for (const Row& row : wanted)
            high += row.ascent + row.descent + gap;
        if (high > room)
            continue;
        room -= high;
        rows[i] = wanted;
    }

    double y = body.top();
    for (int i = 0; i < lines_.size(); ++i)
        for (const Row& row : rows[i]) {
            const double base = y + row.ascent;
            if (&row == &rows[i].first()) {
                boxes_[i].left.draw(painter, {equals - 0.3 * pixels - boxes_[i].left.width, base}, style().theme.text);
                if (told && !lines_[i].subject.isEmpty()) {
                    painter.setFont(small);
                    painter.setPen(style().theme.faint_text);
                    painter.drawText(QPointF(body.left(), base), lines_[i].subject);
                }
            }
            for (const PlacedBox& placed : row.boxes)
                boxes_[i].right[placed.piece].draw(
                    painter, {placed.x, base}, colorOf(lines_[i].right[placed.piece].ink));
            y += row.ascent + row.descent + gap;
        }
}

}   // namespace stepzero
