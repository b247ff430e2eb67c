package dev.syncopate.check.order;

import org.jspecify.annotations.Nullable;

/** Object of the access order to which each listener may attach a {@link NoteKind}. */
public abstract sealed class NoteHolder permits IssuedAccess, FollowedWord, FollowedWrite {
  private static final @Nullable Object[] NONE = {};

  private @Nullable Object[] notes = NONE;

  /** Drops all notes. */
  void forget() {
    notes = NONE;
  }

  @Nullable Object note(int index) {
    return index < notes.length ? notes[index] : null;
  }

  void note(int index, int count, Object note) {
    if (notes.length == 0) {
      notes = new @Nullable Object[count];
    }
    notes[index] = note;
  }
}
