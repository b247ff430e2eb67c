package dev.syncopate.memory.mechanism.denovo.owner;

import dev.syncopate.memory.cache.CacheArray;
import dev.syncopate.memory.cache.OwnershipBalance;
import dev.syncopate.memory.protocol.L2Environment;
import dev.syncopate.memory.topology.Node;

/**
 * Directory of word owners of an L2 bank. As many lines as the bank has have words that are owned:
 * DeNovo keeps the owner's number in the place of the word's data (heterosync §II-B).
 */
public final class WordOwnershipTable {
  public static final int NONE = CacheArray.NONE;

  /** The most nodes that can be told apart. */
  public static final int NODES = 256;

  /** Room for a byte for each of a line's words; its "valid" bytes are those of words owned. */
  private static final int BYTES = 32;

  private final CacheArray array;
  private final L2Environment environment;

  /**
   * Number of owned words and empty entries. At zero, as with an idle CPU, lookups return at once.
   */
  private int ownedCount;

  public WordOwnershipTable(int sets, int ways, L2Environment environment) {
    this.environment = environment;
    array = new CacheArray(sets, ways, BYTES);
  }

  /** The entry of a line, or {@link #NONE}. */
  public int find(long line) {
    return ownedCount == 0 ? NONE : array.find(line, environment.number(line));
  }

  /** The line that must lose its owners before a line without an entry can have one; or -1. */
  public long inTheWay(long line) {
    int frame = array.victim(environment.number(line));
    return array.live(frame) ? array.line(frame) : -1;
  }

  /** Makes the entry of a line that has none. */
  public int claim(long line) {
    int frame = array.victim(environment.number(line));
    array.claim(frame, line);
    ownedCount++;
    return frame;
  }

  public void touch(int frame) {
    array.touch(frame);
  }

  /** The words of an entry that are owned. */
  public int owned(int frame) {
    return frame == NONE ? 0 : (int) array.validLow(frame);
  }

  /** The owner of the first of some words, all of which are owned. */
  public Node owner(int frame, int words) {
    int number =
        array.data().bytes[array.base(frame) + Integer.numberOfTrailingZeros(words)] & 0xff;
    return environment.topology().node(number);
  }

  /** Of some words, all owned, those that have the same owner as the first. */
  public int together(int frame, int words) {
    int first = array.base(frame) + Integer.numberOfTrailingZeros(words);
    int ownerWords = 0;
    for (int remaining = words; remaining != 0; remaining &= remaining - 1) {
      int position = array.base(frame) + Integer.numberOfTrailingZeros(remaining);
      ownerWords |=
          array.data().bytes[position] == array.data().bytes[first]
              ? Integer.lowestOneBit(remaining)
              : 0;
    }
    return ownerWords;
  }

  /** Of some words those that a node owns. */
  public int ownedBy(int frame, int words, Node node) {
    int remaining = words & owned(frame);
    while (remaining != 0) {
      int ownerWords = together(frame, remaining);
      if (owner(frame, remaining).equals(node)) {
        return ownerWords;
      }
      remaining &= ~ownerWords;
    }
    return 0;
  }

  public void own(int frame, int words, Node node) {
    ownedCount += Integer.bitCount(words & ~owned(frame)) - (owned(frame) == 0 ? 1 : 0);
    for (int remaining = words; remaining != 0; remaining &= remaining - 1) {
      array.data().bytes[array.base(frame) + Integer.numberOfTrailingZeros(remaining)] =
          (byte) node.number();
    }
    array.markValid(frame, words & 0xffff_ffffL, 0);
    array.touch(frame);
  }

  /** Clears the owner of words; an entry that becomes empty is released. */
  public void release(int frame, int words) {
    ownedCount -= Integer.bitCount(words & owned(frame));
    array.invalidate(frame, words & 0xffff_ffffL, 0);
  }

  /** A bank is a word short wherever it names an owner. */
  public void holds(OwnershipBalance holdings) {
    for (int frame = 0; frame < array.frames(); frame++) {
      if (array.live(frame)) {
        holdings.add(array.line(frame), owned(frame), -1);
      }
    }
  }

  public void canonicalize() {
    array.canonicalize();
  }
}
