// SPDX-License-Identifier: GPL-3.0-or-later
// Known answers: a seed yields the same weights with every build and on every machine. Other numbers would be another
// network than the one that somebody has published.
#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "core/math/random/affine.h"
#include "core/math/random/blocks.h"
#include "core/network/init/bases.h"
#include "core/network/init/noise.h"
#include "core/network/init/scheme.h"
#include "tests/main/registered_test.h"

namespace tst_random_known {

using namespace stepzero;

namespace {

constexpr Shape shape {12, 8};

/// The first row of a [12, 8] weight of layer 1 at seed 42.
struct Known {
    Initializer initializer;
    std::array<float, 8> row;
};

// Values that this program once generated, without fused multiply-add. Each scheme follows its formula from the base
// noise: with 8 inputs, for example, He's normal is exactly half of the plain one.
const std::vector<Known> known {
    {{"kaiming_normal", {}},
        {0x1.171e9cp-3f, 0x1.0c539ap-2f, 0x1.50d734p-6f, 0x1.3ef7dcp-3f, 0x1.bb5bap-1f, 0x1.3a0a1ep-1f, 0x1.006cacp+0f,
            -0x1.51746cp-3f}},
    {{"kaiming_uniform", {}},
        {-0x1.a406cep-1f, -0x1.52678p-4f, -0x1.0713d4p-1f, 0x1.91428ap-1f, -0x1.03c3dep-1f, -0x1.a39cf4p-1f,
            -0x1.6cad38p-1f, 0x1.e29c24p-2f}},
    {{"xavier_normal", {}},
        {0x1.610fbap-4f, 0x1.5368c4p-3f, 0x1.aa12cep-7f, 0x1.937766p-4f, 0x1.186778p-1f, 0x1.8d3b68p-2f, 0x1.445aacp-1f,
            -0x1.aad9acp-4f}},
    {{"xavier_uniform", {}},
        {-0x1.09a5ecp-1f, -0x1.ac0d26p-5f, -0x1.4cc504p-2f, 0x1.fb8ee2p-2f, -0x1.48946ap-2f, -0x1.0962fcp-1f,
            -0x1.cd4896p-2f, 0x1.313ab6p-2f}},
    {{"lecun_normal", {}},
        {-0x1.56bb68p-1f, -0x1.78983ap-5f, -0x1.423ab4p-2f, 0x1.32a10ap-1f, -0x1.3d417p-2f, -0x1.55d112p-1f,
            -0x1.fe5cc4p-2f, 0x1.22560ep-2f}},
    {{"lecun_uniform", {}},
        {-0x1.2900fp-1f, -0x1.de9372p-5f, -0x1.740c36p-2f, 0x1.1bbbcep-1f, -0x1.6f5d04p-2f, -0x1.28b618p-1f,
            -0x1.01dd86p-1f, 0x1.5541bcp-2f}},
    {{"variance_scaling", {}},
        {-0x1.56bb68p-1f, -0x1.78983ap-5f, -0x1.423ab4p-2f, 0x1.32a10ap-1f, -0x1.3d417p-2f, -0x1.55d112p-1f,
            -0x1.fe5cc4p-2f, 0x1.22560ep-2f}},
    {{"mean_field", {}},
        {0x1.8abc14p-4f, 0x1.7b7898p-3f, 0x1.dc5d56p-7f, 0x1.c316d2p-4f, 0x1.39805ap-1f, 0x1.bc1e72p-2f, 0x1.6aa396p-1f,
            -0x1.dd3bacp-4f}},
    {{"normal", {}},
        {0x1.171e9cp-2f, 0x1.0c539ap-1f, 0x1.50d734p-5f, 0x1.3ef7dcp-2f, 0x1.bb5bap+0f, 0x1.3a0a1ep+0f, 0x1.006cacp+1f,
            -0x1.51746cp-2f}},
    {{"normal", {{"mean", 0.01}, {"std", 0.02}}},
        {0x1.fa5108p-7f, 0x1.4f91aap-6f, 0x1.62a094p-7f, 0x1.09e8eap-6f, 0x1.6dab48p-5f, 0x1.1ae7cp-5f, 0x1.9a24b4p-5f,
            0x1.bed5f4p-9f}},
    {{"uniform", {}},
        {0x1.afebep-6f, 0x1.cf27d2p-2f, 0x1.a072dcp-3f, 0x1.e7aae4p-1f, 0x1.a81924p-3f, 0x1.b78f6p-6f, 0x1.6ba178p-4f,
            0x1.8b5148p-1f}},
    {{"uniform", {{"low", 0.5}, {"high", 0.8}}},
        {0x1.040c9cp-1f, 0x1.45792cp-1f, 0x1.1f3bdp-1f, 0x1.924cdcp-1f, 0x1.1fceaep-1f, 0x1.041efp-1f, 0x1.0da2dap-1f,
            0x1.769862p-1f}},
    {{"trunc_normal", {}},
        {-0x1.aa59fp+0f, -0x1.d479c4p-4f, -0x1.90d8aap-1f, 0x1.7d70a2p+0f, -0x1.8aa8cp-1f, -0x1.a9366ep+0f,
            -0x1.3d709ep+0f, 0x1.692c04p-1f}},
    {{"trunc_normal", {{"mean", 0.1}, {"std", 0.3}}},
        {-0x1.ecb2bap-2f, 0x1.06538ap-4f, -0x1.30fd5cp-3f, 0x1.339c94p-1f, -0x1.28eae4p-3f, -0x1.ea5f02p-2f,
            -0x1.37ce2cp-2f, 0x1.4b8226p-2f}},
    {{"trunc_normal", {{"low", 3.0}, {"high", 5.0}}},   // far out, where quantiles are computed in double
        {0x1.810a48p+1f, 0x1.96e26ep+1f, 0x1.88c69ap+1f, 0x1.ea10f2p+1f, 0x1.88f498p+1f, 0x1.810f0ep+1f, 0x1.839cp+1f,
            0x1.b6592ap+1f}},
    {{"sparse", {}}, {0x1.6545e6p-9f}},
    {{"sparse", {{"sparsity", 0.5}}},
        {0x1.6545e6p-9f, 0, 0x1.af27fp-12f, 0, 0x1.1bbfc2p-6f, 0x1.91f878p-7f, 0, -0x1.aff12ep-9f}},
    {{"ternary", {}}, {0, 0x1.057368p-6f, 0, 0, 0x1.057368p-6f, 0x1.057368p-6f, 0x1.057368p-6f}},
    {{"pytorch_linear", {}},
        {-0x1.56f344p-2f, -0x1.144e52p-5f, -0x1.ad9a8ap-3f, 0x1.47a09ap-2f, -0x1.a831d2p-3f, -0x1.569cd8p-2f,
            -0x1.29c1dap-2f, 0x1.8a0ca2p-3f}},
    {{"eye", {}}, {1}},
    {{"constant", {}}, {0}},
    {{"zeros", {}}, {0}},
    {{"ones", {}}, {1, 1, 1, 1, 1, 1, 1, 1}},
    // Logarithms of 1 to 8.
    {{"s4d_real", {}},
        {0, 0x1.62e43p-1f, 0x1.193ea8p+0f, 0x1.62e43p+0f, 0x1.9c042p+0f, 0x1.cab0cp+0f, 0x1.f2272ap+0f,
            0x1.0a2b24p+1f}},
    {{"softplus_log_uniform", {}},
        {-0x1.b24a58p+2f, -0x1.34884ap+2f, -0x1.7e153ap+2f, -0x1.3d917ap+1f, -0x1.7cfb0cp+2f, -0x1.b22724p+2f,
            -0x1.9fe202p+2f, -0x1.aad1cp+1f}},
    // −ln k − ln Σ 1/j over the 96 entries, in double.
    {{"log_frequencies", {}},
        {-1.638368002f, -2.331515183f, -2.736980291f, -3.024662363f, -3.247805914f, -3.430127471f, -3.584278151f,
            -3.717809544f}},
    // The row of `normal` divided by its length, in double.
    {{"unit_rows", {}},
        {0.090489257f, 0.173980435f, 0.013650270f, 0.103407998f, 0.574938237f, 0.407240570f, 0.665052980f,
            -0.109401258f}},
    // `mean_field` with the first number repeated as the second.
    {{"twins", {}},
        {0x1.8abc14p-4f, 0x1.8abc14p-4f, 0x1.dc5d56p-7f, 0x1.c316d2p-4f, 0x1.39805ap-1f, 0x1.bc1e72p-2f, 0x1.6aa396p-1f,
            -0x1.dd3bacp-4f}},
    // By Gram–Schmidt from the base noise, in 60 decimal digits.
    {{"orthogonal", {}},
        {0.069774866f, 0.159170871f, 0.021360164f, 0.190486646f, 0.587826658f, 0.201016783f, 0.468812741f,
            -0.342614338f}},
};

/// Linear algebra sums in an order that depends on the machine's registers. Householder's Q is accurate to about n ε κ:
/// 12 rows, half a last bit of float, a condition number of about 6. A length is accurate to two last bits of numbers
/// up to ½.
double tolerance(const Draw& draw)
{
    // Logarithms, their product with the scale and the sum with the shift are rounded: half a last bit of numbers below
    // 4 each.
    if (*draw.base == *base_log_ordinal(false))
        return 3 * 0x1p-23;
    return draw.base->haar() ? 12 * 0x1p-24 * 6 : *draw.base == *base_unit_vectors() ? 2 * 0x1p-25 : 0;
}

struct PhiloxAnswer {
    std::uint32_t counter[4], key[2], words[4];
};

}   // namespace

class RandomKnownTest : public QObject {
    Q_OBJECT

private slots:
    void philox()
    {
        // "philox4x32 10" of kat_vectors in Random123.
        const PhiloxAnswer answers[] = {
            {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
            {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
            {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0},
                {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
        };
        for (const PhiloxAnswer& answer : answers) {
            const auto& counter = answer.counter;
            // The layout of block and stream in the counter: 16 groups per block; layer, role and purpose share one
            // word.
            const auto role = TensorRole(((counter[2] >> 28) & 3) | (counter[2] >> 31 << 2));
            const auto purpose = Purpose((counter[2] >> 30) & 1);
            const Stream stream {
                std::uint64_t(answer.key[1]) << 32 | answer.key[0], counter[3], role, counter[2] & 0x0fffffff};
            const BitBlock bits = random_bits(stream, purpose, counter[1], counter[0] / 16);
            for (std::uint32_t k = 0; k < 4; ++k)
                QCOMPARE(bits.words[k * 16 + counter[0] % 16], answer.words[k]);
        }
    }

    void first_values_of_schemes()
    {
        for (const Known& one : known) {
            const Draw draw = draw_of(one.initializer, shape, Role::weight);
            const BaseNoise noise = draw_base(draw, {42, 0, TensorRole::weight, 1}, shape.fan_out, shape.fan_in, {});
            std::array<float, 8> row;
            fill_affine(noise.entries.data(), row.size(), float(draw.scale), float(draw.shift), row.data());
            for (std::size_t i = 0; i < row.size(); ++i)
                QVERIFY2(std::abs(double(row[i]) - one.row[i]) <= tolerance(draw),
                    qPrintable(QString("%1[%2] is %3 and not %4")
                                   .arg(QString::fromStdString(one.initializer.scheme))
                                   .arg(i)
                                   .arg(double(row[i]), 0, 'g', 9)
                                   .arg(double(one.row[i]), 0, 'g', 9)));
        }
    }

    void every_scheme_has_its_known_values()
    {
        for (const Scheme& scheme : schemes())
            QVERIFY2(scheme.needs_convolution
                    || std::any_of(known.begin(), known.end(),
                        [&](const Known& one) {
                            return one.initializer.scheme == scheme.name && one.initializer.parameters.empty();
                        }),
                qPrintable(QString::fromStdString(scheme.name) + " has no known values"));
    }

    void scale_and_shift_are_rounded_one_by_one()
    {
        // (1 + 2⁻²³)² = 1 + 2⁻²² + 2⁻⁴⁶; the last bit of the product is lost before the sum, but not after it.
        const std::vector<float> base(67, 1 + 0x1p-23f);
        std::vector<float> weights(base.size());
        fill_affine(base.data(), base.size(), 1 + 0x1p-23f, -(1 + 0x1p-22f), weights.data());
        for (float weight : weights)
            QCOMPARE(weight, 0.0f);
    }
};

STEPZERO_TEST(RandomKnownTest, NoApplication)

}   // namespace tst_random_known
#include "tst_random_known.moc"
