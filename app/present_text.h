// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the texts of a lesson's step to an audience: text, formula, question and answer, as large as they fit.
#pragma once

#include <QWidget>

namespace stepzero {

struct PresentedWords {
    QString text;   ///< Markdown, with its numbers
    QString formula;   ///< in the syntax of typeset()
    QString question, answer;   ///< Markdown; empty: none, or not shown yet
    bool operator==(const PresentedWords&) const = default;
};

class PresentText : public QWidget {
    Q_OBJECT
public:
    explicit PresentText(QWidget* parent = nullptr) : QWidget(parent) { }

    void setWords(const PresentedWords& words);
    const PresentedWords& shown() const { return words_; }
    /// Sets the desired font size of the text in pixels. A long text is smaller.
    void setLetters(double pixels);
    double letters() const;   ///< the actual font size
    bool fits() const;   ///< true when the text fits at 0.6 of the desired size or more

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    /// Paints if `painter` is not null. Returns the height in pixels.
    double layOut(double pixels, class QPainter* painter) const;

    PresentedWords words_;
    double wanted_ = 28;
};

}   // namespace stepzero
