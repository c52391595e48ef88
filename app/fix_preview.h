// SPDX-License-Identifier: GPL-3.0-or-later
// Makes the experiments that fixes lead to, in another thread. A fix can be applied, or previewed as an overlay on the
// figures. The latest request wins. Results are kept until the experiment changes.
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

    /// Makes the overlay of a fix, given by its indices in the study's findings: first a preview, then the full study
    /// without singular values.
    void show(const StudyPtr& study, const Focus& focus, int finding, int fix);
    /// Removes the overlay, and stops its computation.
    void hide();
    /// Makes the experiment of a fix; emits made() or failed().
    void take(const StudyPtr& study, int finding, int fix);
    /// Must be called when the experiment changes.
    void forget();

    /// Returns the overlay, named "after: …", with a default look. Absent while there is none.
    std::optional<Pin> pin() const;

signals:
    void changed();   ///< pin() has changed
    void made(const stepzero::Experiment& before, const stepzero::Experiment& after, const QString& label);
    void failed(const QString& sentence);

private:
    using Place = std::pair<int, int>;   // indices of finding and fix
    struct Made {
        Experiment experiment;
        StudyPtr study;   // null: not computed yet
    };
    void follow(const StudyPtr& study);
    QString labelOf(Place place) const;
    void advance();
    void make(Place place);
    void reportFailure(const QString& sentence);
    void stopMaking();
    void computeStudy(Place place);
    void stopComputing();

    StudyPtr of_;   // the study that has the findings
    Focus focus_;
    QMap<Place, Made> made_;
    std::optional<Place> shown_, taken_;   // requested
    std::optional<Place> making_, computing_;   // in progress
    std::unique_ptr<StudyRunner> runner_;   // exists only while something is computed, because it caches noise
    LatestJob job_;   // makes experiments; last, because it uses all members above
};

}   // namespace stepzero
