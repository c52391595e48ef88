// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator: an activation of the registry or one that is typed, its gains and critical point as numbers
// and curves, and a way to put them into the experiment.
#pragma once

#include <QDialog>
#include <QVector>

#include "app/gain_runner.h"

class QLabel;
class QPushButton;

namespace stepzero {

class ChoiceEditor;
class Document;
class FormulaEdit;
class GainFigure;
class GainTable;
class LabeledSlider;

class GainWindow : public QDialog {
    Q_OBJECT
public:
    /// Shows the activation of the document's network at first; or what another window shows, in whose place it comes.
    GainWindow(Document& document, QWidget* parent = nullptr, const GainWindow* before = nullptr);

    ChoiceEditor* activationEditor() const { return activation_; }
    FormulaEdit* formulaEdit() const { return formula_; }
    LabeledSlider* lengthSlider() const { return length_; }
    QLabel* sentence() const { return sentence_; }
    GainTable* table() const { return table_; }
    const QVector<GainFigure*>& figures() const { return figures_; }
    QPushButton* useButton() const { return use_; }
    QPushButton* copyButton() const { return copy_; }
    /// Whether what is shown answers what is asked.
    bool isSettled() const { return runner_.isIdle(); }
    const GainAnswer& answer() const { return answer_; }

protected:
    void changeEvent(QEvent* event) override;

private:
    QWidget* buildLeft();
    void takePlace(const GainWindow& before);
    bool isFormula() const;
    void ask(bool dragging = false);
    void showAnswer(const GainAnswer& answer);
    void use();
    void updateUse();
    void updateLook();

    Document& document_;
    GainRunner runner_;
    GainAnswer answer_;
    ChoiceEditor* activation_;
    FormulaEdit* formula_;
    LabeledSlider* length_;
    QLabel* sentence_;
    QPushButton *use_, *copy_;
    GainTable* table_;
    QVector<GainFigure*> figures_;
};

}   // namespace stepzero
