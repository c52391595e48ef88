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
    Presentation(Workspace& workspace, PresentWindow::Source source, QWidget* main);
    ~Presentation() override { delete window_; }

    PresentWindow* window() const { return window_; }
    SpeakerWindow* speaker() const { return speaker_; }   ///< null until it is first requested
    /// Shows both windows, or only the audience's when there is a single screen.
    void present();
    void showSpeaker();

private:
    QScreen* otherScreen() const;
    void fillSpeaker();

    QWidget* main_;
    QPointer<PresentWindow> window_;
    QPointer<SpeakerWindow> speaker_;
};

}   // namespace stepzero
