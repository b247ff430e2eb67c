package dev.syncopate.model.litmus.vulkan;

import dev.syncopate.model.litmus.InstructionAnnotation;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** Sets of the events of an instruction, while they are collected. */
final class VulkanEvents {
  private final SortedSet<String> acquiring = new TreeSet<>();
  private final SortedSet<String> releasing = new TreeSet<>();

  /** Adds sets of both events. */
  void add(String... sets) {
    acquiring.addAll(List.of(sets));
    releasing.addAll(List.of(sets));
  }

  void addAcquiring(String... sets) {
    acquiring.addAll(List.of(sets));
  }

  void addReleasing(String... sets) {
    releasing.addAll(List.of(sets));
  }

  InstructionAnnotation annotation(String text) {
    return new InstructionAnnotation(acquiring, releasing, text);
  }
}
