/**
 * One workload and input of the user's choice, or a suite, under several mechanisms.
 *
 * <p>May enter: which scenarios a mechanism is compared in, and the comparison's figures. May not
 * enter: what papers ran.
 */
@NullMarked
package dev.syncopate.study.compare;

import org.jspecify.annotations.NullMarked;
