// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/present_text.h"

#include <QAbstractTextDocumentLayout>
#include <QPainter>
#include <QTextDocument>
#include <algorithm>

#include "widgets/style/math.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {
constexpr double least = 0.6, step = 0.96;   // fractions of the desired font size

/// Splits a formula at commas outside brackets.
QStringList statementsOf(const QString& formula)
{
    QStringList statements;
    qsizetype from = 0;
    int within = 0;
    for (qsizetype i = 0; i < formula.size(); ++i) {
        within += QStringView(u"([{").contains(formula[i]) ? 1 : QStringView(u")]}").contains(formula[i]) ? -1 : 0;
        if (within == 0 && QStringView(formula).sliced(i).startsWith(u", ")) {
            statements << formula.sliced(from, i - from);
            from = i + 2;
        }
    }
    return statements << formula.sliced(from);
}

/// Breaks a formula that is too wide: each of its statements has a line, or lines that begin with equals signs. If that
/// is still too wide, the font is smaller.
QVector<MathBox> formulaLines(const QString& formula, double pixels, double width)
{
    const QString equals = QStringLiteral(" = ");
    const auto fits = [&](const QString& text) { return typeset(text, pixels).width <= width; };
    QStringList lines;
    for (const QString& statement : fits(formula) ? QStringList {formula} : statementsOf(formula)) {
        if (fits(statement)) {
            lines << statement;
            continue;
        }
        const QStringList parts = statement.split(equals);
        for (qsizetype i = 0; i < parts.size(); ++i)
            lines << (i == 0 ? parts[i] : equals.trimmed() + u' ' + parts[i]);
    }
    QVector<MathBox> boxes;
    for (const QString& line : lines) {
        MathBox box = typeset(line, pixels);
        for (double smaller = pixels * step; box.width > width && smaller > 1; smaller *= step)
            box = typeset(line, smaller);
        boxes << box;
    }
    return boxes;
}

}   // namespace

void PresentText::setWords(const PresentedWords& words)
{
    if (words == words_)
        return;
    words_ = words;
    setAccessibleName(QStringList {words.text, words.question, words.answer}.join(u'\n'));
    update();
}

void PresentText::setLetters(double pixels)
{
    wanted_ = pixels;
    update();
}

double PresentText::letters() const
{
    double pixels = wanted_;
    while (pixels * step > wanted_ * least && layOut(pixels, nullptr) > height())
        pixels *= step;
    return pixels;
}

bool PresentText::fits() const { return layOut(letters(), nullptr) <= height(); }

double PresentText::layOut(double pixels, QPainter* painter) const
{
    double y = 0;
    const auto words = [&](const QString& markdown, const QColor& colour) {
        if (markdown.isEmpty())
            return;
        QTextDocument document;
        QFont font = this->font();
        font.setPixelSize(qRound(pixels));
        document.setDefaultFont(font);
        document.setDocumentMargin(0);
        document.setMarkdown(markdown);
        setFormulas(document);
        document.setTextWidth(width());
        if (painter) {
            painter->save();
            painter->translate(0, y);
            QAbstractTextDocumentLayout::PaintContext context;
            context.palette.setColor(QPalette::Text, colour);
            document.documentLayout()->draw(painter, context);
            painter->restore();
        }
        y += document.size().height() + 0.7 * pixels;
    };
    words(words_.text, palette().color(QPalette::WindowText));
    if (!words_.formula.isEmpty()) {
        y += 0.3 * pixels;
        for (const MathBox& box : formulaLines(words_.formula, 1.15 * pixels, width())) {
            if (painter)
                box.draw(*painter, {0, y + box.ascent}, palette().color(QPalette::WindowText));
            y += box.height() + 0.4 * pixels;
        }
        y += 0.6 * pixels;
    }
    words(words_.question, palette().color(QPalette::Link));
    words(words_.answer, palette().color(QPalette::WindowText));
    return y;
}

void PresentText::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    (void)layOut(letters(), &painter);
}

}   // namespace stepzero
