// SPDX-License-Identifier: GPL-3.0-or-later
// One side of a comparison side by side: where its experiment comes from, and its study. The present experiment and
// pins have studies already. Others are computed in another thread, and so is another layer of a pin.
#pragma once

#include <memory>

#include "app/latest_job.h"
#include "core/study/make_study.h"
#include "core/study/pair_study.h"

namespace stepzero {

class Workspace;

struct ComparedSource {
    enum class From { present, pin, preset, file } from = From::present;
    int pin = 0;   ///< id in the list of pins
    QString name {};   ///< name of the preset, or path of the file
    bool operator==(const ComparedSource&) const = default;
};

class ComparedSide : public QObject {
    Q_OBJECT
public:
    explicit ComparedSide(Workspace& workspace, QObject* parent = nullptr);
    ~ComparedSide() override;

    /// Returns false when a file cannot be read; the source then stays, and `problems` has the reasons.
    bool setSource(const ComparedSource& source, QStringList* problems);
    const ComparedSource& source() const { return source_; }
    /// Takes the source of another side, with what was computed for it.
    void takeFrom(const ComparedSide& other);
    /// Sets the chosen layer and the other choices of figures, except for the step of training.
    void setFocus(const Focus& focus);

    PairSide shown() const;
    QString name() const;
    /// Returns the reason why there is no study; empty when there is one, or it comes.
    QString problem() const { return problem_; }
    bool isComputing() const;
    int computations() const { return computations_; }   ///< number of those that this side started

signals:
    void changed();

private:
    void stop();
    void follow();
    void compute();
    Focus wanted() const;

    Workspace& workspace_;
    ComparedSource source_;
    Experiment experiment_;
    Focus focus_, made_, asked_;   // wanted by the window; of the study; of the running job
    int step_ = 0;
    StudyPtr study_;
    QString name_, problem_;
    bool asking_ = false;   // a job runs for asked_
    int computations_ = 0;
    std::shared_ptr<StudyCaches> caches_;
    LatestJob job_;   // last, because its work uses the members above
};

}   // namespace stepzero
