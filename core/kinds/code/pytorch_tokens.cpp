// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/pytorch_tokens.h"

#include "core/base/json/write_json.h"
#include "core/kinds/kinds.h"
#include "core/network/input/distributions.h"
#include "core/network/input/input_file.h"

namespace stepzero {

namespace {

bool takes_words(const Experiment& experiment) { return kind_of(experiment.network).takes_tokens; }

std::string images(const Experiment& experiment)
{
    return python_input(experiment, "CHANNELS * SIDE**2") + R"(

def sample_classes(count):
    return torch.randint(CLASSES, (count,))


def loss(network, images, classes):
    """The mean cross-entropy of the classes. Stepzero's gradients are those of the sum."""
    return F.cross_entropy(network(images), classes)


)";
}

std::string words(const Experiment& experiment)
{
    const Input& input = experiment.input;
    const std::string shape = "(" + std::to_string(input.samples) + ", " + std::to_string(input.tokens) + " + 1)";
    Lines lines;
    if (!input.file.empty()) {
        lines = {"return "
            + (source_of(input.file) == InputSource::csv ? python_csv(input.file, "np.float64")
                                                         : "np.load(" + json_text(input.file) + ")")
            + ".astype(np.int64)"};
    } else {
        lines = {"rng = np.random.default_rng(" + std::to_string(experiment.seed) + ")"};
        for (std::string& line : find_token_distribution(input.distribution)->python(shape))
            lines.push_back(std::move(line));
    }
    return "def sample_input():\n    \"\"\"Sequences of token numbers; the last of each is only asked for.\"\"\"\n"
        + indented(lines, 1) + R"(

def loss(network, tokens):
    """The mean cross-entropy of the tokens that come next. Stepzero's gradients are those of the sum."""
    logits = network(tokens[:, :-1])
    return F.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())


)";
}

std::string main_program(const Experiment& experiment)
{
    const bool words = takes_words(experiment);
    return "if __name__ == \"__main__\":\n    torch.manual_seed(" + std::to_string(experiment.seed) + R"()
    network = Network()
    )" + (words ? "tokens" : "images")
        + R"( = torch.from_numpy(sample_input())
    with torch.no_grad():
        x = network.embed()"
        + (words ? "tokens[:, :-1]" : "images") + R"()
        print(f"embedding: std {x.std():.4g}")
        for number, block in enumerate(network.blocks, start=1):
            x = block(x)
            print(f"block {number}: stream std {x.std():.4g}")
)"
        + (words
                ? R"(        print(f"cross-entropy {loss(network, tokens):.5g}, ln(VOCABULARY) {math.log(VOCABULARY):.5g}")
)"
                : R"(        first = loss(network, images, sample_classes(len(images)))
        print(f"cross-entropy {first:.5g}, ln(CLASSES) {math.log(CLASSES):.5g}")
)");
}

}   // namespace

std::string pytorch_loading(const std::string& whose, const Lines& names, const Lines& lines, const Lines& after)
{
    return "# What `stepzero run --tensors` calls them, as " + whose + " does.\nNAMES = {\n" + indented(names, 1) + R"(}


def load_stepzero(network, path):
    """Puts the tensors of a file that `stepzero run --tensors` wrote into the network."""
    from safetensors.torch import load_file

    tensors = load_file(path)
    with torch.no_grad():
        for name, parameter in network.named_parameters():
)" + indented(lines, 3)
        + indented(after, 2) + "\n\n";
}

std::string pytorch_tokens(const Experiment& experiment)
{
    return (takes_words(experiment) ? words(experiment) : images(experiment)) + main_program(experiment);
}

}   // namespace stepzero
