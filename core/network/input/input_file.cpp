// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/input/input_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <mutex>
#include <new>

#include "core/base/formats/csv_numbers.h"
#include "core/base/formats/file.h"
#include "core/base/formats/shape.h"
#include "core/base/run/memory.h"
#include "core/base/words/ranges.h"
#include "core/base/words/shown_text.h"
#include "core/base/words/words.h"
#include "core/network/input/image_reader.h"

namespace stepzero {

namespace fs = std::filesystem;

namespace {

[[noreturn]] void refuse(const std::string& file, const Text& why)
{
    throw BadInput(joined({Text::name(file), why}, ": "));
}

std::string lower_ending(const fs::path& path)
{
    std::string ending = path.extension().string();
    for (char& c : ending)
        if (c >= 'A' && c <= 'Z')
            c = char(c - 'A' + 'a');
    return ending.empty() ? ending : ending.substr(1);
}

const ImageReader& reader_of(const std::string& folder)
{
    if (const ImageReader* reader = image_reader())
        return *reader;
    refuse(folder, tr("is a folder, and this program cannot read images here"));
}

/// Returns the images of a folder, sorted by name.
std::vector<std::string> images_in(const std::string& folder)
{
    const std::vector<std::string>& endings = reader_of(folder).endings;
    std::vector<std::string> files;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (const fs::directory_iterator end; !error && entry != end; entry.increment(error)) {
        std::error_code no_file;
        const bool image = std::find(endings.begin(), endings.end(), lower_ending(entry->path())) != endings.end();
        if (image && entry->path().filename().string()[0] != '.' && entry->is_regular_file(no_file))
            files.push_back(entry->path().filename().string());
        if (double(files.size()) > ranges::samples.high)
            refuse(folder, tr("must have at most %1 images", 1'000'000));
    }
    if (error)
        refuse(folder, tr("cannot be read as a folder"));
    if (files.empty())
        refuse(folder, tr("has no images (files that end in %1)", list_text(endings)));
    std::sort(files.begin(), files.end());
    return files;
}

NpyArray<float> read_images(const std::string& folder, PictureShape shape, const Context& context)
{
    const ImageReader& reader = reader_of(folder);
    const std::vector<std::string> files = images_in(folder);
    const std::size_t width = std::size_t(shape.channels) * std::size_t(shape.side) * std::size_t(shape.side);
    NpyArray<float> rows {{files.size(), width}, std::vector<float>(files.size() * width)};
    context.parallel(int(files.size()), [&](int i) {
        const std::string file = (fs::path(folder) / files[std::size_t(i)]).string();
        const Text problem = reader.read(file, shape.channels, shape.side, rows.values.data() + std::size_t(i) * width);
        if (!problem.empty())
            refuse(file, problem);
    });
    return rows;
}

/// Reads an .npy or .csv file; every number must be finite.
NpyArray<float> read_numbers(const Experiment& experiment)
{
    const std::string& file = experiment.input.file;
    const auto width = std::size_t(entries_of_layer(experiment.network, 0));
    NpyArray<float> array
        = read_input_file(file, tr("[samples, input_width]"), [&](std::size_t rows, std::size_t columns) {
              if (columns != width)
                  refuse(file,
                      tr("must have rows of %1 numbers, as the network's input has, but they have %2", width, columns));
              if (rows < 1 || rows > 1'000'000)
                  refuse(file, tr("must have 1 to %1 rows, but has %2", 1'000'000, rows));
          });
    if (!std::all_of(array.values.begin(), array.values.end(), [](float x) { return std::isfinite(x); }))
        refuse(file, tr("must contain only finite numbers"));
    return array;
}

/// Standardizes each of `groups` groups of adjacent columns by its own mean and standard deviation.
void standardize(NpyArray<float>& rows, std::size_t groups)
{
    struct Group {
        double sum = 0, squares = 0;
        float low = std::numeric_limits<float>::max(), high = std::numeric_limits<float>::lowest();
    };
    const std::size_t columns = rows.shape[1], of_a_group = columns / groups;
    const double count = double(rows.shape[0]) * double(of_a_group);
    std::vector<Group> all(groups);
    const auto each = [&](const auto& body) {
        for (std::size_t i = 0; i < rows.values.size(); ++i)
            body(all[i % columns / of_a_group], rows.values[i]);
    };
    each([](Group& g, float x) {
        g.sum += double(x);
        g.low = std::min(g.low, x);
        g.high = std::max(g.high, x);
    });
    each([&](Group& g, float x) { g.squares += std::pow(double(x) - g.sum / count, 2); });
    each([&](Group& g, float& x) {
        // For identical numbers, only rounding errors would be left.
        x = g.low == g.high ? 0 : float((double(x) - g.sum / count) / std::sqrt(g.squares / count));
    });
}

/// Returns a stamp that differs when files have changed. Returns nothing when they may change again within the clock's
/// resolution.
std::optional<std::string> stamp_of(const Experiment& experiment)
{
    const std::string& file = experiment.input.file;
    std::uint64_t hash = 0xcbf29ce484222325;   // FNV-1a
    bool settled = true;
    const auto add = [&](std::uint64_t number) { hash = (hash ^ number) * 0x100000001b3; };
    const auto now = fs::file_time_type::clock::now();
    const auto look = [&](const fs::path& path) {
        std::error_code error;
        const auto time = fs::last_write_time(path, error);
        settled = settled && !error && now - time > std::chrono::seconds(2);
        add(std::uint64_t(time.time_since_epoch().count()));
        add(fs::file_size(path, error));
    };
    if (source_of(file) == InputSource::images)
        for (const std::string& name : images_in(file)) {
            for (const char c : name)
                add(static_cast<unsigned char>(c));
            look(fs::path(file) / name);
        }
    else
        look(file);
    if (!settled)
        return std::nullopt;
    const Window window = window_of_layer(experiment.network, 1);
    std::string stamp = file + "\n" + experiment.input.scaling + "\n";
    for (const auto number : {hash, std::uint64_t(entries_of_layer(experiment.network, 0)),
             std::uint64_t(window.dimensions), std::uint64_t(window.side)})
        stamp += std::to_string(number) + " ";
    return stamp;
}

/// Caches the last input, because a study requests it many times.
struct Kept {
    std::mutex mutex;
    std::string stamp;
    std::shared_ptr<const NpyArray<float>> rows;
};
Kept& kept()
{
    static Kept last;
    return last;
}

constexpr std::size_t most_kept = std::size_t(64) << 20;   // numbers

ImageReader& installed_reader()
{
    static ImageReader reader;
    return reader;
}

}   // namespace

void set_image_reader(ImageReader reader) { installed_reader() = std::move(reader); }

const ImageReader* image_reader() { return installed_reader().read ? &installed_reader() : nullptr; }

InputSource source_of(const std::string& file)
{
    std::error_code error;
    if (fs::is_directory(file, error))
        return InputSource::images;
    return lower_ending(file) == "csv" ? InputSource::csv : InputSource::npy;
}

std::vector<fs::path> files_of_input(const std::string& file)
{
    if (source_of(file) != InputSource::images)
        return {file};
    std::vector<fs::path> files;
    try {
        for (const std::string& name : images_in(file))
            files.push_back(fs::path(file) / name);
    } catch (const BadInput&) {   // reported when the files are read
    }
    return files;
}

NpyArray<float> read_input_file(
    const std::string& file, const Text& shape, const std::function<void(std::size_t rows, std::size_t columns)>& check)
try {
    const InputSource source = source_of(file);
    if (source == InputSource::images)
        refuse(file, tr("is a folder, but must be a file of numbers, %1", shape));
    const auto check_sizes = [&](const std::vector<std::size_t>& sizes) {
        if (sizes.size() != 2)
            refuse(file, tr("must be an array of two dimensions, %1, but has %2", shape, sizes.size()));
        check(sizes[0], sizes[1]);
    };
    const double free = available_memory();
    const auto need = [&](double bytes) {
        if (bytes > free)
            refuse(file, tr("needs %1 of memory, but only %2 are free", bytes_text(bytes), bytes_text(free)));
    };
    const FileReader reader(file);
    if (source == InputSource::npy && reader.is_regular())
        return read_npy<float>(reader, [&](const NpyHeader& header) {
            check_sizes(header.shape);
            need(double(*entries_of(header.shape)) * sizeof(float) * (header.fortran_order ? 2 : 1));
        });
    // Memory for the text of a table and its numbers, which a growing list holds twice.
    constexpr std::size_t most_piped = std::size_t(256) << 20;
    if (reader.is_regular())
        need(3 * double(reader.size()));
    const std::string bytes = read_file(file, reader.is_regular() ? reader.size() : most_piped);
    NpyArray<float> array = source == InputSource::csv ? read_csv(bytes) : read_npy<float>(bytes);
    check_sizes(array.shape);
    return array;
} catch (const FileError& error) {
    throw BadInput(text_of(error));
} catch (const FormatError& error) {
    refuse(file, text_of(error));
} catch (const std::bad_alloc&) {
    refuse(file, tr("there is not enough memory for its numbers"));
}

int scaling_groups(const Experiment& experiment)
{
    const Network& network = experiment.network;
    if (scaling_of(experiment.input) == InputScaling::standardized)
        return 1;
    if (window_of_layer(network, 1).dimensions > 0)
        return width_of_layer(network, 0);
    if (source_of(experiment.input.file) == InputSource::images)
        return picture_shape(network, experiment.input.file).channels;
    return entries_of_layer(network, 0);
}

PictureShape picture_shape(const Network& network, const std::string& folder)
{
    const Window window = window_of_layer(network, 1);
    if (window.dimensions == 2) {
        const int channels = width_of_layer(network, 0);
        if (channels != 1 && channels != 3)
            refuse(folder, tr("images have 1 channel (grey) or 3 (RGB), but the network's input has %1", channels));
        return {channels, window.side};
    }
    const int entries = entries_of_layer(network, 0);
    const auto nearest
        = [&](int channels) { return std::max(1, int(std::lround(std::sqrt(double(entries) / channels)))); };
    const auto numbers = [&](int channels) { return channels * nearest(channels) * nearest(channels); };
    for (const int channels : {1, 3})
        if (numbers(channels) == entries)
            return {channels, nearest(channels)};
    refuse(folder,
        tr("no square image has as many numbers as the network's input (%1); possible sizes are %2 (%3 × %3, grey) and "
           "%4 (%5 × %5, RGB)",
            entries, numbers(1), nearest(1), numbers(3), nearest(3)));
}

std::shared_ptr<const NpyArray<float>> input_rows(const Experiment& experiment, const Context& context)
{
    const std::string& file = experiment.input.file;
    const std::optional<std::string> stamp = stamp_of(experiment);
    {
        const std::lock_guard lock(kept().mutex);
        if (stamp && stamp == kept().stamp)
            return kept().rows;
    }
    NpyArray<float> read = source_of(file) == InputSource::images
        ? read_images(file, picture_shape(experiment.network, file), context)
        : read_numbers(experiment);
    if (scaling_of(experiment.input) != InputScaling::raw)
        standardize(read, std::size_t(scaling_groups(experiment)));
    auto rows = std::make_shared<const NpyArray<float>>(std::move(read));
    const std::lock_guard lock(kept().mutex);
    const bool keep = stamp && rows->values.size() <= most_kept;
    kept().stamp = keep ? *stamp : std::string();
    kept().rows = keep ? rows : nullptr;
    return rows;
}

int count_input_rows(const Experiment& experiment)
{
    const std::string& file = experiment.input.file;
    if (source_of(file) != InputSource::images)
        return int(input_rows(experiment, Context())->shape[0]);
    picture_shape(experiment.network, file);
    return int(images_in(file).size());
}

}   // namespace stepzero
