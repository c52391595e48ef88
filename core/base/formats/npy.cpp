// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/formats/npy.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "core/base/formats/shape.h"

namespace stepzero {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment = 64;   // alignment of the data, as in NumPy
constexpr std::size_t most_dimensions = 32;

/// The header is a Python literal: {'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }.
class HeaderParser {
public:
    explicit HeaderParser(std::string_view text) : rest_(text) { }

    NpyHeader parse()
    {
        expect('{');
        while (!accept('}')) {
            const std::string key = word();
            expect(':');
            if (key == "descr" && !descr_)
                descr_ = word();
            else if (key == "fortran_order" && !fortran_order_)
                fortran_order_ = truth();
            else if (key == "shape" && !shape_)
                shape_ = sizes();
            else
                broken();
            if (!accept(',') && next() != '}')
                broken();
        }
        if (next() != '\0' || !descr_ || !fortran_order_ || !shape_)
            broken();
        return {*descr_, *fortran_order_, *shape_, 0};
    }

private:
    [[noreturn]] static void broken() { throw FormatError(tr("has an .npy header that cannot be read")); }

    /// Returns the next character that is not white space; 0 at the end.
    char next()
    {
        while (!rest_.empty() && (rest_[0] == ' ' || rest_[0] == '\n' || rest_[0] == '\t'))
            rest_.remove_prefix(1);
        return rest_.empty() ? '\0' : rest_[0];
    }

    bool accept(char c)
    {
        if (next() != c)
            return false;
        rest_.remove_prefix(1);
        return true;
    }

    void expect(char c)
    {
        if (!accept(c))
            broken();
    }

    std::string word()
    {
        const char quote = next();
        if (quote == '[')
            throw FormatError(
                tr("holds records; its entries must be float16, float32, float64, integers of 8 to 64 bits, or bool"));
        if (quote != '\'' && quote != '"')
            broken();
        const std::size_t end = rest_.find(quote, 1);
        if (end == std::string_view::npos)
            broken();
        std::string found(rest_.substr(1, end - 1));
        rest_.remove_prefix(end + 1);
        return found;
    }

    bool truth()
    {
        next();
        for (const std::string_view name : {"True", "False"})
            if (rest_.starts_with(name)) {
                rest_.remove_prefix(name.size());
                return name == "True";
            }
        broken();
    }

    std::vector<std::size_t> sizes()
    {
        std::vector<std::size_t> sizes;
        expect('(');
        while (!accept(')')) {
            next();
            std::size_t size = 0;
            const auto read = std::from_chars(rest_.data(), rest_.data() + rest_.size(), size);
            if (read.ec != std::errc() || sizes.size() == most_dimensions)
                broken();
            rest_.remove_prefix(std::size_t(read.ptr - rest_.data()));
            sizes.push_back(size);
            if (!accept(',') && next() != ')')
                broken();
        }
        return sizes;
    }

    std::string_view rest_;
    std::optional<std::string> descr_;
    std::optional<bool> fortran_order_;
    std::optional<std::vector<std::size_t>> shape_;
};

std::size_t little_endian(std::string_view bytes)
{
    std::size_t number = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        number = number << 8 | static_cast<unsigned char>(bytes[i]);
    return number;
}

NpyType type_of(const NpyHeader& header)
{
    if (const auto type = npy_type(header.descr))
        return *type;
    throw FormatError(
        tr("holds numbers of type '%1'; the type must be float16, float32, float64, an integer of 8 to 64 bits or bool",
            header.descr.substr(0, 20)));
}

/// Returns the number of entries in the header, which must match the size of the data.
std::size_t count_in(const NpyHeader& header, std::uint64_t data_bytes)
{
    const std::uint64_t count = *entries_of(header.shape);
    const std::size_t width = type_of(header).bytes;
    if (data_bytes / width != count || data_bytes % width != 0)
        throw FormatError(
            tr("must have %1 {number|numbers} of %2 {byte|bytes} as its header states, got %3 {byte|bytes}", count,
                width, data_bytes));
    return count;
}

/// IEEE 754 binary16.
struct Half {
    std::uint16_t bits;
    operator float() const   // NOLINT(google-explicit-constructor): converts like other numbers
    {
        const int exponent = bits >> 10 & 31, fraction = bits & 1023;
        const float magnitude = exponent == 0 ? std::ldexp(float(fraction), -24)
            : exponent < 31                   ? std::ldexp(float(fraction + 1024), exponent - 25)
            : fraction == 0                   ? std::numeric_limits<float>::infinity()
                                              : std::numeric_limits<float>::quiet_NaN();
        return (bits & 0x8000) != 0 ? -magnitude : magnitude;
    }
};

/// A boolean stored in a byte.
struct Truth {
    std::uint8_t byte;
    operator float() const { return byte != 0 ? 1 : 0; }   // NOLINT(google-explicit-constructor)
};

template <class Stored, class Scalar>
void decode_as(std::string_view data, bool big_endian, Scalar* values)
{
    for (std::size_t i = 0; i < data.size() / sizeof(Stored); ++i) {
        std::array<char, sizeof(Stored)> bytes;
        std::memcpy(bytes.data(), data.data() + i * sizeof(Stored), sizeof(Stored));
        if (big_endian)
            std::reverse(bytes.begin(), bytes.end());
        values[i] = Scalar(std::bit_cast<Stored>(bytes));
    }
}

/// Decodes integers.
template <class Scalar>
void decode(const NpyType& type, std::string_view data, Scalar* values)
{
    const auto as = [&]<class Stored>(Stored) { decode_as<Stored>(data, type.big_endian, values); };
    const auto by_size = [&](auto one, auto two, auto four, auto eight) {
        type.bytes == 1 ? as(one) : type.bytes == 2 ? as(two) : type.bytes == 4 ? as(four) : as(eight);
    };
    if (type.kind == 'b')
        as(Truth {});
    else if (type.kind == 'i')
        by_size(std::int8_t {}, std::int16_t {}, std::int32_t {}, std::int64_t {});
    else if (type.kind == 'u')
        by_size(std::uint8_t {}, std::uint16_t {}, std::uint32_t {}, std::uint64_t {});
    else
        by_size(Half {}, Half {}, float {}, double {});   // there are no 1-byte floats
}

/// Converts values from Fortran order (first index fastest) to C order.
template <class Scalar>
std::vector<Scalar> in_c_order(const std::vector<Scalar>& values, const std::vector<std::size_t>& shape)
{
    std::vector<Scalar> turned(values.size());
    std::vector<std::size_t> strides, index(shape.size());
    for (std::size_t stride = 1; const std::size_t size : shape) {
        strides.push_back(stride);
        stride *= size;
    }
    std::size_t from = 0;
    for (Scalar& value : turned) {
        value = values[from];
        for (std::size_t i = shape.size(); i-- > 0;) {
            from += strides[i];
            if (++index[i] < shape[i])
                break;
            from -= index[i] * strides[i];
            index[i] = 0;
        }
    }
    return turned;
}

template <class Scalar>
NpyArray<Scalar> array_of(const NpyHeader& header, std::vector<Scalar> values)
{
    if (header.fortran_order && header.shape.size() > 1 && !values.empty())
        values = in_c_order(values, header.shape);
    return {header.shape, std::move(values)};
}

}   // namespace

