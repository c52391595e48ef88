// SPDX-License-Identifier: GPL-3.0-or-later
// Treats the end of a desktop session, Ctrl-C and `kill` like closing the window.
#pragma once

#include <QObject>
#include <array>
#include <csignal>
#include <utility>

class QWidget;

namespace stepzero {

/// While an object of this class lives, the first SIGTERM, SIGINT or SIGHUP closes the window and ends the application
/// with 128 plus the signal number. A second one ends the process at once. Only one may exist at a time.
class EndBySignal : public QObject {
public:
    explicit EndBySignal(QWidget& window);
    ~EndBySignal() override;

private:
    void end(QWidget& window) const;

    std::array<std::pair<int, struct sigaction>, 3> before_;
    std::array<int, 2> pipe_ {-1, -1};   // read end and write end
};

}   // namespace stepzero
