// SPDX-License-Identifier: GPL-3.0-or-later
// What helps with the window: the manual at the place of what has the focus, the shortcuts, the tour and the welcome
// page. It looks at every event of the application, so that F1 works in dialogs too.
#pragma once

#include <QObject>

#include "widgets/editors/experiment_panel.h"

class QMenu;

namespace stepzero {

class BoardWindow;
class ManualWindow;
struct Lesson;

class HelpController : public QObject {
    Q_OBJECT
public:
    /// `presets`: of which the welcome page shows some.
    HelpController(BoardWindow& window, const QVector<PresetChoice>& presets);

    QMenu* menu() const { return menu_; }
    ManualWindow* manual() const;   ///< null until it is first asked for
    void showManual(const QString& place);
    /// Where to begin, for those who have never been asked.
    void welcomeOnce();
    void showWelcome();
    void showShortcuts();

signals:
    void lessonRequested(const stepzero::Lesson& lesson);
    void presetChosen(const QString& name);
    void fileChosen(const QString& path);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fillMenu();
    void startTour();
    void showAbout();

    BoardWindow& window_;
    QVector<PresetChoice> presets_;
    QMenu* menu_;
};

}   // namespace stepzero
