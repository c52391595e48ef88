// SPDX-License-Identifier: GPL-3.0-or-later
// LoRA: one factor is random and the other 0, so the network starts unchanged. Hu et al.: LoRA: low-rank adaptation of
// large language models. ICLR 2022. A is uniform in ±1/√columns, as in nn.Linear (peft, loralib), or normal with σ =
// 1/r (peft's "gaussian"). If B is the random factor, it is uniform in ±1/√r: Hayou, Ghosh, Yu: The impact of
// initialization on LoRA finetuning dynamics. NeurIPS 2024. s = α/√r: Kalajdzievski: A rank stabilization scaling
// factor for fine-tuning with LoRA. 2023.
#include "core/train/adapter.h"

namespace stepzero {

const AdapterInfo& adapter_lora()
{
    static const AdapterInfo info {.name = "lora",
        .label = Text::name("LoRA"),
        .note = tr("W = W₀ + s B A, A [r, in] and B [out, r]; W₀ is not trained."),
        .parameters = drawn_parameters(),
        .make = [](const AdapterRequest& request, WeightMatrix& base, const Context& context) {
            return drawn_factors(request, int(base.cols()), context);
        }};
    return info;
}

}   // namespace stepzero
