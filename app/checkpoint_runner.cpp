// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/checkpoint_runner.h"

#include <QFileInfo>
#include <filesystem>

#include "core/checkpoint/weights/checkpoint_experiment.h"
#include "widgets/file_path.h"

namespace stepzero {

namespace {

QString nameOf(const QString& path)
{
    const QFileInfo file(path);
    const QString name = file.fileName();
    return name.isEmpty() ? file.absoluteFilePath() : name;
}

}   // namespace

CheckpointRunner::~CheckpointRunner() { end(); }

void CheckpointRunner::open(const QString& path, const UnderstandingRequest& request)
{
    start([this, path, request, generation = ++audits_](const Turn& turn) {
        const auto checkpoint = std::make_shared<const Checkpoint>(pathOf(path));
        const AuditStudyPtr study
            = audit_study(audit(*checkpoint, read_understanding(*checkpoint, request), turn.context()),
                nameOf(path).toStdString(), generation);
        const std::lock_guard lock(mutex_);
        checkpoint_ = checkpoint;
        path_ = pathOf(path);
        request_ = request;
        known_ = study->audit->understanding;
        turn.post([this, study] { emit audited(study); });
    });
}

void CheckpointRunner::compare(const QString& path, const AuditStudyPtr& study)
{
    start([this, path, study](const Turn& turn) {
        std::shared_ptr<const Checkpoint> after;
        {
            const std::lock_guard lock(mutex_);
            after = checkpoint_;
        }
        const Checkpoint before(pathOf(path));
        const auto change
            = std::make_shared<const CheckpointChange>(weight_change(before, *after, *study->audit, turn.context()));
        turn.post([this, change, name = nameOf(path)] { emit compared(change, name); });
    });
}

void CheckpointRunner::makeExperiment()
{
    start([this](const Turn& turn) {
        const std::lock_guard lock(mutex_);
        turn.post([this, experiment = experiment_of(path_, *checkpoint_, request_, known_)] {
            emit experimentMade(experiment);
        });
    });
}

void CheckpointRunner::read(const AuditStudyPtr& study)
{
    start([this, study](const Turn& turn) {
        std::shared_ptr<const Checkpoint> checkpoint;
        {
            const std::lock_guard lock(mutex_);
            checkpoint = checkpoint_;
        }
        const std::size_t chosen = *study->chosen;
        const AuditPlace place = study->places[chosen];
        const auto reading = std::make_shared<const MatrixReading>(read_matrix(
            *checkpoint, place.tensor, study->tensor(chosen).understood.packing, place.part, turn.context()));
        turn.post([this, chosen, reading] { emit matrixRead(chosen, reading); });
    });
}

}   // namespace stepzero
