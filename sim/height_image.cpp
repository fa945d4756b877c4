// The one file that includes libpng.
#include <png.h>

#include <csetjmp>
#include <cstdio>
#include <cstring>

#include "cardan/core/error.h"
#include "cardan/sim/heightfield_file.h"

namespace cardan {
namespace {

/// What the decoder works on: it leaves by longjmp when the file is damaged, past every destructor,
/// so all memory is owned out here.
struct PngJob {
  std::FILE* file = nullptr;
  png_structp png = nullptr;
  png_infop info = nullptr;
  std::vector<png_byte> pixels;
  std::vector<png_bytep> rows;
  png_uint_32 width = 0, height = 0;
  int depth = 0, colour = 0;
  std::array<char, 160> message{};

  PngJob() = default;
  PngJob(const PngJob&) = delete;
  PngJob& operator=(const PngJob&) = delete;
  ~PngJob() {
    png_destroy_read_struct(&png, &info, nullptr);
    if (file != nullptr) std::fclose(file);
  }
};

void on_error(png_structp png, png_const_charp message) {
  auto* job = static_cast<PngJob*>(png_get_error_ptr(png));
  std::strncpy(job->message.data(), message, job->message.size() - 1);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

bool read_header(PngJob& job) {
  if (setjmp(png_jmpbuf(job.png)) != 0) return false;
  png_init_io(job.png, job.file);
  png_read_info(job.png, job.info);
  job.width = png_get_image_width(job.png, job.info);
  job.height = png_get_image_height(job.png, job.info);
  job.depth = png_get_bit_depth(job.png, job.info);
  job.colour = png_get_color_type(job.png, job.info);
  png_set_strip_alpha(job.png);
  png_read_update_info(job.png, job.info);
  return true;
}

bool read_pixels(PngJob& job) {
  if (setjmp(png_jmpbuf(job.png)) != 0) return false;
  png_read_image(job.png, job.rows.data());
  png_read_end(job.png, nullptr);
  return true;
}

void check_header(const PngJob& job, const std::string& name) {
  const bool grey = job.colour == PNG_COLOR_TYPE_GRAY || job.colour == PNG_COLOR_TYPE_GRAY_ALPHA;
  if (!grey) throw Error("the image has colours", name, "save it as greyscale");
  if (job.depth != 8 && job.depth != 16) {
    throw Error("the image has " + std::to_string(job.depth) + " bits per pixel", name,
                "expected 8 or 16");
  }
  constexpr png_uint_32 kMost = 1u << 15;
  if (job.width < 2 || job.height < 2 || job.width > kMost || job.height > kMost) {
    std::string what = "the image has ";
    what.append(std::to_string(job.width)).append(" x ").append(std::to_string(job.height));
    throw Error(what.append(" pixels"), name, "expected 2 x 2 to 32768 x 32768");
  }
}

}  // namespace

std::shared_ptr<const HeightGrid> load_height_image(const std::string& name, const Vector3& size) {
  if (!size.allFinite() || !(size.minCoeff() > 0))
    throw Error("a size of the heightfield is not positive", name, "give [x, y, z] in metres");
  PngJob job;
  job.file = std::fopen(name.c_str(), "rb");
  if (job.file == nullptr) throw Error("cannot read the image", name, "check path and rights");
  if (!is_png(name)) throw Error("is no PNG image", name, "save it as a greyscale PNG");
  job.png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &job, on_error, on_warning);
  job.info = job.png != nullptr ? png_create_info_struct(job.png) : nullptr;
  if (job.info == nullptr) throw Error("no memory for the image", name);
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
  for (const png_bytep row : job.rows) {
    for (std::size_t i = 0; i < job.width; ++i) {
      const int value = job.depth == 16 ? row[2 * i] << 8 | row[2 * i + 1] : row[i];
      grid->heights.push_back(scale * value);
    }
  }
  return grid;
}

bool is_png(const std::string& name) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (file == nullptr) return false;
  std::array<png_byte, 8> signature{};
  const std::size_t count = std::fread(signature.data(), 1, signature.size(), file);
  std::fclose(file);
  return count == signature.size() && png_sig_cmp(signature.data(), 0, count) == 0;
}

}  // namespace cardan
