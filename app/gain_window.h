// SPDX-License-Identifier: GPL-3.0-or-later
// The gain calculator. It shows gains and critical point of a registered or typed activation, as numbers and curves,
// and can apply them to the experiment.
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
    /// Initially shows the activation of the document's network, or the content of the window that this one replaces.
    GainWindow(Document& document, QWidget* parent = nullptr, const GainWindow* before = nullptr);

    ChoiceEditor* activationEditor() const { return activation_; }
    FormulaEdit* formulaEdit() const { return formula_; }
    LabeledSlider* lengthSlider() const { return length_; }
    QLabel* sentence() const { return sentence_; }
    GainTable* table() const { return table_; }
    const QVector<GainFigure*>& figures() const { return figures_; }
    QPushButton* useButton() const { return use_; }
    QPushButton* copyButton() const { return copy_; }
    /// Returns whether the results belong to the present input.
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
