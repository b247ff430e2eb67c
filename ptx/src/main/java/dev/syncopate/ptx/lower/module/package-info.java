/**
 * What the lowering of a function knows of its module: functions with their registers, parameters,
 * calling conventions and addresses; calls as they are written; a first look at every function
 * before any is lowered.
 *
 * <p>May enter: facts about a module that several instructions need. May not enter: the meaning of
 * an instruction.
 */
@NullMarked
package dev.syncopate.ptx.lower.module;

import org.jspecify.annotations.NullMarked;
