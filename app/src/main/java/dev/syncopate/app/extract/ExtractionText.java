package dev.syncopate.app.extract;

import dev.syncopate.app.extract.TestDraft.Row;
import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.model.litmus.LitmusInstructionText;
import dev.syncopate.model.litmus.LitmusThread;
import dev.syncopate.sim.text.KernelName;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The comment of a test: what it shows, and which line of the program each instruction is. */
final class ExtractionText {
  private final TestDraft draft;
  private final ForbiddenShape shape;
  private final TestValues values;

  ExtractionText(TestDraft draft, ForbiddenShape shape, TestValues values) {
    this.draft = draft;
    this.shape = shape;
    this.values = values;
  }

  /**
   * Of a race.
   *
   * @param mended a draft that is none any more; null if there is none
   */
  String race(String title, @Nullable TestDraft mended) {
    StringBuilder out = new StringBuilder(title).append(".\n");
    if (shape == ForbiddenShape.NONE) {
      out.append(
          "No outcome shows it; the model hrf-indirect-relaxed, which flags such races, does.\n");
    } else {
      out.append("The PTX model allows this: ").append(shape.text()).append(".\n");
    }
    out.append(body());
    if (draft.earlier().step().partial() || draft.later().step().partial()) {
      out.append(
          "The two overlap in part, so no order or scope makes them synchronise: the test has weak"
              + " accesses to the bytes that both touch.\n");
    }
    if (mended != null) {
      out.append("With ").append(changes(mended)).append(" the model forbids it.\n");
    } else if (!draft.excerpt().connected() && shape != ForbiddenShape.NONE) {
      out.append("Nothing led from the one thread to the other.\n");
    }
    return out.toString().stripTrailing();
  }

  /**
   * Of a hand-over.
   *
   * @param needed what the model does not do without
   */
  String handOver(List<DraftInstruction> needed) {
    StringBuilder out =
        new StringBuilder(
            "Accesses of %s in %s that synchronisation orders.\n"
                .formatted(
                    place(draft.earlier().step()), KernelName.readable(draft.excerpt().kernel())));
    out.append("The PTX model forbids this: ").append(shape.text()).append(".\n");
    out.append(body());
    List<String> omissions =
        needed.stream().map(item -> at(item.step().instruction())).distinct().toList();
    if (!omissions.isEmpty()) {
      out.append("Without ")
          .append(String.join(", or without ", omissions))
          .append(", the model allows it.\n");
    }
    return out.toString().stripTrailing();
  }

  /** What each thread does, and what places are. */
  private String body() {
    TestMaker.Made madeTest = TestMaker.of("", draft, shape, values);
    List<LitmusThread> threads = madeTest.test().threads();
    StringBuilder out = new StringBuilder();
    int width =
        threads.stream()
            .flatMap(thread -> thread.instructions().stream())
            .mapToInt(instruction -> LitmusInstructionText.of(instruction).length())
            .max()
            .orElse(0);
    for (int r = 0; r < threads.size(); r++) {
      out.append("P%d is %s\n".formatted(r, draft.rows().get(r).thread().name()));
      List<dev.syncopate.model.litmus.LitmusInstruction> instructions =
          threads.get(r).instructions();
      for (int i = 0; i < instructions.size(); i++) {
        DraftInstruction item = madeTest.origins().get(r).get(i);
        if (item != null) {
          String cell = LitmusInstructionText.of(instructions.get(i));
          out.append("  ").append(cell).append(" ".repeat(width - cell.length()));
          out.append("  ").append(where(item.step().instruction())).append('\n');
        }
      }
    }
    List<String> names = PlaceNames.of(draft.excerpt().places());
    List<String> places = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      int place = i;
      if (draft.rows().stream()
          .flatMap(row -> row.items().stream())
          .anyMatch(item -> item.step().place() == place)) {
        places.add(names.get(i) + " is " + draft.excerpt().places().get(i).name());
      }
    }
    out.append(String.join("; ", places)).append(".\n");
    values.notes().forEach(note -> out.append(note).append(".\n"));
    return out.toString();
  }

  /** The lines that hand on. */
  List<String> way() {
    return draft.rows().stream()
        .flatMap(row -> row.items().stream())
        .filter(item -> !item.conflicts())
        .map(item -> item.step().instruction().line())
        .toList();
  }

  /** The lines of the program that take part. */
  SortedSet<String> lines() {
    SortedSet<String> lines = new TreeSet<>();
    for (Row row : draft.rows()) {
      for (DraftInstruction item : row.items()) {
        if (item.step().instruction().pc() >= 0) {
          lines.addAll(List.of(item.step().instruction().location().split(", ")));
        }
      }
    }
    return lines;
  }

  private String place(Excerpt.Step step) {
    return draft.excerpt().places().get(step.place()).name();
  }

  private static String where(Excerpt.Instruction instruction) {
    return instruction.pc() < 0
        ? instruction.description()
        : instruction.description() + " at " + instruction.location();
  }

  private static String at(Excerpt.Instruction instruction) {
    return instruction.pc() < 0
        ? "a " + instruction.description()
        : "the %s at %s".formatted(instruction.description(), instruction.line());
  }

  /** What another draft has in the place of what this one has. */
  private String changes(TestDraft mended) {
    TestMaker.Made original = TestMaker.of("", draft, shape, values);
    TestMaker.Made mendedTest = TestMaker.of("", mended, shape, values);
    List<String> changes = new ArrayList<>();
    for (int r = 0; r < original.origins().size(); r++) {
      List<@Nullable DraftInstruction> items = original.origins().get(r);
      for (int i = 0; i < items.size(); i++) {
        DraftInstruction item = items.get(i);
        if (item != null && !item.equals(mendedTest.origins().get(r).get(i))) {
          String now =
              LitmusInstructionText.of(mendedTest.test().threads().get(r).instructions().get(i));
          changes.add(
              "%s for %s".formatted(now.replaceFirst(" .*", ""), at(item.step().instruction())));
        }
      }
    }
    return String.join(" and ", changes);
  }
}
