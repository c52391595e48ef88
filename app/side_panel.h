// SPDX-License-Identifier: GPL-3.0-or-later
// The panel next to a board: the panel of an experiment and the table of its layers and the history in tabs, and the
// pins below. Actions of the View menu can hide each of them.
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
    /// `parent` must not be null; otherwise the splitter keeps forever the sizes that its parts needed initially.
    SidePanel(QWidget* experiment, QWidget* layers, QWidget* history, QWidget* pins, QWidget* parent);

    QAction* experimentAction() { return &experiment_; }
    QAction* layersAction() { return &layers_; }
    QAction* pinsAction() { return &pins_; }
    /// Brings the history to the front; hides it if it is there already.
    QAction* historyAction() { return &history_; }
    /// Sets whether the network has layers that the table can show; otherwise its action is disabled.
    void setLayersApply(bool apply);
    /// Sets the number of pins. They are shown while there are any, unless they were closed.
    void setPinCount(int count);
    /// Shows the panel of the experiment, with its tab in front.
    void showExperiment();
    /// Shows experiment, layers and history, the first in front; the pins do not change.
    void reset();

    /// Returns what is hidden, except for the pins, which are visible while there are any.
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
    QAction history_;
};

/// A panel with a board on its right, and a border to drag between them. The panel keeps its width.
class PanelAndBoard : public QSplitter {
    Q_OBJECT
public:
    PanelAndBoard(QWidget* panel, QWidget* board, QWidget* parent);

    int panelWidth() const { return width_; }
    /// Sets a width, but at least what the panel needs.
    void setPanelWidth(int width);

protected:
    bool event(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int width_ = 300;
};

}   // namespace stepzero
