package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.StateTable;

/**
 * State tables of home banks.
 *
 * @param bank of lines, at a bank of the only GPU or of one of several
 * @param memorySide of lines, at a bank of the memory side of several GPUs
 * @param answers of L1s' answers, at a bank that watches the line
 */
public record HomeTables(
    StateTable<HomeState, HomeEvent, PromotingL2, Object> bank,
    StateTable<HomeState, HomeEvent, PromotingL2, Object> memorySide,
    StateTable<AnswerState, AnswerEvent, AnswerWatch, MemoryMessage> answers) {
  /** Those of home banks that ask all L1s. */
  public static final HomeTables ASKING_ALL =
      new HomeTables(HomeTable.BANK, HomeTable.MEMORY_SIDE, AnswerTable.WATCHING);

  /** Those of home banks that ask all L1s for selective flushes. */
  public static final HomeTables SELECTIVE =
      new HomeTables(HomeTable.SELECTIVE, HomeTable.SELECTIVE_MEMORY_SIDE, AnswerTable.WATCHING);

  /** Those of home banks that ask by hints. */
  public static final HomeTables HINTING =
      new HomeTables(HomeTable.HINTING, HomeTable.SELECTIVE_MEMORY_SIDE, AnswerTable.WATCHING);

  /** These with another table of lines at banks of GPUs. */
  public HomeTables withBank(
      StateTable.Builder<HomeState, HomeEvent, PromotingL2, Object> bankBuilder) {
    return new HomeTables(bankBuilder.build(), memorySide, answers);
  }

  /** These with another table of lines at banks of the memory side. */
  public HomeTables withMemorySide(
      StateTable.Builder<HomeState, HomeEvent, PromotingL2, Object> memorySideBuilder) {
    return new HomeTables(bank, memorySideBuilder.build(), answers);
  }

  /** These with another table of answers. */
  public HomeTables withAnswers(
      StateTable.Builder<AnswerState, AnswerEvent, AnswerWatch, MemoryMessage> answerBuilder) {
    return new HomeTables(bank, memorySide, answerBuilder.build());
  }
}
