package dev.syncopate.ptx.alu;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import dev.syncopate.ptx.alu.table.LaneFunctions;
import dev.syncopate.ptx.alu.table.LanePredicates;
import java.util.SplittableRandom;
import java.util.function.ToLongFunction;

/** Compares a function with a reference over all pairs of edge values and over random operands. */
final class Check {
  /** What an instruction should give. */
  interface Reference {
    long apply(long a, long b, long c);
  }

  /** What a comparison should give. */
  interface Predicate {
    boolean test(long a, long b);
  }

  private static final int RANDOM = 3000;

  private Check() {}

  static LaneFunction function(String mnemonic) {
    LaneFunction function = requireNonNull(LaneFunctions.lookup(mnemonic), mnemonic);
    assertThat(function.mnemonic()).isEqualTo(mnemonic);
    return function;
  }

  /**
   * All triples of the edge values where they are few, else all pairs with some third; then random
   * ones.
   */
  static void integers(String mnemonic, int bits, Reference reference) {
    against(mnemonic, Values.integers(bits), r -> r.nextLong() & Values.mask(bits), reference);
  }

  static void floats(String mnemonic, Ieee format, Reference reference) {
    against(mnemonic, Values.floats(format), r -> Values.randomFloat(r, format), reference);
  }

  static void against(
      String mnemonic,
      long[] edges,
      ToLongFunction<SplittableRandom> sampler,
      Reference reference) {
    LaneFunction function = function(mnemonic);
    SplittableRandom random = Values.random(mnemonic);
    int arity = function.arity();
    for (int i = 0; i < edges.length; i++) {
      for (int j = 0; j < (arity > 1 ? edges.length : 1); j++) {
        long c =
            random.nextInt(4) == 0
                ? sampler.applyAsLong(random)
                : edges[random.nextInt(edges.length)];
        one(function, reference, edges[i], arity > 1 ? edges[j] : 0, arity > 2 ? c : 0);
      }
    }
    for (int i = 0; i < RANDOM; i++) {
      long a = sampler.applyAsLong(random);
      long b = arity > 1 ? sampler.applyAsLong(random) : 0;
      long c = arity > 2 ? sampler.applyAsLong(random) : 0;
      one(function, reference, a, b, c);
    }
  }

  static void one(LaneFunction function, Reference reference, long a, long b, long c) {
    long expected = reference.apply(a, b, c);
    long actual = function.apply(a, b, c);
    if (actual != expected) {
      fail(
          "%s of %#x, %#x, %#x is %#x, expected %#x (seed %d)"
              .formatted(function, a, b, c, actual, expected, Values.SEED));
    }
  }

  static LanePredicate predicate(String mnemonic) {
    return requireNonNull(LanePredicates.lookup(mnemonic), mnemonic);
  }

  static void predicate(
      String mnemonic,
      long[] edges,
      ToLongFunction<SplittableRandom> sampler,
      Predicate reference) {
    LanePredicate predicate = predicate(mnemonic);
    SplittableRandom random = Values.random(mnemonic);
    for (long a : edges) {
      for (long b : edges) {
        one(predicate, reference, a, b);
      }
    }
    for (int i = 0; i < RANDOM; i++) {
      long a = sampler.applyAsLong(random);
      one(predicate, reference, a, random.nextInt(4) == 0 ? a : sampler.applyAsLong(random));
    }
  }

  private static void one(LanePredicate predicate, Predicate reference, long a, long b) {
    boolean expected = reference.test(a, b);
    if (predicate.test(a, b) != expected) {
      fail(
          "%s of %#x and %#x should be %b (seed %d)"
              .formatted(predicate, a, b, expected, Values.SEED));
    }
  }
}
