/** Several GPUs under one system: every protocol where system scope is wider than a GPU's. */
@org.jspecify.annotations.NullMarked
package dev.syncopate.memory.protocol.hierarchy;
