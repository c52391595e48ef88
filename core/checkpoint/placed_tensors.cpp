// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/checkpoint/placed_tensors.h"

#include <algorithm>

#include "core/base/formats/shape.h"

namespace stepzero {

namespace {

constexpr std::size_t block_bytes = 1 << 18;   // read at once; they stay in a core's cache until decoded
constexpr std::size_t gathered_bytes = 1 << 25;   // reordered at once
constexpr std::size_t bridged_bytes = 1 << 12;   // largest gap between two entries that is read and discarded, rather
                                                 // than reading each entry separately

struct Axis {
    std::uint64_t size, stride;
};

void fill(const FileReader& file, std::uint64_t begin, std::span<char> bytes)
{
    if (file.read(begin, bytes) != bytes.size())
        throw FormatError(tr("became shorter while it was read"));
}

void read_run(const FileReader& file, std::uint64_t begin, std::uint64_t bytes, Pieces& pieces, const Context& context)
{
    std::vector<char> block(std::min<std::uint64_t>(bytes, block_bytes));
    for (std::uint64_t done = 0; done < bytes;) {
        context.check();
        const std::span<char> part(block.data(), std::min<std::uint64_t>(bytes - done, block.size()));
        fill(file, begin + done, part);
        pieces.add(part);
        done += part.size();
    }
}

/// Returns the axes without those of size 1; adjacent axes that form one contiguous axis are merged.
std::vector<Axis> joined_axes(const std::vector<std::uint64_t>& shape, const std::vector<std::uint64_t>& strides)
{
    std::vector<Axis> axes;
    for (std::size_t i = 0; i < shape.size(); ++i) {
        if (shape[i] == 1)
            continue;
        std::uint64_t next = 0;
        if (!axes.empty() && !__builtin_mul_overflow(shape[i], strides[i], &next) && axes.back().stride == next)
            axes.back() = {axes.back().size * shape[i], strides[i]};
        else
            axes.push_back({shape[i], strides[i]});
    }
    return axes;
}

/// Returns the position of the n-th entry in C order.
std::uint64_t place_of(std::span<const Axis> axes, std::uint64_t n)
{
    std::uint64_t place = 0;
    for (std::size_t i = axes.size(); i-- > 0; n /= axes[i].size)
        place += n % axes[i].size * axes[i].stride;
    return place;
}

std::uint64_t count_of(std::span<const Axis> axes)
{
    std::uint64_t product = 1;
    for (const Axis& axis : axes)
        product *= axis.size;
    return product;
}

/// Reads strided tensors. It reads along the axis with the smallest stride, in parts that fit in memory together with
/// all axes after it, and reorders them.
class Gathering {
public:
    Gathering(const FileReader& file, std::uint64_t begin, std::size_t width, const std::vector<Axis>& axes)
        : file_(file), begin_(begin), width_(width)
    {
        const auto closest = std::min_element(
            axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.stride < b.stride; });
        along_ = *closest;
        outer_ = {axes.begin(), closest};
        inner_ = {closest + 1, axes.end()};
    }

    void read(Pieces& pieces, const Context& context)
    {
        const std::uint64_t most = gathered_bytes / width_, inner = count_of(inner_), part = std::min(inner, most);
        const std::uint64_t bridges = along_.stride > bridged_bytes / width_ ? 1 : most / along_.stride;
        const std::uint64_t steps = std::clamp<std::uint64_t>(std::min(most / part, bridges), 1, along_.size);
        for (std::uint64_t o = 0; o < count_of(outer_); ++o)
            for (std::uint64_t step = 0; step < along_.size; step += steps)
                for (std::uint64_t i = 0; i < inner; i += part) {
                    const std::uint64_t place = place_of(outer_, o) + step * along_.stride;
                    gather(place, std::min(steps, along_.size - step), i, std::min(part, inner - i), context);
                    pieces.add(gathered_);
                }
    }

private:
    /// Reads `steps` times the `count` inner entries from `first` on.
    void gather(
        std::uint64_t place, std::uint64_t steps, std::uint64_t first, std::uint64_t count, const Context& context)
    {
        gathered_.resize(steps * count * width_);
        read_.resize(((steps - 1) * along_.stride + 1) * width_);
        for (std::uint64_t i = 0; i < count; ++i) {
            context.check();
            fill(file_, begin_ + (place + place_of(inner_, first + i)) * width_, read_);
            for (std::uint64_t s = 0; s < steps; ++s)
                std::copy_n(read_.data() + s * along_.stride * width_, width_, &gathered_[(s * count + i) * width_]);
        }
    }

