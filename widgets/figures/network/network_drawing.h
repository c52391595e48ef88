// SPDX-License-Identifier: GPL-3.0-or-later
// A network as a drawing shows it: the places of the signal from the input to the output, the branches and norms
// between them, their widths, and the sizes of signal and gradient. It is a value that is made from a study; the
// painter (network_painter.h) knows nothing else.
#pragma once

#include <QString>
#include <QVector>
#include <string>

#include "core/study/study.h"

namespace stepzero {

/// The size of a signal or gradient at one site.
struct Level {
    enum class Fate {
        unknown,   ///< not measured, or after the place where the pass ended
        known,
        zero,   ///< every entry is exactly 0
        lost,   ///< not finite, or outside the range that is followed
    };
    Fate fate = Fate::unknown;
    double log10 = 0;   ///< log10 of the RMS, if it is known

    bool operator==(const Level&) const = default;
};

struct Levels {
    Level signal, gradient;

    const Level& of(bool backward) const { return backward ? gradient : signal; }
};

/// A matrix or a norm, with the sizes at its output.
struct DrawnPart {
    std::string role;
    QString name;
    bool norm = false;
    int width = 1;   ///< units or channels at its output
    Levels levels {};
};

struct DrawnBranch {
    QString name;   ///< "attention", "MLP"
    QVector<DrawnPart> parts {};   ///< in the order of use
    Levels levels {};   ///< what it adds to the stream, and the gradient that returns through it
};

/// A place of the signal: a layer's output, or the stream after a step, with what precedes it.
struct DrawnPlace {
    int number = 0;   ///< as BlockSource counts places: 0 before the first block
    int block = 0;
    int width = 1, positions = 1;
    Levels levels {};
    QVector<DrawnBranch> branches {};   ///< parallel ones side by side
    QVector<DrawnPart> norms {};   ///< on the way itself, right before the place
    QVector<DrawnPart> skip {};   ///< the projection that replaces the stream where its size changes
    bool skip_first = false;   ///< true: the branch reads the output of `skip` too
};

struct NetworkDrawing {
    QVector<DrawnPlace> places {};   ///< the first is before the first block
    QVector<DrawnPart> before {}, after {};   ///< outside the blocks, in the order of use: embedding, stem; final norm
    std::optional<DrawnPart> head {};   ///< absent: the last place is the output
    int depth = 0;
    int per_block = 1;   ///< places per block
    int streams = 0;   ///< parallel residual streams; 0: plain layers
    bool shared = false;   ///< all blocks share their weights
    int inputs = 0;   ///< for a sequence: the number of its steps that read an input; otherwise 0
    int narrowest = 1, widest = 1;   ///< of the places
    double gradient_unit = 0;   ///< log10 of the gradient at the last place, which is the unit of gradients

    const DrawnPlace& place(int block, int step) const { return places[1 + (block - 1) * per_block + step]; }
    /// Returns log10 of a known size: of the RMS, or of a gradient over that at the last place.
    double shown(const Level& level, bool backward) const { return level.log10 - (backward ? gradient_unit : 0); }
    /// Returns the decades to both sides of 1 that a colour scale needs: 1, 2, 3 or 6.
    double decades(bool backward) const;
    /// Returns the level that represents the places first to last (indices): the worst fate, or the size that is
    /// farthest from 1.
    Level most_telling(int first, int last, bool backward) const;
    bool measures(bool backward) const;   ///< whether any level is known
};

/// Blocks in succession with equal sizes, first to last.
struct EqualBlocks {
    int first = 1, last = 1;
    bool operator==(const EqualBlocks&) const = default;
};
QVector<EqualBlocks> runs_of(const NetworkDrawing& drawing);

NetworkDrawing network_drawing(const Study& study);
/// Returns the drawing of one block, between the place before it and its own last place.
NetworkDrawing drawing_of_block(const NetworkDrawing& drawing, int block);

}   // namespace stepzero
