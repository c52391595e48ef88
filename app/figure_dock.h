// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as the board has it: with its kind, its place in the View menu, and the choices of its own menu.
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
    /// Where it is one of several: its kind's name for tabs.
    QString tabTitle() const { return kind_.tab.isEmpty() ? kind_.title : kind_.tab; }
    /// Checked while the board has the figure; triggering it asks for the other.
    QAction* toggleViewAction() { return &toggle_; }
    /// Dims the figure: what it shows is older than the dials, and of this ("width 1024"). Empty: it is not.
    void setOld(const QString& of);
    QString old() const;
    /// The figure's choices, then what every figure can do.
    void fillMenu(QMenu* menu);

    QSize minimumSizeHint() const override { return {80, 60}; }   // a board is dense: a figure gives way

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
