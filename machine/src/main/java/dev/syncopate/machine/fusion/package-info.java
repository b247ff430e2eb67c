/**
 * Fusion: straight-line code of a kernel as one loop over a warp's lanes, in bytecode that the JVM
 * compiles. A lane runs the whole stretch with its registers in local variables before the next
 * lane begins; the interpreter runs every lane of an instruction before the next instruction.
 *
 * <p>May enter: which instructions make a stretch, and how their lanes' values are passed on. May
 * not enter: what single instructions do (they emit it, {@link
 * dev.syncopate.machine.fusion.FusibleOp}), which warp runs.
 */
@NullMarked
package dev.syncopate.machine.fusion;

import org.jspecify.annotations.NullMarked;
