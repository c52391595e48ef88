// SPDX-License-Identifier: GPL-3.0-or-later
// What stands beside a board: the panel of an experiment and the table of its layers in tabs, the pins below them. Each
// can be hidden by an action of the View menu.
#pragma once

#include <QAction>
#include <QJsonObject>
#include <QSplitter>

class QTabWidget;
class QToolButton;

namespace stepzero {

class SidePanel : public QSplitter {
    Q_OBJECT
public:
    /// `parent`: not null, or a splitter keeps for ever what its parts needed at first.
    SidePanel(QWidget* experiment, QWidget* layers, QWidget* pins, QWidget* parent);

    QAction* experimentAction() { return &experiment_; }
    QAction* layersAction() { return &layers_; }
    QAction* pinsAction() { return &pins_; }
    /// Only some networks have layers that the table can show: where they are not, its action is off.
    void setLayersApply(bool apply);
    /// The pins are shown while there are some, unless they were closed.
    void setPinCount(int count);
    /// With its tab in front.
    void showExperiment();
    /// Experiment and layers, the first in front; pins as they are.
    void reset();

    /// What is hidden but for the pins, which are seen while there are any.
    QJsonObject state() const;
    void restore(const QJsonObject& state);

protected:
    void changeEvent(QEvent* event) override;

private:
    void follow();

    QAction experiment_, layers_, pins_;
    int pinCount_ = 0;
    QTabWidget* tabs_;
    QWidget* strip_;
    QToolButton* close_;
};

/// A panel with a board at its right, and a border to drag between them. The panel keeps its width.
class PanelAndBoard : public QSplitter {
    Q_OBJECT
public:
    PanelAndBoard(QWidget* panel, QWidget* board, QWidget* parent);

    int panelWidth() const { return width_; }
    /// At least what the panel needs.
    void setPanelWidth(int width);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int width_ = 300;
};

}   // namespace stepzero
