#pragma once

/// Exports a symbol from libcardan.so. All other symbols have hidden visibility.
#if defined(__GNUC__)
#define CARDAN_API __attribute__((visibility("default")))
#else
#define CARDAN_API
#endif
