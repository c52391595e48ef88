// SPDX-License-Identifier: GPL-3.0-or-later
// Shows the state of the workspace's study in the status bar: progress with Cancel, or a description of the study on
// the board ("full run · 12 ms"). A notice below the board explains why a study is missing.
#pragma once

#include <QObject>

#include "core/study/make_study.h"

class QToolButton;

namespace stepzero {

class BoardWindow;
class Workspace;

class StudyStatus : public QObject {
    Q_OBJECT
public:
    StudyStatus(Workspace& workspace, BoardWindow& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void showStudy(const StudyPtr& study);
    void showState();

    Workspace& workspace_;
    BoardWindow& window_;
    QToolButton* runAnyway_;
};

}   // namespace stepzero
