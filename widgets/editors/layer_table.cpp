// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/layer_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include "core/base/words/ranges.h"
#include "widgets/editors/calm_view.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/number_box.h"

namespace stepzero {

namespace {

/// Edits a cell: widths are typed, activations and schemes are chosen.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        if (index.column() == LayerModel::Width)
            return new NumberBox(ranges::width.low, ranges::width.high, true, parent);
        auto* box = new Combo(parent);
        const auto& layers = static_cast<const LayerModel&>(*index.model());
        for (const LayerModel::Word& word : layers.words(LayerModel::Column(index.column())))
            box->addItem(word.label, word.name);
        auto* self = const_cast<CellDelegate*>(this);
        connect(box, &QComboBox::activated, self, [self, box] {
            emit self->commitData(box);
            emit self->closeEditor(box);
        });
        return box;
    }

    void setEditorData(QWidget* editor, const QModelIndex& index) const override
    {
        if (auto* number = qobject_cast<NumberBox*>(editor))
            number->setValue(index.data(Qt::EditRole).toDouble());
        else if (auto* box = qobject_cast<QComboBox*>(editor))
            box->setCurrentIndex(box->findData(index.data(Qt::EditRole)));
    }

    void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override
    {
        if (auto* number = qobject_cast<NumberBox*>(editor)) {
            number->commitText();
            model->setData(index, int(number->value()), Qt::EditRole);
        } else if (auto* box = qobject_cast<QComboBox*>(editor)) {
            model->setData(index, box->currentData(), Qt::EditRole);
        }
    }
};

}   // namespace

LayerTable::LayerTable(QWidget* parent)
    : QWidget(parent), model_(new LayerModel(this)), view_(new CalmView<QTableView>(this)),
      clear_(new QPushButton(tr("Clear overrides"), this))
{
    view_->setModel(model_);
    view_->setItemDelegate(new CellDelegate(view_));
    view_->setSelectionBehavior(QAbstractItemView::SelectRows);
    view_->setSelectionMode(QAbstractItemView::SingleSelection);
    view_->setEditTriggers(
        QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed | QAbstractItemView::AnyKeyPressed);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setShowGrid(false);
    view_->setWordWrap(false);
    view_->setMouseTracking(true);
    view_->viewport()->installEventFilter(this);
    view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view_->verticalHeader()->setDefaultAlignment(Qt::AlignRight | Qt::AlignVCenter);
    view_->horizontalHeader()->setHighlightSections(false);
    view_->horizontalHeader()->setSectionResizeMode(LayerModel::Width, QHeaderView::Fixed);
    view_->horizontalHeader()->setSectionResizeMode(LayerModel::ActivationName, QHeaderView::Stretch);
    view_->horizontalHeader()->setSectionResizeMode(LayerModel::WeightScheme, QHeaderView::Stretch);
    followFont();
    view_->setAccessibleName(tr("layers"));
    clear_->setToolTip(tr("All layers use the panel's settings"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 6);
    layout->addWidget(view_, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->addStretch(1);
    row->addWidget(clear_);
    layout->addLayout(row);

    connect(clear_, &QPushButton::clicked, model_, &LayerModel::clearOverrides);
    connect(model_, &LayerModel::edited, this, [this](const Experiment& experiment, const EditInfo& info) {
        clear_->setEnabled(model_->hasOverrides());
        emit edited(experiment, info);
    });
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (current.isValid())
            emit layerChosen(current.row() + 1);
    });
    connect(
        view_, &QTableView::entered, this, [this](const QModelIndex& index) { emit layerHovered(index.row() + 1); });
    setExperiment({});
}

void LayerTable::setExperiment(const Experiment& experiment)
{
    const QSignalBlocker blocker(this);   // removing a row moves the current one; the window sets it again
    model_->setExperiment(experiment);
    clear_->setEnabled(model_->hasOverrides());
}

void LayerTable::setChosenLayer(int layer)
{
    if (view_->currentIndex().row() == layer - 1)
        return;
    const QSignalBlocker blocker(this);
    view_->setCurrentIndex(model_->index(layer - 1, std::max(0, view_->currentIndex().column())));
}

bool LayerTable::eventFilter(QObject* object, QEvent* event)
{
    if (object == view_->viewport() && event->type() == QEvent::Leave)
        emit layerHovered(0);
    return QWidget::eventFilter(object, event);
}

void LayerTable::followFont()
{
    const QFontMetrics metrics = view_->fontMetrics();
    view_->verticalHeader()->setDefaultSectionSize(metrics.height() + 8);
    view_->verticalHeader()->setMinimumWidth(metrics.horizontalAdvance("00000") + 8);
    view_->horizontalHeader()->resizeSection(LayerModel::Width, metrics.horizontalAdvance("000000") + 16);
}

void LayerTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        followFont();
}

}   // namespace stepzero
