/**
 * What commands share: options, files read and written, the terminal, Ctrl-C, exit codes, errors
 * that a user made.
 *
 * <p>May enter: what at least two commands need. May not enter: anything that only one command
 * does.
 */
@NullMarked
package dev.syncopate.app.cli.console;

import org.jspecify.annotations.NullMarked;
