// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/law_fold.h"

#include <QEvent>
#include <QFont>
#include <QHeaderView>
#include <QLabel>
#include <QTableView>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>

#include "core/kinds/kinds.h"
#include "core/network/init/scheme.h"
#include "widgets/figures/network/law_text.h"
#include "widgets/language/language.h"
#include "widgets/style/style.h"

namespace stepzero {

namespace {

constexpr int visibleLaws = 8;   // the list scrolls beyond this number of rows

LawModel::Row rowOf(const NetworkPlan& plan, const ParameterPlan& parameter)
{
    const Law law = law_of(draw_of(parameter), parameter.shape, parameter.kind);
    QStringList laws;
    for (const ShownLaw& typed : shownLaws(parameter))
        laws << QStringLiteral("%1 = %2").arg(typed.label, typed.expression);
    return {.role = parameter.role,
        .name = roleText(plan, parameter),
        .from = parameter.block,
        .to = parameter.block,
        .mean = law.mean,
        .std = std::sqrt(law.variance),
        .laws = joinedText(laws, ", ")};
}

/// Returns the rows role by role, in the order of use.
std::vector<LawModel::Row> rowsOf(const NetworkPlan& plan)
{
    struct Group {
        const ParameterPlan* last;
        std::vector<LawModel::Row> rows;
    };
    std::vector<Group> groups;   // one for each role
    const auto sameLaw = [](const ParameterPlan& a, const ParameterPlan& b) {
        return a.shape == b.shape && a.factor == b.factor && a.initializer == b.initializer
            && a.typed->initializer == b.typed->initializer;
    };
    for (const ParameterPlan* parameter : plan.parameters()) {
        if (!parameter->typed)
            continue;
        const auto group = std::ranges::find_if(groups, [&](const Group& known) {
            return known.last->role == parameter->role && known.last->kind == parameter->kind;
        });
        if (group == groups.end()) {
            groups.push_back({parameter, {rowOf(plan, *parameter)}});
        } else {
            LawModel::Row& row = group->rows.back();
            if (parameter->block <= row.to + 1 && sameLaw(*group->last, *parameter))
                row.to = parameter->block;
            else
                group->rows.push_back(rowOf(plan, *parameter));
            group->last = parameter;
        }
    }
    std::vector<LawModel::Row> rows;
    for (Group& group : groups)
        std::ranges::move(group.rows, std::back_inserter(rows));
    return rows;
}

QString sigmaOf(const LawModel::Row& row)
{
    return row.std > 0 ? pretty(row.std) : LawFold::tr("all %1").arg(pretty(row.mean));
}

/// Returns the range of σ, or the constant of the first row if no row is random.
QString summaryOf(const std::vector<LawModel::Row>& rows)
{
    if (rows.empty())
        return LawFold::tr("none");
    const auto [low, high] = std::ranges::minmax_element(rows, {}, &LawModel::Row::std);
    if (!(high->std > 0))
        return sigmaOf(rows.front());
    return low->std == high->std ? QStringLiteral("σ ") + pretty(high->std)
                                 : LawFold::tr("σ %1 to %2").arg(pretty(low->std), pretty(high->std));
}

}   // namespace

void LawModel::setRows(std::vector<Row> rows, const QString& unit)
{
    if (unit == unit_ && rows == rows_)
        return;
    // The scroll position stays while a slider is dragged.
    const bool same = rows.size() == rows_.size() && !rows.empty();
    if (!same)
        beginResetModel();
    rows_ = std::move(rows);
    unit_ = unit;
    if (same)
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    else
        endResetModel();
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

void LawModel::setLayer(int layer)
{
    if (layer == layer_)
        return;
    layer_ = layer;
    if (!rows_.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1), {Qt::FontRole});
}

QVariant LawModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row& row = rows_[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == RoleName ? row.name
            : index.column() == Sigma     ? sigmaOf(row)
            : row.from == 0               ? QStringLiteral("–")
            : row.from == row.to          ? QString::number(row.from)
                                          : QStringLiteral("%1–%2").arg(row.from).arg(row.to);
    case Qt::ToolTipRole:
        return row.laws;
    case Qt::TextAlignmentRole:
        return index.column() == RoleName ? QVariant() : QVariant(int(Qt::AlignRight | Qt::AlignVCenter));
    case Qt::FontRole: {
        // The rows of the chosen layer stand out.
        if (row.from > layer_ || row.to < layer_)
            return {};
        QFont font;
        font.setWeight(QFont::DemiBold);
        return font;
    }
    default:
        return {};
    }
}

