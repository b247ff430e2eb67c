package dev.syncopate.sim.perturb;

import dev.syncopate.sim.config.TextSetting;
import dev.syncopate.sim.perturb.Perturbation.AccessPause;
import dev.syncopate.sim.perturb.Perturbation.BeginDelay;
import dev.syncopate.sim.perturb.Perturbation.DrawnOrder;
import dev.syncopate.sim.perturb.Perturbation.MessageDelay;
import dev.syncopate.sim.perturb.Perturbation.OrderKind;
import dev.syncopate.sim.perturb.Perturbation.PeerDelay;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Whole schedule as a list of its differences from the machine's own. As text they are separated by
 * slashes; {@code none} is the empty list.
 */
public final class PerturbationList implements TextSetting {
  /** The machine's own schedule. */
  public static final PerturbationList NONE = new PerturbationList(List.of(), new int[0]);

  private static final String EMPTY = "none";

  /** Unlike a comma it stands for nothing in options that take lists of settings. */
  private static final char SEPARATOR = '/';

  private static final String SETTING = "perturb.delays";

  private static final Pattern OF_WARP =
      Pattern.compile(
          "(?:begin:|(pause):)(\\d{1,9})\\.(\\d{1,18})\\.(\\d{1,9})(?::(\\d{1,9})\\.(\\d{1,9}))?\\+([1-9]\\d{0,8})");

  private static final Pattern OF_MESSAGE =
      Pattern.compile(
          "message:([a-z]+\\d{1,9}):([a-z]+\\d{1,9}):(\\w+):([0-9a-f]{1,16})\\.(\\d{1,9})\\+([1-9]\\d{0,8})");

  private static final Pattern OF_PEER =
      Pattern.compile(
          "peer:(\\d{1,9}):(\\d{1,9}):(request|answer|copy|barrier)\\.(\\d{1,9})\\+([1-9]\\d{0,8})");

  private static final Pattern OF_ORDER =
      Pattern.compile("(?:(issue|lanes):(\\d{1,9})|ctas)@([1-9]\\d{0,8})");

  private final List<Perturbation> perturbations;

  /** By number of the perturbation: where it begins in the text, from 1; 0 if it was never text. */
  private final int[] columns;

  private final Map<WarpKey, WarpDelays> warps = new HashMap<>();
  private final Map<String, Map<MessageKey, Integer>> messages = new HashMap<>();
  private final Map<Integer, Map<PeerKey, Integer>> peers = new HashMap<>();
  private final Map<OrderKey, Integer> seeds = new HashMap<>();

  private record WarpKey(int launch, long cta, int warp) {}

  private record OrderKey(OrderKind kind, int unit) {}

  /** Execution of an instruction by a warp. */
  private record AccessKey(int pc, int time) {}

  /**
   * MessageDelay of a sender.
   *
   * @param receiver name of the node that it is for
   */
  public record MessageKey(String receiver, String type, long line, int time) {}

  /**
   * Message of a compute unit to another.
   *
   * @param receiver the compute unit that it is for
   * @param time which of those on its channel, from 1
   */
  public record PeerKey(int receiver, PeerChannel channel, int time) {}

  /** Delays of a warp. */
  public static final class WarpDelays {
    private int begin;
    private final Map<AccessKey, Integer> pauses = new HashMap<>();

    /** Cycles before it begins. */
    int begin() {
      return begin;
    }

    /**
     * Cycles behind an access.
     *
     * @param time how often it has executed the instruction, from 1
     */
    int pause(int pc, int time) {
      return pauses.getOrDefault(new AccessKey(pc, time), 0);
    }
  }

  private PerturbationList(List<Perturbation> perturbations, int[] columns) {
    this.perturbations = List.copyOf(perturbations);
    this.columns = columns;
    for (int i = 0; i < perturbations.size(); i++) {
      if (!add(perturbations.get(i))) {
        throw problem(i, perturbations.get(i) + " delays what an earlier one delays");
      }
    }
  }

  /** A schedule with these differences from the machine's own, in this order. */
  public static PerturbationList of(Collection<? extends Perturbation> perturbations) {
    return perturbations.isEmpty()
        ? NONE
        : new PerturbationList(List.copyOf(perturbations), new int[perturbations.size()]);
  }

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException with the column of what is none
   */
  public static PerturbationList parse(String text) {
    if (text.equals(EMPTY)) {
      return NONE;
    }
    List<Perturbation> perturbations = new ArrayList<>();
    List<Integer> columns = new ArrayList<>();
    int start = 0;
    while (start <= text.length()) {
      int slash = text.indexOf(SEPARATOR, start);
      int end = slash < 0 ? text.length() : slash;
      String item = text.substring(start, end).strip();
      Perturbation perturbation = read(item);
      if (perturbation == null) {
        throw new IllegalArgumentException(
            "column %d: found '%s', expected %s".formatted(start + 1, item, expected(item)));
      }
      perturbations.add(perturbation);
      columns.add(start + 1);
      start = end + 1;
    }
    return new PerturbationList(
        perturbations, columns.stream().mapToInt(Integer::intValue).toArray());
  }

