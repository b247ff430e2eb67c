package dev.syncopate.check.extract;

import java.util.List;

/**
 * What could be cut out of a recording.
 *
 * @param excerpts the likeliest first; none if nothing could
 * @param problem why nothing could, in a clause; empty if something could
 */
public record Cut(List<Excerpt> excerpts, String problem) {
  /** Keeps a copy. */
  public Cut {
    excerpts = List.copyOf(excerpts);
  }

  static Cut failed(String problem) {
    return new Cut(List.of(), problem);
  }
}
