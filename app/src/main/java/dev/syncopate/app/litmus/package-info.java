/**
 * Litmus tests on the command line: finding them, tables of what models answer, and comparing with
 * what was expected.
 *
 * <p>May enter: texts and tables. May not enter: what any model allows.
 */
@NullMarked
package dev.syncopate.app.litmus;

import org.jspecify.annotations.NullMarked;
