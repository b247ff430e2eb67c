package dev.syncopate.memory.host;

import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;

/** The controllers of a machine, as the host finds them. */
public interface Controllers {
  /** The bank in front of the memory that an address is in. */
  L2Controller home(long address);

  /** How many GPUs have banks of their own in front of that; 0 where there is one GPU. */
  int gpus();

  /** The bank of one of several GPUs that an address falls to. */
  L2Controller bank(int gpu, long address);

  /** The L1 of a tile. */
  L1Controller l1(int tile);
}
