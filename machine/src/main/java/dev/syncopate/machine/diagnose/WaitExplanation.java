package dev.syncopate.machine.diagnose;

import dev.syncopate.machine.barrier.AtBarrier;
import dev.syncopate.machine.diagnose.AwaitedWords.Views;
import dev.syncopate.machine.diagnose.AwaitedWords.Wrote;
import dev.syncopate.machine.diagnose.WaitGraph.Kind;
import dev.syncopate.machine.diagnose.WaitGraph.Reason;
import dev.syncopate.machine.warp.Wait;
import dev.syncopate.memory.local.Mbarrier;
import dev.syncopate.ptx.ir.Position;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text that explains what lanes do and what they wait for. */
final class WaitExplanation {
  private static final int MOST_PLACES = 4;

  private final WaitGraph graph;
  private final PtxQuotes source;
  private final long ctasToCome;

  WaitExplanation(WaitGraph graph, PtxQuotes source, long ctasToCome) {
    this.graph = graph;
    this.source = source;
    this.ctasToCome = ctasToCome;
  }

  /** What lanes do and what for. */
  String of(Waiter waiter) {
    return of(waiter, true);
  }

  /**
   * What lanes do and what for.
   *
   * @param addresses whether words are given by their addresses, too
   */
  String of(Waiter waiter, boolean addresses) {
    String lanes = LaneRanges.describe(waiter.lanes());
    boolean singleLane = Long.bitCount(waiter.lanes()) == 1;
    return lanes
        + switch (waiter.why()) {
          case AT_BARRIER -> atBarrier(waiter, singleLane);
          case GATHERS ->
              (singleLane ? " waits for " : " wait for ")
                  + LaneRanges.describe(waiter.wants())
                  + ", which the instruction names";
          case MEETS ->
              (singleLane ? " waits for " : " wait for ")
                  + LaneRanges.describe(waiter.wants())
                  + " where the branch ends";
          case FAILED ->
              (singleLane ? " has" : " have")
                  + " failed in a transaction, to begin again after "
                  + LaneRanges.describe(waiter.wants());
          case HELD ->
              (singleLane ? " waits" : " wait")
                  + " at tx.begin for a transaction that has the CTA to itself";
          case POLLS ->
              (singleLane ? " keeps reading " : " keep reading ") + polled(waiter, addresses);
          case LOOPS -> (singleLane ? " spins" : " spin") + loop(waiter);
          case OTHER -> ": " + says(waiter.warp().waiting());
        };
  }

  private String atBarrier(Waiter waiter, boolean singleLane) {
    AtBarrier barrier = waiter.barrier();
    if (barrier != null && barrier.ofCluster()) {
      List<String> missing = graph.missingInCtas(waiter);
      return "%s at the barrier of the cluster, where %d of %d CTAs have arrived%s"
          .formatted(
              singleLane ? " waits" : " wait",
              barrier.arrived(),
              barrier.expected(),
              missing.isEmpty() ? "" : " and missing are " + String.join(", ", missing));
    }
    return barrier == null
        ? ""
        : "%s at barrier %d, where %d of %d threads have arrived"
            .formatted(
                singleLane ? " waits" : " wait",
                barrier.id(),
                barrier.arrived(),
                barrier.expected());
  }

  /** A loop without a read: what it tests was read before, if anything was. */
  private String loop(Waiter waiter) {
    Position read = graph.lastRead(waiter);
    return " in a loop that reads no memory and comes back to the same state"
        + (read == null ? "" : "; the latest read is the one before it, at " + source.line(read));
  }

