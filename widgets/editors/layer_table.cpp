// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/layer_table.h"

#include <QEvent>
#include <QHeaderView>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>

#include "widgets/editors/calm_view.h"
#include "widgets/editors/combo.h"
#include "widgets/editors/experiment_edits.h"
#include "widgets/editors/layer_section.h"
#include "widgets/editors/number_box.h"

namespace stepzero {

namespace {

constexpr int fewestRows = 5;   // visible rows of the table, and of the settings below it

/// Edits a cell: numbers are typed, activations and schemes are chosen.
class CellDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem&, const QModelIndex& index) const override
    {
        const auto& layers = static_cast<const LayerModel&>(*index.model());
        const LayerModel::Column& column = layers.columns()[std::size_t(index.column())];
        if (column.isNumber())
            return new NumberBox(column.range.low, column.range.high, true, parent);
        auto* box = new Combo(parent);
        for (const Choice& choice : column.choices)
            box->addItem(choice.label, QString::fromStdString(choice.name));
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
    : QWidget(parent), edits_(new ExperimentEdits(this)), model_(new LayerModel(this)),
      view_(new CalmView<QTableView>(this)), section_(new LayerSection(*edits_)), room_(new QScrollArea(this)),
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
    room_->setFrameShape(QFrame::NoFrame);
    room_->setFocusPolicy(Qt::NoFocus);   // its rows take the focus
    room_->setWidgetResizable(true);
    room_->setWidget(section_);
    followFont();
    view_->setAccessibleName(tr("layers"));
    clear_->setToolTip(tr("All layers use the panel's settings"));

    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 6);
    // Equal parts, so that nothing moves while the settings of a layer change.
    layout->addWidget(view_, 1);
    layout->addWidget(room_, 1);
    auto* row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 8, 0);
    row->addStretch(1);
    row->addWidget(clear_);
    layout->addLayout(row);

    connect(clear_, &QPushButton::clicked, model_, &LayerModel::clearOverrides);
    connect(model_, &LayerModel::modelReset, this, &LayerTable::followFont);
    connect(model_, &LayerModel::edited, this, &LayerTable::take);
    connect(edits_, &ExperimentEdits::edited, this, &LayerTable::take);
    connect(view_->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& current) {
        if (!current.isValid())
            return;
        section_->setLayer(current.row() + 1);
        emit layerChosen(current.row() + 1);
    });
    connect(
        view_, &QTableView::entered, this, [this](const QModelIndex& index) { emit layerHovered(index.row() + 1); });
    showEverywhere({});
}

void LayerTable::setExperiment(const Experiment& experiment)
{
    if (!(experiment == edits_->experiment()))
        showEverywhere(experiment);
}

void LayerTable::showEverywhere(const Experiment& experiment)
{
    const QSignalBlocker blocker(this);   // removing a row moves the current one; the window sets it again
    model_->setExperiment(experiment);
    edits_->setExperiment(experiment);
    section_->showExperiment();
    clear_->setEnabled(model_->hasOverrides());
}

/// Shows what was edited in the table or below it, and emits it.
void LayerTable::take(const Experiment& experiment, const EditInfo& info)
{
    showEverywhere(experiment);
    emit edited(experiment, info);
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
    QHeaderView* header = view_->horizontalHeader();
    header->setMinimumSectionSize(metrics.horizontalAdvance("00000") + 8);
    for (std::size_t i = 0; i < model_->columns().size(); ++i) {
        const LayerModel::Column& column = model_->columns()[i];
        const bool fixed = column.isNumber() || column.setting == LayerModel::Setting::option;
        header->setSectionResizeMode(int(i), fixed ? QHeaderView::Fixed : QHeaderView::Stretch);
        if (!fixed)
            continue;
        int widest = metrics.horizontalAdvance(column.setting == LayerModel::Setting::width ? "000000" : "00000");
        for (const Choice& choice : column.choices)
            widest = std::max(widest, metrics.horizontalAdvance(choice.label));
        header->resizeSection(int(i), widest + 16);
    }
    for (QWidget* part : std::initializer_list<QWidget*> {view_, room_})
        part->setMinimumHeight(fewestRows * (metrics.height() + 8));
}

void LayerTable::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        followFont();
}

}   // namespace stepzero
