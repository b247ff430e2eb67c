package dev.syncopate.check.extract;

import java.util.List;

/**
 * Part of a recording that could be cut out.
 *
 * @param excerpts the likeliest first; none if nothing could
 * @param problem why nothing could, in a clause; empty if something could
 */
public record RecordingCut(List<Excerpt> excerpts, String problem) {
  /** Keeps a copy. */
  public RecordingCut {
    excerpts = List.copyOf(excerpts);
  }

  static RecordingCut failed(String problem) {
    return new RecordingCut(List.of(), problem);
  }
}
