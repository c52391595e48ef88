// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gain_runner.h"

#include <QMetaObject>

#include "app/worker.h"
#include "core/activation/formula.h"
#include "widgets/language/language.h"

namespace stepzero {

GainRunner::GainRunner(QObject* parent) : QObject(parent) { worker_.setMaxThreadCount(1); }

GainRunner::~GainRunner()
{
    {
        const std::lock_guard lock(mutex_);
        waiting_.reset();
        current_.request_stop();
    }
    worker_.waitForDone();
}

void GainRunner::ask(const GainQuestion& question, bool dragging)
{
    ++asked_;
    if (!dragging)
        oldest_ = asked_;
    const std::lock_guard lock(mutex_);
    const bool waits = waiting_.has_value();   // its task will find this question instead
    waiting_.emplace(asked_, question);
    if (!dragging)
        current_.request_stop();
    if (!waits)
        worker_.start([this] { work(); });
}

void GainRunner::work()
{
    giveWayToTheWindow();
    quint64 number;
    GainQuestion question;
    Context context;
    {
        const std::lock_guard lock(mutex_);
        if (!waiting_)
            return;
        std::tie(number, question) = std::move(*waiting_);
        waiting_.reset();
        current_ = std::stop_source();
        context.stop = current_.get_token();
    }
    const auto tell = [&](const GainAnswer& found) {
        QMetaObject::invokeMethod(
            this,
            [this, number, found] {
                if (number < oldest_ || number <= shown_)
                    return;
                shown_ = number;
                emit answered(found);
            },
            Qt::QueuedConnection);
    };
    if (const auto sentence = failureOf([&] { tell(answer(question, context)); }))
        tell({question, nullptr, *sentence});
}

GainAnswer GainRunner::answer(const GainQuestion& question, const Context& context)
{
    const Activation& activation = question.activation;
    if (known_ != activation) {
        known_.reset();
        theory_.reset();
        sentence_.clear();
        if (activation.name == formula_name) {
            const auto parsed = parse_formula(word(activation.parameters, formula_name));
            context.check();
            if (const auto* phi = std::get_if<ActivationFunction>(&parsed))
                theory_ = std::make_shared<const MeanField>(*phi);
            else
                sentence_ = translated(std::get<FormulaProblem>(parsed).sentence);
        } else if (!find_activation(activation.name)) {   // a gated unit, of two inputs
            sentence_ = tr("%1 is not a function of one number and has no single gain")
                            .arg(QString::fromStdString(activation.name));
        } else {
            theory_ = std::make_shared<const MeanField>(ActivationFunction(activation));
        }
        known_ = activation;
    }
    GainAnswer result {question, nullptr, sentence_};
    if (theory_)
        result.gains = std::make_shared<const Gains>(gains(*theory_, question.q, context));
    return result;
}

}   // namespace stepzero
