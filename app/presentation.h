// SPDX-License-Identifier: GPL-3.0-or-later
// The windows of a presentation, on their screens: what the room sees on the second screen where there is one, and the
// speaker's notes on the first.
#pragma once

#include <QPointer>

#include "app/present_window.h"
#include "app/speaker_window.h"

class QScreen;

namespace stepzero {

class Presentation : public QObject {
    Q_OBJECT
public:
    /// `main`: in front of which it comes.
    Presentation(Workspace& workspace, PresentWindow::Source source, QWidget* main);
    ~Presentation() override { delete window_; }

    PresentWindow* window() const { return window_; }
    SpeakerWindow* speaker() const { return speaker_; }   ///< null until it is first asked for
    /// Shows both, or without another screen only what the room sees.
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
