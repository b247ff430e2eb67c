/**
 * The memory system without compute units: tiny threads on the timed machine ({@link
 * dev.syncopate.memory.rig.Rig}) and on one that picks any enabled event next ({@link
 * dev.syncopate.memory.rig.LooseMachine}), and small configurations of both. For the random tester
 * and for tests.
 *
 * <p>May enter: what drives controllers and watches them. May not enter: what a controller or a
 * model decides; what is right and wrong.
 */
@NullMarked
package dev.syncopate.memory.rig;

import org.jspecify.annotations.NullMarked;
