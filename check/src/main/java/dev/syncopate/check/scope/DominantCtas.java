package dev.syncopate.check.scope;

import java.util.HashMap;
import java.util.Map;

/**
 * CTA that uses each word most. Found in a first run (the majority vote of Boyer and Moore),
 * counted in a second: how often that CTA, and how often others, by which line.
 */
final class DominantCtas {
  /** Words of a launch that are followed; a launch with more has no owners. */
  private static final int MOST = 1 << 20;

  /** A word's owner. */
  private static final class Word {
    int cta;
    int lead;
    boolean several;
  }

  /** By launch and address. */
  private final Map<Long, Word> words = new HashMap<>();

  private long launch;
  private boolean ownersKnown;
  private boolean full;

  /** A launch begins: CTAs are others. */
  void launched() {
    launch++;
  }

  /** The first run is over: owners are known. */
  void found() {
    ownersKnown = true;
    launch = 0;
  }

  /** Whether there were too many words. */
  boolean full() {
    return full;
  }

  /** A thread of a CTA accesses a word, by a line. */
  void used(long address, int cta, SiteUse siteUse) {
    long key = launch << 40 ^ address;
    Word word = words.get(key);
    if (ownersKnown) {
      if (word != null && word.several && !full) {
        siteUse.owner += word.cta == cta ? 1 : 0;
        siteUse.otherUses += word.cta == cta ? 0 : 1;
      }
      return;
    }
    if (word == null) {
      if (words.size() == MOST) {
        full = true;
        return;
      }
      word = new Word();
      word.cta = cta;
      words.put(key, word);
    }
    word.several |= word.cta != cta;
    if (word.cta == cta) {
      word.lead++;
    } else if (--word.lead < 0) {
      word.cta = cta;
      word.lead = 1;
    }
  }
}
