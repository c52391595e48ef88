// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/grid_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>
#include <utility>

#include "core/study/grid/axis_values.h"
#include "core/study/grid/proposed_grid.h"
#include "widgets/editors/axis_editor.h"
#include "widgets/editors/field_row.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr std::size_t mostAxes = 6;   // figures cannot distinguish more
constexpr std::size_t mostAtOnce = 200;   // number of cells up to which a study is checked while the window waits

bool isTyped(const EditInfo& info) { return info.mergeKey.endsWith(QLatin1String(".values")); }

QLabel* words(const QString& name)
{
    auto* label = new QLabel;
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setObjectName(name);
    return label;
}

}   // namespace

GridPanel::GridPanel(QWidget* parent) : QScrollArea(parent)
{
    checker_.setMaxThreadCount(1);
    setFocusPolicy(Qt::NoFocus);   // its rows take the focus
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    rows_ = new QVBoxLayout(body);
    rows_->setContentsMargins(10, 6, 8, 8);
    rows_->setSpacing(4);
    title_ = new QLineEdit;
    title_->setAccessibleName(tr("title of the study"));
    title_->setToolTip(tr("Shown in the file, the report and the window title"));
    title_->setPlaceholderText(tr("title"));
    connect(title_, &QLineEdit::textEdited, this, [this](const QString& text) {
        Grid next = latest();
        next.title = text.toStdString();
        take(next, {tr("Title"), "title", false});
    });
    rows_->addWidget(title_);

    rows_->addWidget(heading(tr("Common settings")));
    settings_ = words("settings");
    rows_->addWidget(settings_);
    base_ = new QPushButton(tr("Use the main &window's experiment"));
    base_->setToolTip(tr("Settings that are not varied come from the experiment in the main window"));
    connect(base_, &QPushButton::clicked, this, &GridPanel::baseRequested);
    rows_->addWidget(base_);

    rows_->addWidget(heading(tr("Varied parameters")));
    axisRows_ = new QVBoxLayout;
    axisRows_->setSpacing(4);
    rows_->addLayout(axisRows_);
    add_ = new QPushButton(tr("&Add parameter"));
    add_->setToolTip(tr("Vary another parameter: every combination of values is a cell"));
    connect(add_, &QPushButton::clicked, this, &GridPanel::addAxis);
    rows_->addWidget(add_);
    summary_ = words("summary");
    rows_->addWidget(summary_);
    problem_ = words("problem");
    rows_->addWidget(problem_);
    rows_->addStretch(1);
    setWidget(body);
}

GridPanel::~GridPanel()
{
    checker_.clear();
    checker_.waitForDone();
}

QSize GridPanel::sizeHint() const
{
    return {std::max(280, widget()->sizeHint().width()) + verticalScrollBar()->sizeHint().width(),
        widget()->sizeHint().height()};
}

/// Wide enough that no row is cut off, since the panel never scrolls sideways.
QSize GridPanel::minimumSizeHint() const
{
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
        QScrollArea::minimumSizeHint().height()};
}

void GridPanel::setGrid(const Grid& grid)
{
    drop();
    grid_ = grid;
    if (title_->text().toStdString() != grid.title)
        title_->setText(QString::fromStdString(grid.title));
    const Experiment first = cell_experiment(grid, 0);
    variables_ = variables(first);
    settings_->setText(sharedSettings(grid));
    showAxes(grid_);
    const std::size_t cells = cell_count(grid);
    QStringList counts;
    for (const GridAxis& axis : grid.axes)
        counts << QString::number(axis.values.size());
    summary_->setText(counts.size() == 1
            ? tr("%n cell(s)", nullptr, int(cells))
            : tr("%1 = %n cell(s)", nullptr, int(cells)).arg(counts.join(QStringLiteral(" × "))));
    problem_->clear();
}

void GridPanel::showAxes(const Grid& grid)
{
    while (axes_.size() > qsizetype(grid.axes.size()))
        axes_.takeLast()->deleteLater();
    while (axes_.size() < qsizetype(grid.axes.size())) {
        auto* editor = new AxisEditor;
        const auto index = std::size_t(axes_.size());
        connect(editor, &AxisEditor::edited, this, [this, index](const GridAxis& axis, const QString& part) {
            Grid next = latest();
            next.axes[index] = axis;
            take(next,
                {tr("Values"), part.isEmpty() ? QString() : QStringLiteral("axis%1.%2").arg(index).arg(part), false});
        });
        connect(editor, &AxisEditor::removeRequested, this, [this, index] {
            Grid next = latest();
            next.axes.erase(next.axes.begin() + std::ptrdiff_t(index));
            take(next, {tr("Remove parameter"), {}, false});
        });
        axes_ << editor;
        axisRows_->addWidget(editor);
    }
    for (qsizetype i = 0; i < axes_.size(); ++i) {
        axes_[i]->setAxis(grid.axes[std::size_t(i)], variables_);
        axes_[i]->removeButton()->setEnabled(axes_.size() > 1);
    }
    add_->setEnabled(grid.axes.size() < mostAxes);
}

/// Adds the first variable that yields a valid study with the present lists.
void GridPanel::addAxis()
{
    const Grid base = latest();
    std::vector<Grid> candidates;
    for (const Variable& variable : variables_) {
        if (std::any_of(
                base.axes.begin(), base.axes.end(), [&](const GridAxis& axis) { return axis.path == variable.path; }))
            continue;
        Grid& next = candidates.emplace_back(base);
        next.axes.push_back({variable.path, variable.suggestion, file_labels_of(variable.suggestion, variable)});
    }
    if (!candidates.empty())
        takeFirst(std::move(candidates), {tr("Add parameter"), {}, false});
}

void GridPanel::take(const Grid& changed, const EditInfo& info) { takeFirst({changed}, info); }

/// Emits the first candidate that is a valid study. A study of many cells is checked in another thread; a later edit
/// replaces it.
void GridPanel::takeFirst(std::vector<Grid> candidates, const EditInfo& info)
{
    drop();
    const auto first = [](const std::vector<Grid>& grids) {
        Checked good = checked(grids.front());
        for (std::size_t i = 1; i < grids.size() && !std::holds_alternative<Grid>(good); ++i)
            good = checked(grids[i]);
        return good;
    };
    if (cell_count(candidates.front()) <= mostAtOnce)
        return decide(first(candidates), info);
    pending_ = std::make_shared<const Grid>(candidates.front());
    if (!isTyped(info))
        showAxes(*pending_);
    add_->setEnabled(false);
    problem_->setText(tr("checking…"));
    checker_.start([this, first, candidates = std::move(candidates), asked = pending_, info] {
        const auto good = std::make_shared<const Checked>(first(candidates));
        QMetaObject::invokeMethod(
            this,
            [this, asked, good, info] {
                if (asked == pending_)
                    decide(*good, info);
            },
            Qt::QueuedConnection);
    });
}

/// Discards the check that is in progress.
void GridPanel::drop()
{
    checker_.clear();
    pending_.reset();
    add_->setEnabled(grid_.axes.size() < mostAxes);
}

void GridPanel::decide(const Checked& good, const EditInfo& info)
{
    drop();
    if (const auto* problems = std::get_if<std::vector<Problem>>(&good)) {
        if (!isTyped(info))   // text that is being typed stays
            showAxes(grid_);
        problem_->setText(translated(sentence({}, problems->front())));
        return;
    }
    give(std::get<Grid>(good), info);
}

void GridPanel::give(const Grid& good, const EditInfo& info)
{
    problem_->clear();
    emit edited(good, info);
}

}   // namespace stepzero
