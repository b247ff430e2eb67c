package dev.syncopate.memory.protocol;

import org.jspecify.annotations.Nullable;

/**
 * An action of a controller: one step in a row of its {@link StateTable}.
 *
 * @param description effect, as an imperative without a full stop: what is printed of the row
 * @param body the code of the action
 * @param <T> operand of the action: the part of the controller that has the states
 * @param <C> causes of events: accesses or messages; {@code Object} where there are several kinds
 */
public record Action<T, C>(String description, Body<T, C> body) {
  /**
   * Code of an action.
   *
   * @param <T> as of the action
   * @param <C> as of the action
   */
  @FunctionalInterface
  public interface Body<T, C> {
    /**
     * Performs the action.
     *
     * @param line base address of the line that the event happens to
     * @param part the controller's reference into the line: a frame, an MSHR, or a mask of words
     * @param cause what the event comes from, or null
     */
    void perform(T target, long line, int part, @Nullable C cause);
  }

  /**
   * An action that may be refused: it takes the resource that a row needs. It is the first of its
   * row; when it is refused nothing has happened, and the event is offered again later.
   *
   * @param description as of an action
   * @param body the code of the action
   * @param <T> as of an action
   * @param <C> as of an action
   */
  public record Offer<T, C>(String description, OfferBody<T, C> body) {}

  /**
   * Code of an action that may be refused.
   *
   * @param <T> as of the action
   * @param <C> as of the action
   */
  @FunctionalInterface
  public interface OfferBody<T, C> {
    /**
     * Performs the action or refuses it.
     *
     * @return {@link ControllerOutcome#DONE}, or the stall
     */
    ControllerOutcome offer(T target, long line, int part, @Nullable C cause);
  }
}
