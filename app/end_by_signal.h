// SPDX-License-Identifier: GPL-3.0-or-later
// The end of a desktop's session, Ctrl-C and `kill` are as if the window was closed.
#pragma once

#include <QObject>
#include <array>
#include <csignal>
#include <utility>

class QWidget;

namespace stepzero {

/// While one lives, the first SIGTERM, SIGINT or SIGHUP closes the window and ends the application with 128 and its
/// number; a second one ends the process at once. One at a time.
class EndBySignal : public QObject {
public:
    explicit EndBySignal(QWidget& window);
    ~EndBySignal() override;

private:
    void end(QWidget& window) const;

    std::array<std::pair<int, struct sigaction>, 3> before_;
    std::array<int, 2> pipe_ {-1, -1};   // to read, and to write
};

}   // namespace stepzero
