// SPDX-License-Identifier: GPL-3.0-or-later
// The cache of base noise never changes a sample, keeps what fits, and discards what was not used for longest.
#include <QTest>
#include <random>

#include "core/network/init/bases.h"
#include "core/network/init/noise.h"
#include "tests/main/registered_test.h"

namespace tst_noise_cache {

using namespace stepzero;

namespace {

Draw normal() { return {base_normal(), 1, 0}; }
Stream weights_of(std::uint32_t layer, std::uint32_t replica = 0) { return {7, replica, TensorRole::weight, layer}; }

constexpr int side = 8;

}   // namespace

class TestNoiseCache : public QObject {
    Q_OBJECT

private slots:
    void any_order_gives_the_same_bits()
    {
        // Room for only a part of the tensors, so that many are discarded and sampled again.
        NoiseCache cache(40 * (sizeof(BaseNoise) + 4096));
        std::mt19937 random(3);
        for (int i = 0; i < 3000; ++i) {
            const Stream stream = weights_of(random() % 60, random() % 3);
            const Draw draw {random() % 2 ? base_normal() : base_uniform(), 0.5 + double(random() % 4), 0};
            const int rows = 1 + int(random() % 3);
            const auto kept = cache.base(draw, stream, rows, side, {});
            const BaseNoise fresh = draw_base({draw.base, 1, 0}, stream, rows, side, {});
            QCOMPARE(kept->entries.rows(), Eigen::Index(rows));
            QVERIFY(kept->entries == fresh.entries);
        }
    }

    void what_fits_is_kept()
    {
        NoiseCache cache(std::size_t(1) << 24);
        std::vector<std::shared_ptr<const BaseNoise>> first;
        for (std::uint32_t layer = 1; layer <= 100; ++layer)
            first.push_back(cache.base(normal(), weights_of(layer), side, side, {}));
        for (std::uint32_t layer = 1; layer <= 100; ++layer)
            QVERIFY(cache.base(normal(), weights_of(layer), side, side, {}) == first[layer - 1]);
    }

    void the_oldest_is_forgotten_first()
    {
        // Sizes are internal to the cache, so fill it until the first tensor is discarded.
        NoiseCache cache(std::size_t(1) << 16);
        std::weak_ptr<const BaseNoise> first = cache.base(normal(), weights_of(1), side, side, {});
        std::weak_ptr<const BaseNoise> used = cache.base(normal(), weights_of(2), side, side, {});
        std::uint32_t layer = 3;
        for (; !first.expired() && layer < 10000; ++layer) {
            cache.base(normal(), weights_of(layer), side, side, {});
            cache.base(normal(), weights_of(2), side, side, {});
        }
        QVERIFY(layer < 10000);
        QVERIFY(!used.expired());
    }

    void shrinks_to_what_was_used_last()
    {
        NoiseCache cache(std::size_t(1) << 24);
        std::vector<std::weak_ptr<const BaseNoise>> known;
        for (std::uint32_t layer = 1; layer <= 10; ++layer)
            known.push_back(cache.base(normal(), weights_of(layer), side, side, {}));
        const std::size_t one = cache.bytes() / 10;
        QVERIFY(one >= side * side * sizeof(float));
        cache.base(normal(), weights_of(1), side, side, {});
        cache.shrink(3 * one + one / 2);
        QCOMPARE(cache.bytes(), 3 * one);
        for (std::size_t i = 0; i < known.size(); ++i)
            QCOMPARE(known[i].expired(), i != 0 && i < 8);
        cache.base(normal(), weights_of(2), side, side, {});   // the same room as before
        QCOMPARE(cache.bytes(), 4 * one);
        cache.shrink(0);
        QCOMPARE(cache.bytes(), std::size_t(0));
    }

    void nothing_is_kept_without_room()
    {
        NoiseCache cache(0);
        const std::weak_ptr<const BaseNoise> gone = cache.base(normal(), weights_of(1), side, side, {});
        QVERIFY(gone.expired());
    }
};

STEPZERO_TEST(TestNoiseCache, NoApplication)

}   // namespace tst_noise_cache
#include "tst_noise_cache.moc"
