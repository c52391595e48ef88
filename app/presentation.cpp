// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presentation.h"

#include <QGuiApplication>
#include <QScreen>
#include <algorithm>

#include "app/slide_list.h"

namespace stepzero {

Presentation::Presentation(Workspace& workspace, Slides& slides, PresentWindow::Source source, QWidget* main)
    : QObject(main), main_(main), slides_(slides),
      window_(new PresentWindow(workspace, slides, std::move(source), main))
{
    connect(window_, &PresentWindow::speakerRequested, this, &Presentation::showSpeaker);
    connect(window_, &PresentWindow::wordsChanged, this, &Presentation::fillSpeaker);
    connect(window_, &PresentWindow::closed, this, [this] {
        if (speaker_)
            speaker_->close();
    });
}

/// Returns a screen without the main window; null when there is only one screen.
QScreen* Presentation::otherScreen() const
{
    const QList<QScreen*> screens = QGuiApplication::screens();
    const auto other
        = std::find_if(screens.begin(), screens.end(), [this](const QScreen* each) { return each != main_->screen(); });
    return other == screens.end() ? nullptr : *other;
}

void Presentation::present()
{
    QScreen* other = otherScreen();
    window_->present(other ? other->geometry() : main_->screen()->geometry());
    if (!other)
        return;
    showSpeaker();
    window_->activateWindow();
    window_->setFocus();
}

QWidget* Presentation::front() const
{
    if (speaker_ && speaker_->isVisible())
        return speaker_;
    return window_->isVisible() ? window_.data() : main_;
}

void Presentation::makeSpeaker()
{
    speaker_ = new SpeakerWindow(slides_, window_);
    connect(speaker_->slideList(), &SlideList::chosen, window_, &PresentWindow::goTo);
    connect(speaker_->slideList(), &SlideList::addRequested, window_, &PresentWindow::addSlideRequested);
}

void Presentation::showSpeaker()
{
    if (!speaker_)
        makeSpeaker();
    // Must not cover the audience's window. With a single screen, the user places it.
    if (otherScreen() && !speaker_->isVisible()) {
        const QRect desk = main_->screen()->availableGeometry();
        speaker_->setGeometry(
            desk.marginsRemoved({desk.width() / 8, desk.height() / 8, desk.width() / 8, desk.height() / 8}));
    }
    speaker_->show();
    fillSpeaker();
}

void Presentation::fillSpeaker()
{
    if (!speaker_)
        return;
    const PresentWindow::Notes notes = window_->notes();
    speaker_->setStep(notes.now, notes.text, notes.next);
    window_->fillList(*speaker_->slideList());
}

}   // namespace stepzero
