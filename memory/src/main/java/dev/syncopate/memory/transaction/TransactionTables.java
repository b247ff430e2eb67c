package dev.syncopate.memory.transaction;

import dev.syncopate.memory.config.TxConfig;
import dev.syncopate.memory.protocol.StateTable;

/**
 * The state tables of a {@link TransactionUnit} for one configuration. Immutable; units of the same
 * configuration share them.
 */
public final class TransactionTables {
  private final TxConfig config;
  final StateTable<ShadowState, ShadowEvent, BankedAccesses, AffectedLanes> words;
  final StateTable<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes> wavefronts;

  private TransactionTables(
      TxConfig config,
      StateTable<ShadowState, ShadowEvent, BankedAccesses, AffectedLanes> words,
      StateTable<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes> wavefronts) {
    this.config = config;
    this.words = words;
    this.wavefronts = wavefronts;
  }

  /** The tables of the unit as it should be. */
  public static TransactionTables of(TxConfig config) {
    return new TransactionTables(config, ShadowTable.of(config), WavefrontTable.of(config));
  }

  /** The configuration that has these tables. */
  public TxConfig config() {
    return config;
  }

  /** The same wavefronts over other words. */
  TransactionTables withWords(
      StateTable.Builder<ShadowState, ShadowEvent, BankedAccesses, AffectedLanes> wordBuilder) {
    return new TransactionTables(config, wordBuilder.build(), wavefronts);
  }

  /** Other wavefronts over the same words. */
  TransactionTables withWavefronts(
      StateTable.Builder<WavefrontState, WavefrontEvent, Wavefronts, AffectedLanes>
          wavefrontBuilder) {
    return new TransactionTables(config, words, wavefrontBuilder.build());
  }
}
