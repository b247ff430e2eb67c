package dev.syncopate.check.confluence;

/**
 * Objects whose orders were examined.
 *
 * @param certified objects with a proof that each order gives the phases of the run
 * @param searched objects all of whose orders were tried
 * @param states of the search
 */
public record ConfluenceExtent(long certified, long searched, long states) {
  /** Nothing. */
  public static final ConfluenceExtent NONE = new ConfluenceExtent(0, 0, 0);

  ConfluenceExtent plus(ConfluenceExtent right) {
    return new ConfluenceExtent(
        certified + right.certified, searched + right.searched, states + right.states);
  }
}
