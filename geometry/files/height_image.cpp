// The only file that includes libpng.
#include <png.h>

#include <csetjmp>
#include <cstring>

#include "cardan/error.h"
#include "cardan/mesh_files.h"
#include "core/read_file.h"

namespace cardan {
namespace {

/// State of the decoder. libpng leaves by longjmp if the file is damaged, which skips all
/// destructors, so the caller owns all memory.
struct PngJob {
  std::string_view rest;  ///< of the file's bytes
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<png_byte> pixels;
  std::vector<png_bytep> rows;
  png_uint_32 width = 0, height = 0;
  int depth = 0, channels = 0;  ///< of the decoded pixels
  std::array<char, 160> message{};

  PngJob() = default;
  PngJob(const PngJob&) = delete;
  PngJob& operator=(const PngJob&) = delete;
  ~PngJob() { png_destroy_read_struct(&png, &info, nullptr); }
};

void on_error(png_structp png, png_const_charp message) {
  auto* job = static_cast<PngJob*>(png_get_error_ptr(png));
  std::strncpy(job->message.data(), message, job->message.size() - 1);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

void on_read(png_structp png, png_bytep to, std::size_t size) {
  auto* job = static_cast<PngJob*>(png_get_io_ptr(png));
  if (size > job->rest.size()) png_error(png, "it ends too early");
  std::memcpy(to, job->rest.data(), size);
  job->rest.remove_prefix(size);
}

bool begins_as_png(std::string_view bytes) {
  constexpr std::size_t kSignature = 8;
  return bytes.size() >= kSignature &&
         png_sig_cmp(reinterpret_cast<png_const_bytep>(bytes.data()), 0, kSignature) == 0;
}

bool read_header(PngJob& job) {
  if (setjmp(png_jmpbuf(job.png)) != 0) return false;
  png_set_read_fn(job.png, &job, on_read);
  // Ancillary chunks are skipped, and none may allocate much memory.
  png_set_keep_unknown_chunks(job.png, PNG_HANDLE_CHUNK_NEVER, nullptr, 0);
  png_set_chunk_malloc_max(job.png, png_alloc_size_t{1} << 20);
  png_read_info(job.png, job.info);
  job.width = png_get_image_width(job.png, job.info);
  job.height = png_get_image_height(job.png, job.info);
  png_set_expand(job.png);  // palettes to colours, 1, 2 and 4 bits to 8
  png_set_strip_alpha(job.png);
  png_read_update_info(job.png, job.info);
  job.depth = png_get_bit_depth(job.png, job.info);
  job.channels = png_get_channels(job.png, job.info);
  return true;
}

bool read_pixels(PngJob& job) {
  if (setjmp(png_jmpbuf(job.png)) != 0) return false;
  png_read_image(job.png, job.rows.data());
  png_read_end(job.png, nullptr);
  return true;
}

void check_header(const PngJob& job, const std::string& name) {
  const std::string pixels = std::to_string(job.width) + " x " + std::to_string(job.height);
  if (job.width < 2 || job.height < 2)
    throw Error("the image has " + pixels + " pixels", name, "expected at least 2 x 2");
  if (std::size_t{job.width} * job.height > kMostHeights) {
    throw Error("the image has " + pixels + " pixels, more than " + std::to_string(kMostHeights),
                name, "make it smaller: 4096 x 4096 is the largest square");
  }
}

}  // namespace

std::shared_ptr<const HeightGrid> load_height_image(const std::string& name, const Vector3& size) {
  if (!size.allFinite() || !(size.minCoeff() > 0))
    throw Error("a size of the heightfield is not positive", name, "give [x, y, z] in metres");
  PngJob job;
  const FileContents contents = try_read_file(name);
  if (!contents.why.empty())
    throw Error("cannot read the image: " + contents.why, name,
                "check the path and its permissions");
  job.rest = contents.bytes;
  if (!begins_as_png(job.rest)) throw Error("is not a PNG image", name, "save it as a PNG");
  job.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning);
  job.info = job.png != nullptr ? png_create_info_struct(job.png) : nullptr;
  if (job.info == nullptr) throw Error("not enough memory for the image", name);
  const auto fail = [&] {
    std::string what = "the image is damaged or cut off (";
    throw Error(what.append(job.message.data()).append(")"), name, "save it anew");
  };
  if (!read_header(job)) fail();
  check_header(job, name);
  const std::size_t row_bytes = png_get_rowbytes(job.png, job.info);
  job.pixels.resize(row_bytes * job.height);
  for (std::size_t row = 0; row < job.height; ++row)
    job.rows.push_back(job.pixels.data() + row * row_bytes);
  if (!read_pixels(job)) fail();

  auto grid = std::make_shared<HeightGrid>();
  grid->rows = static_cast<int>(job.height);
  grid->columns = static_cast<int>(job.width);
  grid->size = size.head<2>();
  grid->heights.reserve(static_cast<std::size_t>(job.width) * job.height);
  const double scale = size.z() / (job.depth == 16 ? 65535.0 : 255.0);
  const std::size_t bytes = job.depth == 16 ? 2 : 1;
  const std::size_t stride = bytes * static_cast<std::size_t>(job.channels);
  for (png_bytep row : job.rows) {
    for (std::size_t i = 0; i < job.width; ++i, row += stride)
      grid->heights.push_back(scale * (bytes == 2 ? row[0] << 8 | row[1] : row[0]));
  }
  return grid;
}

bool is_png(const std::string& name) { return begins_as_png(try_read_file(name).bytes); }

}  // namespace cardan
