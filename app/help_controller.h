// SPDX-License-Identifier: GPL-3.0-or-later
// Provides the help of the window: the manual at the place of the focused widget, the shortcuts, the tour and the
// welcome page. It filters every event of the application, so that F1 works in dialogs too.
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
    /// The welcome page shows some of `presets`.
    HelpController(BoardWindow& window, const QVector<PresetChoice>& presets);

    QMenu* menu() const { return menu_; }
    ManualWindow* manual() const;   ///< null until it is first requested
    void showManual(const QString& place);
    /// Shows the welcome page, unless it was shown in an earlier session.
    void welcomeOnce();
    void showWelcome();
    void showPresets();
    void showShortcuts();
    /// Shows the pages of another window in the present language, and closes them there.
    void takePlace(HelpController& before);

signals:
    void lessonRequested(const stepzero::Lesson& lesson);
    void allLessonsRequested();
    void presetChosen(const QString& name);
    void fileChosen(const QString& path);
    void captureRequested(const QString& name);   ///< one of example_captures()

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
