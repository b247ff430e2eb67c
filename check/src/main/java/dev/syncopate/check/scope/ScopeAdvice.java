package dev.syncopate.check.scope;

import dev.syncopate.check.extract.Excerpt;
import dev.syncopate.check.extract.OrderedPair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sufficient synchronisation of a run, line by line.
 *
 * @param cycles of the run as it is
 * @param lines in order of files and lines; those that cannot do with less by their nature are not
 *     among them
 * @param combination all that is suggested at once; null where that is not more than one line
 * @param promotion what remote scope promotion could take over; null for nothing
 * @param refusal why there is no advice; null if there is
 * @param unfinished whether the user ended it before all was tried
 * @param ordered how accesses that conflict were ordered in the run as it is
 * @param storeBuffers store buffering around {@code fence.sc} in the run as it is
 */
public record ScopeAdvice(
    long cycles,
    List<ScopeSuggestion> lines,
    @Nullable Together combination,
    @Nullable Promotion promotion,
    @Nullable String refusal,
    boolean unfinished,
    List<OrderedPair> ordered,
    List<Excerpt> storeBuffers) {

  /**
   * Several suggestions followed at once.
   *
   * @param followed lines
   * @param remaining lines whose suggestion does not go together with those
   * @param cycles of the run with them changed; 0 if it was not right
   * @param objection why it was not right; null if it was
   */
  public record Together(
      List<InstructionSite> followed,
      List<InstructionSite> remaining,
      long cycles,
      @Nullable String objection) {}

  /**
   * Words that one CTA uses most and others now and then: what remote scope promotion is made for.
   *
   * @param local lines by which words are used, in nine of ten cases or more, by the CTA that uses
   *     them most; they would do with CTA scope
   * @param remote lines by which others use these words in nine of ten cases or more; they would
   *     have to be remote
   * @param ownAccesses by that CTA
   * @param otherAccesses by others
   * @param reliance what would race all the same; if anything, promotion is no help
   * @param cycles of the run so changed; 0 where the machine has no remote scope promotion
   * @param objection why the run so changed was not right; null if it was, or there was none
   */
  public record Promotion(
      List<InstructionSite> local,
      List<InstructionSite> remote,
      long ownAccesses,
      long otherAccesses,
      ExposedRaces reliance,
      long cycles,
      @Nullable String objection) {}
}
