#pragma once

#include <cstdint>
#include <istream>

namespace cardan {

/// Whether the superblock of an HDF5 file names the information block of a driver. HDF5 1.10
/// allocates and clears its size, up to 4 GiB, before it compares that with the length of the file.
/// Files of the default drivers have none. Looks for the superblock where the library does: at 0,
/// and at 512, 1024, 2048 and so on bytes. [HDF5 File Format Specification 3.0, II.A]
bool names_driver_block(std::istream& file, std::uintmax_t size);

}  // namespace cardan
