// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/kinds/code/pytorch_positions.h"

namespace stepzero {

namespace {

bool shares_key_entries(const TransformerSpec& spec) { return spec.latent && spec.latent->shared > 0; }

int turned_entries(const TransformerSpec& spec)
{
    return 2 * int(rotary_speeds(*spec.rotary, turning_width(spec)).size());
}
const char* turned_constant(const TransformerSpec& spec)
{
    return shares_key_entries(spec) ? "SHARED_KEY_WIDTH" : "HEAD_WIDTH";
}

std::string rotation_functions(const TransformerSpec& spec)
{
    Lines lines {
        R"("""Rotary positions: entries i and i + TURNED/2 turn by the token's place times BASE^(-2i/TURNED).""")",
        "frequency = ROTARY_BASE ** (-torch.arange(0, TURNED, 2, device=x.device) / TURNED)"};
    const auto add = [&](const char* line) { lines.emplace_back(line); };
    if (spec.rotary->scaling == Rotary::Scaling::llama3) {   // keeps pairs with more than 4 turns
        add("kept = ((ROTARY_CONTEXT * frequency / (2 * math.pi) - 1) / 3).clamp(0, 1)");
        add("frequency = frequency * (kept + (1 - kept) / ROTARY_FACTOR)");
    } else if (spec.rotary->scaling == Rotary::Scaling::linear) {
        add("frequency = frequency / ROTARY_FACTOR");
    }
    add("angle = torch.arange(x.shape[-2], device=x.device)[:, None] * frequency");
    add("cos, sin = angle.cos(), angle.sin()");
    if (turned_entries(spec) == turning_width(spec)) {
        add("a, b = x.chunk(2, dim=-1)");
        add("return torch.cat((a * cos - b * sin, b * cos + a * sin), dim=-1)");
    } else {
        lines.push_back(std::string("a, b, rest = x.split((TURNED // 2, TURNED // 2, ") + turned_constant(spec)
            + " - TURNED), dim=-1)");
        add("return torch.cat((a * cos - b * sin, b * cos + a * sin, rest), dim=-1)");
    }
    std::string text = "def rotate(x):\n" + indented(lines, 1) + "\n\n";
    if (shares_key_entries(spec))
        text += "def rotate_shared(x):  # turns the last entries, which the heads share in keys\n"
            + indented({"own, shared = x.split((HEAD_WIDTH - SHARED_KEY_WIDTH, SHARED_KEY_WIDTH), dim=-1)",
                           "return torch.cat((own, rotate(shared)), dim=-1)"},
                1)
            + "\n\n";
    return text;
}

std::string sinusoid_function()
{
    return "def sinusoids(tokens):\n"
        + indented(
            {R"("""Positions: entries 2i and 2i + 1 are sine and cosine of the place times 10000^(-2i/WIDTH).""")",
                "frequency = 10000 ** (-torch.arange(0, WIDTH, 2, dtype=torch.float64) / WIDTH)",
                "angle = torch.arange(tokens)[:, None] * frequency",
                "return torch.stack((angle.sin(), angle.cos()), dim=-1).flatten(1)[:, :WIDTH]"},
            1)
        + "\n\n";
}

/// Returns the function of biases by distance; empty if there are none.
std::string distance_functions(const TransformerSpec& spec)
{
    Lines lines;
    if (spec.alibi) {
        lines = {R"("""ALiBi: head i of h = 2^k subtracts 2^(-8i/h) times the distance from query to key.""")",
            "power = 2 ** int(math.log2(HEADS))", "slope = [2 ** (-8 * i / power) for i in range(1, power + 1)]",
            "slope += [2 ** (-4 * i / power) for i in range(1, 2 * (HEADS - power), 2)]",
            "place = torch.arange(tokens)",
            "return -torch.tensor(slope)[:, None, None] * (place[:, None] - place).abs()"};
        return "def alibi(tokens):\n" + indented(lines, 1) + "\n\n";
    }
    if (!spec.relative)
        return {};
    lines = {
        R"("""T5's bucket for the offset from a query to a key: the nearer half of the buckets have one distance each.""")"};
    const auto add = [&](const char* line) { lines.emplace_back(line); };
    if (spec.causal) {
        add("first, count, distance = 0, BUCKETS, max(0, -offset)");
    } else {
        add("first, count, distance = 0, BUCKETS // 2, abs(offset)");
        add("if offset > 0:");
        add("    first = count");
    }
    add("exact = count // 2");
    add("if distance < exact:");
    add("    return first + distance");
    add("part = math.log(distance / exact) / math.log(LARGEST_DISTANCE / exact)");
    add("return first + min(exact + int(part * (count - exact)), count - 1)");
    return "def bucket(offset):\n" + indented(lines, 1) + "\n\ndef buckets(tokens):\n"
        + indented({"of_offset = torch.tensor([bucket(offset) for offset in range(1 - tokens, tokens)])",
                       "place = torch.arange(tokens)", "return of_offset[place - place[:, None] + tokens - 1]"},
            1)
        + "\n\n";
}

}   // namespace

Lines rotary_constants(const TransformerSpec& spec)
{
    const Rotary& rotary = *spec.rotary;
    Lines lines {"ROTARY_BASE = " + python_number(rotary.base),
        "TURNED = "
            + (turned_entries(spec) == turning_width(spec) ? turned_constant(spec)
                                                           : std::to_string(turned_entries(spec)))};
    if (rotary.scaling != Rotary::Scaling::none)
        lines.push_back("ROTARY_FACTOR = " + python_number(rotary.factor));
    if (rotary.scaling == Rotary::Scaling::llama3)
        lines.push_back("ROTARY_CONTEXT = " + python_number(rotary.context));
    return lines;
}

std::string position_functions(const TransformerSpec& spec)
{
    return (spec.rotary ? rotation_functions(spec) : "") + distance_functions(spec)
        + (spec.sinusoids ? sinusoid_function() : "");
}

}   // namespace stepzero
