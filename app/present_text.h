// SPDX-License-Identifier: GPL-3.0-or-later
// What a step of a lesson says to a room: text, formula, question and answer, as large as there is room.
#pragma once

#include <QWidget>

namespace stepzero {

struct PresentedWords {
    QString text;   ///< Markdown, with its numbers
    QString formula;   ///< as typeset() reads it
    QString question, answer;   ///< Markdown; empty: none, or not shown yet
    bool operator==(const PresentedWords&) const = default;
};

class PresentText : public QWidget {
    Q_OBJECT
public:
    explicit PresentText(QWidget* parent = nullptr) : QWidget(parent) { }

    void setWords(const PresentedWords& words);
    const PresentedWords& shown() const { return words_; }
    /// Letters of the text in pixels: as they ought to be, of which a long text falls short.
    void setLetters(double pixels);
    double letters() const;   ///< as they are
    bool fits() const;   ///< with no less than 0.6 of what they ought to be

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Paints, or only measures: the height that it takes, in pixels.
    double layOut(double pixels, class QPainter* painter) const;

    PresentedWords words_;
    double wanted_ = 28;
};

}   // namespace stepzero
