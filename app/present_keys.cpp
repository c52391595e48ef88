// SPDX-License-Identifier: GPL-3.0-or-later
// The keys of a presentation.
#include <QAction>
#include <QKeyEvent>
#include <algorithm>
#include <utility>

#include "app/dial_bar.h"
#include "app/dial_row.h"
#include "app/present_overlay.h"
#include "app/present_window.h"
#include "app/slide_list.h"
#include "app/slides.h"
#include "app/workspace.h"

namespace stepzero {

static constexpr double zoomStep = 1.125;

void PresentWindow::setZoom(double scale)
{
    chosenScale_ = scale > 0 ? std::clamp(scale, leastScale, mostScale) : 0;
    restyle();
}

/// The next key of a clicker first shows the answer, if there is one. Without a lesson it begins with the first slide.
void PresentWindow::step(int by)
{
    const RunningLesson running = source_.lesson();
    if (!running.lesson)
        return by > 0 ? goTo(0) : void();
    const auto& steps = running.lesson->steps;
    if (by > 0 && !answered_ && !steps[std::size_t(running.step)].answer.empty()) {
        answered_ = true;
        fill();
        return place();
    }
    goTo(running.step + by);
}

void PresentWindow::goTo(int step)
{
    const RunningLesson running = source_.lesson();
    if (step < 0 || step >= int((running.lesson ? *running.lesson : slides_.lesson()).steps.size()))
        return;
    answered_ = false;
    source_.go(step);
}

void PresentWindow::moveControl(int by)
{
    const RunningLesson running = source_.lesson();
    const std::string wanted
        = running.lesson ? running.lesson->steps[std::size_t(running.step)].control : std::string();
    if (wanted == "layer")
        workspace_.chooseLayer(workspace_.focus().layer + by);
    else if (control()->isVisible())
        control()->move(by);
}

/// Plays the signal through the first drawing of the network.
void PresentWindow::playDrawing()
{
    for (const Figure* figure : figures_)
        for (QAction* action : figure->choices())
            if (action->objectName() == QLatin1String("play"))
                return action->trigger();
}

void PresentWindow::showList(bool shown)
{
    typed_ = 0;
    list_->setVisible(shown);
}

/// Digits type the number of a slide, and Return shows it, or else the slide that is selected in the list.
bool PresentWindow::handleSlides(QKeyEvent* event)
{
    const int digit = event->key() - Qt::Key_0;
    if (digit >= 0 && digit <= 9 && typed_ + digit > 0) {
        constexpr int most = 1000;
        typed_ = (10 * typed_ + digit) % most;
        list_->select(typed_ - 1);
        return true;
    }
    const int typed = std::exchange(typed_, 0);
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const int to = typed > 0 ? typed - 1 : list_->isVisible() ? list_->selected() : -1;
        showList(false);
        goTo(to);
        return true;
    }
    if (event->key() == Qt::Key_Home || (event->key() == Qt::Key_Escape && list_->isVisible())) {
        showList(!list_->isVisible());
        return true;
    }
    return list_->isVisible() && list_->handle(event);
}

void PresentWindow::keyPressEvent(QKeyEvent* event)
{
    if (handleSlides(event))
        return;
    switch (event->key()) {
    case Qt::Key_Right:
    case Qt::Key_PageDown:
    case Qt::Key_Space:
        return step(1);
    case Qt::Key_A:
        answered_ = !answered_;
        fill();
        return place();
    case Qt::Key_Left:
    case Qt::Key_PageUp:
    case Qt::Key_Backspace:
        return step(-1);
    case Qt::Key_Up:
        return moveControl(1);
    case Qt::Key_Down:
        return moveControl(-1);
    case Qt::Key_P:
        if (control()->isVisible())
            control()->play()->trigger();
        return;
    case Qt::Key_Tab:
        return controls_->activateNext();
    case Qt::Key_R:
        return playDrawing();
    case Qt::Key_O:
        return emit chooseRequested();
    case Qt::Key_L:
        return overlay_->setLaser(!overlay_->hasLaser());
    case Qt::Key_B:
    case Qt::Key_Period:
        return overlay_->setBlank(!overlay_->isBlank());
    case Qt::Key_F:
        return overlay_->setFrozen(overlay_->isFrozen() ? QPixmap() : grab());
    case Qt::Key_S:
        return overlay_->setSpotlight(!overlay_->hasSpotlight());
    case Qt::Key_D:
        return overlay_->setDrawing(!overlay_->isDrawing());
    case Qt::Key_C:
        return overlay_->clearDrawing();
    case Qt::Key_N:
        return emit speakerRequested();
    case Qt::Key_X:
        return emit compareRequested();
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return setZoom(scale() * zoomStep);
    case Qt::Key_Minus:
        return setZoom(scale() / zoomStep);
    case Qt::Key_0:
        return setZoom(0);
    case Qt::Key_Escape:
        close();
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

}   // namespace stepzero
