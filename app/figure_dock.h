// SPDX-License-Identifier: GPL-3.0-or-later
// A figure in a dock with a slim title bar: its title, its choices, enlarge, hide.
#pragma once

#include <QDockWidget>

#include "widgets/figures/figures.h"
#include "widgets/figures/frame/figure.h"

class QLabel;
class QMenu;
class QToolButton;

namespace stepzero {

class FigureDock : public QDockWidget {
    Q_OBJECT
public:
    FigureDock(const FigureKind& kind, QWidget* parent);

    const FigureKind& kind() const { return kind_; }
    Figure* figure() const { return figure_; }
    QToolButton* menuButton() const { return menuButton_; }
    QToolButton* maximiseButton() const { return maximiseButton_; }
    QToolButton* closeButton() const { return closeButton_; }
    void setMaximised(bool maximised);

signals:
    void maximiseRequested();
    void copyRequested();
    void exportRequested();

protected:
    void changeEvent(QEvent* event) override;

private:
    void fillMenu();
    void setIcons();
    const FigureKind& kind_;
    Figure* figure_;
    QMenu* menu_;
    QToolButton *menuButton_ = nullptr, *maximiseButton_ = nullptr, *closeButton_ = nullptr;
    bool maximised_ = false;
};

}   // namespace stepzero
