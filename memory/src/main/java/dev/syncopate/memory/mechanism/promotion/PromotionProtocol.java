package dev.syncopate.memory.mechanism.promotion;

import dev.syncopate.memory.access.MemoryOperation;
import dev.syncopate.memory.access.Order;
import dev.syncopate.memory.access.Ordering;
import dev.syncopate.memory.access.Scope;
import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.kit.SystemMessage;
import dev.syncopate.memory.protocol.DescriptionSection;
import dev.syncopate.memory.protocol.MessageType;
import dev.syncopate.memory.protocol.Mutant;
import dev.syncopate.memory.protocol.Promise;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.topology.Channels;
import dev.syncopate.memory.topology.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Base of the protocols with remote instructions (remote scope promotion). */
public abstract class PromotionProtocol implements Protocol {
  /** Scopes to which can be promoted. */
  protected static final List<Scope> TARGETS = List.of(Scope.GPU, Scope.SYS);

  /** Orders that remote loads, stores and atomics may name. */
  protected static final List<Order> LOADS = List.of(Order.ACQUIRE, Order.SC);

  protected static final List<Order> STORES = List.of(Order.RELEASE, Order.SC);

  protected static final List<Order> ATOMICS =
      List.of(Order.RELAXED, Order.ACQUIRE, Order.RELEASE, Order.ACQ_REL, Order.SC);

  /**
   * The step that promotes to a scope.
   *
   * @param severalGpus whether system scope is wider than component scope
   */
  protected static PromotionStep promote(Scope target, boolean severalGpus) {
    return severalGpus && target == Scope.SYS
        ? PromotionStep.PROMOTE_TO_SYSTEM
        : PromotionStep.PROMOTE;
  }

  /** What a home bank does for remote accesses: the very data that is executed. */
  public abstract PromotionTable promotions(MemoryConfig config);

  @Override
  public List<MessageType> messages(MemoryConfig machine) {
    List<MessageType> messageTypes = new ArrayList<>(SystemMessage.ofKit(machine));
    if (machine.severalGpus()) {
      messageTypes.addAll(List.of(SystemMessage.HOLD, SystemMessage.RESUME));
    }
    messageTypes.addAll(promotions(machine).messages());
    return messageTypes;
  }

  @Override
  public final List<DescriptionSection> passages(MemoryConfig config) {
    return PromotionText.of(promotions(config), config.severalGpus());
  }

  @Override
  public List<Promise> promises() {
    return List.of(new Promise("hrf", "hrf-rsp"), new Promise("hrf", "ptx"));
  }

  /** With the mutants of remote accesses at system scope. */
  protected static List<Mutant> withSystem(Stream<? extends Mutant> ownMutants) {
    return Stream.<Mutant>concat(ownMutants, Stream.of(SystemPromotionMutant.values())).toList();
  }

  @Override
  public boolean sends(Node sender, Node receiver) {
    return Channels.hierarchical(sender, receiver);
  }

  /** An L1 is asked for something when there is something to promote. */
  @Override
  public boolean answersAlone(boolean remote) {
    return !remote;
  }

  @Override
  public @Nullable String refusal(MemoryOperation operation) {
    if (operation.remote() && operation.scope().compareTo(Scope.GPU) < 0) {
      return Ordering.of(operation)
          + " is remote at "
          + operation.scope().text()
          + " scope; protocol "
          + name()
          + " promotes to .gpu or .sys";
    }
    return null;
  }
}
