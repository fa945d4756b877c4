#pragma once

#include <cstdint>
#include <istream>

namespace cardan {

/// True if the superblock of an HDF5 file refers to a driver information block. HDF5 1.10 allocates
/// and clears a block of the stated size, up to 4 GiB, before it compares the size with the length
/// of the file. Files of the default drivers have no such block. The function looks for the
/// superblock at the offsets that the library uses: 0, 512, 1024, 2048, … bytes. [HDF5 File Format
/// Specification 3.0, II.A]
bool names_driver_block(std::istream& file, std::uintmax_t size);

}  // namespace cardan
