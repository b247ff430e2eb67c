package dev.syncopate.memory.dram;

/**
 * Mapping of device addresses to L2 banks and DRAM channels.
 *
 * <pre>
 *   block   = address / interleave
 *   bank    = block mod banks         the L2 bank that caches it
 *   channel = block mod channels      one of the bank's own: either number is a multiple of the other
 *   local   = (block / channels) * interleave + address mod interleave
 * </pre>
 *
 * <p>{@code local} numbers a channel's bytes without gaps, so the channel's rows are used whole and
 * its pages are dense.
 *
 * @param interleave consecutive bytes that fall to one bank; a power of two
 * @param banks L2 banks of the device; a multiple of {@code channels}, or a divisor
 * @param channels DRAM channels of the device
 */
public record ChannelMap(int interleave, int banks, int channels) {
  public ChannelMap {
    if (Integer.bitCount(interleave) != 1) {
      throw new IllegalArgumentException(
          "interleave is " + interleave + ", expected a power of two");
    }
    if (channels < 1 || banks < 1 || (banks % channels != 0 && channels % banks != 0)) {
      throw new IllegalArgumentException(
          banks + " L2 banks cannot be shared out evenly over " + channels + " DRAM channels");
    }
  }

  private int shift() {
    return Integer.numberOfTrailingZeros(interleave);
  }

  /** Groups of banks and channels that serve the same addresses: the fewer of the two. */
  public int partitions() {
    return Math.min(banks, channels);
  }

  /** The L2 bank that caches an address. */
  public int bank(long address) {
    return (int) ((address >>> shift()) % banks);
  }

  /** The DRAM channel that holds an address. */
  public int channel(long address) {
    return (int) ((address >>> shift()) % channels);
  }

  /** The address within its channel. */
  public long local(long address) {
    return (((address >>> shift()) / channels) << shift()) + (address & (interleave - 1));
  }

  /** The address of a channel's byte: the inverse of {@link #local} and {@link #channel}. */
  public long address(int channel, long local) {
    return (((local >>> shift()) * channels + channel) << shift()) + (local & (interleave - 1));
  }
}
