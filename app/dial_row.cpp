// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/dial_row.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>
#include <algorithm>

#include "app/appearance.h"
#include "app/dial_bar.h"
#include "widgets/style/palette.h"

namespace stepzero {

DialRow::DialRow(Workspace& workspace, QWidget* parent) : QWidget(parent)
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    for (std::size_t i = 0; i < most_dials; ++i) {
        auto* bar = new DialBar(this);
        bar->setCompact(true);
        bar->setWorkspace(workspace);
        connect(bar, &DialBar::stepChosen, this, &DialRow::stepChosen);
        connect(bar, &DialBar::movingChanged, this, [this] {
            showIcons();
            emit movingChanged();
        });
        row->addWidget(bar, 1);
        bars_ << bar;
    }
}

void DialRow::choose(const std::vector<LessonDial>& dials)
{
    shown_.clear();
    std::size_t next = 0;
    for (DialBar* bar : bars_) {
        bool chosen = false;
        while (!chosen && next < dials.size()) {
            const LessonDial& dial = dials[next++];
            chosen = bar->choose(dial.path, QString::fromStdString(dial.values));
        }
        bar->setVisible(chosen);
        if (chosen)
            shown_ << bar;
        else
            bar->play()->setChecked(false);
    }
    for (DialBar* bar : bars_)
        bar->setStacked(shown_.size() > 1);
    setVisible(!shown_.isEmpty());
    activate(0);
}

DialBar* DialRow::active() const { return bars_[active_]; }

void DialRow::activateNext()
{
    if (shown_.size() > 1)
        activate((active_ + 1) % shown_.size());
}

/// Only the shortcuts of one bar are set, because shortcuts of several would be ambiguous.
void DialRow::activate(qsizetype which)
{
    active_ = which;
    for (qsizetype i = 0; i < bars_.size(); ++i)
        bars_[i]->setActive(i == which);
    setLetters(letters_);
}

bool DialRow::isMoving() const { return std::ranges::any_of(bars_, &DialBar::isMoving); }

void DialRow::stop()
{
    for (DialBar* bar : bars_)
        bar->play()->setChecked(false);
}

void DialRow::setLetters(double pixels)
{
    letters_ = pixels;
    QFont font = this->font();
    font.setPixelSize(qRound(pixels));
    for (DialBar* bar : bars_) {
        font.setWeight(QFont::Normal);
        for (auto* part : bar->findChildren<QWidget*>())
            part->setFont(font);
        font.setWeight(shown_.size() > 1 && bar == active() ? QFont::Bold : QFont::Normal);
        for (auto* label : bar->findChildren<QLabel*>())
            label->setFont(font);
        for (auto* button : bar->findChildren<QToolButton*>())
            button->setIconSize(QSize(1, 1) * qRound(1.2 * pixels));
        bar->layout()->setSpacing(qRound((shown_.size() > 1 ? 0.2 : 0.5) * pixels));
    }
    layout()->setSpacing(qRound(pixels));
    showIcons();
}

/// Uses the palette of the window, which changes before that of its parts.
void DialRow::showIcons()
{
    for (DialBar* bar : bars_)
        for (const auto& [action, icon] :
            std::initializer_list<std::pair<QAction*, const char*>> {{bar->back(), "step-back"},
                {bar->play(), bar->isPlaying() ? "pause" : "play"}, {bar->forward(), "step-on"}})
            action->setIcon(lineIcon(icon, window()->palette()));
}

}   // namespace stepzero
