// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QTimer>
#include <cstdio>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "app/commands/commands.h"
#include "app/display.h"
#include "app/main_window.h"

/// A simulation takes and gives back tensors of megabytes all the time. Kept by the process, they need not be mapped
/// and cleared by the kernel each time, which took a tenth of a transformer's pass.
static void keep_freed_tensors()
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
}

int main(int argc, char** argv)
{
    keep_freed_tensors();
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
