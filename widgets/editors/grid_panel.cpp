// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editors/grid_panel.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QToolButton>
#include <QVBoxLayout>
#include <algorithm>

#include "core/grid/axis_values.h"
#include "core/grid/proposed_grid.h"
#include "widgets/editors/axis_editor.h"
#include "widgets/editors/field_row.h"
#include "widgets/figures/picture.h"
#include "widgets/language/language.h"

namespace stepzero {

namespace {

constexpr std::size_t mostAxes = 6;   // figures tell no more apart

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
    setFocusPolicy(Qt::NoFocus);   // its rows have it
    setFrameShape(NoFrame);
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* body = new QWidget;
    rows_ = new QVBoxLayout(body);
    rows_->setContentsMargins(10, 6, 8, 8);
    rows_->setSpacing(4);
    title_ = new QLineEdit;
    title_->setAccessibleName(tr("title of the study"));
    title_->setToolTip(tr("Stands in its file, its report and its window"));
    title_->setPlaceholderText(tr("title"));
    connect(title_, &QLineEdit::textEdited, this, [this](const QString& text) {
        Grid next = grid_;
        next.title = text.toStdString();
        take(next, {tr("Title"), "title", false});
    });
    rows_->addWidget(title_);

    rows_->addWidget(heading(tr("All cells share")));
    settings_ = words("settings");
    rows_->addWidget(settings_);
    base_ = new QPushButton(tr("Take the &window's experiment"));
    base_->setToolTip(tr("What the lists leave alone comes from the experiment in the main window"));
    connect(base_, &QPushButton::clicked, this, &GridPanel::baseRequested);
    rows_->addWidget(base_);

    rows_->addWidget(heading(tr("Cells differ in")));
    axisRows_ = new QVBoxLayout;
    axisRows_->setSpacing(4);
    rows_->addLayout(axisRows_);
    add_ = new QPushButton(tr("&Another list"));
    add_->setToolTip(tr("Something else that varies: every combination of the values is a cell"));
    connect(add_, &QPushButton::clicked, this, &GridPanel::addAxis);
    rows_->addWidget(add_);
    summary_ = words("summary");
    rows_->addWidget(summary_);
    problem_ = words("problem");
    rows_->addWidget(problem_);
    rows_->addStretch(1);
    setWidget(body);
}

QSize GridPanel::sizeHint() const
{
    return {std::max(280, widget()->sizeHint().width()) + verticalScrollBar()->sizeHint().width(),
        widget()->sizeHint().height()};
}

/// Its rows are never cut off: there is no scrolling sideways.
QSize GridPanel::minimumSizeHint() const
{
    return {widget()->minimumSizeHint().width() + verticalScrollBar()->sizeHint().width(),
        QScrollArea::minimumSizeHint().height()};
}

void GridPanel::setGrid(const Grid& grid)
{
    grid_ = grid;
    if (title_->text().toStdString() != grid.title)
        title_->setText(QString::fromStdString(grid.title));
    const Experiment first = cell_experiment(grid, 0);
    variables_ = variables(first);
    settings_->setText(sharedSettings(grid));
    showAxes();
    const std::size_t cells = cell_count(grid);
    QStringList counts;
    for (const GridAxis& axis : grid.axes)
        counts << QString::number(axis.values.size());
    summary_->setText(counts.size() == 1
            ? tr("%n cell(s)", nullptr, int(cells))
            : tr("%1 = %n cell(s)", nullptr, int(cells)).arg(counts.join(QStringLiteral(" × "))));
    problem_->clear();
}

void GridPanel::showAxes()
{
    while (axes_.size() > qsizetype(grid_.axes.size()))
        axes_.takeLast()->deleteLater();
    while (axes_.size() < qsizetype(grid_.axes.size())) {
        auto* editor = new AxisEditor;
        const auto index = std::size_t(axes_.size());
        connect(editor, &AxisEditor::edited, this, [this, index](const GridAxis& axis, const QString& part) {
            Grid next = grid_;
            next.axes[index] = axis;
            take(next,
                {tr("Values"), part.isEmpty() ? QString() : QStringLiteral("axis%1.%2").arg(index).arg(part), false});
        });
        connect(editor, &AxisEditor::removeRequested, this, [this, index] {
            Grid next = grid_;
            next.axes.erase(next.axes.begin() + std::ptrdiff_t(index));
            take(next, {tr("Remove list"), {}, false});
        });
        axes_ << editor;
        axisRows_->addWidget(editor);
    }
    for (qsizetype i = 0; i < axes_.size(); ++i) {
        axes_[i]->setAxis(grid_.axes[std::size_t(i)], variables_);
        axes_[i]->removeButton()->setEnabled(axes_.size() > 1);
    }
    add_->setEnabled(grid_.axes.size() < mostAxes);
}

void GridPanel::addAxis()
{
    for (const Variable& variable : variables_) {
        if (std::any_of(
                grid_.axes.begin(), grid_.axes.end(), [&](const GridAxis& axis) { return axis.path == variable.path; }))
            continue;
        Grid next = grid_;
        next.axes.push_back({variable.path, variable.suggestion, labels_of(variable.suggestion, variable)});
        const auto good = checked(next);
        if (const auto* grid = std::get_if<Grid>(&good))   // else it does not go with the lists that there are
            return give(*grid, {tr("Another list"), {}, false});
    }
}

void GridPanel::take(const Grid& changed, const EditInfo& info)
{
    auto good = checked(changed);
    if (const auto* problems = std::get_if<std::vector<Problem>>(&good)) {
        if (!info.mergeKey.endsWith(QLatin1String(".values")))   // what is being typed stays
            showAxes();
        problem_->setText(spoken(sentence({}, problems->front())));
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
