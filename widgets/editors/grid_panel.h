// SPDX-License-Identifier: GPL-3.0-or-later
// Edits a study of many experiments: its title, the experiment that all cells share, and the lists of what varies. The
// panel emits valid studies only. An invalid one is reported and stays in the panel.
#pragma once

#include <QScrollArea>
#include <QThreadPool>
#include <QVector>
#include <memory>
#include <variant>

#include "core/base/words/problem.h"
#include "core/study/grid/grid.h"
#include "core/study/grid/variables.h"
#include "widgets/editors/edit_info.h"

class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace stepzero {

class AxisEditor;

class GridPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit GridPanel(QWidget* parent = nullptr);
    ~GridPanel() override;

    /// Shows a study without emitting edited(). Precondition: the study comes from parse_grid() or checked().
    void setGrid(const Grid& grid);
    const Grid& grid() const { return grid_; }

    QLineEdit* titleEdit() const { return title_; }
    QPushButton* baseButton() const { return base_; }
    QPushButton* addButton() const { return add_; }
    const QVector<AxisEditor*>& axes() const { return axes_; }
    QLabel* summary() const { return summary_; }
    QLabel* problem() const { return problem_; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited(const stepzero::Grid& grid, const stepzero::EditInfo& info);
    /// Emitted when the shared experiment should become that of the main window.
    void baseRequested();

private:
    using Checked = std::variant<Grid, std::vector<Problem>>;
    void showAxes(const Grid& grid);
    void addAxis();
    void take(const Grid& changed, const EditInfo& info);
    void takeFirst(std::vector<Grid> candidates, const EditInfo& info);
    void decide(const Checked& good, const EditInfo& info);
    void drop();
    void give(const Grid& good, const EditInfo& info);   // `good` was checked before
    /// Returns the study that the next edit starts from: the one being checked, otherwise the one shown.
    const Grid& latest() const { return pending_ ? *pending_ : grid_; }

    Grid grid_;
    std::shared_ptr<const Grid> pending_;   // the study being checked; null: none
    std::vector<Variable> variables_;
    QVBoxLayout *rows_, *axisRows_;
    QLineEdit* title_;
    QLabel *settings_, *summary_, *problem_;
    QPushButton *base_, *add_;
    QVector<AxisEditor*> axes_;
    QThreadPool checker_;   // has one thread
};

}   // namespace stepzero
