/**
 * CUDA programs with their own host code: the program runs natively as another process, its kernels
 * on the simulated machine. See docs/use/cuda-programs.md.
 *
 * <pre>
 *   program ── libcudart, libcuda (src/main/c) ── socket ── server ── workload.runtime
 * </pre>
 *
 * <p>May enter: starting a program with the libraries, and what comes of it. May not enter: options
 * and printing ({@code cli}), and each request ({@code server}).
 */
@NullMarked
package dev.syncopate.app.cuda;

import org.jspecify.annotations.NullMarked;
