package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.model.explore.snapshot.SharedObject;
import dev.syncopate.model.litmus.AsyncInstruction.MbarrierAction;
import dev.syncopate.model.litmus.ComparisonOperator;
import dev.syncopate.model.litmus.IntegerFunction;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Compiled code of one thread of a test. Never changes.
 *
 * @param name for people, as in {@code P0}
 * @param cta the thread's CTA; each CTA of the test has a different number
 * @param cluster that of its CTA; a CTA without one has its own
 * @param initial first values of the registers
 * @param registers their names
 * @param instructions what is done
 * @param texts the same for people
 */
record ThreadCode(
    String name,
    int cta,
    int cluster,
    List<Long> initial,
    List<String> registers,
    List<Instruction> instructions,
    List<String> texts)
    implements SharedObject {

  /** A register, or when the index is negative, a number. */
  record Source(int register, long number) {
    static Source of(long number) {
      return new Source(-1, number);
    }

    boolean isRegister() {
      return register >= 0;
    }
  }

  /** Stands for the number of a thread's own CTA. */
  static final int OWN = -1;

  /** An instruction. */
  sealed interface Instruction {
    /**
     * An access or a fence.
     *
     * @param address where, for all but fences
     * @param a first operand
     * @param b second operand, of CAS alone
     * @param negates whether the first operand is subtracted rather than added
     * @param target the register that takes the result, or -1
     */
    record Access(
        MemoryOperation operation, Source address, Source a, Source b, boolean negates, int target)
        implements Instruction {}

    /**
     * A barrier.
     *
     * @param waits whether the thread waits for the others
     * @param instance first half of the barrier's name
     * @param id second half, or null where there is none
     * @param count how many meet, or null for all
     */
    record Barrier(boolean waits, Source instance, @Nullable Source id, @Nullable Source count)
        implements Instruction {}

    /** What the thread's shared memory, its copy unit or its copies take part in. */
    sealed interface Local extends Instruction {}

    /**
     * An access to shared memory.
     *
     * @param owner number of the CTA of a cluster in whose shared memory it is; {@link #OWN} for
     *     the thread's
     * @param place of the location there
     * @param a first operand
     * @param b second operand, of CAS alone
     * @param negates whether the first operand is subtracted rather than added
     * @param target the register that takes the result, or -1
     */
    record SharedAccess(
        MemoryOperation operation,
        int owner,
        int place,
        Source a,
        Source b,
        boolean negates,
        int target)
        implements Local {}

    /**
     * A bulk copy between shared and global memory, or to the shared memory of another CTA.
     *
     * @param owner number of the CTA to which it goes; {@link #OWN} for the thread's, and for a
     *     copy to global memory
     * @param source place of its first byte in the own shared memory, of a copy from there to
     *     another CTA; else negative
     * @param update of each element of the target; null to overwrite it
     * @param place of its first byte in shared memory
     * @param address of its first byte in global memory, or of the map with this address
     * @param mapped whether it is that of a map
     * @param barrier place of the mbarrier where it completes; negative for none
     */
    record Bulk(
        boolean toShared,
        @Nullable MemoryOperation update,
        int owner,
        int source,
        int place,
        long address,
        boolean mapped,
        int bytes,
        int barrier)
        implements Local {}

    /** Commits the thread's copies so far as a group. */
    record CommitCopies() implements Local {}

    /**
     * Waits for groups.
     *
     * @param reads whether only until they have read
     * @param newest how many groups it does not wait for
     */
    record AwaitCopies(boolean reads, int newest) implements Local {}

    /**
     * An operation on an mbarrier.
     *
     * @param releases whether it comes behind what its thread has done
     * @param owner number of the CTA whose mbarrier it is; {@link #OWN} for the thread's
     * @param number count of arrivals, bytes, or parity
     * @param target the register that a wait sets, or -1
     */
    record MbarrierStep(
        MbarrierAction action, boolean releases, int owner, int place, int number, int target)
        implements Local {}

    /**
     * An asynchronous store to another CTA, whose bytes an mbarrier there counts.
     *
     * @param update of the target; null to overwrite it
     * @param owner number of the CTA
     */
    record StoreAsync(
        @Nullable MemoryOperation update, int owner, int place, long value, int barrier)
        implements Local {}

    /**
     * An arrival at the barrier of the cluster, or a wait.
     *
     * @param releases whether it comes behind what its thread has done
     */
    record ClusterStep(boolean arrives, boolean releases) implements Local {}

    /** A fence between the generic and the async proxy. */
    record AsyncFence(boolean global, boolean shared) implements Local {}

    /**
     * The part of a fence of the tensormap proxy that comes behind its thread fence.
     *
     * @param map address of the map that an acquire is of; negative for a release
     */
    record MapFence(long map) implements Local {}

    record Move(int target, Source value) implements Instruction {}

    record Compute(IntegerFunction arithmetic, int target, Source a, Source b)
        implements Instruction {}

    record Branch(ComparisonOperator comparison, Source a, Source b, int target)
        implements Instruction {}
  }
}
