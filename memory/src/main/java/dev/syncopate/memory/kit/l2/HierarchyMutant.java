package dev.syncopate.memory.kit.l2;

import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Protocol;

/** L2s of several GPUs that are wrong on purpose, under any protocol. */
public enum HierarchyMutant implements Mutant {
  RELEASE_WITHOUT_L2_FLUSH(
      "no release at system scope has the GPU's L2 flush", SystemMessage.FLUSH),
  ACQUIRE_WITHOUT_L2_INVALIDATION(
      "no acquire at system scope has the GPU's L2 invalidate", SystemMessage.INVALIDATE);

  private final String fault;
  private final SystemMessage ignored;

  HierarchyMutant(String fault, SystemMessage ignored) {
    this.fault = fault;
    this.ignored = ignored;
  }

  @Override
  public String fault() {
    return fault;
  }

  @Override
  public Protocol wrong(Protocol right) {
    return TamperedL2.under(right, ignored, false);
  }
}
