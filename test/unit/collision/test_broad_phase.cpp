#include <gtest/gtest.h>

#include <limits>
#include <random>

#include "collision/broad/broad_phase.h"

/// Both broad phases against a brute-force test of all pairs.
namespace cardan {
namespace {

class Boxes {
 public:
  explicit Boxes(int count) : random_(count) {
    for (int i = 0; i < count; ++i) {
      boxes.push_back(random_box());
      is_static.push_back(random_() % 5 == 0 ? 1 : 0);
    }
  }

  AxisBox random_box() {
    // On a grid, so that boxes touch exactly and ends are equal.
    std::uniform_int_distribution<int> place(0, 40), size(0, 4);
    const Vector3 lower(place(random_), 0.5 * place(random_), 0.25 * place(random_));
    return {lower, lower + Vector3(size(random_), size(random_), size(random_))};
  }

  int random_index() { return static_cast<int>(random_() % boxes.size()); }

  std::vector<IndexPair> touching() const {
    std::vector<IndexPair> pairs;
    for (int i = 0; i < static_cast<int>(boxes.size()); ++i) {
      for (int j = i + 1; j < static_cast<int>(boxes.size()); ++j) {
        const AxisBox &a = boxes[static_cast<std::size_t>(i)],
                      &b = boxes[static_cast<std::size_t>(j)];
        if (is_static[static_cast<std::size_t>(i)] && is_static[static_cast<std::size_t>(j)])
          continue;
        if ((a.lower.array() <= b.upper.array()).all() &&
            (b.lower.array() <= a.upper.array()).all())
          pairs.push_back({i, j});
      }
    }
    return pairs;
  }

  std::vector<AxisBox> boxes;
  std::vector<unsigned char> is_static;

 private:
  std::mt19937 random_;
};

TEST(BroadPhase, BothBroadPhasesFindEveryTouchingPair) {
  for (const auto make : {make_sweep_broad_phase, make_tree_broad_phase}) {
    for (const int count : {0, 1, 2, 30, 300}) {
      Boxes truth(count);
      const auto broad = make();
      broad->reset(truth.boxes, truth.is_static);
      std::vector<IndexPair> pairs = {{7, 8}};
      for (int round = 0; round < 20; ++round) {
        EXPECT_TRUE(broad->find_pairs(std::numeric_limits<std::size_t>::max(), pairs));
        ASSERT_EQ(pairs, truth.touching()) << count << " boxes, round " << round;
        // A few, then all of them, then a world that has become longest in z.
        const int moves = count == 0 ? 0 : (round == 10 ? 5 * count : count / 4);
        for (int k = 0; k < moves; ++k) {
          const int i = truth.random_index();
          AxisBox& box = truth.boxes[static_cast<std::size_t>(i)];
          box = truth.random_box();
          if (round > 14) {
            box.lower.z() *= 8;
            box.upper.z() = box.lower.z() + 2;
          }
          broad->set_box(i, box);
        }
      }
    }
  }
}

}  // namespace
}  // namespace cardan
