package dev.syncopate.model.explore;

import dev.syncopate.model.litmus.LitmusTest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Small tests of well-known shapes, with the operations filled in. */
final class Shapes {
  private Shapes() {}

  static LitmusTest read(String text) {
    return LitmusTest.read("test.litmus", text);
  }

  /** Message passing: the flag's write and read as given. */
  static LitmusTest messagePassing(String write, String read, int readerCta) {
    return read(
        """
        PTX MP
        { x=0; y=0; }
         P0@cta 0,gpu 0 | P1@cta %d,gpu 0 ;
         st.weak x, 1   | %s r1, y        ;
         %s y, 1        | ld.weak r2, x   ;
        ~exists (P1:r1 == 1 /\\ P1:r2 == 0)
        """
            .formatted(readerCta, read, write));
  }

  /** Message passing whose reader has a copy of the data from before. */
  static LitmusTest staleMessagePassing(String write, String read, int readerCta) {
    return read(
        """
        PTX MP-stale
        { x=0; y=0; }
         P0@cta 0,gpu 0 | P1@cta %d,gpu 0 ;
         st.weak x, 1   | ld.weak r0, x   ;
         %s y, 1        | %s r1, y        ;
                        | ld.weak r2, x   ;
        ~exists (P1:r1 == 1 /\\ P1:r2 == 0)
        """
            .formatted(readerCta, write, read));
  }

  /** Store buffering: writes and reads as given. */
  static LitmusTest storeBuffering(String write, String read, int secondCta) {
    return read(
        """
        PTX SB
        { x=0; y=0; }
         P0@cta 0,gpu 0 | P1@cta %d,gpu 0 ;
         %s x, 1        | %s y, 1         ;
         %s r1, y       | %s r2, x        ;
        exists (P0:r1 == 0 /\\ P1:r2 == 0)
        """
            .formatted(secondCta, write, write, read, read));
  }

  /** Two reads of what another thread writes. */
  static LitmusTest coherence(String write, String read, int readerCta) {
    return read(
        """
        PTX CoRR
        { x=0; }
         P0@cta 0,gpu 0 | P1@cta %d,gpu 0 ;
         %s x, 1        | %s r1, x        ;
                        | %s r2, x        ;
        ~exists (P1:r1 == 1 /\\ P1:r2 == 0)
        """
            .formatted(readerCta, write, read, read));
  }

  /** Two threads take a lock and each add to a counter. */
  static LitmusTest lock(String take, String give, String takeElsewhere, String giveElsewhere) {
    return read(
        """
        PTX lock
        { l=0; x=0; }
         P0@cta 0,gpu 0      | P1@cta 1,gpu 0      ;
        LC00:                | LC10:               ;
         %s.cas r0, l, 0, 1  | %s.cas r0, l, 0, 1  ;
         bne r0, 0, LC00     | bne r0, 0, LC10     ;
         ld.weak r1, x       | ld.weak r1, x       ;
         add r2, r1, 1       | add r2, r1, 1       ;
         st.weak x, r2       | st.weak x, r2       ;
         %s l, 0             | %s l, 0             ;
        ~exists (x != 2)
        """
            .formatted(take, takeElsewhere, give, giveElsewhere));
  }

  static Exploration explore(LitmusTest test, ExplorationRequest request) {
    Exploration exploration = Explorer.explore(test, request, (setup, states, depth) -> true);
    if (!exploration.complete()) {
      throw new AssertionError("not explored wholly: " + exploration.coverage());
    }
    return exploration;
  }

  static Exploration explore(LitmusTest test, String protocol) {
    return explore(test, ExplorationRequest.of(protocol, "hrf"));
  }

  /** The outcomes as texts. */
  static Set<String> outcomes(Exploration exploration) {
    return exploration.outcomes().stream().map(ObservedOutcome::text).collect(Collectors.toSet());
  }

  static Set<String> outcomes(LitmusTest test, String protocol) {
    Exploration exploration = explore(test, protocol);
    if (!exploration.failures().isEmpty()) {
      throw new AssertionError(messages(exploration).toString());
    }
    return outcomes(exploration);
  }

  static List<String> messages(Exploration exploration) {
    return exploration.failures().stream()
        .map(failure -> failure.kind() + ": " + failure.message())
        .toList();
  }
}
