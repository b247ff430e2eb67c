/**
 * DeNovo's L2 bank: the owner of each word, and the table of what the bank does by it.
 *
 * <p>May enter: owners, their table, and whose words are recalled. May not enter: L1s, bytes of
 * unowned words.
 */
@NullMarked
package dev.syncopate.memory.mechanism.denovo.owner;

import org.jspecify.annotations.NullMarked;
