// SPDX-License-Identifier: GPL-3.0-or-later
// Computes gains in another thread, so that the gain calculator stays responsive while a slider moves.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "app/latest_job.h"
#include "core/theory/gains.h"

namespace stepzero {

struct GainQuestion {
    Activation activation;   ///< may be an invalid formula
    double q = 1;
    bool operator==(const GainQuestion&) const = default;
};

struct GainAnswer {
    GainQuestion question;
    std::shared_ptr<const Gains> gains;   ///< null on failure
    QString sentence;   ///< why there are no gains: an invalid formula, or a failure
};

class GainRunner : public QObject {
    Q_OBJECT
public:
    explicit GainRunner(QObject* parent = nullptr);

    void ask(const GainQuestion& question, bool dragging);
    bool isIdle() const { return shown_ == asked_; }   ///< true when the last question is answered

signals:
    void answered(const stepzero::GainAnswer& answer);

private:
    GainAnswer answer(const GainQuestion& question, const Context& context);
    void show(const GainAnswer& answer);

    GainQuestion asked_;
    std::optional<GainQuestion> shown_ = GainQuestion();

    // Used by the worker only. The theory of the last activation is kept for sliders that change only q.
    std::optional<Activation> known_;
    std::shared_ptr<const MeanField> theory_;
    QString sentence_;

    LatestJob job_;   // last, because it uses all members above
};

}   // namespace stepzero
