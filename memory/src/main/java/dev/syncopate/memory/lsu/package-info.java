/**
 * The load-store unit of a tile: what each memory instruction of a warp waits for, and the steps a
 * synchronising one takes. With the L1 controller below it, it decides all memory ordering a tile
 * does.
 *
 * <p>May enter: ordering. May not enter: PTX, address generation, decisions taken by reading a
 * clock.
 */
@NullMarked
package dev.syncopate.memory.lsu;

import org.jspecify.annotations.NullMarked;
