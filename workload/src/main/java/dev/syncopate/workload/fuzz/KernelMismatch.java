package dev.syncopate.workload.fuzz;

/**
 * A kernel that machine and interpreter do not agree on.
 *
 * @param machine which one
 * @param text what is different
 */
public record KernelMismatch(String machine, String text) {}
