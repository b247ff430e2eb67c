package dev.syncopate.memory.stress;

import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.rig.RigOperations;
import dev.syncopate.memory.rig.TinyThread;
import dev.syncopate.memory.stress.RaceFreeProgram.Barrier;
import java.util.ArrayList;
import java.util.List;

/** Emits a barrier over all threads of a program. */
final class ProgramBarrier {
  private final RaceFreeProgram program;
  private final WordPool words;
  private final TinyThread[] threads;

  /**
   * @param words from which a barrier takes those that it needs
   */
  ProgramBarrier(RaceFreeProgram program, WordPool words, TinyThread[] threads) {
    this.program = program;
    this.words = words;
    this.threads = threads;
  }

  void add(Barrier barrier) {
    if (barrier == Barrier.ALL) {
      all(List.of(threads));
      return;
    }
    arrive();
    if (barrier == Barrier.REMOTE || barrier == Barrier.REMOTE_BUT_THE_LAST) {
      remotely(program.tiles() - (barrier == Barrier.REMOTE ? 0 : 1));
    } else {
      List<TinyThread> representatives = new ArrayList<>();
      for (int tile = 0; tile < program.tiles(); tile++) {
        representatives.add(representative(tile));
      }
      all(representatives);
    }
    goOn();
  }

  private TinyThread representative(int tile) {
    return threads[tile * program.threadsPerTile()];
  }

  private void all(List<TinyThread> those) {
    Scope scope = program.widest();
    long word = words.take();
    for (TinyThread thread : those) {
      thread.add(word, 1, Order.ACQ_REL, scope);
      thread.awaitEqual(word, those.size(), Order.ACQUIRE, scope);
    }
  }

  /** Each tile's representative waits for its other threads. */
  private void arrive() {
    int perTile = program.threadsPerTile();
    for (int tile = 0; tile < program.tiles(); tile++) {
      long arrived = words.take();
      for (int i = 0; i < perTile; i++) {
        threads[tile * perTile + i].add(arrived, 1, Order.ACQ_REL, Scope.CTA);
      }
      representative(tile).awaitEqual(arrived, perTile, Order.ACQUIRE, Scope.CTA);
    }
  }

  /**
   * The first tile's representative waits for the others, which release at CTA scope, by remote
   * loads, and lets them go on, which acquire at CTA scope, by remote stores.
   *
   * @param tiles participants by tile; with other tiles all threads use the widest scope
   */
  private void remotely(int tiles) {
    TinyThread first = representative(0);
    List<Long> go = new ArrayList<>();
    for (int tile = 1; tile < program.tiles(); tile++) {
      boolean remote = tile < tiles;
      long wordAddress = words.take();
      representative(tile)
          .store(wordAddress, 1, Order.RELEASE, remote ? Scope.CTA : program.widest());
      MemoryOperation look = RigOperations.load(DataType.B32, Order.ACQUIRE, scope(tile));
      first.until(
          remote ? RigOperations.remote(look) : look, wordAddress, 0, 0, value -> value == 1);
      go.add(words.take());
    }
    for (int tile = 1; tile < program.tiles(); tile++) {
      boolean remote = tile < tiles;
      long goAddress = go.get(tile - 1);
      MemoryOperation tell = RigOperations.store(DataType.B32, Order.RELEASE, scope(tile));
      first.access(remote ? RigOperations.remote(tell) : tell, goAddress, 1, 0);
      representative(tile)
          .awaitEqual(goAddress, 1, Order.ACQUIRE, remote ? Scope.CTA : program.widest());
    }
  }

  /** At which the first tile's representative reaches another tile. */
  private Scope scope(int tile) {
    boolean near = program.gpu(tile * program.threadsPerTile()) == program.gpu(0);
    return near ? Scope.GPU : program.widest();
  }

  /** Each tile's representative lets its other threads go on. */
  private void goOn() {
    int perTile = program.threadsPerTile();
    for (int tile = 0; tile < program.tiles(); tile++) {
      long go = words.take();
      representative(tile).store(go, 1, Order.RELEASE, Scope.CTA);
      for (int i = 1; i < perTile; i++) {
        threads[tile * perTile + i].awaitEqual(go, 1, Order.ACQUIRE, Scope.CTA);
      }
    }
  }
}
