/**
 * The simulator's side of CUDA programs: serves what the libraries in a program's process ask for.
 *
 * <p>May enter: the frames between both, and each request in terms of the host API. May not enter:
 * starting programs, printing results, and the simulated machine itself.
 */
@NullMarked
package dev.syncopate.app.cuda.server;

import org.jspecify.annotations.NullMarked;
