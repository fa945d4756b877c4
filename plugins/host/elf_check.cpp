#include "plugins/host/elf_check.h"

#include <elf.h>
#include <link.h>

#include <bit>
#include <cstdint>
#include <cstring>

namespace cardan {

namespace {

using Header = ElfW(Ehdr);
using Segment = ElfW(Phdr);
using Section = ElfW(Shdr);

constexpr unsigned char kClass = sizeof(void*) == 8 ? ELFCLASS64 : ELFCLASS32;
constexpr unsigned char kByteOrder =
    std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
#if defined(__x86_64__)
constexpr std::uint16_t kMachine = EM_X86_64;
#elif defined(__i386__)
constexpr std::uint16_t kMachine = EM_386;
#elif defined(__aarch64__)
constexpr std::uint16_t kMachine = EM_AARCH64;
#endif

bool within(std::uint64_t first, std::uint64_t count, std::span<const char> bytes) {
  return first <= bytes.size() && count <= bytes.size() - first;
}

std::string truncated(const char* what, std::uint64_t first, std::uint64_t count,
                      std::span<const char> bytes) {
  return std::string("the file is truncated: ") + what + " ends at byte " +
         std::to_string(first + count) + " of " + std::to_string(bytes.size());
}

template <typename T>
T entry_at(std::span<const char> bytes, std::uint64_t first, std::size_t index) {
  T entry;
  std::memcpy(&entry, bytes.data() + first + index * sizeof(T), sizeof(T));
  return entry;
}

std::string why_segments_refused(const Header& header, std::span<const char> bytes) {
  if (header.e_phentsize != sizeof(Segment) || header.e_phnum == 0) return "it has no segments";
  const std::uint64_t table = std::uint64_t{header.e_phnum} * sizeof(Segment);
  if (!within(header.e_phoff, table, bytes)) {
    return truncated("its table of segments", header.e_phoff, table, bytes);
  }
  bool has_code = false, has_dynamic = false;
  for (std::size_t i = 0; i < header.e_phnum; ++i) {
    const Segment segment = entry_at<Segment>(bytes, header.e_phoff, i);
    if (segment.p_type != PT_LOAD && segment.p_type != PT_DYNAMIC) continue;
    has_code |= segment.p_type == PT_LOAD;
    has_dynamic |= segment.p_type == PT_DYNAMIC;
    if (!within(segment.p_offset, segment.p_filesz, bytes)) {
      return truncated("a segment", segment.p_offset, segment.p_filesz, bytes);
    }
    if (segment.p_filesz > segment.p_memsz) return "a segment is larger in the file than in memory";
  }
  return has_code && has_dynamic ? "" : "it has no loadable code";
}

std::string why_sections_refused(const Header& header, std::span<const char> bytes) {
  if (header.e_shoff == 0) return "";  // the library has been stripped of them
  if (header.e_shnum > 0 && header.e_shentsize != sizeof(Section))
    return "its section headers have an unexpected size";
  const std::uint64_t table = std::uint64_t{header.e_shnum} * sizeof(Section);
  if (!within(header.e_shoff, table, bytes)) {
    return truncated("its table of sections", header.e_shoff, table, bytes);
  }
  for (std::size_t i = 0; i < header.e_shnum; ++i) {
    const Section section = entry_at<Section>(bytes, header.e_shoff, i);
    if (section.sh_type == SHT_NOBITS || section.sh_type == SHT_NULL) continue;
    if (!within(section.sh_offset, section.sh_size, bytes)) {
      return truncated("a section", section.sh_offset, section.sh_size, bytes);
    }
  }
  return "";
}

}  // namespace

std::string why_not_a_library(std::span<const char> bytes) {
  if (bytes.size() < sizeof(Header)) return "it is not an ELF file";
  Header header;
  std::memcpy(&header, bytes.data(), sizeof header);
  if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return "it is not an ELF file";
  if (header.e_ident[EI_CLASS] != kClass || header.e_ident[EI_DATA] != kByteOrder) {
    return "it is built for another type of machine";
  }
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
  if (header.e_machine != kMachine) return "it is built for another type of machine";
#endif
  if (header.e_type != ET_DYN) return "it is not a shared library";
  const std::string reason = why_segments_refused(header, bytes);
  return reason.empty() ? why_sections_refused(header, bytes) : reason;
}

}  // namespace cardan
