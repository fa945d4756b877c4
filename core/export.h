#pragma once

/// Marks what libcardan.so exports; everything else has hidden visibility.
#if defined(__GNUC__)
#define CARDAN_API __attribute__((visibility("default")))
#else
#define CARDAN_API
#endif
