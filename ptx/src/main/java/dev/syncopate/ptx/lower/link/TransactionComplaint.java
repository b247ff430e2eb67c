package dev.syncopate.ptx.lower.link;

import dev.syncopate.ptx.analysis.TransactionDepth;
import dev.syncopate.ptx.analysis.TransactionDepth.Imbalance;
import dev.syncopate.ptx.analysis.TransactionDepth.Stretch;
import dev.syncopate.ptx.analysis.TransactionDepth.Way;
import dev.syncopate.ptx.lower.link.TransactionRules.Place;
import dev.syncopate.ptx.lower.module.FunctionUnit;
import dev.syncopate.ptx.syntax.InstructionSyntax;
import dev.syncopate.ptx.syntax.source.PtxException;
import dev.syncopate.ptx.syntax.source.PtxSource;
import java.util.ArrayList;
import java.util.List;

/** Message for a mistake in a transaction, with the path that leads to it. */
final class TransactionComplaint {
  private final PtxSource source;

  TransactionComplaint(PtxSource source) {
    this.source = source;
  }

  /** The error that transactions are not in pairs. */
  PtxException of(FunctionUnit unit, Imbalance imbalance) {
    int sourceOffset = offset(unit, imbalance.instruction());
    List<Way> ways = imbalance.ways();
    String name = name(unit, imbalance.instruction());
    return switch (imbalance.kind()) {
      case COMMIT_OUTSIDE ->
          source
              .unexpected(
                  sourceOffset,
                  name + " outside of a transaction",
                  "`tx.begin` before it on every way")
              .remarking("a way without: " + lines(unit, ways.get(0)));
      case END_INSIDE ->
          source
              .unexpected(
                  sourceOffset,
                  name + " inside the transaction of line " + begin(unit, ways.get(0)),
                  "`tx.commit` before it on every way")
              .remarking("a way without: " + lines(unit, ways.get(0)));
      case UNEVEN ->
          source
              .unexpected(
                  sourceOffset,
                  name
                      + "%s on one way and%s on another"
                          .formatted(in(ways.get(0)), in(ways.get(1))),
                  "`tx.begin` and `tx.commit` in pairs on every way")
              .remarking("one way: " + lines(unit, ways.get(0)))
              .remarking("another: " + lines(unit, ways.get(1)));
    };
  }

  private static String in(Way way) {
    return switch (way.depth()) {
      case 0 -> " outside of transactions";
      case 1 -> " inside one";
      default -> " inside " + way.depth();
    };
  }

  /** The error that something must not be inside a transaction. */
  PtxException of(Place place, String family) {
    return within(
        place,
        name(place.unit(), place.instruction()) + " inside a transaction",
        "no " + family + " between `tx.begin` and `tx.commit`");
  }

  /** The error that the callee of a transaction's call is unknown. */
  PtxException unknownCallee(Place place) {
    return within(
        place,
        "a call through an address inside a transaction",
        "one that can be checked: no function of its shape has an address");
  }

  private PtxException within(Place place, String actual, String expected) {
    PtxException problem =
        source.unexpected(offset(place.unit(), place.instruction()), actual, expected);
    List<String> calls = new ArrayList<>();
    Place outermost = place;
    for (Place c = place.caller(); c != null; c = c.caller()) {
      calls.addFirst(
          "`%s` calls `%s` in line %d"
              .formatted(
                  c.unit().syntax.name(),
                  outermost.unit().syntax.name(),
                  line(c.unit(), c.instruction())));
      outermost = c;
    }
    Way way = new TransactionDepth(outermost.unit().code).wayTo(outermost.instruction());
    PtxException complaint =
        problem.remarking(
            "the transaction begins in line %d: %s"
                .formatted(begin(outermost.unit(), way), lines(outermost.unit(), way)));
    return calls.isEmpty() ? complaint : complaint.remarking(String.join(", ", calls));
  }

  private int offset(FunctionUnit unit, int instruction) {
    return source.offset(unit.code.get(instruction).position());
  }

  private static int line(FunctionUnit unit, int instruction) {
    return unit.code.get(instruction).position().line();
  }

  private static int begin(FunctionUnit unit, Way way) {
    return line(unit, way.stretches().get(0).first());
  }

  /** The instruction as it is written; the end of a function has no instruction text. */
  private String name(FunctionUnit unit, int instruction) {
    int sourceOffset = offset(unit, instruction);
    for (InstructionSyntax written : unit.syntax.body()) {
      if (written.sourceOffset() == sourceOffset) {
        return "`" + written.mnemonic() + "`";
      }
    }
    return "the end of `" + unit.syntax.name() + "`";
  }

  /** The lines of a way, neighbouring ones as one range. */
  private static String lines(FunctionUnit unit, Way way) {
    List<String> ranges = new ArrayList<>();
    int first = 0;
    int last = 0;
    for (Stretch stretch : way.stretches()) {
      int startLine = line(unit, stretch.first());
      if (first > 0 && startLine != last && startLine != last + 1) {
        ranges.add(range(first, last));
        first = 0;
      }
      first = first == 0 ? startLine : first;
      last = line(unit, stretch.last());
    }
    ranges.add(range(first, last));
    return (ranges.size() == 1 && !ranges.get(0).contains("-") ? "line " : "lines ")
        + String.join(", ", ranges);
  }

  private static String range(int first, int last) {
    return first == last ? Integer.toString(first) : first + "-" + last;
  }
}
