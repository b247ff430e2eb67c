package dev.syncopate.model.litmus;

import dev.syncopate.model.litmus.AsyncInstruction.Direction;
import dev.syncopate.model.litmus.TestAnnotations.Owner;
import dev.syncopate.model.source.SourceException;
import dev.syncopate.model.source.Token;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks of where the locations of asynchronous operations are: in shared or in global memory, in
 * the thread's own block or in a peer's of its cluster.
 */
final class AsyncPlaces {
  private final TermReader words;
  private final Declarations declarations;
  private final List<ThreadBuilder> threads;

  private AsyncPlaces(TermReader words, Declarations declarations, List<ThreadBuilder> threads) {
    this.words = words;
    this.declarations = declarations;
    this.threads = threads;
  }

  static void check(TermReader words, Declarations declarations, List<ThreadBuilder> threads) {
    AsyncPlaces places = new AsyncPlaces(words, declarations, threads);
    places.owners();
    for (ThreadBuilder builder : threads) {
      LitmusThread thread = builder.build(words);
      for (int i = 0; i < thread.instructions().size(); i++) {
        if (thread.instructions().get(i)
            instanceof LitmusInstruction.Asynchronous(AsyncInstruction operation)) {
          places.check(operation, thread, builder.place(i));
        }
      }
    }
  }

  /** Threads that name a location of a stated block are of that block's cluster. */
  private void owners() {
    for (Map.Entry<String, Owner> entry : declarations.owners.entrySet()) {
      Token start = declarations.shared.get(entry.getKey());
      Owner owner = entry.getValue();
      Optional<LitmusThread> resident =
          threads.stream()
              .map(thread -> thread.build(words))
              .filter(thread -> Owner.of(thread).equals(owner))
              .findFirst();
      if (start == null || resident.isEmpty()) {
        throw words.error(
            words.locations.getFirst(),
            "`%s` is in the shared memory of block %d of GPU %d, of which there is no thread"
                .formatted(entry.getKey(), owner.cta(), owner.gpu()));
      }
      for (ThreadBuilder builder : threads) {
        if (SharedMemory.names(words, declarations, entry.getKey(), builder)
            && !builder.build(words).sharesCluster(resident.get())) {
          throw words.error(
              start,
              "`%s` is in the shared memory of block %d, and P%d is of another cluster"
                  .formatted(entry.getKey(), owner.cta(), builder.id));
        }
      }
    }
  }

  private void check(AsyncInstruction operation, LitmusThread thread, Token place) {
    if (thread.isOnCpu()) {
      throw words.error(place, "the CPU has no `" + operation.text() + "`");
    }
    switch (operation) {
      case AsyncInstruction.Copy copy -> copy(copy, thread, place);
      case AsyncInstruction.TensorLoad(String target, String map, String mbarrier) -> {
        space(target, true, place);
        space(map, false, place);
        inOneBlock(target, mbarrier, place);
      }
      case AsyncInstruction.RemoteStore store -> {
        space(store.target(), true, place);
        inOneBlock(store.target(), store.mbarrier(), place);
      }
      case AsyncInstruction.Mbarrier step -> {
        space(step.mbarrier(), true, place);
        if (step.action().isLocal() && isPeers(step.mbarrier(), thread)) {
          throw words.error(
              place,
              "`%s` is an mbarrier of another block, where only arrive, expect_tx and complete_tx are possible"
                  .formatted(step.mbarrier()));
        }
      }
      case AsyncInstruction.TensormapFence(LitmusScope _, String map) -> {
        if (map != null) {
          space(map, false, place);
        }
      }
      case AsyncInstruction.ReplaceMap(String map, String tile) -> {
        space(map, false, place);
        space(tile, false, place);
      }
      case AsyncInstruction.CommitGroup _,
          AsyncInstruction.WaitGroup _,
          AsyncInstruction.ProxyFence _,
          AsyncInstruction.InitFence _,
          AsyncInstruction.ClusterBarrier _ -> {}
    }
  }

  private void copy(AsyncInstruction.Copy copy, LitmusThread thread, Token place) {
    for (String source : copy.sources()) {
      space(source, copy.direction().fromShared(), place);
      if (copy.direction().fromShared() && isPeers(source, thread)) {
        throw words.error(
            place, "`%s` is of another block, and a source is of the thread's".formatted(source));
      }
    }
    for (String target : copy.targets()) {
      space(target, copy.direction().toShared(), place);
      if (copy.direction() == Direction.SHARED_TO_PEER && !isPeers(target, thread)) {
        throw words.error(
            place,
            "`%s` is of the thread's own block, and a copy from shared to shared memory goes to another"
                .formatted(target));
      }
      if (copy.mbarrier() != null) {
        inOneBlock(target, copy.mbarrier(), place);
      }
    }
  }

  /** The location that a name is of. */
  private String location(String name) {
    return declarations.aliases.getOrDefault(name, name);
  }

  private void space(String name, boolean shared, Token place) {
    if (declarations.shared.containsKey(location(name)) != shared) {
      throw words.error(
          place,
          shared
              ? "`%s` is in global memory, expected shared memory: declare `shared %s`"
                  .formatted(name, name)
              : "`%s` is in shared memory, expected global memory".formatted(name));
    }
  }

  /** A copy completes on an mbarrier of the block that it writes. */
  private void inOneBlock(String target, String mbarrier, Token place) {
    space(mbarrier, true, place);
    Owner ofTarget = declarations.owners.get(location(target));
    Owner ofMbarrier = declarations.owners.get(location(mbarrier));
    if (ofTarget != null && ofMbarrier != null && !ofTarget.equals(ofMbarrier)) {
      throw mismatch(target, mbarrier, place);
    }
  }

  private SourceException mismatch(String target, String mbarrier, Token place) {
    return words.error(
        place, "`%s` and its mbarrier `%s` are of different blocks".formatted(target, mbarrier));
  }

  /** Whether a location is stated to be of another block than a thread's. */
  private boolean isPeers(String name, LitmusThread thread) {
    Owner owner = declarations.owners.get(location(name));
    return owner != null && !owner.equals(Owner.of(thread));
  }
}
