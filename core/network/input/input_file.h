// SPDX-License-Identifier: GPL-3.0-or-later
// Reads inputs from files: an .npy or .csv file of numbers, or a folder of images. Numbers are scaled as the experiment
// requests.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/formats/npy.h"
#include "core/base/run/context.h"
#include "core/base/words/text_error.h"
#include "core/network/experiment/experiment.h"

namespace stepzero {

/// An input that cannot be used (missing file, wrong shape). what() is a sentence.
struct BadInput : TextError {
    using TextError::TextError;
};

/// Type of an input: a folder has images; a file is .csv by its ending, else .npy.
enum class InputSource { npy, csv, images };
InputSource source_of(const std::string& file);

/// Returns the existing files from which such an input is read.
std::vector<std::filesystem::path> files_of_input(const std::string& file);

/// Reads the numbers of an .npy or .csv file, [rows, columns]. `shape` describes the two dimensions in messages.
/// `check` may reject them; for an .npy file, before its numbers are read. Files too large for memory are rejected.
/// Throws BadInput.
NpyArray<float> read_input_file(const std::string& file, const Text& shape,
    const std::function<void(std::size_t rows, std::size_t columns)>& check);

/// Shape of images for a network's input: square, with 1 or 3 channels.
struct PictureShape {
    int channels = 1, side = 1;
};
/// Returns the shape of a network on a grid of positions, or else the one with as many numbers as its input. Throws
/// BadInput with valid sizes.
PictureShape picture_shape(const Network& network, const std::string& folder);

/// Returns the number of groups of adjacent entries that are scaled separately; 1 for all together. Throws BadInput.
int scaling_groups(const Experiment& experiment);

/// Returns all rows of the experiment's file for its network, [rows, input_width], with its scaling. The last result is
/// cached, up to 256 MB. Throws BadInput, Stopped.
std::shared_ptr<const NpyArray<float>> input_rows(const Experiment& experiment, const Context& context);
/// Returns the number of rows; images are counted without reading them. Throws BadInput.
int count_input_rows(const Experiment& experiment);

}   // namespace stepzero
