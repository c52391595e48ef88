// SPDX-License-Identifier: GPL-3.0-or-later
// Lists the history of experiments, and takes them back, pins or removes them.
#pragma once

#include <QAction>
#include <QWidget>

#include "app/history_list.h"

class QLabel;
class QLineEdit;
class QListView;
class QToolButton;

namespace stepzero {

class Settings;
class Workspace;

class HistoryPanel : public QWidget {
    Q_OBJECT
public:
    HistoryPanel(Workspace& workspace, Settings& settings, QWidget* parent = nullptr);

    /// Returns no size: the experiment's panel decides the width, and a hidden page keeps a hint of an earlier font.
    QSize minimumSizeHint() const override { return {0, 0}; }

    QListView* list() const { return list_; }
    QLineEdit* filter() const { return filter_; }
    /// Acts on the selected entry.
    QAction* restoreAction() { return &restore_; }
    QAction* pinAction() { return &pin_; }
    QAction* removeAction() { return &remove_; }
    QAction* keepAction() { return &keep_; }   ///< whether a history is kept
    QAction* clearAction() { return &clear_; }   ///< removes everything, after a question
    HistoryEntryPtr chosen() const;   ///< null: none is selected

protected:
    void changeEvent(QEvent* event) override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void layOut();
    void connectActions(Settings& settings);
    void follow();
    void updateActions();
    void restoreChosen();
    void pinChosen();
    void removeChosen();
    void askToClear();

    Workspace& workspace_;
    HistoryModel model_;
    QAction restore_, pin_, remove_, keep_, clear_;
    QLineEdit* filter_;
    QListView* list_;
    QLabel* nothing_;
    QToolButton* menu_;
};

}   // namespace stepzero
