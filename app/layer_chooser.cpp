// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/layer_chooser.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSpinBox>

#include "app/board.h"
#include "app/workspace.h"
#include "core/kinds/kinds.h"

namespace stepzero {

LayerChooser::LayerChooser(Workspace& workspace, const Board* board, QWidget* parent)
    : QWidget(parent), workspace_(workspace), board_(board), label_(new QLabel(this)), count_(new QLabel(this)),
      box_(new QSpinBox(this))
{
    for (QLabel* label : {label_, count_})
        label->setContentsMargins(6, 0, 6, 0);
    box_->setAccessibleName(tr("selected layer"));
    box_->setToolTip(tr("Layer or block shown by all figures (← and →)"));
    box_->setKeyboardTracking(false);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(1);
    for (QWidget* part : std::initializer_list<QWidget*> {label_, box_, count_})
        row->addWidget(part);
    keepWidth();
    showExperiment();
    showKind();
    connect(&workspace_, &Workspace::experimentChanged, this, &LayerChooser::showExperiment);
    connect(&workspace_, &Workspace::focusChanged, this, &LayerChooser::showLayer);
    connect(&workspace_, &Workspace::studyChanged, this, &LayerChooser::showKind);
    connect(board_, &Board::subjectChanged, this, &LayerChooser::showKind);
    connect(box_, &QSpinBox::valueChanged, &workspace_, &Workspace::chooseLayer);
}

void LayerChooser::showExperiment()
{
    const int depth = stepzero::depth(workspace_.experiment().network);
    {
        const QSignalBlocker blocker(box_);
        box_->setRange(1, depth);
    }
    count_->setText(tr("of %1").arg(depth));
    showLayer();
}

void LayerChooser::showLayer()
{
    const QSignalBlocker blocker(box_);
    box_->setValue(workspace_.focus().layer);
}

void LayerChooser::showKind()
{
    const bool inTime = kind_of(workspace_.experiment().network).steps_of_input;
    label_->setText(board_->subject() == networkLayers ? tr("Layer") : inTime ? tr("Step") : tr("Block"));
}

void LayerChooser::keepWidth()
{
    box_->setMinimumWidth(box_->fontMetrics().horizontalAdvance("00000") + box_->height());
}

void LayerChooser::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        keepWidth();
}

}   // namespace stepzero
