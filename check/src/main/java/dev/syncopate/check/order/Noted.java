package dev.syncopate.check.order;

import org.jspecify.annotations.Nullable;

/** Something of which each listener may keep a {@link NoteKind}. */
public abstract sealed class Noted permits Issue, Word, Write {
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