std::optional<NpyType> npy_type(std::string_view descr)
{
    // NumPy writes the byte order first, "|" if irrelevant; other programs may omit it.
    const char order = descr.empty() ? '\0' : descr[0];
    if (order == '<' || order == '>' || order == '|' || order == '=')
        descr.remove_prefix(1);
    static constexpr std::array<std::string_view, 12> words {
        "f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1"};
    if (descr == "?")
        descr = "b1";
    if (std::find(words.begin(), words.end(), descr) == words.end())
        return std::nullopt;
    return NpyType {descr[0], std::size_t(descr[1] - '0'), order == '>'};
}

NpyHeader read_npy_header(std::string_view bytes)
{
    if (bytes.size() < magic.size() + 4 || !bytes.starts_with(magic))
        throw FormatError(tr("is not an .npy file"));
    const int version = static_cast<unsigned char>(bytes[6]);
    if (version < 1 || version > 3)
        throw FormatError(tr("is an .npy file of version %1; the version must be 1 to 3", version));
    const std::size_t length_size = version == 1 ? 2 : 4, start = 8 + length_size;
    if (bytes.size() < start || bytes.size() - start < little_endian(bytes.substr(8, length_size)))
        throw FormatError(tr("is cut short"));
    const std::size_t length = little_endian(bytes.substr(8, length_size));
    NpyHeader header = HeaderParser(bytes.substr(start, length)).parse();
    if (!entries_of(header.shape))
        throw FormatError(tr("has an .npy header whose shape is too large"));
    header.size = start + length;
    return header;
}

template <class Scalar>
NpyArray<Scalar> read_npy(std::string_view bytes)
{
    const NpyHeader header = read_npy_header(bytes);
    const std::string_view data = bytes.substr(header.size);
    std::vector<Scalar> values(count_in(header, data.size()));
    decode(type_of(header), data, values.data());
    return array_of(header, std::move(values));
}

template <class Scalar>
NpyArray<Scalar> read_npy(const FileReader& file, const std::function<void(const NpyHeader&)>& check)
{
    constexpr std::size_t most_header = 1 << 17, block = 1 << 20;   // bytes
    const NpyHeader header = read_npy_header(file.read(0, std::min<std::uint64_t>(file.size(), most_header)));
    const NpyType type = type_of(header);
    const std::size_t count = count_in(header, file.size() - header.size);
    check(header);
    std::vector<Scalar> values(count);
    for (std::size_t i = 0; i < count;) {
        const std::size_t most = std::min(block / type.bytes, count - i);
        const std::string bytes = file.read(header.size + std::uint64_t(i) * type.bytes, most * type.bytes);
        if (bytes.size() != most * type.bytes)
            throw FormatError(tr("is cut short"));
        decode(type, bytes, values.data() + i);
        i += most;
    }
    return array_of(header, std::move(values));
}

template <class Scalar>
std::string npy_bytes(const std::vector<std::size_t>& shape, std::span<const Scalar> values)
{
    std::string header = "{'descr': '<f" + std::to_string(sizeof(Scalar)) + "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < shape.size(); ++i)
        header += std::to_string(shape[i]) + (shape.size() == 1 ? "," : i + 1 < shape.size() ? ", " : "");
    header += "), }";
    const std::size_t unpadded = magic.size() + 4 + header.size() + 1;
    header.append((alignment - unpadded % alignment) % alignment, ' ');
    header += '\n';

    std::string bytes(magic);
    bytes += {'\1', '\0', char(header.size() & 0xFF), char(header.size() >> 8)};
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(values.data()), values.size_bytes());
    return bytes;
}

template NpyArray<float> read_npy<float>(std::string_view);
template NpyArray<double> read_npy<double>(std::string_view);
template NpyArray<float> read_npy<float>(const FileReader&, const std::function<void(const NpyHeader&)>&);
template std::string npy_bytes<float>(const std::vector<std::size_t>&, std::span<const float>);
template std::string npy_bytes<double>(const std::vector<std::size_t>&, std::span<const double>);

}   // namespace stepzero
