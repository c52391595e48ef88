// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/attention_numbers.h"

namespace stepzero {

AttentionNumbers attention_numbers(
    const std::vector<AttentionHead>& heads, double query_rms, double key_rms, double head_width, double scale)
{
    AttentionNumbers law;
    const double n = double(heads.size());
    for (const AttentionHead& head : heads) {
        law.entropy += head.entropy / n;
        law.log_visible += head.log_visible / n;
        law.logit_spread += head.logit_spread / n;
    }
    law.logit_variance = scale * scale * head_width * query_rms * query_rms * key_rms * key_rms;
    law.expected_entropy = law.log_visible - law.logit_spread * law.logit_spread / 2;
    return law;
}

}   // namespace stepzero
