package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.AccessKind;
import dev.syncopate.memory.protocol.DescriptionSection;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Text of home banks' actions for remote accesses, from the executed tables. */
final class PromotionText {
  private static final String NONE = "-";
  private static final List<AccessKind> KINDS =
      List.of(AccessKind.LOAD, AccessKind.STORE, AccessKind.ATOMIC);

  private PromotionText() {}

  /**
   * @param severalGpus whether system scope is wider than component scope
   */
  static List<DescriptionSection> of(PromotionTable table, boolean severalGpus) {
    List<DescriptionSection> passages = new ArrayList<>();
    passages.add(promotions(table));
    passages.add(
        DescriptionSection.text(
            "to hold a line is to let every access to it wait until told to resume; an L1 that is told"
                + " to flush holds it until it has answered"));
    if (table.single().atomic().again() != null) {
      passages.add(
          DescriptionSection.text(
              "again: what an L1 is asked that writes the line between its answer and the access; it is"
                  + " told to resume then\n"
                  + "between its answer and a store or atomic an L1's reads of the line wait at the home"
                  + " bank"));
    }
    if (table.combined() != null) {
      passages.add(
          DescriptionSection.text(
              "remote accesses that wait for another one to their line are done together: each L1 is"
                  + " asked once, as by several atomics\nif they are of several kinds; those of"
                  + " requesters that release as the requester's, all others as the others"));
    }
    if (severalGpus) {
      passages.add(system());
    }
    return passages;
  }

  private static DescriptionSection promotions(PromotionTable table) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(
        List.of(
            "",
            "before, the others",
            "before, the requester's",
            "again",
            "after, the others",
            "the requester's"));
    for (AccessKind kind : KINDS) {
      rows.add(row(instruction(kind), table.single().of(kind)));
    }
    PromotionKinds combined = table.combined();
    if (combined != null) {
      for (AccessKind kind : KINDS) {
        rows.add(row("several " + instruction(kind), combined.of(kind)));
      }
    }
    return new DescriptionSection(
        "what a line's home bank has L1s do before and after it performs the access", rows);
  }

  private static List<String> row(String accesses, Promotion promotion) {
    return List.of(
        accesses,
        name(promotion.beforeMessage()),
        promotion.beforeRequester().name(),
        name(promotion.again()),
        name(promotion.afterMessage()),
        name(promotion.afterRequester()));
  }

  private static DescriptionSection system() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("", "which write their dirty bytes to it", "which then drop all others"));
    for (AccessKind kind : KINDS) {
      SystemPromotion promotion = SystemPromotion.of(kind);
      rows.add(List.of(instruction(kind), gpus(promotion.flush()), gpus(promotion.invalidate())));
    }
    return new DescriptionSection(
        "at system scope the memory side has L1s of all GPUs do so, holding the line in any case;\n"
            + "before it performs the access it has all L2s surrender and hold the line, and L2s",
        rows);
  }

  private static String instruction(AccessKind kind) {
    return switch (kind) {
      case LOAD -> "ld.remote";
      case STORE -> "st.remote";
      case ATOMIC -> "atom.remote";
      case FENCE -> throw new IllegalArgumentException("there is no remote fence");
    };
  }

  private static String gpus(SystemPromotion.Gpus gpus) {
    return switch (gpus) {
      case OWN -> "the requester's GPU";
      case OTHERS -> "the others";
      case ALL -> "all";
    };
  }

  private static String name(@Nullable PromotionMessage message) {
    return message == null ? NONE : message.name();
  }
}
