#pragma once

#include <type_traits>
#include <vector>

#include "cardan/aligned_block.h"
#include "sim/data/joint_laws.h"

/// The state of models as one contiguous block of doubles. The states of a world are copied by
/// copying the block.
namespace cardan {

/// Location of a model's state in the block, in doubles. The state of a model begins at a cache
/// line:
///
///   still_time, undisturbed, asleep, counts of laws   (8)
///   q                                                 (nq)
///   v, tau, tau_external, v_moved, v_moved_before     (nv each)
///   PD laws                                           (BasicJointLaws::kArrays × nv, or none)
///   drives                                            (drive_numbers: motors by MotorSetup, then
///                                                      the BaseDrive)
///
/// Each array is padded to an even number of entries, so that all arrays are aligned to 16 bytes.
struct StatePlace {
  StatePlace(std::size_t first_in, int nq_in, int nv_in, int law_arrays_in, int drive_numbers_in)
      : first(first_in),
        nq(nq_in),
        nv(nv_in),
        law_arrays(law_arrays_in),
        drive_numbers(drive_numbers_in),
        stride(AlignedBlock::in_pairs(nv_in)),
        vectors(kHeader + AlignedBlock::in_pairs(nq_in)) {}

  std::size_t first;
  int nq, nv;
  int law_arrays;     ///< BasicJointLaws::kArrays, or 0 if there can be no laws
  int drive_numbers;  ///< size of the data of motors and of a driven base
  int stride;         ///< distance from one array of nv entries to the next
  int vectors;        ///< offset of v from `first`

  static constexpr int kHeader = AlignedBlock::kLine;
  static constexpr int kVectors = 5;  ///< number of arrays of nv entries before the laws
  std::size_t size() const {
    const int arrays = kVectors + law_arrays;
    return AlignedBlock::in_lines(static_cast<std::size_t>(vectors) +
                                  static_cast<std::size_t>(arrays) *
                                      static_cast<std::size_t>(stride) +
                                  static_cast<std::size_t>(drive_numbers));
  }
};

/// View of the state of one model. The view stays valid until a model is added to the block or
/// removed from it. T: double or const double.
template <class T>
class BasicModelState {
 public:
  using Vector =
      Eigen::Map<std::conditional_t<std::is_const_v<T>, const VectorX, VectorX>, Eigen::Aligned16>;

  BasicModelState(T* block, const StatePlace& place)
      : at_(block + place.first),
        vectors_(at_ + place.vectors),
        nq_(place.nq),
        nv_(place.nv),
        stride_(place.stride),
        drive_numbers_(place.drive_numbers),
        has_laws_(place.law_arrays > 0) {}
  operator BasicModelState<const T>() const  // NOLINT(google-explicit-constructor): read access
      requires(!std::is_const_v<T>) {
    return {at_, vectors_, nq_, nv_, stride_, drive_numbers_, has_laws_};
  }

  /// Time for which no point has been faster than SleepSpec::speed [s].
  T& still_time() const { return at_[0]; }
  /// Number of the most recent steps, at most 2, that form one motion undisturbed by contacts,
  /// limits and the user.
  int undisturbed() const { return static_cast<int>(at_[1]); }
  void set_undisturbed(int steps) const { at_[1] = steps; }
  /// True if steps do not move the model, whose v is then 0.
  bool asleep() const { return at_[2] != 0; }
  void set_asleep(bool asleep) const { at_[2] = asleep ? 1 : 0; }

  Vector q() const { return {at_ + kHeader, nq_}; }
  Vector v() const { return vector(0); }
  Vector tau() const { return vector(1); }           ///< efforts set by the user
  Vector tau_external() const { return vector(2); }  ///< efforts of the wrenches for the next step
  /// Velocities with which the last two steps moved q, before any projection. The number of them
  /// that belong to one motion is undisturbed(). After the first step, v_moved_before is the
  /// velocity before it.
  Vector v_moved() const { return vector(3); }
  Vector v_moved_before() const { return vector(4); }

  BasicJointLaws<T> laws() const {
    T* const arrays = has_laws_ ? vectors_ + StatePlace::kVectors * stride_ : nullptr;
    return {at_ + 3, arrays, nv_, stride_};
  }
  /// Data of the motors, with the layout described in MotorSetup, and of a driven base (BaseDrive).
  Vector drives() const {
    const int arrays = StatePlace::kVectors + (has_laws_ ? BasicJointLaws<T>::kArrays : 0);
    return {vectors_ + (drive_numbers_ > 0 ? arrays * stride_ : 0), drive_numbers_};
  }

