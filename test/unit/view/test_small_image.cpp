#include <gtest/gtest.h>
#include <turbojpeg.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <random>

#include "test/support/png.h"
#include "test/support/temporary_directory.h"
#include "view/glb.h"
#include "view/image_info.h"
#include "view/inspect_robot.h"
#include "view/replay_page.h"
#include "view/small_image.h"
#include "view/texture_book.h"

namespace cardan::view {
namespace {

constexpr int kSide = 512;  // limit of the tests [px]

/// Samples of an image in rows, the upper one first.
struct Samples {
  int width = 0, height = 0, format = TJPF_RGB;
  std::vector<unsigned char> bytes;

  int at(int x, int y, int channel) const {
    const int channels = tjPixelSize[format];
    return bytes[static_cast<std::size_t>((y * width + x) * channels + channel)];
  }
};

/// A sample at the fractions u from the left and v from the top.
using Picture = std::function<double(double u, double v, int channel)>;

Samples samples_of(int width, int height, int format, const Picture& picture) {
  Samples made{width, height, format, {}};
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int channel = 0; channel < tjPixelSize[format]; ++channel) {
        const double value = picture((x + 0.5) / width, (y + 0.5) / height, channel);
        made.bytes.push_back(static_cast<unsigned char>(std::lround(value)));
      }
    }
  }
  return made;
}

PageImage jpeg(const Samples& samples, int quality, int subsampling) {
  const std::unique_ptr<void, int (*)(void*)> codec(tjInitCompress(), tjDestroy);
  unsigned char* bytes = nullptr;
  unsigned long size = 0;
  EXPECT_EQ(tjCompress2(codec.get(), samples.bytes.data(), samples.width, 0, samples.height,
                        samples.format, &bytes, &size, subsampling, quality, TJFLAG_ACCURATEDCT),
            0)
      << tjGetErrorStr2(codec.get());
  const std::unique_ptr<unsigned char, void (*)(unsigned char*)> owner(bytes, tjFree);
  return {"photo.jpg", "image/jpeg", samples.width, samples.height,
          std::string(reinterpret_cast<const char*>(bytes), size)};
}

Samples decoded(const PageImage& image, int format = TJPF_RGB) {
  const std::unique_ptr<void, int (*)(void*)> codec(tjInitDecompress(), tjDestroy);
  Samples made{image.width, image.height, format, {}};
  made.bytes.resize(static_cast<std::size_t>(image.width * image.height * tjPixelSize[format]));
  EXPECT_EQ(tjDecompress2(codec.get(), reinterpret_cast<const unsigned char*>(image.bytes.data()),
                          image.bytes.size(), made.bytes.data(), image.width, 0, image.height,
                          format, TJFLAG_STOPONWARNING),
            0)
      << tjGetErrorStr2(codec.get());
  return made;
}

double slope(double u, double v, int channel) {
  return 255 * (channel == 0 ? u : channel == 1 ? v : 1 - u * v);
}

PageImage gradient() { return jpeg(samples_of(1200, 700, TJPF_RGB, slope), 95, TJSAMP_444); }

void expect_unchanged(const PageImage& image, int side) {
  const PageImage made = small_image(image, side);
  EXPECT_TRUE(made.bytes == image.bytes);
  EXPECT_EQ(made.width, image.width);
  EXPECT_EQ(made.height, image.height);
}

// 3/8 is the largest multiple of 1/8 at which 1200 px fit into 512 px. The samples are those of the
// closed form in the middle of the pixels.
TEST(SmallImage, LargeImageIsReduced) {
  const PageImage whole = gradient(), small = small_image(whole, kSide);
  EXPECT_EQ(small.width, 450);
  EXPECT_EQ(small.height, 263);
  EXPECT_LT(2 * small.bytes.size(), whole.bytes.size());
  EXPECT_EQ(small.name, whole.name);
  EXPECT_EQ(small.type, whole.type);
  const auto info = image_info(small.bytes);
  ASSERT_TRUE(info);
  EXPECT_EQ(info->width, small.width);
  EXPECT_EQ(info->height, small.height);
  const Samples read = decoded(small);
  const Samples expected = samples_of(small.width, small.height, TJPF_RGB, slope);
  int worst = 0;
  double sum = 0;
  for (std::size_t i = 0; i < read.bytes.size(); ++i) {
    const int error = std::abs(int{read.bytes[i]} - int{expected.bytes[i]});
    worst = std::max(worst, error);
    sum += error;
  }
  EXPECT_LE(worst, 8);
  EXPECT_LE(sum / static_cast<double>(read.bytes.size()), 1.5);
}

