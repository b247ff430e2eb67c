package dev.syncopate.check.extract;

import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Two conflicting accesses of a launch, and the synchronisation that led from one to the other.
 *
 * @param kernel its mangled name
 * @param threads that take part, in the order in which they handed on; the first does the earlier
 *     of the two accesses, the last one the later
 * @param places that are accessed
 * @param connected whether something led from the first thread to the last
 * @param polled whether the last thread has done the later access before, as a loop does
 */
public record Excerpt(
    String kernel, List<Actor> threads, List<Place> places, boolean connected, boolean polled) {
  /** Keeps copies. */
  public Excerpt {
    threads = List.copyOf(threads);
    places = List.copyOf(places);
  }

  /**
   * A thread.
   *
   * @param name for people: its CTA and its indices
   * @param cta its CTA, by number
   * @param domain what {@code .cta} scope takes in: threads of the same number
   * @param gpu on which it ran
   * @param warp tells its warp from the launch's others
   * @param steps in program order
   */
  public record Actor(String name, int cta, int domain, int gpu, long warp, List<Step> steps) {
    public Actor {
      steps = List.copyOf(steps);
    }
  }

  /**
   * A piece of memory.
   *
   * @param name what the launch calls it
   */
  public record Place(String name, boolean shared) {}

  /** Purpose of a step. */
  public enum Role {
    /** One of the two accesses that conflict. */
    CONFLICTS,
    /** Has read what the thread before has written; or met it. */
    TAKES,
    /** Is read by the next thread, or meets it. */
    GIVES,
    /** Both: a read-modify-write that hands on. */
    HANDS_ON,
    /** Stands between. */
    BESIDE
  }

  /** Kind of a thread's action. */
  public enum Deed {
    LOAD,
    STORE,
    ATOMIC,
    FENCE,
    /** Met other threads: at a barrier of the CTA, or of a warp. */
    MEETING
  }

  /**
   * An instruction.
   *
   * @param pc its number; negative for a barrier at which it is not known
   * @param description it is, as in {@code weak store}
   * @param line of the source if it is known, else of the PTX
   * @param location both lines
   */
  public record Instruction(int pc, String description, String line, String location) {}

  /**
   * Something that a thread did.
   *
   * @param number tells it from others of the excerpt
   * @param operation what it does to memory; null for a meeting
   * @param place what it accesses, as an index of {@link #places}; -1 for a fence and a meeting
   * @param operand what it stores, or the operand of an atomic, sign-extended
   * @param operand2 the second operand of an atomic
   * @param read what it has read, sign-extended; null where that is not known
   * @param valued whether the operands are known
   * @param meeting tells meetings apart; 0 for none
   * @param waits whether it waits for the others it meets
   * @param partial whether it stands for a strong access of which some bytes alone are accessed by
   *     others: it is weak here, and no order or scope of it would synchronise
   */
  public record Step(
      int number,
      Instruction instruction,
      @Nullable MemoryOperation operation,
      int place,
      long operand,
      long operand2,
      @Nullable Long read,
      boolean valued,
      Role role,
      int meeting,
      boolean waits,
      boolean partial) {
    /**
     * A fence that the run does not have.
     *
     * @param order in capitals
     * @param scope in capitals
     */
    public static Step fence(int number, Instruction instruction, String order, String scope) {
      return added(
          number,
          instruction,
          MemoryOperation.fence(Order.valueOf(order), Scope.valueOf(scope)),
          0);
    }

    /** A meeting that the run does not have. */
    public static Step meeting(int number, Instruction instruction, int meeting) {
      return added(number, instruction, null, meeting);
    }

    private static Step added(
        int number, Instruction instruction, @Nullable MemoryOperation operation, int meeting) {
      return new Step(
          number,
          instruction,
          operation,
          -1,
          0,
          0,
          null,
          true,
          Role.BESIDE,
          meeting,
          meeting > 0,
          false);
    }

    /** What kind of thing it is. */
    public Deed deed() {
      return operation == null ? Deed.MEETING : Deed.valueOf(operation.kind().name());
    }

    /** Its memory order in small letters, {@code comm} for a commutative atomic. */
    public String order() {
      return operation == null
          ? "weak"
          : operation.commutative() ? "comm" : lower(operation.order());
    }

    /** Its scope in small letters; null for what has none. */
    public @Nullable String scope() {
      return operation == null || !WarpEvent.isStrong(operation) ? null : lower(operation.scope());
    }

    /** Whether it promotes scopes. */
    public boolean remote() {
      return operation != null && operation.remote();
    }

    /** The name of an atomic in small letters; empty for anything else. */
    public String atomic() {
      AtomicOp atomic = operation == null ? null : operation.atomic();
      return atomic == null ? "" : lower(atomic);
    }

    /** What an atomic makes of a value; both as signed numbers of its size. */
    public long updated(long old) {
      MemoryOperation performed = Objects.requireNonNull(operation);
      DataType type = performed.type();
      int unused = Long.SIZE - 8 * Math.min(type.bytes(), Long.BYTES);
      AtomicOp atomic = Objects.requireNonNull(performed.atomic());
      long result = atomic.apply(type, old << unused >>> unused, operand, operand2);
      return result << unused >> unused;
    }

    private static String lower(Enum<?> name) {
      return name.name().toLowerCase(Locale.ROOT);
    }
  }

  /** The instructions by which it was handed on, which tell one way of ordering from another. */
  List<Integer> way() {
    List<Integer> pcs = new ArrayList<>();
    for (Actor thread : threads) {
      for (Step step : thread.steps) {
        if (step.role != Role.CONFLICTS && step.role != Role.BESIDE) {
          pcs.add(step.instruction.pc);
        }
      }
    }
    return pcs;
  }
}
