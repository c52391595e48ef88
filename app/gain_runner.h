// SPDX-License-Identifier: GPL-3.0-or-later
// Computes gains beside the window.
#pragma once

#include <QObject>
#include <QString>
#include <memory>
#include <optional>

#include "app/latest_job.h"
#include "core/theory/gains.h"

namespace stepzero {

struct GainQuestion {
    Activation activation;   ///< a formula may be wrong
    double q = 1;
    bool operator==(const GainQuestion&) const = default;
};

struct GainAnswer {
    GainQuestion question;
    std::shared_ptr<const Gains> gains;   ///< null: see sentence
    QString sentence;   ///< why there are none: what is wrong with the formula, or what failed
};

class GainRunner : public QObject {
    Q_OBJECT
public:
    explicit GainRunner(QObject* parent = nullptr);

    void ask(const GainQuestion& question, bool dragging);
    bool isIdle() const { return shown_ == asked_; }   ///< the last question is answered

signals:
    void answered(const stepzero::GainAnswer& answer);

private:
    GainAnswer answer(const GainQuestion& question, const Context& context);
    void show(const GainAnswer& answer);

    GainQuestion asked_;
    std::optional<GainQuestion> shown_ = GainQuestion();

    // Worker only: the theory of the last activation, for a slider that moves q alone.
    std::optional<Activation> known_;
    std::shared_ptr<const MeanField> theory_;
    QString sentence_;

    LatestJob job_;   // last: it uses all the above
};

}   // namespace stepzero
