package dev.syncopate.check.order;

/**
 * The kinds of notes that the listeners of a launch keep: all are made before the launch begins.
 */
public final class NoteKinds {
  private int count;

  /** Another kind of note. */
  public <T> NoteKind<T> kind(Class<T> type) {
    return new NoteKind<>(this, count++, type);
  }

  int count() {
    return count;
  }
}
