// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <thread>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "app/application.h"
#include "app/commands/commands.h"
#include "app/commands/notes.h"
#include "app/commands/options.h"
#include "app/display.h"
#include "app/help_controller.h"
#include "app/image_files.h"
#include "app/window_owner.h"
#include "core/base/run/memory.h"
#include "core/base/words/words.h"
#include "widgets/file_path.h"

/// A simulation constantly allocates and frees tensors of megabytes. Kept by the process, they need not be mapped and
/// cleared by the kernel again, which took a tenth of a transformer's pass.
static void keep_freed_tensors()
{
#ifdef __GLIBC__
    mallopt(M_MMAP_THRESHOLD, 256 << 20);
    mallopt(M_TRIM_THRESHOLD, 512 << 20);
#endif
}

/// Ends the program with a message when nothing catches an exception, as in Qt's own calls.
static void end_without_memory()
{
    try {
        if (const std::exception_ptr thrown = std::current_exception())
            std::rethrow_exception(thrown);
    } catch (const std::bad_alloc&) {
        std::fputs("stepzero: there is not enough memory\n", stderr);
        _exit(3);
    } catch (...) {
    }
    std::abort();
}

/// Ends the program when Qt has a plugin for the platform that cannot start here. Qt would print its own messages and
/// abort.
static void end_without_platform(QtMsgType type, const QMessageLogContext&, const QString&)
{
    if (type != QtFatalMsg)
        return;
    stepzero::note(stepzero::tr("the window cannot be opened: Qt's platform %1 cannot be used here",
        stepzero::quote(qgetenv("QT_QPA_PLATFORM").toStdString())));
    _exit(2);
}

int main(int argc, char** argv)
{
    std::set_terminate(end_without_memory);
    keep_freed_tensors();
    stepzero::installImageReader();
    if (const std::optional<int> status = stepzero::run_command(argc, argv))
        return *status;
    stepzero::take_platform(argc, argv);
    if (const std::optional<stepzero::Text> reason = stepzero::missing_display()) {
        stepzero::note(*reason);
        return 2;
    }
    constexpr int threads = 16;   // threads of the window, in addition to one or two per core
    if (!stepzero::can_start_threads(threads + 2 * int(std::thread::hardware_concurrency()))) {
        stepzero::note(stepzero::no_threads());
        return 3;
    }
    qInstallMessageHandler(end_without_platform);
    stepzero::Application application(argc, argv);
    qInstallMessageHandler(nullptr);
    stepzero::prepareApplication();
    stepzero::Settings settings;
    std::vector<std::string> arguments(argv + 1, argv + argc);   // the arguments that Qt has left, as bytes
    const QString asked = QString::fromStdString(stepzero::asked_language(arguments));
    stepzero::WindowOwner owner(settings, asked);
    if (!arguments.empty() && stepzero::ends_options(arguments.front()))
        arguments.erase(arguments.begin());
    const QString file = arguments.empty() ? QString() : stepzero::pathText(arguments.front());
    owner.window().start(file);
    if (file.isEmpty())
        owner.window().help().welcomeOnce();
    return stepzero::Application::exec();
}
