// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/side_panel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "app/appearance.h"

namespace stepzero {

SidePanel::SidePanel(QWidget* experiment, QWidget* layers, QWidget* history, QWidget* pins, QWidget* parent)
    : QSplitter(Qt::Vertical, parent), experiment_(tr("Experiment")), layers_(tr("Layers")), pins_(tr("Pins")),
      tabs_(new QTabWidget(this)), strip_(new QWidget(this)), close_(new QToolButton(strip_)), history_(tr("History"))
{
    setChildrenCollapsible(false);
    tabs_->setDocumentMode(true);
    tabs_->addTab(experiment, experiment_.text());
    tabs_->addTab(layers, layers_.text());
    tabs_->addTab(history, history_.text());
    tabs_->tabBar()->setAccessibleName(tr("panels"));
    strip_->setObjectName("pins");
    auto* column = new QVBoxLayout(strip_);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 1, 2, 1);
    auto* title = new QLabel(pins_.text(), strip_);
    QFont font = title->font();
    font.setWeight(QFont::DemiBold);
    title->setFont(font);
    row->addWidget(title, 1);
    close_->setAutoRaise(true);
    close_->setIcon(lineIcon("close", palette()));
    close_->setAccessibleName(tr("hide the pins"));
    close_->setToolTip(tr("Hide; the View menu shows them again"));
    row->addWidget(close_);
    column->addLayout(row);
    column->addWidget(pins, 1);
    setStretchFactor(0, 1);
    setStretchFactor(1, 0);
    for (QAction* action : {&experiment_, &layers_, &pins_}) {
        action->setCheckable(true);
        action->setChecked(action != &pins_);
        connect(action, &QAction::toggled, this, &SidePanel::follow);
        connect(action, &QAction::enabledChanged, this, &SidePanel::follow);
    }
    history_.setCheckable(true);
    history_.setChecked(true);
    history_.setShortcut(QKeySequence("Ctrl+H"));
    connect(&history_, &QAction::triggered, this, [this, history](bool on) {
        if (!on && (tabs_->isHidden() || tabs_->currentWidget() != history))
            history_.setChecked(true);   // it was behind another tab
        follow();
        if (history_.isChecked()) {
            tabs_->setCurrentWidget(history);
            history->setFocus();
        } else if (tabs_->isTabVisible(0)) {
            tabs_->setCurrentIndex(0);
        }
    });
    connect(close_, &QToolButton::clicked, &pins_, [this] { pins_.setChecked(false); });
    follow();
}

void SidePanel::setLayersApply(bool apply) { layers_.setEnabled(apply); }

void SidePanel::setPinCount(int count)
{
    if (count == 0 || count > pinCount_)
        pins_.setChecked(count > 0);
    pinCount_ = count;
}

void SidePanel::showExperiment()
{
    experiment_.setChecked(true);
    tabs_->setCurrentIndex(0);
}

void SidePanel::reset()
{
    layers_.setChecked(true);
    history_.setChecked(true);
    follow();
    showExperiment();
}

QJsonObject SidePanel::state() const
{
    return {
        {"experiment", experiment_.isChecked()}, {"layers", layers_.isChecked()}, {"history", history_.isChecked()}};
}

void SidePanel::restore(const QJsonObject& state)
{
    experiment_.setChecked(state["experiment"].toBool(true));
    layers_.setChecked(state["layers"].toBool(true));
    history_.setChecked(state["history"].toBool(true));
    follow();
}

void SidePanel::changeEvent(QEvent* event)
{
    QSplitter::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        close_->setIcon(lineIcon("close", palette()));
}

void SidePanel::follow()
{
    const bool layers = layers_.isChecked() && layers_.isEnabled();
    const bool any = experiment_.isChecked() || layers || history_.isChecked();
    tabs_->setTabVisible(0, experiment_.isChecked());
    tabs_->setTabVisible(1, layers);
    tabs_->setTabVisible(2, history_.isChecked());
    tabs_->setVisible(any);
    strip_->setVisible(pins_.isChecked());
    setVisible(any || pins_.isChecked());
}

PanelAndBoard::PanelAndBoard(QWidget* panel, QWidget* board, QWidget* parent) : QSplitter(parent)
{
    setChildrenCollapsible(false);
    setHandleWidth(5);
    addWidget(panel);
    addWidget(board);
    handle(1)->setToolTip(tr("Drag to resize"));
    connect(this, &QSplitter::splitterMoved, this, [this] { width_ = sizes().first(); });
}

void PanelAndBoard::setPanelWidth(int width)
{
    width_ = width;
    setSizes({width_, std::max(1, this->width() - width_ - handleWidth())});
}

bool PanelAndBoard::event(QEvent* event)
{
    const bool known = QSplitter::event(event);
    if (event->type() == QEvent::LayoutRequest)
        setPanelWidth(width_);   // or the present minimum of the panel
    return known;
}

/// QSplitter would distribute the room in its own way.
void PanelAndBoard::resizeEvent(QResizeEvent*) { setPanelWidth(width_); }

}   // namespace stepzero
