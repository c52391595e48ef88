// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/keys.h"

namespace stepzero {

StepZeroKey::StepZeroKey(Experiment experiment)
{
    experiment.title.clear();
    experiment.train.reset();
    experiment_ = std::make_shared<const Experiment>(std::move(experiment));
}

bool StepZeroKey::operator==(const StepZeroKey& other) const
{
    return experiment_ == other.experiment_ || (experiment_ && other.experiment_ && *experiment_ == *other.experiment_);
}

}   // namespace stepzero
