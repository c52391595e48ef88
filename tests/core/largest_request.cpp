// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/largest_request.h"

#include <cstdlib>
#include <new>

std::atomic<std::size_t> stepzero::largest_request = 0;

void* operator new(std::size_t size)
{
    std::size_t known = stepzero::largest_request;
    while (size > known && !stepzero::largest_request.compare_exchange_weak(known, size)) { }
    if (void* const bytes = std::malloc(size))
        return bytes;
    throw std::bad_alloc();
}
void operator delete(void* bytes) noexcept { std::free(bytes); }
void operator delete(void* bytes, std::size_t) noexcept { std::free(bytes); }
