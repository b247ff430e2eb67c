package dev.syncopate.memory.protocol;

import dev.syncopate.memory.system.Protocols;

class CpuBesideBrspTest extends CpuContract {
  @Override
  protected Protocol gpu() {
    return Protocols.named("brsp");
  }
}
