/**
 * The command that runs a CUDA program with its own host code.
 *
 * <p>May enter: options, looking the program up, the report at its end. May not enter: what the
 * program and the simulator say to each other ({@code app.cuda}).
 */
@NullMarked
package dev.syncopate.app.cli.cuda;

import org.jspecify.annotations.NullMarked;