  private String polled(Waiter waiter, boolean addresses) {
    Poll poll = waiter.poll();
    if (poll == null) {
      return "";
    }
    Reason reason = graph.reason(waiter);
    StringBuilder text =
        new StringBuilder(
            addresses ? graph.words().nameAndAddress(poll) : graph.words().name(poll));
    text.append(value(waiter, poll, reason));
    text.append(
        switch (reason.kind()) {
          case STALE -> stale(waiter, poll, reason);
          case HELD, LOST -> taken(waiter, reason);
          case UNWRITTEN -> unwritten(waiter, reason);
          case TO_COME -> toCome(waiter, poll);
          case NO_WRITER -> noWriter(waiter, poll);
          case OTHERS, UNKNOWN -> "; who would write it cannot be told";
        });
    return text.toString();
  }

  private static String value(Waiter waiter, Poll poll, Reason reason) {
    if (poll.mbarrier()) {
      return mbarrier(waiter, poll);
    }
    if (!poll.addressKnown()) {
      return "";
    }
    if (poll.shared()) {
      return " (the word is " + AwaitedWords.shared(waiter, poll) + ")";
    }
    Views views = reason.views();
    if (views == null) {
      return "";
    }
    return views.stale()
        ? " (%s in the L1 of cu%d, %s in the L2)"
            .formatted(views.observed(), waiter.warp().unit(), views.inL2())
        : " (in the L2 the word is " + views.inL2() + ")";
  }

  /** See {@link Mbarrier}. */
  static String mbarrier(Waiter waiter, Poll poll) {
    if (!poll.addressKnown()) {
      return ", an mbarrier";
    }
    long state = waiter.warp().insight().shared(poll.address(), Long.BYTES);
    int bytes = Mbarrier.transactions(state);
    return ", an mbarrier that waits for %d of %d arrivals%s"
        .formatted(
            Mbarrier.pending(state),
            Mbarrier.expected(state),
            bytes == 0
                ? ""
                : bytes > 0
                    ? " and %d bytes of transactions".formatted(bytes)
                    : ", and %d bytes more have come than its phase expects".formatted(-bytes));
  }

  /** What is wrong with a copy: who has written what, and why the reader does not see it. */
  private String stale(Waiter waiter, Poll poll, Reason reason) {
    Views views = reason.views();
    if (views == null) {
      return "";
    }
    StringBuilder text = new StringBuilder();
    if (views.stale()) {
      text.append("; ").append(wrote(waiter, poll, -1, views.inL2()));
      text.append("; ").append(poll.reading()).append(" is answered by the L1");
    } else {
      text.append("; ").append(wrote(waiter, poll, views.elsewhere(), views.valueElsewhere()));
      text.append(", and it is still in the L1 of cu")
          .append(views.elsewhere())
          .append(" only: no release at GPU scope has followed");
      if (poll.narrow()) {
        text.append("; ").append(poll.reading()).append(" may be answered by an L1 forever");
      }
    }
    return text.toString();
  }

  private String wrote(Waiter waiter, Poll poll, int unit, String value) {
    Wrote last = graph.words().writer(poll, unit);
    if (last != null) {
      return "%s wrote %s at %s".formatted(last.name(), value, source.line(last.word().position()));
    }
    String writer = unit < 0 ? "another thread" : "a thread on cu" + unit;
    List<Position> places = graph.writers().places(waiter, poll);
    return writer
        + " wrote "
        + value
        + (places.isEmpty() ? "" : ", as the kernel does " + at(places));
  }

  private String taken(Waiter waiter, Reason reason) {
    Wrote holder = reason.holder();
    if (holder == null) {
      return "";
    }
    Waiter next = reason.next();
    boolean sameWarp = next != null && next.sameWarp(waiter);
    return ", which "
        + (sameWarp ? "lane " + holder.word().lane() + " of the same warp" : holder.name())
        + " took at "
        + source.line(holder.word().position())
        + (reason.kind() == Kind.LOST ? " and has not given back" : "");
  }

