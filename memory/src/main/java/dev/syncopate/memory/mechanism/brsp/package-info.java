/**
 * Remote scope promotion by broadcast (rsp §4, srsp App. A.1; page.md).
 *
 * <p>May enter: this mechanism. May not enter: time, what other mechanisms of promotion do as well.
 */
@NullMarked
package dev.syncopate.memory.mechanism.brsp;

import org.jspecify.annotations.NullMarked;
