package dev.syncopate.workload.stealing;

import dev.syncopate.workload.runtime.Buffer;

/** Head, tail and elements of all queues of a set, as the kernels of a layout find them. */
interface QueueMemory {
  /** What heads and tails are in. */
  Buffer ends();

  /**
   * What elements are in; asked once. Its place decides addresses, and so cycles: it comes behind
   * the buffers of the set.
   */
  Buffer makeContents();

  /** Slots of each queue. */
  int capacity();

  /** Every queue has its elements again. */
  void fill();
}
