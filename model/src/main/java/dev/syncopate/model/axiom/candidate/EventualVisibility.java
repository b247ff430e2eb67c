package dev.syncopate.model.axiom.candidate;

import dev.syncopate.model.axiom.candidate.path.MemoryEvent;
import dev.syncopate.model.axiom.relation.EventSet;
import dev.syncopate.model.axiom.relation.Relation;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Promise that a read which is repeated forever sees a write in the end. Atomic accesses promise it
 * where the scope of each includes the other's thread. Accesses that are not atomic promise
 * nothing: a compiler may read once for all, and a cache may keep what it has.
 */
final class EventualVisibility {
  /** Sets of accesses that are atomic, in any language. */
  private static final List<String> ATOMIC = List.of("RLX", "ACQ", "REL", "SC", "ATOM");

  /** Sets of operations by their scope, the widest last, and what relates those they include. */
  private static final List<List<String>> SCOPES =
      List.of(
          List.of("WI", "int"),
          List.of("SG", "ssg"),
          List.of("CTA", "scta"),
          List.of("WG", "scta"),
          List.of("CLUSTER", "scluster"),
          List.of("GPU", "sgpu"),
          List.of("DV", "sgpu"),
          List.of("QF", "sgpu"));

  private final ExecutionSkeleton skeleton;
  private final boolean uniform;

  /**
   * @param uniform whether the model takes all accesses alike
   */
  EventualVisibility(ExecutionSkeleton skeleton, boolean uniform) {
    this.skeleton = skeleton;
    this.uniform = uniform;
  }

  /** Whether a write cannot stay unseen by a read of its location that is repeated forever. */
  boolean isPromised(int write, int read) {
    MemoryEvent writing = skeleton.event(write);
    if (uniform || writing.thread() == skeleton.event(read).thread()) {
      return true;
    }
    return isAtomic(write) && isAtomic(read) && includes(write, read) && includes(read, write);
  }

  private boolean isAtomic(int event) {
    return ATOMIC.stream().anyMatch(name -> isIn(event, name));
  }

  private boolean includes(int event, int access) {
    if (isIn(event, "SYS") || isIn(event, "ALL")) {
      return true;
    }
    boolean scoped = false;
    for (List<String> scope : SCOPES) {
      if (isIn(event, scope.getFirst())) {
        scoped = true;
        Relation relation = skeleton.relation(scope.getLast());
        if (relation != null && relation.contains(event, access)) {
          return true;
        }
      }
    }
    return !scoped;
  }

  private boolean isIn(int event, String name) {
    EventSet set = skeleton.set(name);
    return contains(set, event);
  }

  private static boolean contains(@Nullable EventSet set, int event) {
    return set != null && set.contains(event);
  }
}