// The quadrants of the small image have the mean colours of those of the large image, which has
// noise.
TEST(SmallImage, QuadrantsKeepTheirMeans) {
  std::mt19937 random(1);
  const auto noisy = [&](double u, double v, int channel) {
    const int quadrant = (u < 0.5 ? 0 : 1) + (v < 0.5 ? 0 : 2);
    const double level = 50.0 + 40 * ((quadrant + channel) % 4);
    return level + static_cast<double>(random() % 41U) - 20;
  };
  const Samples source = samples_of(1600, 1280, TJPF_RGB, noisy);
  const PageImage small = small_image(jpeg(source, 95, TJSAMP_420), kSide);
  ASSERT_EQ(small.width, 400);
  ASSERT_EQ(small.height, 320);
  const auto mean = [](const Samples& samples, int quadrant, int channel) {
    const int width = samples.width / 2, height = samples.height / 2;
    double sum = 0;
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x)
        sum += samples.at(x + quadrant % 2 * width, y + quadrant / 2 * height, channel);
    return sum / width / height;
  };
  const Samples read = decoded(small);
  for (int quadrant = 0; quadrant < 4; ++quadrant)
    for (int channel = 0; channel < 3; ++channel)
      EXPECT_NEAR(mean(read, quadrant, channel), mean(source, quadrant, channel), 1.5)
          << quadrant << " " << channel;
}

// Pixels that are black and white in turn become grey: each pixel is an average, not a sample.
TEST(SmallImage, FineDetailIsAveraged) {
  const auto board = [](double u, double v, int) {
    return (static_cast<int>(1024 * u) + static_cast<int>(1024 * v)) % 2 == 0 ? 255.0 : 0.0;
  };
  const Samples source = samples_of(1024, 1024, TJPF_GRAY, board);
  const PageImage small = small_image(jpeg(source, 100, TJSAMP_GRAY), kSide);
  ASSERT_EQ(small.width, 512);
  const Samples read = decoded(small, TJPF_GRAY);
  const auto [least, most] = std::minmax_element(read.bytes.begin(), read.bytes.end());
  EXPECT_GE(*least, 120);
  EXPECT_LE(*most, 135);
}

TEST(SmallImage, GreyImageStaysGrey) {
  const Samples source = samples_of(1200, 700, TJPF_GRAY, slope);
  const PageImage small = small_image(jpeg(source, 95, TJSAMP_GRAY), kSide);
  ASSERT_EQ(small.width, 450);
  const std::unique_ptr<void, int (*)(void*)> codec(tjInitDecompress(), tjDestroy);
  int width = 0, height = 0, subsampling = 0, colours = -1;
  tjDecompressHeader3(codec.get(), reinterpret_cast<const unsigned char*>(small.bytes.data()),
                      small.bytes.size(), &width, &height, &subsampling, &colours);
  EXPECT_EQ(colours, TJCS_GRAY);
  const Samples read = decoded(small, TJPF_GRAY);
  for (int x = 0; x < small.width; x += 30)
    EXPECT_NEAR(read.at(x, 100, 0), slope((x + 0.5) / small.width, 0, 0), 4);
}

TEST(SmallImage, OtherImagesAreUnchanged) {
  const Samples source = samples_of(300, 200, TJPF_RGB, slope);
  const PageImage small = jpeg(source, 95, TJSAMP_444);
  expect_unchanged(small, kSide);
  expect_unchanged(small, 300);
  EXPECT_NE(small_image(small, 299).width, 300);
  expect_unchanged(small, 1);  // 1/8 is not small enough
  const std::vector<test::Pixel> pixels(600 * 2);
  expect_unchanged({"a.png", "image/png", 600, 2, test::png(600, pixels)}, kSide);
  const Samples cmyk = samples_of(600, 600, TJPF_CMYK, slope);
  expect_unchanged(jpeg(cmyk, 95, TJSAMP_444), kSide);
}