  private String unwritten(Waiter waiter, Reason reason) {
    PossibleWriters.Candidate writer = reason.writer();
    if (writer == null) {
      return "";
    }
    Waiter writingWaiter = writer.waiter();
    String name =
        writingWaiter.sameWarp(waiter)
            ? LaneRanges.describe(writingWaiter.lanes())
            : writingWaiter.name();
    Poll poll = waiter.poll();
    boolean completes = WordAccesses.completesBytes(graph.instruction(writer.pc()));
    boolean object = poll != null && poll.mbarrier();
    return ", %s %s %s %s at %s"
        .formatted(
            object ? "for which" : "which",
            name,
            writer.certain() ? "would" : "may",
            object ? completes ? "complete bytes" : "arrive" : "write",
            source.line(writer.position()));
  }

  /** Whether an mbarrier that is waited for has all its arrivals, and waits for bytes. */
  private static boolean owesBytesAlone(Waiter waiter, Poll poll) {
    return poll.mbarrier()
        && poll.addressKnown()
        && Mbarrier.pending(waiter.warp().insight().shared(poll.address(), Mbarrier.BYTES)) == 0;
  }

  /** States that no thread will complete the bytes that an mbarrier waits for. */
  private String bytesOnly(int bytes, List<Position> places) {
    List<Position> expecting = graph.writers().expecting();
    return (bytes < 0 ? ": all have arrived" : ": all have arrived, and the bytes do not come")
        + (expecting.isEmpty() ? "" : "; the kernel expects bytes " + at(expecting))
        + (places.isEmpty()
            ? bytes < 0 ? "" : "; it completes none"
            : "; it completes bytes "
                + at(places)
                + (bytes < 0 ? "" : ", where no thread that is left comes"));
  }

  /** That a word is written by CTAs, of which not all have started. */
  private String toCome(Waiter waiter, Poll poll) {
    return ", which no thread that is running is known to write (the kernel may "
        + at(graph.writers().places(waiter, poll))
        + ")";
  }

  /** Whether a word is in memory that the host may write as well. */
  boolean isOfHost(@Nullable Poll poll) {
    return poll != null && graph.words().isOfHost(poll);
  }

  /** States that no resident warp will write a word. */
  private String noWriter(Waiter waiter, Poll poll) {
    List<Position> places = graph.writers().places(waiter, poll);
    if (owesBytesAlone(waiter, poll)) {
      long state = waiter.warp().insight().shared(poll.address(), Mbarrier.BYTES);
      return bytesOnly(Mbarrier.transactions(state), places);
    }
    String qualifier = isOfHost(poll) ? ", in memory that the host may write," : ",";
    if (places.isEmpty()) {
      return qualifier + " which the kernel never writes";
    }
    return qualifier
        + " which no thread that is "
        + (ctasToCome > 0 ? "running will " : "left will ")
        + (poll.mbarrier() ? "arrive at" : "write")
        + " (the kernel does "
        + at(places)
        + ")";
  }

  private String at(List<Position> places) {
    List<String> distinctLines = places.stream().map(source::line).distinct().toList();
    List<String> shown = distinctLines.subList(0, Math.min(MOST_PLACES, distinctLines.size()));
    return "at " + String.join(", ", shown) + (distinctLines.size() > MOST_PLACES ? ", …" : "");
  }

  static String says(Wait wait) {
    return switch (wait) {
      case NONE -> "running";
      case VALUE -> "waiting for a value from memory";
      case LOAD_STORE_UNIT -> "waiting for the load-store unit";
      case SYNCHRONISATION -> "waiting for a fence or synchronising access";
      case QUIET -> "waiting for their memory accesses before a barrier";
      case BARRIER -> "waiting for other lanes";
      case COPIES -> "waiting for asynchronous copies";
      case GRIDS -> "waiting for the launches before (griddepcontrol.wait)";
      case TRANSACTION -> "waiting at tx.begin for another warp's transaction";
      case SYSTEM -> "waiting for a function of the runtime";
      case LINGERING -> "exited, waiting for their last memory accesses";
      case ABSENT -> "gone";
    };
  }
}
