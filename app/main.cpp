// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTimer>
#include <cstdio>

#include "app/commands/commands.h"
#include "app/display.h"
#include "app/main_window.h"

int main(int argc, char** argv)
{
    if (const std::optional<int> status = stepzero::run_command(argc, argv))
        return *status;
    if (const std::optional<std::string> reason = stepzero::missing_display()) {
        std::fprintf(stderr, "stepzero: %s\n", reason->c_str());
        return 2;
    }
    QApplication application(argc, argv);
    stepzero::prepareApplication();
    stepzero::Settings settings;
    stepzero::MainWindow window(settings);
    window.start(application.arguments().value(1));
    return QApplication::exec();
}
