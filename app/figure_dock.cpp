// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/figure_dock.h"

#include <QApplication>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QMenu>
#include <QVBoxLayout>
#include <utility>

#include "app/control_frame.h"
#include "app/veil.h"
#include "widgets/figures/frame/table_text.h"
#include "widgets/style/latex.h"

namespace stepzero {

FigureDock::FigureDock(const FigureKind& kind, QWidget* parent)
    : QWidget(parent), kind_(kind), figure_(kind.create(this)), toggle_(kind.title)
{
    setObjectName("figure-" + kind.id);
    figure_->setTitleShown(false);   // the tab shows it
    figure_->setReadoutShown(true);
    QList<Figure*> parts = figure_->findChildren<Figure*>();   // the halves of two experiments
    parts << figure_;
    for (Figure* figure : std::as_const(parts))
        if (figure->focusPolicy() != Qt::NoFocus)
            frameFocus(figure);
    toggle_.setCheckable(true);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(figure_);
    veil_ = new Veil(this);
    hide();
}

void FigureDock::setOld(const QString& of) { veil_->setText(of); }

QString FigureDock::old() const { return veil_->text(); }

void FigureDock::fillMenu(QMenu* menu)
{
    const QList<QAction*> choices = figure_->choices();
    menu->addActions(choices);
    if (!choices.isEmpty())
        menu->addSeparator();
    menu->addAction(tr("Fit to data"), figure_, &Figure::goHome);
    QAction* hold = menu->addAction(tr("Lock axes"));
    hold->setCheckable(true);
    hold->setChecked(figure_->axesHeld());
    connect(hold, &QAction::toggled, figure_, &Figure::setAxesHeld);
    menu->addSeparator();
    menu->addAction(tr("Copy image"), this, &FigureDock::copyRequested);
    const FigureTable table = figure_->exhibit() ? figure_->table() : FigureTable();
    menu->addAction(tr("Copy data"), this, [table] { QApplication::clipboard()->setText(csvText(table)); })
        ->setEnabled(!table.rows.isEmpty());
    if (auto* formulas = dynamic_cast<ShowsFormulas*>(figure_)) {
        const QString latex = figure_->exhibit() ? formulas->latex() : QString();
        menu->addAction(tr("Copy as LaTeX"), this, [latex] { QApplication::clipboard()->setText(latex); })
            ->setEnabled(!latex.isEmpty());
    }
    menu->addAction(tr("Export this figure…"), this, &FigureDock::exportRequested);
    menu->addSeparator();
    menu->addAction(tr("About this figure"), this, &FigureDock::manualRequested);
}

void FigureDock::contextMenuEvent(QContextMenuEvent* event) { emit menuRequested(event->globalPos()); }

}   // namespace stepzero
