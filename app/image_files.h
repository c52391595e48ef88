// SPDX-License-Identifier: GPL-3.0-or-later
// Provides Qt's image formats, for inputs that are folders of images.
#pragma once

namespace stepzero {

/// Installs a reader of images in the core (core/network/input/image_reader.h). Needs no application; must be called
/// once at start.
void installImageReader();

}   // namespace stepzero
