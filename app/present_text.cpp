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
constexpr double least = 0.6, step = 0.96;   // of what letters ought to be

/// Broken before its signs of equality where it is too wide, and what still is smaller.
QVector<MathBox> formulaLines(const QString& formula, double pixels, double width)
{
    const QString equals = QStringLiteral(" = ");
    QStringList lines {formula};
    if (typeset(formula, pixels).width > width) {
        lines = formula.split(equals);
        for (qsizetype i = 1; i < lines.size(); ++i)
            lines[i].prepend(equals.trimmed() + u' ');
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
