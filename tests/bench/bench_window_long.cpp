// SPDX-License-Identifier: GPL-3.0-or-later
// Long work in the window, for every preset and for networks that are hard to run, each in a separate process. It
// reports:
//   - the time from the request until the first study of any stage, and until one with a simulation;
//   - the time until progress is first shown, and the longest time without an update;
//   - the longest time from Cancel, after each of the first eight seconds, until the workers are idle;
//   - the peak of memory, and the memory in use a second after the end;
//   - the time and memory that the window estimates in advance.
//
//   QT_QPA_PLATFORM=offscreen bench_window_long [NAME…]
//   QT_QPA_PLATFORM=offscreen bench_window_long cycle [ROUNDS]      memory of a whole window after its tour and all
//   presets
//
// Goals: a study within a second, progress from 300 ms on, Cancel within 300 ms, memory returned.
#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QProcess>
#include <QTemporaryDir>
#include <atomic>
#include <cstdio>
#include <fstream>
#include <string>

#include "app/application.h"
#include "app/lesson_bar.h"
#include "app/lesson_controller.h"
#include "app/main_window.h"
#include "core/files/presets.h"
#include "core/kinds/kinds.h"
#include "core/study/lesson/lesson_json.h"
#include "tests/networks.h"

using namespace stepzero;