    const FileReader& file_;
    std::uint64_t begin_;
    std::size_t width_;   // bytes per entry
    Axis along_ {};
    std::vector<Axis> outer_, inner_;
    std::vector<char> read_, gathered_;
};

}   // namespace

std::vector<std::uint64_t> row_strides(const std::vector<std::uint64_t>& shape)
{
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

std::vector<std::uint64_t> column_strides(const std::vector<std::uint64_t>& shape)
{
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t i = 1; i < shape.size(); ++i)
        strides[i] = strides[i - 1] * shape[i - 1];
    return strides;
}

std::optional<Extent> extent_of(const std::vector<std::uint64_t>& shape, const std::vector<std::uint64_t>& strides)
{
    if (*entries_of(shape) == 0)
        return Extent {};
    std::vector<Axis> axes = joined_axes(shape, strides);
    std::sort(axes.begin(), axes.end(), [](const Axis& a, const Axis& b) { return a.stride < b.stride; });
    Extent extent {1, false};
    for (const Axis& axis : axes) {
        extent.repeats = extent.repeats || axis.stride < extent.entries;
        std::uint64_t reach = 0;
        if (__builtin_mul_overflow(axis.size - 1, axis.stride, &reach)
            || __builtin_add_overflow(extent.entries, reach, &extent.entries))
            return {};
    }
    return extent;
}

void PlacedTensors::add(StoredTensor tensor, TensorPlace place)
{
    const ElementInfo& info = element_info(tensor.type);
    tensor.entries = *entries_of(tensor.shape);
    tensor.bytes = tensor.entries / info.entries * info.bytes;
    tensors_.push_back(std::move(tensor));
    places_.push_back(std::move(place));
}

void PlacedTensors::read(std::size_t index, const TakePiece& take, const Context& context) const
{
    const StoredTensor& tensor = tensors_[index];
    const TensorPlace& place = places_[index];
    Pieces pieces(tensor.type, take);
    const std::vector<Axis> axes
        = place.strides.empty() ? std::vector<Axis>() : joined_axes(tensor.shape, place.strides);
    if (tensor.entries == 0 || axes.empty() || (axes.size() == 1 && axes[0].stride == 1))
        read_run(file_, place.begin, tensor.bytes, pieces, context);
    else
        Gathering(file_, place.begin, element_info(tensor.type).bytes, axes).read(pieces, context);
    pieces.finish();
}

Pieces::Pieces(ElementType type, const TakePiece& take)
    : type_(type), take_(take), piece_(piece_entries / element_info(type).entries * element_info(type).bytes)
{
}

void Pieces::give(std::span<const char> bytes)
{
    const ElementInfo& info = element_info(type_);
    const std::size_t entries = bytes.size() / info.bytes * info.entries;
    if (numbers_.size() < entries)
        numbers_.resize(entries);
    decode(type_, bytes, numbers_.data());
    take_(std::span(numbers_.data(), entries));
}

void Pieces::add(std::span<const char> bytes)
{
    if (!rest_.empty()) {
        const std::size_t more = std::min(bytes.size(), piece_ - rest_.size());
        rest_.insert(rest_.end(), bytes.begin(), bytes.begin() + std::ptrdiff_t(more));
        bytes = bytes.subspan(more);
        if (rest_.size() < piece_)
            return;
        give(rest_);
        rest_.clear();
    }
    for (; bytes.size() >= piece_; bytes = bytes.subspan(piece_))
        give(bytes.first(piece_));
    rest_.assign(bytes.begin(), bytes.end());
}

void Pieces::finish()
{
    if (!rest_.empty())
        give(rest_);
    rest_.clear();
}

}   // namespace stepzero
