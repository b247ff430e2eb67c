package dev.syncopate.model.litmus;

import dev.syncopate.model.source.Token;
import java.util.SortedMap;

/**
 * Part of a test in rows that differs between dialects: the places of threads, and the instructions
 * on memory. Initial values, arithmetic, branches and questions are common to all.
 */
public interface RowDialect {
  /** Language of the tests. */
  LitmusDialect dialect();

  /** Reads the blocks in braces that follow the initial values. */
  void blocks(TermReader words);

  /** Whether the places of threads follow their numbers, behind {@code @}. */
  default boolean statesPlaces() {
    return true;
  }

  /**
   * Reads the place of a thread.
   *
   * @param id number of the thread
   */
  ThreadBuilder place(TermReader words, int id);

  /**
   * Reads an instruction on memory into a thread.
   *
   * @param name its first word, which is read already
   * @return false for an instruction that all dialects have, of which no more is read
   * @throws dev.syncopate.model.source.SourceException where the instruction is none
   */
  boolean instruction(TermReader words, Token name, ThreadBuilder thread);

  /** Whether a token begins what follows the rows, before the question. */
  default boolean isTail(Token token) {
    return false;
  }

  /** Reads what follows the rows, before the question. */
  default void tail(TermReader words, SortedMap<Integer, ThreadBuilder> threads) {}

  /** Facts of the test that the rows do not have. */
  TestAnnotations annotations();
}
