// SPDX-License-Identifier: GPL-3.0-or-later
// A figure on the board: with its kind, its entry in the View menu, and the choices of its menu.
#pragma once

#include <QAction>
#include <QWidget>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"

class QMenu;

namespace stepzero {

class Veil;

class FigureDock : public QWidget {
    Q_OBJECT
public:
    FigureDock(const FigureKind& kind, QWidget* parent);

    const FigureKind& kind() const { return kind_; }
    Figure* figure() const { return figure_; }
    /// Returns its short name, for tabs.
    QString tabTitle() const { return kind_.tab.isEmpty() ? kind_.title : kind_.tab; }
    /// Checked while the board shows the figure. Triggering it requests the opposite.
    QAction* toggleViewAction() { return &toggle_; }
    /// Dims the figure, because it shows an older study, and displays how that differs ("width 1024"). Empty: the study
    /// is current.
    void setOld(const QString& of);
    QString old() const;
    /// Adds the figure's choices, and the actions that every figure has.
    void fillMenu(QMenu* menu);

    // a board is dense, so a figure must be able to shrink
    QSize minimumSizeHint() const override { return {80, 60}; }

signals:
    void menuRequested(const QPoint& global);
    void copyRequested();
    void exportRequested();
    void manualRequested();

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;

private:
    const FigureKind& kind_;
    Figure* figure_;
    QAction toggle_;
    Veil* veil_;
};

}   // namespace stepzero
