// SPDX-License-Identifier: GPL-3.0-or-later
// Latency from a slider's change to the screen. It makes 200 changes of σ_w and 200 of the depth of the default
// benchmark experiment (width 256, depth 32, 256 samples, gradient, spectra, Jacobian, six figures). It reports the
// time until every visible figure has painted the preview, and the full result, and the longest time that the GUI
// thread was away from its event loop. First it reports the time from the start of the process to the first painted
// figures. At last it compares keys in an expression with steps of the same slider, in turns, in three networks.
//
//   QT_QPA_PLATFORM=offscreen bench_window_latency [changes] [changes by keys]
//
// Goals: preview 16 ms in the median and 33 ms at the 95th percentile, full 150 ms, blocked 16 ms.
#include <QApplication>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <unistd.h>

#include "app/application.h"
#include "app/board.h"
#include "app/layout_defaults.h"
#include "app/main_window.h"
#include "tests/networks.h"
#include "widgets/editors/choice_editor.h"
#include "widgets/editors/experiment_panel.h"
#include "widgets/editors/labeled_slider.h"
#include "widgets/editors/law_box.h"

using namespace stepzero;

namespace {

/// Returns the age of this process in seconds, from the kernel's statistics (10 ms resolution).
double processAge()
{
    std::ifstream stat("/proc/self/stat"), uptime("/proc/uptime");
    std::string line;
    std::getline(stat, line);
    line = line.substr(line.rfind(')') + 2);
    double up = 0;
    uptime >> up;
    std::size_t at = 0;
    for (int field = 3; field < 22; ++field)   // the start time is field 22
        at = line.find(' ', at) + 1;
    return up - std::strtod(line.c_str() + at, nullptr) / double(sysconf(_SC_CLK_TCK));
}

/// Returns processor time: of the calling thread (CLOCK_THREAD_CPUTIME_ID), or of all threads.
double processorMilliseconds(clockid_t whose)
{
    timespec now {};
    clock_gettime(whose, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

struct Times : std::vector<double> {
    double at(double share)
    {
        std::sort(begin(), end());
        return empty() ? 0 : (*this)[std::min(size() - 1, std::size_t(share * double(size())))];
    }
};

class Bench : public QObject {
public:
    explicit Bench(MainWindow& window) : window_(window)
    {
        for (FigureDock* dock : window.board()->docks())
            connect(dock->figure(), &Figure::painted, this,
                [this, dock](quint64 generation, int stage) { painted(dock, generation, stage); });
        // The heartbeat: once a millisecond, if the event loop runs. It must not spin, because that would take a core
        // from the computation. The thread's own processor time separates its work from waiting for others.
        heart_.setTimerType(Qt::PreciseTimer);
        connect(&heart_, &QTimer::timeout, this, [this] {
            const double work = processorMilliseconds(CLOCK_THREAD_CPUTIME_ID);
            if (beating_) {
                const double gap = double(beat_.nsecsElapsed()) / 1e6 - 1;
                longest_ = std::max(longest_, gap);
                longestWork_ = std::max(longestWork_, work - workBefore_);
                if (gap > 16)
                    ++over_;
            }
            beat_.start();
            workBefore_ = work;
            beating_ = true;
        });
    }

    /// Waits until every visible figure has painted the full result of the latest request.
    void settle()
    {
        while (!seen(Stage::full, window_.runner().requestedGeneration()))
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    }

    void run(const char* name, LabeledSlider* row, const std::vector<double>& values)
    {
        settle();
        Times preview, full, previewWork, fullWork;
        longest_ = longestWork_ = 0;
        over_ = 0;
        beating_ = false;
        heart_.start(1);
        for (const double value : values) {
            const double before = processorMilliseconds(CLOCK_PROCESS_CPUTIME_ID);
            QElapsedTimer timer;
            timer.start();
            emit row->slider()->sliderPressed();
            preview.push_back(untilPreview([&] { slide(row, value); }));
            previewWork.push_back(processorMilliseconds(CLOCK_PROCESS_CPUTIME_ID) - before);
            settle();
            full.push_back(double(timer.nsecsElapsed()) / 1e6);
            fullWork.push_back(processorMilliseconds(CLOCK_PROCESS_CPUTIME_ID) - before);
            emit row->slider()->sliderReleased();
        }
        heart_.stop();
        std::printf("%-8s %6zu %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f %9.1f %8d\n", name, values.size(),
            preview.at(0.5), preview.at(0.95), previewWork.at(0.5), full.at(0.5), full.at(0.95), fullWork.at(0.5),
            longest_, longestWork_, over_);
    }

    /// Compares the time to the preview after a key in an expression of σ_w with that after a step of its slider, in
    /// turns, so that what else the machine does costs both the same. Reports what the window itself takes of it, too.
    void compareKeys(const char* name, const Experiment& experiment, int changes)
    {
        window_.document().replace(experiment, {});
        auto* row = qobject_cast<LabeledSlider*>(window_.panel()->weight()->parameterEditor("variance"));
        auto* box = static_cast<LawBox*>(row->box());
        Times sliders, keys, differences, sliderWork, keyWork;
        for (int i = 0; i < changes; ++i) {
            const int digit = 1 + i % 9;
            rest();
            sliders.push_back(untilPreview([&] { slide(row, 1.4 + 0.01 * digit); }, &sliderWork));
            rest();
            box->setFocus();
            box->selectAll();
            QTest::keyClicks(box, "0+1.4");
            rest();
            keys.push_back(untilPreview([&] { QTest::keyClick(box, char('0' + digit)); }, &keyWork));
            differences.push_back(keys.back() - sliders.back());
        }
        std::printf("%-12s %6d", name, changes);
        for (Times* times : {&sliders, &keys, &differences, &sliderWork, &keyWork})
            std::printf(" %9.1f %9.1f", times->at(0.5), times->at(0.95));
        std::puts("");
    }

private:
    static void slide(LabeledSlider* row, double value)
    {
        row->setValue(value);
        emit row->edited(value);
    }

    /// Waits for the full result, but not for the seconds that large networks take.
    void rest()
    {
        constexpr int longest = 1000;   // milliseconds
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < longest && !seen(Stage::full, window_.runner().requestedGeneration()))
            QApplication::processEvents(QEventLoop::AllEvents, 10);
    }

    /// Returns the milliseconds from a change to its preview in every visible figure. Adds the thread's processor time
    /// in the change itself to `work`.
    template <class Change>
    double untilPreview(const Change& change, Times* work = nullptr)
    {
        QElapsedTimer timer;
        timer.start();
        const double before = processorMilliseconds(CLOCK_THREAD_CPUTIME_ID);
        change();
        if (work)
            work->push_back(processorMilliseconds(CLOCK_THREAD_CPUTIME_ID) - before);
        const quint64 generation = window_.runner().requestedGeneration();
        while (!seen(Stage::preview, generation))
            QApplication::processEvents(QEventLoop::WaitForMoreEvents);
        return double(timer.nsecsElapsed()) / 1e6;
    }

    void painted(FigureDock* dock, quint64 generation, int stage) { last_[dock] = {generation, stage}; }

    bool seen(Stage stage, quint64 generation)
    {
        const StudyPtr study = window_.study();
        if (!study || study->generation < generation || (stage == Stage::full && study->stage != Stage::full))
            return false;
        for (FigureDock* dock : window_.board()->docks()) {
            if (!dock->figure()->isVisible() || dock->figure()->visibleRegion().isEmpty()
                || dock->figure()->exhibit() != study)   // its data is still being computed
                continue;
            const auto [paintedGeneration, paintedStage] = last_.value(dock, {0, 0});
            if (paintedGeneration < generation || (stage == Stage::full && paintedStage != int(Stage::full)))
                return false;
        }
        return true;
    }

    MainWindow& window_;
    QHash<FigureDock*, QPair<quint64, int>> last_;
    QTimer heart_;
    QElapsedTimer beat_;
    bool beating_ = false;
    double longest_ = 0, longestWork_ = 0, workBefore_ = 0;
    int over_ = 0;
};

}   // namespace

int main(int argc, char** argv)
{
    QApplication application(argc, argv);
    prepareApplication();
    const QTemporaryDir dir;
    Settings settings(dir.path());
    MainWindow window(settings);
    Bench bench(window);
    window.start();
    window.resize(1600, 900);
    window.board()->arrange(defaultLayout(networkLayers, BoardRoom::grid));   // six figures, as on a large screen
    if (!window.board()->isShown("signal")) {
        std::puts("the board shows no figures: there is nothing to measure");
        return 1;
    }
    bench.settle();
    std::printf("start to first painted figures: %.2f s\n", processAge());

    const int changes = argc > 1 ? std::atoi(argv[1]) : 200;
    Experiment experiment;
    experiment.network.depth = 32;
    experiment.network.weight = {"mean_field", {{"variance", 2.0}}};
    window.document().replace(experiment, {});
    bench.settle();

    std::printf("%-8s %6s %9s %9s %9s %9s %9s %9s %9s %9s %8s   (ms)\n", "slider", "n", "preview", "95%", "work",
        "full", "95%", "work", "blocked", "working", "over 16");
    std::vector<double> sigmas, depths;
    for (int i = 0; i < changes; ++i) {
        sigmas.push_back(1.2 + 0.4 * i / changes);
        depths.push_back(16 + (i * 7) % 33);
    }
    bench.run("sigma_w", qobject_cast<LabeledSlider*>(window.panel()->weight()->parameterEditor("variance")), sigmas);
    window.document().replace(experiment, {});
    bench.run("depth", window.panel()->depth(), depths);

    std::printf("\n%-12s %6s %9s %9s %9s %9s %9s %9s %9s %9s %9s %9s   (ms)\n", "network", "n", "slider", "95%", "key",
        "95%", "key-sl.", "95%", "sl. work", "95%", "key work", "95%");
    for (const char* name : {"he-relu-10", "cnn-he", "gpt2-small"}) {
        Experiment chosen = networks::preset(name);
        chosen.network.weight = {"mean_field", {{"variance", 2.0}}};
        bench.compareKeys(name, chosen, argc > 2 ? std::atoi(argv[2]) : 60);
    }
    return 0;
}