QVariant LawModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int((section == RoleName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == RoleName ? tr("matrix") : section == Blocks ? unit_ : QStringLiteral("σ");
}

LawFold::LawFold(QWidget* parent)
    : Fold(QStringLiteral("laws"), tr("Expressions"), parent), model_(new LawModel(this)), view_(new QTableView(this)),
      help_(new QLabel(this))
{
    view_->setModel(model_);
    view_->setSelectionMode(QAbstractItemView::NoSelection);
    view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view_->setFrameShape(QFrame::NoFrame);
    view_->setShowGrid(false);
    view_->setWordWrap(false);
    view_->setTabKeyNavigation(false);
    view_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    view_->verticalHeader()->hide();
    view_->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    view_->horizontalHeader()->setHighlightSections(false);
    view_->horizontalHeader()->setSectionsClickable(false);
    view_->horizontalHeader()->setSectionResizeMode(LawModel::RoleName, QHeaderView::Stretch);
    for (const LawModel::Column column : {LawModel::Blocks, LawModel::Sigma})
        view_->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Fixed);
    view_->setAccessibleName(tr("σ of matrices with expressions"));
    help_->setTextFormat(Qt::PlainText);
    help_->setWordWrap(true);
    help_->setForegroundRole(QPalette::PlaceholderText);
    help_->setMinimumWidth(1);
    rows()->addWidget(view_);
    rows()->addWidget(help_);
    const auto choose = [this](const QModelIndex& index) {
        const LawModel::Row& row = model_->rows()[std::size_t(index.row())];
        emit chosen(row.from, QString::fromStdString(row.role));
    };
    connect(view_, &QTableView::clicked, this, choose);
    connect(view_, &QTableView::activated, this, choose);
    showNone({});
}

void LawFold::showPlan(const NetworkPlan& plan, int layer, const QString& variables)
{
    model_->setRows(rowsOf(plan), translated(plan.kind->unit()));
    model_->setLayer(layer);
    setSummary(summaryOf(model_->rows()));
    help_->setText(tr("Every number of an initializer may be an expression, such as %1, with the variables %2.")
                       .arg(QStringLiteral("0.02/sqrt(2*L)"), variables));
    fit();
}

void LawFold::showNone(const QString& reason)
{
    model_->setRows({}, {});
    setSummary(reason);
    help_->setText({});
    fit();
}

/// Makes the table as high as its rows, up to a limit.
void LawFold::fit()
{
    const QFontMetrics metrics = view_->fontMetrics();
    const int row = metrics.height() + 6;
    view_->verticalHeader()->setDefaultSectionSize(row);
    view_->horizontalHeader()->resizeSection(
        LawModel::Blocks, metrics.horizontalAdvance(QStringLiteral("1000–1000")) + 8);
    view_->horizontalHeader()->resizeSection(
        LawModel::Sigma, metrics.horizontalAdvance(QStringLiteral("0.0000×10⁻⁰⁰")) + 8);
    const int rows = std::min(visibleLaws, model_->rowCount());
    view_->setFixedHeight(view_->horizontalHeader()->sizeHint().height() + rows * row);
    view_->setVisible(rows > 0);
    help_->setVisible(!help_->text().isEmpty());
    setVisible(rows > 0);   // no row of the panel while nothing is typed
}

void LawFold::changeEvent(QEvent* event)
{
    Fold::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        fit();
}

}   // namespace stepzero
