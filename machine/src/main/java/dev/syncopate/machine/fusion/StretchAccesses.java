package dev.syncopate.machine.fusion;

import dev.syncopate.machine.code.Op;
import dev.syncopate.ptx.analysis.RegisterUses;
import dev.syncopate.ptx.ir.StateSpace;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Accesses of a stretch.
 *
 * @param accesses all of them, in the order of the code
 * @param guarded those with a guard
 * @param groups those without a guard, in groups of which the first access comes first
 * @param grouped each access without a guard, with its group
 */
record StretchAccesses(
    List<FusibleAccess> accesses,
    List<FusibleAccess> guarded,
    List<AccessGroup> groups,
    Map<FusibleAccess, AccessGroup> grouped) {
  /**
   * A value of an operand.
   *
   * @param writes of its register before, in the stretch
   */
  private record Value(int operand, int writes) {}

  /** Finds the accesses of some instructions. */
  static StretchAccesses of(Op[] code, int start, int end, RegisterUses uses, int width) {
    List<FusibleAccess> accesses = new ArrayList<>();
    List<FusibleAccess> guarded = new ArrayList<>();
    List<List<FusibleAccess>> groups = new ArrayList<>();
    Map<Value, List<FusibleAccess>> latest = new HashMap<>();
    Map<Integer, Integer> writes = new HashMap<>();
    for (int pc = start; pc < end; pc++) {
      if (code[pc] instanceof FusibleAccess access) {
        accesses.add(access);
        if (code[pc].guard >= 0) {
          guarded.add(access);
        } else {
          int base = access.base();
          int version = base < 0 ? 0 : writes.getOrDefault(base / width, 0);
          Value value = new Value(base, version);
          List<FusibleAccess> group = latest.get(value);
          if (group == null || !AccessGroup.joins(access, group)) {
            group = new ArrayList<>();
            groups.add(group);
            latest.put(value, group);
          }
          group.add(access);
        }
      }
      for (int register : uses.writes(pc)) {
        writes.merge(register, 1, Integer::sum);
      }
    }
    Map<FusibleAccess, AccessGroup> grouped = new HashMap<>();
    List<AccessGroup> accessGroups = new ArrayList<>();
    for (List<FusibleAccess> members : groups) {
      AccessGroup group = AccessGroup.of(members);
      accessGroups.add(group);
      members.forEach(member -> grouped.put(member, group));
    }
    return new StretchAccesses(accesses, guarded, accessGroups, grouped);
  }

  /** Whether one is to a space. */
  boolean has(StateSpace space) {
    return accesses.stream().anyMatch(access -> access.space() == space);
  }
}
