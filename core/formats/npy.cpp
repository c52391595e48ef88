// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/formats/npy.h"

#include <bit>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

#include "core/formats/shape.h"

namespace stepzero {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in the file");

namespace {

constexpr std::string_view magic = "\x93NUMPY";
constexpr std::size_t alignment = 64;   // of the data, as NumPy keeps it
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
    [[noreturn]] static void broken() { throw FormatError("has an .npy header that cannot be read"); }

    /// The next character that is no white space; 0 at the end.
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
            throw FormatError("holds records; must be float32 or float64");
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

template <class Stored, class Scalar>
std::vector<Scalar> values_of(std::string_view data, std::size_t count)
{
    if (data.size() / sizeof(Stored) != count || data.size() % sizeof(Stored) != 0)
        throw FormatError("must have " + std::to_string(count) + " numbers of " + std::to_string(sizeof(Stored))
            + " bytes as its header says, got " + std::to_string(data.size()) + " bytes");
    std::vector<Scalar> values(count);
    for (std::size_t i = 0; i < count; ++i) {
        Stored value;
        std::memcpy(&value, data.data() + i * sizeof(Stored), sizeof(Stored));
        values[i] = Scalar(value);
    }
    return values;
}

template <class Scalar>
std::vector<Scalar> transposed(const std::vector<Scalar>& values, std::size_t rows, std::size_t columns)
{
    if (values.empty())   // whose other size may be any
        return values;
    std::vector<Scalar> turned(values.size());
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            turned[row * columns + column] = values[column * rows + row];
    return turned;
}

}   // namespace

NpyHeader read_npy_header(std::string_view bytes)
{
    if (bytes.size() < magic.size() + 4 || !bytes.starts_with(magic))
        throw FormatError("is not an .npy file");
    const int version = static_cast<unsigned char>(bytes[6]);
    if (version < 1 || version > 3)
        throw FormatError("is an .npy file of version " + std::to_string(version) + "; must be 1 to 3");
    const std::size_t length_size = version == 1 ? 2 : 4, start = 8 + length_size;
    if (bytes.size() < start || bytes.size() - start < little_endian(bytes.substr(8, length_size)))
        throw FormatError("is cut short");
    const std::size_t length = little_endian(bytes.substr(8, length_size));
    NpyHeader header = HeaderParser(bytes.substr(start, length)).parse();
    if (!entries_of(header.shape))
        throw FormatError("has an .npy header whose shape is too large");
    header.size = start + length;
    return header;
}

template <class Scalar>
NpyArray<Scalar> read_npy(std::string_view bytes)
{
    const NpyHeader header = read_npy_header(bytes);
    const std::string_view data = bytes.substr(header.size);

    NpyArray<Scalar> array {header.shape, {}};
    const std::size_t count = *entries_of(header.shape);
    if (header.descr == "<f4")
        array.values = values_of<float, Scalar>(data, count);
    else if (header.descr == "<f8")
        array.values = values_of<double, Scalar>(data, count);
    else
        throw FormatError("holds numbers of type '" + header.descr.substr(0, 20)
            + "'; must be little-endian float32 ('<f4') or float64 ('<f8')");
    if (header.fortran_order && header.shape.size() > 2)
        throw FormatError(
            "is in Fortran order; with more than two dimensions it must be in C order (numpy.ascontiguousarray)");
    if (header.fortran_order && header.shape.size() == 2)
        array.values = transposed(array.values, header.shape[0], header.shape[1]);
    return array;
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
template std::string npy_bytes<float>(const std::vector<std::size_t>&, std::span<const float>);
template std::string npy_bytes<double>(const std::vector<std::size_t>&, std::span<const double>);

}   // namespace stepzero