 private:
  friend class BasicModelState<std::remove_const_t<T>>;
  BasicModelState(T* at, T* vectors, int nq, int nv, int stride, int drive_numbers, bool has_laws)
      : at_(at),
        vectors_(vectors),
        nq_(nq),
        nv_(nv),
        stride_(stride),
        drive_numbers_(drive_numbers),
        has_laws_(has_laws) {}

  static constexpr int kHeader = StatePlace::kHeader;
  Vector vector(int k) const { return {vectors_ + k * stride_, nv_}; }

  T* at_;
  T* vectors_;
  int nq_, nv_, stride_, drive_numbers_;
  bool has_laws_;
};

using ModelState = BasicModelState<double>;
using ConstModelState = BasicModelState<const double>;

/// Copies a state to a model with equal nq and nv whose arrays or counts of laws may differ. Laws
/// that the model cannot have are left out. The flags by_motor and target_is_initial keep their
/// values in `to`, because they belong to the description of the model.
inline void copy_model_state(const ConstModelState& from, const ModelState& to) {
  to.still_time() = from.still_time();
  to.set_undisturbed(from.undisturbed());
  to.set_asleep(from.asleep());
  to.q() = from.q();
  to.v() = from.v();
  to.tau() = from.tau();
  to.tau_external() = from.tau_external();
  to.v_moved() = from.v_moved();
  to.v_moved_before() = from.v_moved_before();
  for (std::size_t dof = 0; dof < to.laws().size(); ++dof) {
    PdLaw law = from.laws()[dof];
    const PdLaw own = to.laws()[dof];
    law.by_motor = own.by_motor;
    law.target_is_initial = own.target_is_initial;
    to.laws().set(dof, law);
  }
  to.drives() = from.drives();
}

/// States of models, stored side by side in the order in which they were added.
class ModelStates {
 public:
  int size() const { return static_cast<int>(places_.size()); }
  ModelState operator[](int model) { return {block_.data(), places_[index(model)]}; }
  ConstModelState operator[](int model) const { return {block_.data(), places_[index(model)]}; }

  /// Appends a state of zeros without laws. Views of all other states become invalid. The caller
  /// must then call JointLaws::clear().
  void add(int nq, int nv, int drive_numbers = 0) {
    append_place(nq, nv, JointLaws::kArrays, drive_numbers);
  }
  /// Appends a state of zeros for a model whose DoFs can have no law.
  void add_without_laws(int nq, int nv, int drive_numbers = 0) {
    append_place(nq, nv, 0, drive_numbers);
  }
  /// Appends all states of `other`.
  void append(const ModelStates& other) {
    const std::size_t first = block_.size();
    block_.resize(first + other.block_.size());
    std::copy_n(other.block_.data(), other.block_.size(), block_.data() + first);
    for (StatePlace place : other.places_) {
      place.first += first;
      places_.push_back(place);
    }
  }

  /// Frees the state of a model, which then has no coordinates. Views of all states become invalid.
  void clear(int model) {
    ModelStates kept;
    for (int i = 0; i < size(); ++i) {
      const StatePlace& place = places_[index(i)];
      if (i == model) {
        kept.add_without_laws(0, 0);
        continue;
      }
      const std::size_t first = kept.block_.size();
      kept.append_place(place.nq, place.nv, place.law_arrays, place.drive_numbers);
      std::copy_n(block_.data() + place.first, place.size(), kept.block_.data() + first);
    }
    *this = std::move(kept);
  }

  /// Replaces the contents with the states of the given models of `from`, in the given order.
  /// Allocates only if the block has never had this size.
  void assign(const ModelStates& from, const std::vector<int>& models) {
    places_.clear();
    block_.resize(0);
    for (const int model : models) {
      const StatePlace& place = from.places_[index(model)];
      const std::size_t first = block_.size();
      append_place(place.nq, place.nv, place.law_arrays, place.drive_numbers);
      std::copy_n(from.block_.data() + place.first, place.size(), block_.data() + first);
    }
  }

  const AlignedBlock& block() const { return block_; }
  AlignedBlock& block() { return block_; }
  const StatePlace& place(int model) const { return places_[index(model)]; }

 private:
  void append_place(int nq, int nv, int law_arrays, int drive_numbers) {
    places_.emplace_back(block_.size(), nq, nv, law_arrays, drive_numbers);
    block_.resize(block_.size() + places_.back().size());
  }
  static std::size_t index(int model) { return static_cast<std::size_t>(model); }
  AlignedBlock block_;
  std::vector<StatePlace> places_;
};

}  // namespace cardan
