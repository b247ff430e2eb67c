/**
 * What DeNovo's L1s and banks send one another.
 *
 * <p>May enter: messages as values. May not enter: how controllers handle them.
 */
@NullMarked
package dev.syncopate.memory.mechanism.denovo.message;

import org.jspecify.annotations.NullMarked;
