// SPDX-License-Identifier: GPL-3.0-or-later
// Lets commands draw without a display.
#pragma once

#include <memory>

class QApplication;

namespace stepzero {

/// A Qt application that needs no display, never uses the user's decimal comma in numbers, and writes the same bytes
/// each time.
class HeadlessApplication {
public:
    HeadlessApplication();
    ~HeadlessApplication();
    HeadlessApplication(const HeadlessApplication&) = delete;
    HeadlessApplication& operator=(const HeadlessApplication&) = delete;

private:
    // QApplication keeps references to both for its lifetime.
    int argc_ = 1;
    char name_[9] = "stepzero";
    char* argv_[2] = {name_, nullptr};
    std::unique_ptr<QApplication> application_;
};

}   // namespace stepzero
