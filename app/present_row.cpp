// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/present_row.h"

#include <QFontMetricsF>
#include <QLabel>
#include <algorithm>

#include "app/formula_label.h"

namespace stepzero {

namespace {

/// Writes a text, with a smaller font if it is too long. Only if that is not enough, its end is cut.
void writeInto(QLabel* label, const QString& words, QFont font, const QRect& place)
{
    constexpr double smallest = 0.8;
    label->setGeometry(place);
    label->setVisible(!words.isEmpty());
    if (const double wide = QFontMetricsF(font).horizontalAdvance(words); wide > place.width())
        font.setPixelSize(int(font.pixelSize() * std::max(place.width() / wide, smallest)));
    label->setFont(font);
    setSentence(label, QFontMetricsF(font).elidedText(words, Qt::ElideRight, place.width()));
}

}   // namespace

PresentRow::PresentRow(QWidget* window) : window_(window), verdict_(new QLabel(window)), readout_(new QLabel(window))
{
    for (QLabel* label : {verdict_, readout_})
        label->setTextFormat(Qt::PlainText);
    readout_->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

void PresentRow::setPlace(const QRect& row, int letters)
{
    row_ = row;
    letters_ = letters;
    write();
}

void PresentRow::setVerdict(const QString& words)
{
    verdictWords_ = words;
    write();
}

void PresentRow::setReadout(const QString& words)
{
    readoutWords_ = words;
    write();
}

QRect PresentRow::readoutPlace() const { return readout_->geometry(); }

/// The verdict leaves at least half of the row to a value at the pointer.
void PresentRow::write()
{
    QFont font = window_->font();
    font.setWeight(QFont::DemiBold);
    font.setPixelSize(letters_);
    QRect row = row_;
    if (!readoutWords_.isEmpty())
        row.setWidth(
            std::min(int(QFontMetricsF(font).horizontalAdvance(verdictWords_)) + 1, row_.width() / 2 - letters_));
    writeInto(verdict_, verdictWords_, font, row);
    if (!readoutWords_.isEmpty())
        row = row_.adjusted(row.width() + letters_, 0, 0, 0);
    writeInto(readout_, readoutWords_, font, row);
}

}   // namespace stepzero