  private static String expected(String item) {
    String kind = item.replaceFirst("[:@].*", "").toLowerCase(Locale.ROOT);
    return switch (kind) {
      case "begin" -> "begin:LAUNCH.CTA.WARP+CYCLES";
      case "pause" -> "pause:LAUNCH.CTA.WARP:INSTRUCTION.TIME+CYCLES";
      case "message" ->
          "message:FROM:TO:TYPE:LINE.TIME+CYCLES, as in message:tile3:bank0:WRITE:100000080.1+400";
      case "peer" ->
          "peer:FROM:TO:CHANNEL.TIME+CYCLES, where CHANNEL is request, answer, copy or barrier";
      case "issue", "lanes" -> kind + ":UNIT@SEED";
      case "ctas" -> "ctas@SEED";
      default ->
          "begin:, pause:, message:, peer:, issue:, lanes: or ctas@, separated by slashes, or none";
    };
  }

  private static @Nullable Perturbation read(String item) {
    Matcher warp = OF_WARP.matcher(item);
    if (warp.matches()) {
      boolean isPause = warp.group(1) != null;
      if (isPause != (warp.group(5) != null)) {
        return null;
      }
      int launch = Integer.parseInt(warp.group(2));
      long cta = Long.parseLong(warp.group(3));
      int number = Integer.parseInt(warp.group(4));
      int cycles = Integer.parseInt(warp.group(7));
      return isPause
          ? new AccessPause(
              launch,
              cta,
              number,
              Integer.parseInt(warp.group(5)),
              Integer.parseInt(warp.group(6)),
              cycles)
          : new BeginDelay(launch, cta, number, cycles);
    }
    Matcher message = OF_MESSAGE.matcher(item);
    if (message.matches()) {
      return new MessageDelay(
          message.group(1),
          message.group(2),
          message.group(3),
          Long.parseUnsignedLong(message.group(4), 16),
          Integer.parseInt(message.group(5)),
          Integer.parseInt(message.group(6)));
    }
    Matcher peer = OF_PEER.matcher(item);
    if (peer.matches()) {
      return new PeerDelay(
          Integer.parseInt(peer.group(1)),
          Integer.parseInt(peer.group(2)),
          PeerChannel.valueOf(peer.group(3).toUpperCase(Locale.ROOT)),
          Integer.parseInt(peer.group(4)),
          Integer.parseInt(peer.group(5)));
    }
    Matcher order = OF_ORDER.matcher(item);
    if (!order.matches()) {
      return null;
    }
    int seed = Integer.parseInt(order.group(3));
    return order.group(1) == null
        ? new DrawnOrder(OrderKind.CTAS, 0, seed)
        : new DrawnOrder(
            OrderKind.valueOf(order.group(1).toUpperCase(Locale.ROOT)),
            Integer.parseInt(order.group(2)),
            seed);
  }

  /** Whether it delays what nothing before delays. */
  private boolean add(Perturbation perturbation) {
    return switch (perturbation) {
      case BeginDelay begin -> {
        WarpDelays delays = delays(begin.launch(), begin.cta(), begin.warp());
        boolean added = delays.begin == 0;
        delays.begin = begin.cycles();
        yield added;
      }
      case AccessPause pause ->
          delays(pause.launch(), pause.cta(), pause.warp())
                  .pauses
                  .put(new AccessKey(pause.pc(), pause.time()), pause.cycles())
              == null;
      case MessageDelay message ->
          messages
                  .computeIfAbsent(message.sender(), sender -> new HashMap<>())
                  .put(
                      new MessageKey(
                          message.receiver(), message.type(), message.line(), message.time()),
                      message.cycles())
              == null;
      case PeerDelay peer ->
          peers
                  .computeIfAbsent(peer.sender(), sender -> new HashMap<>())
                  .put(new PeerKey(peer.receiver(), peer.channel(), peer.time()), peer.cycles())
              == null;
      case DrawnOrder order ->
          seeds.put(new OrderKey(order.kind(), order.unit()), order.seed()) == null;
    };
  }

