/**
 * The CUDA libraries that a program is started with: C sources that come along, compiled once on
 * the user's machine.
 *
 * <p>May enter: compiling them, keeping the result, and saying why that is impossible. May not
 * enter: what they and the simulator say to each other.
 */
@NullMarked
package dev.syncopate.app.cuda.client;

import org.jspecify.annotations.NullMarked;
