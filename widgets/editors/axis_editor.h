// SPDX-License-Identifier: GPL-3.0-or-later
// Edits one list of a study: what the list varies, and its values with their labels. Numbers are typed on one line.
// Schemes and activations are entries with parameters. Everything else is JSON, one value per line.
#pragma once

#include <QPointer>
#include <QVector>
#include <QWidget>
#include <optional>

#include "core/study/grid/grid.h"
#include "core/study/grid/variables.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QListWidget;
class QMenu;
class QPlainTextEdit;
class QToolButton;
class QVBoxLayout;

namespace stepzero {

class ChoiceEditor;
struct Choice;

class AxisEditor : public QWidget {
    Q_OBJECT
public:
    explicit AxisEditor(QWidget* parent = nullptr);

    /// Shows a list without emitting edited(). `all` holds everything that the experiment could vary.
    void setAxis(const GridAxis& axis, const std::vector<Variable>& all);
    const GridAxis& axis() const { return axis_; }

    QComboBox* variableBox() const { return variable_; }
    QToolButton* removeButton() const { return remove_; }
    /// The editors of the values; null unless the list holds values of that kind.
    QLineEdit* numbers() const { return numbers_; }
    QListWidget* entries() const { return entries_; }
    QToolButton* addButton() const { return add_; }
    QToolButton* dropButton() const { return drop_; }
    ChoiceEditor* parameters() const { return parameters_; }
    QPlainTextEdit* lines() const { return lines_; }
    /// Returns the reason why the typed text cannot become the list; empty when it did become the list.
    QString problem() const;

signals:
    /// Emitted when the user edits the list. Consecutive edits of one `part` belong together.
    void edited(const stepzero::GridAxis& axis, const QString& part);
    void removeRequested();

private:
    void build();
    void buildNumbers();
    void buildEntries();
    void buildLines();
    void addButtons();
    QMenu* valuesMenu();
    void makeParameters(const QVector<Choice>& choices);
    void showValues();
    void showParameters();
    void chooseVariable(int index);
    void addValue(const Json& value);
    void take(GridAxis axis, const QString& part);
    void tell(const QString& problem);
    void typed();
    void itemsMoved();

    std::vector<Variable> all_;
    std::optional<Variable> kind_;   // the variable that the list varies
    GridAxis axis_;
    QComboBox* variable_;
    QToolButton* remove_;
    QVBoxLayout* rows_;
    QWidget* body_ = nullptr;
    QLineEdit* numbers_ = nullptr;
    QListWidget* entries_ = nullptr;
    QToolButton *add_ = nullptr, *drop_ = nullptr;
    ChoiceEditor* parameters_ = nullptr;
    QPlainTextEdit* lines_ = nullptr;
    QLabel* problem_;
};

}   // namespace stepzero
