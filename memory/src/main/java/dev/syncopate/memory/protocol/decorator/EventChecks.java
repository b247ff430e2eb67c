package dev.syncopate.memory.protocol.decorator;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.Controller;
import dev.syncopate.memory.protocol.Environment;
import dev.syncopate.memory.protocol.L1Controller;
import dev.syncopate.memory.protocol.L2Controller;
import dev.syncopate.memory.protocol.MemoryMessage;
import dev.syncopate.memory.protocol.Protocol;
import org.jspecify.annotations.Nullable;

/**
 * Checks of each controller event, where checking is enabled: the protocol lists its message, the
 * table lists the state in which it ends, and it neither creates nor loses an owner of a word. An
 * event is bracketed by {@link #begin} and {@link #end}.
 */
public final class EventChecks {
  private final DeclaredMessages declared;
  private final Controller controller;
  private final Environment environment;
  private final String location;

  /** Null for a protocol without ownership. */
  private final @Nullable Conservation words;

  private EventChecks(
      Controller controller,
      Protocol protocol,
      MemoryConfig config,
      Environment environment,
      String location) {
    declared = new DeclaredMessages(protocol.name(), protocol.messages(config));
    this.controller = controller;
    this.environment = environment;
    this.location = location;
    words = protocol.holds() ? new Conservation(controller) : null;
  }

  /** Those of an L1's events, from now on. */
  public static EventChecks of(
      L1Controller l1, Protocol protocol, MemoryConfig config, Environment environment) {
    return new EventChecks(l1, protocol, config, environment, "L1 of " + environment.node());
  }

  /** Those of a bank's events, from now on. */
  public static EventChecks of(
      L2Controller l2, Protocol protocol, MemoryConfig config, Environment environment) {
    return new EventChecks(l2, protocol, config, environment, environment.node().toString());
  }

  /** An event begins that no message has caused. */
  public void begin() {
    controller.check();
    if (words != null) {
      words.begin();
    }
  }

  /**
   * A message causes an event.
   *
   * @throws IllegalStateException if the protocol does not list it, or not all that it carries
   */
  public void begin(MemoryMessage message) {
    declared.check(message);
    begin();
  }

  /** In this event the message is taken: it was not refused. */
  public void taken(MemoryMessage message) {
    if (words != null) {
      words.taken(message);
    }
  }

  /** In this event a message is sent. */
  public void sent(MemoryMessage message) {
    if (words != null) {
      words.sent(message);
    }
  }

  /**
   * The event is over.
   *
   * @throws dev.syncopate.memory.protocol.ProtocolException if it has ended as it may not
   */
  public void end() {
    if (words != null) {
      words.end(environment.time(), location);
    }
  }
}
