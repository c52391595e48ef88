// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoint_runner.h"

#include <QFileInfo>
#include <QMetaObject>
#include <chrono>
#include <filesystem>

#include "app/worker.h"
#include "core/weights/checkpoint_experiment.h"

namespace stepzero {

namespace {

using Clock = std::chrono::steady_clock;
constexpr auto quietTime = std::chrono::milliseconds(300);   // shorter work shows no progress
constexpr auto progressInterval = std::chrono::milliseconds(50);

std::filesystem::path pathOf(const QString& path) { return path.toStdU16String(); }
QString nameOf(const QString& path)
{
    const QFileInfo file(path);
    const QString name = file.fileName();
    return name.isEmpty() ? file.absoluteFilePath() : name;
}

}   // namespace

CheckpointRunner::CheckpointRunner(QObject* parent) : QObject(parent) { worker_.setMaxThreadCount(1); }

CheckpointRunner::~CheckpointRunner()
{
    stop_.request_stop();
    worker_.waitForDone();
}

void CheckpointRunner::cancel() { stop_.request_stop(); }

void CheckpointRunner::start(Work work)
{
    stop_.request_stop();
    stop_ = std::stop_source();
    const quint64 generation = ++generation_;
    const auto tell = [this, generation](std::function<void()> slot) {
        QMetaObject::invokeMethod(
            this,
            [this, generation, slot = std::move(slot)] {
                if (generation == generation_)
                    slot();
            },
            Qt::QueuedConnection);
    };
    worker_.start([this, work = std::move(work), tell, stop = stop_.get_token()] {
        giveWayToTheWindow();
        Context context {stop, {}};
        auto report = Clock::now() + quietTime;
        context.report = [&](const Progress& done) {
            if (Clock::now() < report)
                return;
            report = Clock::now() + progressInterval;
            const QString words = QString::fromUtf8(done.stage);
            tell([this, fraction = done.fraction, words] { emit progress(fraction, words); });
        };
        std::function<void()> found;
        if (const auto sentence = failureOf([&] { found = work(context); }))
            found = [this, words = *sentence] { emit failed(words); };
        tell([this, found] {
            running_ = false;
            if (found)
                found();
            emit runningChanged();
        });
    });
    if (!std::exchange(running_, true))
        emit runningChanged();
}

void CheckpointRunner::open(const QString& path, const UnderstandingRequest& request)
{
    start([this, path, request, generation = generation_ + 1](const Context& context) -> std::function<void()> {
        const auto checkpoint = std::make_shared<const Checkpoint>(pathOf(path));
        const AuditStudyPtr study = audit_study(audit(*checkpoint, read_understanding(*checkpoint, request), context),
            nameOf(path).toStdString(), generation);
        const std::lock_guard lock(mutex_);
        checkpoint_ = checkpoint;
        path_ = pathOf(path);
        request_ = request;
        return [this, study] { emit audited(study); };
    });
}

void CheckpointRunner::compare(const QString& path, const AuditStudyPtr& study)
{
    start([this, path, study](const Context& context) -> std::function<void()> {
        std::shared_ptr<const Checkpoint> after;
        {
            const std::lock_guard lock(mutex_);
            after = checkpoint_;
        }
        const Checkpoint before(pathOf(path));
        const auto change
            = std::make_shared<const CheckpointChange>(weight_change(before, *after, *study->audit, context));
        return [this, change, name = nameOf(path)] { emit compared(change, name); };
    });
}

void CheckpointRunner::makeExperiment()
{
    start([this](const Context&) -> std::function<void()> {
        const std::lock_guard lock(mutex_);
        return [this, experiment = experiment_of(path_, *checkpoint_, request_)] { emit experimentMade(experiment); };
    });
}

void CheckpointRunner::read(const AuditStudyPtr& study)
{
    start([this, study](const Context& context) -> std::function<void()> {
        std::shared_ptr<const Checkpoint> checkpoint;
        {
            const std::lock_guard lock(mutex_);
            checkpoint = checkpoint_;
        }
        const std::size_t chosen = *study->chosen;
        const AuditPlace place = study->places[chosen];
        const auto reading = std::make_shared<const MatrixReading>(
            read_matrix(*checkpoint, place.tensor, study->tensor(chosen).understood.packing, place.part, context));
        return [this, chosen, reading] { emit matrixRead(chosen, reading); };
    });
}

}   // namespace stepzero
