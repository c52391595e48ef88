// SPDX-License-Identifier: GPL-3.0-or-later
// Chooses one entry of a registry (a scheme, an activation) and edits its parameters, whose editors are made
// from their ParameterInfo.
#pragma once

#include <QVector>
#include <QWidget>
#include <functional>
#include <optional>

#include "core/base/words/parameters.h"
#include "widgets/editors/slider_scale.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QToolButton;

namespace stepzero {

class LabeledSlider;

struct Choice {
    std::string name;
    QString label, hint;
    std::vector<ParameterInfo> parameters;
};

/// A number parameter that gets a slider across the whole row. The slider may show a function of the parameter, such as
/// σ_w for a variance.
struct SliderRow {
    QString label, hint;
    SliderScale scale;
    double low, high;   ///< range of the shown value
    std::function<double(double)> shown, stored;   ///< convert the parameter to the shown value and back; empty:
                                                   ///< identity
    std::optional<double> mark;
};

class ChoiceEditor : public QWidget {
    Q_OBJECT
public:
    /// Without a label there is no box to choose with: only setChoice() chooses, and only parameters are edited.
    /// sliderRow returns the slider of a parameter, if it gets one.
    ChoiceEditor(const QString& label, QVector<Choice> choices,
        std::function<std::optional<SliderRow>(const std::string& choice, const ParameterInfo&)> sliderRow,
        QWidget* parent = nullptr);

    /// Replaces the entries to choose from. A call of setChoice() must follow.
    void setChoices(QVector<Choice> choices);
    /// Shows an entry without emitting edited(). Parameters that are left out show their defaults.
    void setChoice(const std::string& name, const Parameters& parameters);
    const std::string& name() const { return name_; }
    const Parameters& parameters() const { return parameters_; }

    /// Reserves `rows` rows for parameters, so that the widgets below do not move when another entry is chosen.
    /// `filler` occupies the rows that the parameters leave free. When rarely used parameters are shown, one row stays
    /// free, and the rest moves.
    void setFiller(QWidget* filler, int rows);

    /// Shows a small button below the box; an empty text hides it.
    void setChip(const QString& text, const QString& hint);

    QComboBox* box() const { return box_; }
    /// Shows rarely used parameters. Those that differ from their defaults are always shown.
    QToolButton* more() const { return more_; }
    QToolButton* chip() const { return chip_; }
    /// The editor of a parameter of the chosen entry: LabeledSlider, NumberBox, QComboBox, QCheckBox for one that
    /// is "true" or "false", or FormulaEdit.
    QWidget* parameterEditor(const std::string& parameter) const;

protected:
    void changeEvent(QEvent* event) override;

signals:
    /// `parameter` is empty when another entry was chosen.
    void edited(const QString& parameter, bool dragging);
    void dragStarted();
    void dragEnded();
    void chipClicked();

private:
    struct Editor {
        std::string parameter;
        QWidget* widget;
        std::function<void(const ParameterValue&)> show;
    };
    struct Place {   // where the next editor goes: two fields of two columns per row
        QGridLayout* grid;
        int row = 0, column = 0;
        void beginRow()
        {
            row += column > 0 ? 1 : 0;
            column = 0;
        }
        void endField()
        {
            column += 2;
            if (column == 4)
                beginRow();
        }
    };
    const Choice* find(const std::string& name) const;
    bool showsQuiet(const Choice& choice) const;
    void showParameters(const Choice& choice, bool rebuild);
    void build(const Choice& choice);
    Editor makeEditor(const Choice& choice, const ParameterInfo& info, Place& place);
    Editor makeSlider(const SliderRow& row, const ParameterInfo& info, Place& place);
    Editor makeCheckBox(const ParameterInfo& info, Place& place);
    Editor makeFormula(const ParameterInfo& info, Place& place);
    Editor makeField(const ParameterInfo& info, Place& place);
    void shareRoom();
    void take(const std::string& parameter, const ParameterValue& value, bool dragging);

    QVector<Choice> choices_;
    std::function<std::optional<SliderRow>(const std::string&, const ParameterInfo&)> sliderRow_;
    std::string name_;
    Parameters parameters_;
    QComboBox* box_;
    QWidget* room_;   // holds the parameters, the chip and the filler
    QToolButton *chip_, *more_;
    QWidget *area_ = nullptr, *filler_ = nullptr;
    int rows_ = 0, usedRows_ = 0;
    bool quietShown_ = false;
    std::vector<Editor> editors_;
};

}   // namespace stepzero
