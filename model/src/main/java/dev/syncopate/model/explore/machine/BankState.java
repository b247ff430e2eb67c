package dev.syncopate.model.explore.machine;

import dev.syncopate.memory.protocol.L2Controller;
import java.util.Arrays;

/** An L2 bank with the memory behind it. */
final class BankState implements PartState {
  final L2Controller controller;

  /** Bytes of all lines of the test, of which those of this bank count. */
  final byte[] memory;

  /** By line of the test: the bank's number for its unanswered request to memory, or -1. */
  final int[] fetching;

  /** Whether a message was refused, so that none is offered until memory has answered. */
  boolean stalled;

  BankState(L2Controller controller, byte[] memory) {
    this.controller = controller;
    this.memory = memory;
    fetching = new int[memory.length / LocationAddresses.LINE];
    Arrays.fill(fetching, -1);
  }
}
