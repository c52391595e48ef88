// SPDX-License-Identifier: GPL-3.0-or-later
// Inputs from outside: an .npy or .csv file of numbers, or a folder of images.
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

/// By what is there: a folder, or else by the name's ending; all but .csv are read as .npy.
enum class InputSource { npy, csv, images };
InputSource source_of(const std::string& file);

/// The files that such an input is read from, as far as they are there.
std::vector<std::filesystem::path> files_of_input(const std::string& file);

/// The numbers of an .npy or .csv file, [rows, columns]: `shape` says in the message what the two dimensions are, and
/// `check` may refuse them, of an .npy file before its numbers are read. What does not fit into memory is refused by
/// its size. Throws BadInput.
NpyArray<float> read_input_file(const std::string& file, const Text& shape,
    const std::function<void(std::size_t rows, std::size_t columns)>& check);

/// Square images for a network's input: the side and 1 or 3 channels.
struct PictureShape {
    int channels = 1, side = 1;
};
/// That of a network on a grid of positions, or else that with as many numbers as its input has. Throws BadInput with
/// the sizes that would do.
PictureShape picture_shape(const Network& network, const std::string& folder);

/// How many groups of neighbouring entries a scaling takes together; 1 of all. Throws BadInput.
int scaling_groups(const Experiment& experiment);

/// All rows of the experiment's file as its network takes them, [rows, input_width], scaled as it says. What was read
/// last is kept, up to 256 MB. Throws BadInput, Stopped.
std::shared_ptr<const NpyArray<float>> input_rows(const Experiment& experiment, const Context& context);
/// How many they are; images are counted and not read. Throws BadInput.
int count_input_rows(const Experiment& experiment);

}   // namespace stepzero
