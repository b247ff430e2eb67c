/**
 * What a bank knows of the words that L1s own.
 *
 * <p>May enter: owners, their states, and who has been asked to give words back. May not enter:
 * sending messages.
 */
@NullMarked
package dev.syncopate.memory.mechanism.denovo.owner;

import org.jspecify.annotations.NullMarked;