// A file of coarse noise is smaller than a better file of fewer pixels.
TEST(SmallImage, ImageThatBecomesNoSmallerIsUnchanged) {
  std::mt19937 random(1);
  const auto noise = [&](double, double, int) { return static_cast<double>(random() % 256U); };
  expect_unchanged(jpeg(samples_of(580, 580, TJPF_RGB, noise), 3, TJSAMP_420), kSide);
}

TEST(SmallImage, ExifStays) {
  PageImage whole = gradient();
  const std::string exif(
      "\xff\xe1\x00\x0c"
      "Exif\0\0turn",
      14);
  whole.bytes.insert(2, exif);
  const PageImage small = small_image(whole, kSide);
  EXPECT_EQ(small.width, 450);
  EXPECT_EQ(small.bytes.substr(2, exif.size()), exif);
  EXPECT_EQ(small.bytes.find("Exif", 16), std::string::npos);
  EXPECT_EQ(image_info(small.bytes)->width, 450);
  const PageImage bare = small_image(gradient(), kSide);
  EXPECT_TRUE(small.bytes.substr(0, 2) + small.bytes.substr(2 + exif.size()) == bare.bytes);
}

TEST(SmallImage, TruncatedImageIsUnchanged) {
  const PageImage whole = gradient();
  for (std::size_t size = 0; size < whole.bytes.size(); size += whole.bytes.size() / 16) {
    PageImage cut = whole;
    cut.bytes.resize(size);
    expect_unchanged(cut, kSide);
  }
  PageImage cut = whole;
  cut.bytes.resize(whole.bytes.size() - 2);  // without the marker of the end
  expect_unchanged(cut, kSide);
}

// Changed bytes give an image of the same size, a smaller one, or the file as it is.
TEST(SmallImage, DamagedImageDoesNoHarm) {
  const PageImage whole = gradient();
  std::mt19937 random(1);
  int reduced = 0;
  for (int trial = 0; trial < 300; ++trial) {
    PageImage bad = whole;
    // Half of the changes are in the headers.
    const std::size_t range = trial % 2 == 0 ? 640 : bad.bytes.size();
    for (int change = 0; change < 3; ++change)
      bad.bytes[random() % range] = static_cast<char>(random() % 256U);
    const PageImage made = small_image(bad, kSide);
    if (made.bytes == bad.bytes) continue;
    ++reduced;
    const auto info = image_info(made.bytes);
    ASSERT_TRUE(info);
    EXPECT_EQ(info->width, 450);
    EXPECT_EQ(info->height, 263);
  }
  EXPECT_GT(reduced, 0);
  EXPECT_LT(reduced, 300);
}

// The file has other sides than those against which the limits were checked.
TEST(SmallImage, ImageOfAnotherSizeIsUnchanged) {
  PageImage whole = gradient();
  whole.height = 1200;
  expect_unchanged(whole, kSide);
}

// Pages have the reduced image, glTF has the file.
TEST(SmallImage, PagesAreSmallAndExportsAreWhole) {
  const test::TemporaryDirectory folder;
  const PageImage photo = jpeg(samples_of(1600, 1200, TJPF_RGB, slope), 95, TJSAMP_444);
  folder.write("photo.jpg", photo.bytes);
  const std::string robot =
      folder.write("r.urdf",
                   "<robot name='r'><link name='a'><visual><geometry><box size='1 1 1'/></geometry>"
                   "<material name='m'><texture filename='photo.jpg'/></material></visual></link>"
                   "</robot>");
  ReplayData data = inspect_robot(robot, {});
  const LimitedPage page = limited_replay_page(data, kPageLimit);
  EXPECT_NE(page.text.find(R"("width":1000,"height":750)"), std::string::npos);
  EXPECT_TRUE(page.text == replay_page(inspect_robot(robot, {})));
  EXPECT_NE(glb(data).find(photo.bytes), std::string::npos);
  data.image_side = kMostTextureSide;
  const LimitedPage full = limited_replay_page(data, kPageLimit);
  EXPECT_NE(full.text.find(R"("width":1600,"height":1200)"), std::string::npos);
  EXPECT_LT(2 * page.report.image_bytes, full.report.image_bytes);
  EXPECT_EQ(full.text.size() - page.text.size(),
            full.report.image_bytes - page.report.image_bytes + std::string("1600").size() +
                std::string("1200").size() - std::string("1000").size() -
                std::string("750").size());
}

}  // namespace
}  // namespace cardan::view
