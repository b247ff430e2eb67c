package dev.syncopate.check.confluence;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the next operation of a thread follows in each order.
 *
 * @param events all that it follows, but for what those follow
 * @param sent operations on mbarriers of other CTAs that were issued before. A later operation
 *     follows them if it is on the same object or behind a release
 */
record Past(int[] events, List<SentOperation> sent) {
  static final Past NOTHING = new Past(Frontier.EMPTY, List.of());

  /** An operation on an object of another CTA, from its issue on. */
  static final class SentOperation {
    final long cta;
    final long offset;

    /** Number of its event; negative until it has been performed. */
    int event = -1;

    SentOperation(long cta, long offset) {
      this.cta = cta;
      this.offset = offset;
    }

    boolean isOn(long otherCta, long otherOffset) {
      return cta == otherCta && offset == otherOffset;
    }
  }

  private static Past of(int[] events, List<SentOperation> sent) {
    return events.length == 0 && sent.isEmpty() ? NOTHING : new Past(events, sent);
  }

  /** Either; one of the two if it has all. */
  @SuppressWarnings("ReferenceEquality") // a shortcut: equal arrays give the same
  static Past union(Past a, Past b) {
    int[] events = Frontier.union(a.events, b.events);
    List<SentOperation> sent = union(a.sent, b.sent);
    if (events == a.events && sent == a.sent) {
      return a;
    }
    return events == b.events && sent == b.sent ? b : new Past(events, sent);
  }

  @SuppressWarnings("ReferenceEquality") // the same
  private static List<SentOperation> union(List<SentOperation> a, List<SentOperation> b) {
    if (b.isEmpty() || a == b) {
      return a;
    }
    if (a.isEmpty()) {
      return b;
    }
    List<SentOperation> joint = new ArrayList<>(a);
    for (SentOperation operation : b) {
      if (!a.contains(operation)) {
        joint.add(operation);
      }
    }
    return joint.size() == a.size() ? a : List.copyOf(joint);
  }

  /** The past behind some of its events. */
  Past behind(int[] followers) {
    return of(followers, sent);
  }

  /** What a release makes known. */
  Past released() {
    if (sent.isEmpty()) {
      return this;
    }
    List<SentOperation> rest = new ArrayList<>();
    for (SentOperation operation : sent) {
      if (operation.event < 0) {
        rest.add(operation);
      }
    }
    return of(with(null), List.copyOf(rest));
  }

  /** What another thread is behind that reads what a relaxed write has left. */
  Past withoutSent() {
    return sent.isEmpty() ? this : of(events, List.of());
  }

  /** The events that an operation on an object follows. */
  int[] on(long cta, long offset) {
    return sent.isEmpty() ? events : with(new SentOperation(cta, offset));
  }

  /** The events with those performed that were sent to an object; to all without one. */
  private int[] with(@Nullable SentOperation object) {
    int[] union = events;
    for (SentOperation operation : sent) {
      boolean isMeant = object == null || operation.isOn(object.cta, object.offset);
      if (isMeant && operation.event >= 0) {
        union = Frontier.union(union, new int[] {operation.event});
      }
    }
    return union;
  }

  /** The same with one more operation that is sent; earlier ones to its object come before it. */
  Past sending(SentOperation operation) {
    List<SentOperation> operations = new ArrayList<>();
    for (SentOperation earlier : sent) {
      if (earlier.event < 0 || !earlier.isOn(operation.cta, operation.offset)) {
        operations.add(earlier);
      }
    }
    operations.add(operation);
    return new Past(events, List.copyOf(operations));
  }
}
