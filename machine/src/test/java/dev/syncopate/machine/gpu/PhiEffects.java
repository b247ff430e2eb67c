package dev.syncopate.machine.gpu;

import java.util.List;

/** Effects of the fields of updates in lines of the L1. */
final class PhiEffects {
  private PhiEffects() {}

  static final List<Effect> ALL =
      List.of(
          Effect.of(
              "mechanisms.phi.fetch",
              "lazily-on-read",
              "on-write",
              "phi.fetches",
              LabEffects.updates(64, 64).under("phi")),
          Effect.of(
              "mechanisms.phi.conflictCycles",
              "1",
              "50",
              "cycles",
              LabEffects.updates(0, 64).under("phi")));
}
