// SPDX-License-Identifier: GPL-3.0-or-later
// Qt's image formats, for inputs that are folders of images.
#pragma once

namespace stepzero {

/// Gives the core a reader of images (core/network/input/image_reader.h). Needs no application, and is called once at
/// start.
void installImageReader();

}   // namespace stepzero
