package dev.syncopate.ptx.analysis;

import dev.syncopate.ptx.ir.Instruction;
import java.util.List;
import java.util.Set;

/**
 * A program after analysis.
 *
 * @param code the same instructions in the same places, with reconvergence points, compacted
 *     registers, and atomics that say whether their result is read
 * @param valueRegisters value registers in use
 * @param predicateRegisters predicate registers in use
 * @param leastRegisters 32-bit registers a thread needs, as in {@code RegisterNeed}
 * @param wantedRegisters 32-bit registers a thread would use
 * @param loopsThatMaySpin indices of backward branches, as in {@code Program}
 */
public record Analysed(
    List<Instruction> code,
    int valueRegisters,
    int predicateRegisters,
    int leastRegisters,
    int wantedRegisters,
    Set<Integer> loopsThatMaySpin) {}
