package dev.syncopate.ptx.analysis;

/** Blocks and the ways between them; those that leave the function lead to {@link #exit()}. */
interface Edges {
  /** Number of blocks, the exit not counted. */
  int blocks();

  int exit();

  int[] successors(int block);

  int[] predecessors(int block);
}