  private WarpDelays delays(int launch, long cta, int warp) {
    return warps.computeIfAbsent(new WarpKey(launch, cta, warp), key -> new WarpDelays());
  }

  public boolean isEmpty() {
    return perturbations.isEmpty();
  }

  /** The differences, in the order given. */
  public List<Perturbation> perturbations() {
    return perturbations;
  }

  /** Whether a warp is delayed. */
  boolean delaysWarps() {
    return !warps.isEmpty();
  }

  /** Delays of a warp; null for none. */
  @Nullable WarpDelays warp(int launch, long cta, int warp) {
    return warps.get(new WarpKey(launch, cta, warp));
  }

  /** Cycles by which messages of a sender are late; empty if none is. */
  public Map<MessageKey, Integer> messagesFrom(String sender) {
    return Collections.unmodifiableMap(messages.getOrDefault(sender, Map.of()));
  }

  /** The same of messages of a compute unit to others. */
  public Map<PeerKey, Integer> messagesToPeers(int unit) {
    return Collections.unmodifiableMap(peers.getOrDefault(unit, Map.of()));
  }

  /** The seed by which an order is drawn; 0 for the machine's own order. */
  int seed(OrderKind kind, int unit) {
    return seeds.getOrDefault(new OrderKey(kind, unit), 0);
  }

  /**
   * Refuses compute units that a machine does not have.
   *
   * @throws IllegalArgumentException with the column of the first
   */
  public void requireUnits(int units) {
    require(
        perturbation ->
            switch (perturbation) {
              case DrawnOrder order -> order.unit() < units;
              case PeerDelay peer -> peer.sender() < units && peer.receiver() < units;
              case BeginDelay _, AccessPause _, MessageDelay _ -> true;
            },
        "there is no such compute unit: the machine has " + units + ", numbered from 0");
  }

  /**
   * Refuses messages that a machine does not send.
   *
   * @param nodes names of its nodes
   * @param types names of the types of its messages
   * @throws IllegalArgumentException with the column of the first
   */
  public void requireMessages(Collection<String> nodes, Collection<String> types) {
    Set<String> names = new HashSet<>(nodes);
    Set<String> knownTypes = new TreeSet<>(types);
    require(
        perturbation ->
            !(perturbation instanceof MessageDelay message)
                || (names.contains(message.sender()) && names.contains(message.receiver())),
        "the machine has no such nodes: there are " + ranges(nodes));
    require(
        perturbation ->
            !(perturbation instanceof MessageDelay message) || knownTypes.contains(message.type()),
        "there is no such message: there are " + String.join(", ", knownTypes));
  }

  /** Nodes of a kind as a range, as in {@code tile0 to tile7}. */
  private static String ranges(Collection<String> nodes) {
    Map<String, List<String>> kinds = new HashMap<>();
    List<String> order = new ArrayList<>();
    for (String node : nodes) {
      String kind = node.replaceFirst("\\d+$", "");
      if (!kinds.containsKey(kind)) {
        order.add(kind);
      }
      kinds.computeIfAbsent(kind, key -> new ArrayList<>()).add(node);
    }
    List<String> ranges = new ArrayList<>();
    for (String kind : order) {
      List<String> members = kinds.getOrDefault(kind, List.of());
      ranges.add(
          members.size() == 1
              ? members.getFirst()
              : members.getFirst() + " to " + members.getLast());
    }
    return String.join(", ", ranges);
  }

  private void require(Predicate<Perturbation> isKnown, String otherwise) {
    for (int i = 0; i < perturbations.size(); i++) {
      if (!isKnown.test(perturbations.get(i))) {
        throw problem(i, "found '" + perturbations.get(i) + "', but " + otherwise);
      }
    }
  }

  private IllegalArgumentException problem(int index, String message) {
    String place = columns[index] == 0 ? "" : "column " + columns[index] + ": ";
    return new IllegalArgumentException(SETTING + ": " + place + message);
  }

  @Override
  public boolean equals(@Nullable Object object) {
    return object instanceof PerturbationList list && list.perturbations.equals(perturbations);
  }

  @Override
  public int hashCode() {
    return perturbations.hashCode();
  }

  @Override
  public String toString() {
    if (perturbations.isEmpty()) {
      return EMPTY;
    }
    StringBuilder text = new StringBuilder();
    for (Perturbation perturbation : perturbations) {
      if (!text.isEmpty()) {
        text.append(SEPARATOR);
      }
      text.append(perturbation);
    }
    return text.toString();
  }
}
