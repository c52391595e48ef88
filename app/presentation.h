// SPDX-License-Identifier: GPL-3.0-or-later
// Places the windows of a presentation: the audience's window on the second screen, if there is one, and the speaker's
// notes on the first.
#pragma once

#include <QPointer>

#include "app/present_window.h"
#include "app/speaker_window.h"

class QScreen;

namespace stepzero {

class Presentation : public QObject {
    Q_OBJECT
public:
    /// The windows appear in front of `main`.
    Presentation(Workspace& workspace, Slides& slides, PresentWindow::Source source, QWidget* main);
    ~Presentation() override { delete window_; }

    PresentWindow* window() const { return window_; }
    SpeakerWindow* speaker() const { return speaker_; }   ///< null until it is first requested
    /// Returns the window for dialogs: the speaker's rather than the audience's; the main window when none is visible.
    QWidget* front() const;
    /// Shows both windows, or only the audience's when there is a single screen.
    void present();
    void showSpeaker();

private:
    QScreen* otherScreen() const;
    void makeSpeaker();
    void fillSpeaker();

    QWidget* main_;
    Slides& slides_;
    QPointer<PresentWindow> window_;
    QPointer<SpeakerWindow> speaker_;
};

}   // namespace stepzero
