// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/window_owner.h"

#include <utility>

#include "widgets/language/language.h"

namespace stepzero {

static QString languageOf(const Settings& settings)
{
    const QString chosen = knownLanguage(settings.value("look/language").toString());
    return chosen.isEmpty() ? systemLanguage() : chosen;
}

WindowOwner::WindowOwner(Settings& settings, const QString& asked) : settings_(settings)
{
    const QString known = knownLanguage(asked);
    setLanguage(known.isEmpty() ? languageOf(settings_) : known);
    window_ = std::make_unique<MainWindow>(settings_);
    follow();
}

void WindowOwner::chooseLanguage(const QString& code)
{
    settings_.set("look/language", code);
    const QString next = languageOf(settings_);
    if (next == language())
        return;
    setLanguage(next);
    end_.reset();
    std::unique_ptr<MainWindow> before = std::exchange(window_, std::make_unique<MainWindow>(settings_, *window_));
    before->hide();
    before.release()->deleteLater();   // its menu may still return to it
    follow();
}

void WindowOwner::follow()
{
    end_ = std::make_unique<EndBySignal>(*window_);
    connect(window_.get(), &MainWindow::languageChosen, this, &WindowOwner::chooseLanguage, Qt::QueuedConnection);
}

}   // namespace stepzero
