// SPDX-License-Identifier: GPL-3.0-or-later
// The experiments that fixes lead to, made beside the window: to be taken, or to be seen before that as an overlay.
// Latest wins. What has been made is kept until the experiment is another.
#pragma once

#include <QMap>
#include <QObject>
#include <memory>
#include <optional>

#include "app/latest_job.h"
#include "app/study_runner.h"
#include "widgets/figures/frame/pins.h"

namespace stepzero {

class FixPreview : public QObject {
    Q_OBJECT
public:
    explicit FixPreview(QObject* parent = nullptr);

    /// Makes the overlay of a fix, by its place in the study's findings: a preview first, then the whole study, without
    /// singular values.
    void show(const StudyPtr& study, const Focus& focus, int finding, int fix);
    /// No overlay any more; what is under way for it stops.
    void hide();
    /// Makes the experiment of a fix: made() tells it, or failed().
    void take(const StudyPtr& study, int finding, int fix);
    /// The experiment is another.
    void forget();

    /// What is shown, in no look of its own yet: named "after: …". Absent while there is nothing.
    std::optional<Pin> pin() const;

signals:
    void changed();   ///< pin()
    void made(const stepzero::Experiment& before, const stepzero::Experiment& after, const QString& label);
    void failed(const QString& sentence);

private:
    using Place = std::pair<int, int>;   // finding, fix
    struct Made {
        Experiment experiment;
        StudyPtr study;   // null: not yet
    };
    void follow(const StudyPtr& study);
    QString labelOf(Place place) const;
    void advance();
    void make(Place place);
    void tellFailure(const QString& sentence);
    void stopMaking();
    void computeStudy(Place place);
    void stopComputing();

    StudyPtr of_;   // whose findings they are
    Focus focus_;
    QMap<Place, Made> made_;
    std::optional<Place> shown_, taken_;   // what is wanted
    std::optional<Place> making_, computing_;   // what is under way
    std::unique_ptr<StudyRunner> runner_;   // while there is something to compute: it keeps base noise
    LatestJob job_;   // makes experiments; last: it uses all the above
};

}   // namespace stepzero
