// SPDX-License-Identifier: GPL-3.0-or-later
// The Find bar: a line at the top of a window, in which typed words find any action, figure, setting, preset, lesson
// or finding.
#pragma once

#include <QFrame>

#include "app/find_list.h"

class QLineEdit;
class QTreeWidget;

namespace stepzero {

class FindBar : public QFrame {
    Q_OBJECT
public:
    explicit FindBar(QWidget* window);

    /// Opens the bar with these entries and an empty line.
    void open(QVector<Findable> entries);

    QLineEdit* line() const { return line_; }
    QTreeWidget* list() const { return list_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void search(const QString& typed);
    void choose();

    QLineEdit* line_;
    QTreeWidget* list_;
    QVector<Findable> entries_;
};

}   // namespace stepzero
