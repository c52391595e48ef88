// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/pair_study.h"

#include <algorithm>
#include <utility>

namespace stepzero {

PairStudyPtr pair_study(PairSide left, PairSide right)
{
    auto pair = std::make_shared<PairStudy>();
    pair->differences = differences(left.experiment, right.experiment);
    for (const PairSide* side : {&left, &right}) {
        pair->generation = std::max(pair->generation, side->study ? side->study->generation : 0);
        if (!side->study || is_coming(side->study->stage))
            pair->stage = Stage::preview;
    }
    pair->sides = {std::move(left), std::move(right)};
    return pair;
}

}   // namespace stepzero
