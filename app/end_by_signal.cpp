// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/end_by_signal.h"

#include <QCoreApplication>
#include <QSocketNotifier>
#include <QWidget>
#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace stepzero {

namespace {

int write_end = -1;

/// Only notes the signal, because almost nothing is allowed in a handler. The event loop does the rest.
void note_signal(int number)
{
    const int error = errno;
    const auto byte = static_cast<unsigned char>(number);
    static_cast<void>(!::write(write_end, &byte, 1));
    errno = error;
}

}   // namespace

EndBySignal::EndBySignal(QWidget& window) : before_ {{{SIGTERM, {}}, {SIGINT, {}}, {SIGHUP, {}}}}
{
    if (::pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) != 0)
        return;   // signals keep their default effect
    write_end = pipe_[1];
    auto* notifier = new QSocketNotifier(pipe_[0], QSocketNotifier::Read, this);
    connect(notifier, &QSocketNotifier::activated, this, [this, &window] { end(window); });
    struct sigaction action { };
    action.sa_handler = note_signal;
    action.sa_flags = SA_RESTART | int(SA_RESETHAND);
    for (auto& [number, before] : before_)
        ::sigaction(number, nullptr, &before);
    for (const auto& [number, before] : before_)
        if (before.sa_handler != SIG_IGN)   // leaves ignored signals ignored, as under nohup
            ::sigaction(number, &action, nullptr);
}

EndBySignal::~EndBySignal()
{
    if (pipe_[0] < 0)
        return;
    for (const auto& [number, before] : before_)
        ::sigaction(number, &before, nullptr);
    for (const int end : pipe_)
        ::close(end);
}

void EndBySignal::end(QWidget& window) const
{
    unsigned char number = 0;
    if (::read(pipe_[0], &number, 1) != 1)
        return;
    for (const auto& [other, before] : before_)   // a second signal, even of another kind, has its default effect
        ::sigaction(other, &before, nullptr);
    window.close();
    QCoreApplication::exit(128 + number);
}

}   // namespace stepzero
