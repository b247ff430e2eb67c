package dev.syncopate.check.order;

import org.jspecify.annotations.Nullable;

/**
 * A kind of note that one listener keeps with words, writes or accesses of a launch. It lives as
 * long as what it is kept with.
 */
public final class NoteKind<T> {
  private final NoteKinds notes;
  private final int index;
  private final Class<T> type;

  NoteKind(NoteKinds notes, int index, Class<T> type) {
    this.notes = notes;
    this.index = index;
    this.type = type;
  }

  /** The note that was kept; null for none. */
  public @Nullable T of(NoteHolder noted) {
    return type.cast(noted.note(index));
  }

  /** Keeps a note, in place of an earlier one of the same kind. */
  public void put(NoteHolder noted, T note) {
    noted.note(index, notes.count(), note);
  }
}
