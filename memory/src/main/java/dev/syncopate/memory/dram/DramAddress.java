package dev.syncopate.memory.dram;

import dev.syncopate.memory.config.DramConfig;

/**
 * Place of a channel's byte in its banks. Addresses here are <em>local</em> to the channel: its own
 * bytes counted without gaps, as {@link ChannelMap#local} gives them.
 *
 * <pre>
 *   local address   [ row ............ | digit ... | column ......... ]
 *   bits                               log2(banks)  log2(rowBytes)
 *
 *   bank = (digit + row + row / banks) mod banks
 * </pre>
 *
 * <p>Neighbouring rows' worth of bytes lie in neighbouring banks, so that a stream opens the next
 * row while it uses the present one. Arrays whose distance is a multiple of {@code banks *
 * rowBytes} would meet in one bank at every step; adding the row's low digits to the bank turns
 * them apart, as the address hashes of real controllers do. The number of banks need not be a power
 * of two: the digit is a remainder then.
 */
final class DramAddress {
  private final int rowShift;
  private final int banks;

  DramAddress(DramConfig config) {
    rowShift = Integer.numberOfTrailingZeros(config.rowBytes());
    banks = config.banks();
  }

  /** The row within its bank. */
  long row(long local) {
    return (local >>> rowShift) / banks;
  }

  /** The bank, from 0. */
  int bank(long local) {
    long block = local >>> rowShift;
    long row = block / banks;
    return (int) ((block - row * banks + row + row / banks) % banks);
  }
}
