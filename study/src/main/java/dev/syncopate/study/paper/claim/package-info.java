/**
 * Claims of papers as data: a file a paper lists what the paper states, by which measure each
 * statement is judged, and when it counts as held. This package reads the files, evaluates their
 * formulas over a study's results, and judges.
 *
 * <p>May enter: what the files of several papers share, which is the language of formulas, the
 * conditions, and the kinds of claims. May not enter: quantities and names of one paper (they are
 * in its {@link dev.syncopate.study.paper.claim.ClaimVocabulary}), what a paper states (that is
 * data).
 */
@NullMarked
package dev.syncopate.study.paper.claim;

import org.jspecify.annotations.NullMarked;
