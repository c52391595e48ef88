// SPDX-License-Identifier: GPL-3.0-or-later
// Works out gains beside the window: latest wins. What is under way is finished and shown while a slider is dragged,
// and stopped by any other question; at most one question waits.
#pragma once

#include <QObject>
#include <QString>
#include <QThreadPool>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>

#include "core/theory/gains.h"

namespace stepzero {

struct GainQuestion {
    Activation activation;   ///< a formula may be wrong
    double q = 1;
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
    ~GainRunner() override;

    void ask(const GainQuestion& question, bool dragging);
    bool isIdle() const { return shown_ == asked_; }

signals:
    void answered(const stepzero::GainAnswer& answer);

private:
    void work();
    GainAnswer answer(const GainQuestion& question, const Context& context);

    // GUI thread only.
    quint64 asked_ = 0, shown_ = 0;
    quint64 oldest_ = 0;   // nothing older may be shown

    // Shared, under the mutex.
    std::mutex mutex_;
    std::optional<std::pair<quint64, GainQuestion>> waiting_;
    std::stop_source current_;

    // Worker only: the theory of the last activation, for a slider that moves q alone.
    std::optional<Activation> known_;
    std::shared_ptr<const MeanField> theory_;
    QString sentence_;

    QThreadPool worker_;   // one thread; last: it uses all the above
};

}   // namespace stepzero
