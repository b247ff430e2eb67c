/**
 * Which (state, event) pairs that protocols list happen where: in explorations of the library, in
 * the random tester (docs/check/stress.md).
 *
 * <p>May enter: driving both with counting protocols, putting the counts side by side. May not
 * enter: reasons, which are separate data.
 */
@NullMarked
package dev.syncopate.model.coverage;

import org.jspecify.annotations.NullMarked;
