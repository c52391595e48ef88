// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gain_runner.h"

#include "core/math/activation/formula.h"
#include "widgets/language/language.h"

namespace stepzero {

GainRunner::GainRunner(QObject* parent) : QObject(parent)
{
    connect(&job_, &LatestJob::failed, this, [this](const QString& sentence) { show({asked_, nullptr, sentence}); });
}

void GainRunner::ask(const GainQuestion& question, bool dragging)
{
    asked_ = question;
    shown_.reset();
    job_.start(
        [this, question](const LatestJob::Turn& turn) {
            turn.post([this, found = answer(question, turn.context())] { show(found); });
        },
        dragging);
}

void GainRunner::show(const GainAnswer& answer)
{
    shown_ = answer.question;
    emit answered(answer);
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
        } else if (!find_activation(activation.name)) {   // a gated unit, which has two inputs
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
