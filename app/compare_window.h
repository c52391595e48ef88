// SPDX-License-Identifier: GPL-3.0-or-later
// The window of two experiments side by side. Above are the names of both, and a table of the settings that differ.
// Each figure appears twice, with the same axes. Either side shows the present experiment, a pin, a preset or a file.
#pragma once

#include <array>

#include "app/board_window.h"
#include "app/compared_side.h"

class QComboBox;
class QLabel;
class QToolButton;

namespace stepzero {

class ExperimentPanel;

class CompareWindow : public BoardWindow {
    Q_OBJECT
public:
    /// `main` is the window of the workspace, and `panel` its panel. `before` is the window in another language that
    /// this one replaces.
    CompareWindow(Workspace& workspace, BoardWindow& main, ExperimentPanel& panel, CompareWindow* before = nullptr);

    /// Shows a source on one side, 0 being the left one. Problems of a file are shown.
    void choose(std::size_t side, const ComparedSource& source);
    void swapSides();
    const ComparedSide& side(std::size_t side) const { return *sides_[side]; }
    PairStudyPtr pair() const { return pair_; }
    QComboBox* sourceBox(std::size_t side) const { return boxes_[side]; }
    QLabel* stateLabel(std::size_t side) const { return states_[side]; }
    QToolButton* swapButton() const { return swap_; }

    bool save() override { return true; }   ///< nothing is edited here
    QString fileName() const override { return QStringLiteral("comparison"); }

protected:
    bool isDirty() const override { return false; }
    void autosave() override { }
    void updateLook() override;
    void closeEvent(QCloseEvent* event) override;

private:
    QWidget* makeBar();
    void buildMenus();
    void connectParts(ExperimentPanel& panel);
    ComparedSource firstSource() const;
    void followFocus();
    void chooseLayer(int layer);
    void fillBox(std::size_t side);
    void chooseEntry(std::size_t side, int entry);
    void choosePreset(std::size_t side);
    void chooseFile(std::size_t side);
    void showPair();

    Workspace& workspace_;
    ExperimentPanel& panel_;
    Focus focus_;   // its layer may exist in one of the networks only
    std::array<ComparedSide*, 2> sides_;
    std::array<QVector<ComparedSource>, 2> offered_;   // in the boxes
    std::array<QComboBox*, 2> boxes_ {};
    std::array<QLabel*, 2> states_ {};
    QToolButton* swap_ = nullptr;
    PairStudyPtr pair_;
};

}   // namespace stepzero
