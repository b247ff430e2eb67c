package dev.syncopate.memory.mechanism.srsp;

import static dev.syncopate.memory.mechanism.srsp.ReleaseState.Event.LEAVE;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.Event.RELEASE;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.Event.REMOTE;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.Event.SELECTIVE_FLUSH;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.RELEASED;
import static dev.syncopate.memory.mechanism.srsp.ReleaseState.UNRELEASED;

import dev.syncopate.memory.cache.WrittenBytes;
import dev.syncopate.memory.mechanism.promotion.HomeBankRequest;
import dev.syncopate.memory.protocol.Action;
import dev.syncopate.memory.protocol.StateTable;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** State tables of lines in the LR-TBL of an L1 (srsp §4.1, §4.7). */
final class ReleaseTable {
  static final Action<LocalReleases, Object> MAKE_ROOM =
      new Action<>(
          "where the LR-TBL is full, flush up to the oldest entry that it names",
          (releases, line, part, released) -> releases.makeRoom());

  static final Action<LocalReleases, Object> PUSH_ENTRY =
      new Action<>(
          "push an sFIFO entry, unless the newest is the line's",
          (releases, line, part, released) -> releases.pushEntry(line));

  static final Action<LocalReleases, Object> NAME_NEWEST =
      new Action<>(
          "have the LR-TBL name it, and the bytes",
          (releases, line, part, released) -> releases.nameNewest(line, bytes(released)));

  static final Action<LocalReleases, Object> FIND_BYTES =
      new Action<>(
          "answer FLUSHED if the bytes were released, else NOT_FOUND",
          (releases, line, part, cause) -> releases.findBytes(asked(cause)));

  static final Action<LocalReleases, Object> FIND_NOTHING =
      new Action<>("answer NOT_FOUND", (releases, line, part, cause) -> asked(cause).found(false));

  static final Action<LocalReleases, Object> FLUSH_UP_TO_ENTRY =
      new Action<>(
          "flush up to the entry", (releases, line, part, cause) -> releases.flush(asked(cause)));

  static final Action<LocalReleases, Object> AWAIT_WRITES =
      new Action<>(
          "await what has been written",
          (releases, line, part, cause) -> releases.awaitWrites(asked(cause)));

  static final Action<LocalReleases, Object> AWAIT_LOST =
      new Action<>(
          "await the writes of releases that have left the LR-TBL",
          (releases, line, part, cause) -> asked(cause).answerWhenSettled(releases.lost()));

  static final Action<LocalReleases, Object> FORGET =
      new Action<>(
          "remove the line from the LR-TBL",
          (releases, line, part, cause) -> releases.forget(line));

  static final Action<LocalReleases, Object> NOTE_LOST =
      new Action<>(
          "note the writes so far as those of releases that have left",
          (releases, line, part, cause) -> releases.loseAll());

  static final Action<LocalReleases, Object> PERFORM_AT_CTA_SCOPE =
      new Action<>(
          "perform the access at CTA scope", (releases, line, part, access) -> releases.local());

  // spotless:off
  static final StateTable<ReleaseState, ReleaseState.Event, LocalReleases, Object> RELEASES =
      StateTable.<ReleaseState, ReleaseState.Event, LocalReleases, Object>of("LR-TBL of an L1", ReleaseState.class, ReleaseState.Event.class)
          .on(UNRELEASED, RELEASE)         .does(MAKE_ROOM, PUSH_ENTRY, NAME_NEWEST)            .to(RELEASED)
          .on(UNRELEASED, SELECTIVE_FLUSH) .does(FIND_NOTHING, AWAIT_LOST)                      .to(UNRELEASED)
          .on(RELEASED, RELEASE)           .does(PUSH_ENTRY, NAME_NEWEST)                       .to(RELEASED)
          .on(RELEASED, SELECTIVE_FLUSH)   .does(FIND_BYTES, FLUSH_UP_TO_ENTRY, AWAIT_WRITES)   .to(UNRELEASED)
          .on(RELEASED, LEAVE)             .does(FORGET, NOTE_LOST)                             .to(UNRELEASED)
          .build();

  /** Table for a remote access that looks up the requester's LR-TBL first (srsp §4.9). */
  static final StateTable<ReleaseState, ReleaseState.Event, LocalReleases, Object> LOOKED_UP =
      RELEASES.but()
          .on(RELEASED, REMOTE)            .does(PERFORM_AT_CTA_SCOPE)                          .to(RELEASED)
          .build();
  // spotless:on

  private ReleaseTable() {}

  static WrittenBytes bytes(@Nullable Object cause) {
    return (WrittenBytes) Objects.requireNonNull(cause);
  }

  static HomeBankRequest asked(@Nullable Object cause) {
    return (HomeBankRequest) Objects.requireNonNull(cause);
  }
}
