package dev.syncopate.memory.dram;

/**
 * Mapping of device addresses to memory controllers that every L2 bank may ask, each with one DRAM
 * channel: a block of each bank to one controller, then one of each to the next.
 *
 * <pre>
 *   block      = address / interleave
 *   round      = block / banks
 *   controller = round mod controllers
 *   local      = ((round / controllers) * banks + block mod banks) * interleave + address mod interleave
 * </pre>
 *
 * <p>{@code local} numbers a channel's bytes without gaps, so the channel's rows are used whole.
 *
 * @param interleave consecutive bytes that fall to one bank; a power of two
 * @param banks L2 banks of the device
 * @param controllers memory controllers of the device
 */
public record ControllerMap(int interleave, int banks, int controllers) {
  private long block(long address) {
    return address >>> Integer.numberOfTrailingZeros(interleave);
  }

  /** The controller that has an address behind it. */
  public int controller(long address) {
    return (int) (block(address) / banks % controllers);
  }

  /** The address within its controller's channel. */
  public long local(long address) {
    long block = block(address);
    long round = block / banks / controllers;
    return (round * banks + block % banks) * interleave + (address & (interleave - 1));
  }
}