namespace {

using Clock = std::chrono::steady_clock;
double milliseconds(Clock::duration d) { return std::chrono::duration<double, std::milli>(d).count(); }

/// Returns a line of the kernel's statistics, in MB: "VmHWM:" is the peak, "VmRSS:" the present use.
double megabytes(const char* what)
{
    std::ifstream status("/proc/self/status");
    std::string word;
    double kilobytes = 0;
    while (status >> word)
        if (word == what)
            status >> kilobytes;
    return kilobytes / 1000;
}

Experiment dense(int width, int depth, int samples, const char* activation = "relu")
{
    Experiment e;
    e.network.width = width;
    e.network.depth = depth;
    e.network.activation = {activation, {}};
    e.input.samples = samples;
    return e;
}

const std::vector<std::pair<std::string, Experiment>>& hard()
{
    static const auto all = [] {
        std::vector<std::pair<std::string, Experiment>> cases {
            {"samples-1e6", dense(256, 10, 1'000'000)},
            {"width-4096x100", dense(4096, 100, 256)},
            {"deep-relu", dense(32, 10000, 256)},
            {"deep-tanh", dense(32, 10000, 256, "tanh")},
            {"deep-silu", dense(32, 10000, 256, "silu")},
            {"deep-mish", dense(32, 10000, 256, "mish")},
            {"deep-sin", dense(32, 10000, 256, "sin")},
            {"deep-gelu-1e4", dense(64, 10000, 10000, "gelu")},
            {"width-65536", dense(65536, 1, 16)},
            {"input-65536", dense(256, 10, 256)},
            {"orthogonal-4096", dense(4096, 10, 256)},
        };
        cases[9].second.network.input_width = 65536;
        cases[10].second.network.weight = {"orthogonal", {{"gain", 1.414}}};
        const auto typed = [](const char* formula, double variance) {
            Experiment e = dense(256, 100, 256);
            e.network.activation = {std::string(formula_name), {{std::string(formula_name), std::string(formula)}}};
            e.network.weight = {"mean_field", {{"variance", variance}}};
            return e;
        };
        cases.emplace_back("formula-waves", typed("tanh(20*sin(z))", 100));
        cases.emplace_back("formula-kinks", typed("abs(sin(20*z))", 100));
        cases.emplace_back("formula-steep", typed("tanh(100*(z-3.1))", 100));
        Experiment residual = networks::preset("residual-pre-norm");
        residual.input.samples = 1'000'000;
        cases.emplace_back("residual-1e6", residual);
        residual.input.samples = 1000;
        residual.network.depth = 10000;
        cases.emplace_back("residual-10000", residual);
        Experiment transformer = networks::preset("gpt2-small");
        transformer.input.samples = 64;
        transformer.input.tokens = 1024;
        cases.emplace_back("gpt2-64x1024", transformer);
        transformer.network.depth = 2000;
        transformer.input.samples = 1;
        transformer.input.tokens = 8;
        cases.emplace_back("gpt2-deep", transformer);
        return cases;
    }();
    return all;
}

/// Waits without spinning, which would occupy a core.
void beat()
{
    QCoreApplication::processEvents();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

void settle(int time)
{
    QElapsedTimer timer;
    timer.start();
    while (timer.elapsed() < time)
        beat();
}

/// Runs each for at most a minute, beginning with the steps of the tour. Then reports the memory that the window keeps
/// for its initial network.
void cycle(int rounds)
{
    prepareApplication();
    const QTemporaryDir folder;
    Settings settings(folder.path());
    MainWindow window(settings);
    window.start();
    const auto done = [&] {
        QElapsedTimer timer;
        timer.start();
        do
            beat();
        while (window.runner().state() != StudyRunner::State::idle && timer.elapsed() < 60'000);
    };
    for (int round = 0; round <= rounds; ++round) {
        window.lessons().start(lessons().front());
        while (window.lessonBar()->isRunning()) {
            done();
            QKeyEvent next(QEvent::KeyPress, Qt::Key_Return, {});
            QCoreApplication::sendEvent(window.lessonBar(), &next);
        }
        for (const Preset& known : presets()) {
            window.document().replace(networks::preset(known.name), {});
            done();
        }
        window.document().replace({}, {});
        done();
        settle(12'000);   // noise is discarded after ten seconds without work
        std::printf("round %d: %.0f MB, peak %.0f MB\n", round, megabytes("VmRSS:"), megabytes("VmHWM:"));
        std::fflush(stdout);
    }
}

class Bench {
public:
    Bench() : runner_(watched(theory_study), watched(preview_study), watched(full_study))
    {
        QObject::connect(&runner_, &StudyRunner::delivered, &runner_, [this](const StudyPtr& study) {
            if (first_ < 0) {
                first_ = since();
                stage_ = study->stage;
            }
            if (study->measurement->samples > 0 && preview_ < 0)
                preview_ = since();
            if (study->stage == Stage::full)
                full_ = since();
        });
        QObject::connect(&runner_, &StudyRunner::failed, &runner_,
            [this](quint64, const QString& sentence) { failure_ = sentence; });
        QObject::connect(&runner_, &StudyRunner::progress, &runner_, [this] {
            const double now = since();
            if (progress_ < 0)
                progress_ = now;
            else
                silence_ = std::max(silence_, now - said_);
            said_ = now;
        });
    }

    void run(const std::string& name, const Experiment& experiment)
    {
        ask({}, 30'000);   // lets the window measure its speed
        ask(experiment, 60'000);
        const StudyRunner::Outlook outlook = runner_.outlook();
        const double first = first_, preview = preview_, progress = progress_, full = full_;
        const Stage stage = stage_;
        double silence = silence_, cancel = stop(), at = 60;
        settle(1000);
        const double kept = megabytes("VmRSS:");
        if (full < 0 || full > 1000)
            for (int second = 1; second <= 8 && failure_.isEmpty(); ++second) {
                Experiment other = experiment;
                other.seed += std::uint64_t(second);
                ask(other, second * 1000);
                silence = std::max(silence, silence_);
                if (const double took = stop(); took > cancel) {
                    cancel = took;
                    at = second;
                }
            }
        settle(1000);
        std::printf("%-24s %-8s %7.0f %8.0f %8.0f %8.0f %9.0f %8.0f %4.0f %8.0f %8.0f %8.0f %8.1f %8.0f  %s\n",
            name.c_str(), stage == Stage::theory ? "theory" : "preview", first, preview, full, progress, silence,
            cancel, at, megabytes("VmHWM:"), kept, megabytes("VmRSS:"), outlook.seconds.value_or(0),
            outlook.bytes / 1e6, qPrintable(failure_));
    }

private:
    StudyRunner::Compute watched(StudyRunner::Compute compute)
    {
        return [this, compute](const StudyRequest& request, StudyCaches& caches, const Context& context) {
            struct Busy {
                std::atomic<int>& count;
                explicit Busy(std::atomic<int>& c) : count(c) { ++count; }
                ~Busy() { --count; }
            } busy(busy_);
            return compute(request, caches, context);
        };
    }

    double since() const { return milliseconds(Clock::now() - start_); }

    /// Waits until it is done, but at most `most` milliseconds.
    void ask(const Experiment& experiment, int most)
    {
        first_ = preview_ = progress_ = full_ = -1;
        silence_ = 0;
        failure_.clear();
        start_ = Clock::now();
        runner_.request(experiment, {});
        while (runner_.state() != StudyRunner::State::idle && since() < most)
            beat();
    }

    /// Returns how long the workers continue after a stop.
    double stop()
    {
        const Clock::time_point asked = Clock::now();
        runner_.cancel();
        while (busy_ > 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return milliseconds(Clock::now() - asked);
    }

    std::atomic<int> busy_ {0};
    Clock::time_point start_;
    double first_ = -1, preview_ = -1, progress_ = -1, full_ = -1, silence_ = 0, said_ = 0;
    Stage stage_ = Stage::theory;
    QString failure_;
    StudyRunner runner_;
};

}   // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    QStringList names = application.arguments().mid(1);
    if (names.value(0) == "cycle") {
        cycle(names.size() > 1 ? names[1].toInt() : 5);
        return 0;
    }
    if (names.size() == 1) {
        const std::string name = names.front().toStdString();
        for (const auto& [other, experiment] : hard())
            if (other == name)
                Bench().run(name, experiment);
        if (find_preset(name))
            Bench().run(name, networks::preset(name));
        return 0;
    }
    if (names.isEmpty()) {
        for (const Preset& known : presets())
            names << QString::fromStdString(known.name);
        for (const auto& [name, experiment] : hard())
            names << QString::fromStdString(name);
    }
    std::printf("%-24s %-8s %7s %8s %8s %8s %9s %8s %4s %8s %8s %8s %8s %8s\n", "", "first", "ms", "preview", "full",
        "progress", "silence", "cancel", "at s", "peak MB", "after", "at end", "said s", "said MB");
    std::fflush(stdout);
    for (const QString& name : names)
        QProcess::execute(application.applicationFilePath(), {name});
    return 0;
}
