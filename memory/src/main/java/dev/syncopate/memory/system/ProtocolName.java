package dev.syncopate.memory.system;

import dev.syncopate.memory.config.MemoryConfig;
import dev.syncopate.memory.protocol.Protocol;
import dev.syncopate.memory.protocol.ProtocolDecorator;
import dev.syncopate.sim.config.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A protocol's name as people write it: a protocol of the build, and behind a plus each what stands
 * in front of it, as in {@code gpu+lab64}, {@code gpu+lab-unlimited} or {@code gpu+lab}.
 *
 * @param base the protocol's own name
 * @param front what stands in front of it, the outermost last
 */
public record ProtocolName(String base, List<InFront> front) {
  /**
   * Decorator in front of a protocol.
   *
   * @param size empty where the name gives none
   */
  public record InFront(ProtocolDecorator decorator, Optional<String> size) {
    /** What stands behind the plus. */
    @Override
    public String toString() {
      return decorator.name() + size.map(ProtocolName::behindName).orElse("");
    }
  }

  public ProtocolName {
    front = List.copyOf(front);
  }

  /**
   * Reads a name.
   *
   * @throws IllegalArgumentException for a name that no protocol has, or with something in front
   *     that there is not; the message lists what there is
   */
  public static ProtocolName of(String name) {
    String[] parts = name.split("\\+", -1);
    List<String> bases = Protocols.names();
    if (!bases.contains(parts[0])) {
      throw new IllegalArgumentException(
          "no protocol is called '%s'; there are %s%s"
              .formatted(parts[0], String.join(", ", bases), respelt(name)));
    }
    List<InFront> front = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      InFront next = inFront(name, parts[i]);
      if (front.stream().anyMatch(earlier -> earlier.decorator.equals(next.decorator))) {
        throw new IllegalArgumentException(
            "'%s' has %s twice, expected it once".formatted(name, next.decorator.name()));
      }
      front.add(next);
    }
    return new ProtocolName(parts[0], front);
  }

  private static InFront inFront(String name, String part) {
    for (ProtocolDecorator decorator : Protocols.decorators()) {
      if (part.equals(decorator.name())) {
        return new InFront(decorator, Optional.empty());
      }
      if (part.startsWith(decorator.name())) {
        String suffix = part.substring(decorator.name().length());
        String size = suffix.startsWith("-") ? suffix.substring(1) : suffix;
        if (decorator.accepts(size) && suffix.equals(behindName(size))) {
          return new InFront(decorator, Optional.of(size));
        }
        throw new IllegalArgumentException(
            "'%s' has %s of size '%s' in front, expected %s"
                .formatted(name, decorator.name(), size, decorator.sizes()));
      }
    }
    throw new IllegalArgumentException(
        "'%s' has '%s' in front of the protocol; there is %s"
            .formatted(
                name,
                part,
                String.join(
                    ", ", Protocols.decorators().stream().map(ProtocolDecorator::name).toList())));
  }

  private static String behindName(String size) {
    return Character.isDigit(size.charAt(0)) ? size : "-" + size;
  }

  /** {@code "; did you mean X?"} for a name whose plus is a minus, or nothing. */
  private static String respelt(String name) {
    for (ProtocolDecorator decorator : Protocols.decorators()) {
      int index = name.indexOf("-" + decorator.name());
      if (index > 0
          && Protocols.exists(name.substring(0, index) + "+" + name.substring(index + 1))) {
        return "; did you mean " + name.substring(0, index) + "+" + name.substring(index + 1) + "?";
      }
    }
    return "";
  }

  /** {@code "; did you mean X?"} for a name that no protocol has, or nothing. */
  public static String hint(String name) {
    String respelt = respelt(name);
    return respelt.isEmpty() ? NearestName.hint(name, Protocols.names()) : respelt;
  }

  /**
   * The same with a size for all that stands in front: where the name gives none, the machine's, or
   * else the usual.
   */
  public ProtocolName on(MemoryConfig machine) {
    return new ProtocolName(
        base,
        front.stream()
            .map(layer ->
                new InFront(
                    layer.decorator,
                    layer
                        .size
                        .or(() -> layer.decorator.sizeOn(machine))
                        .or(() -> Optional.of(layer.decorator.usualSize()))))
            .toList());
  }

  /** The settings of a machine, {@code path=value}, that the sizes stand for. */
  public List<String> settings() {
    return front.stream()
        .flatMap(layer -> layer.size.stream().map(layer.decorator::setting))
        .toList();
  }

  /** The protocol, with sizes that the name does not give as usual. */
  Protocol protocol() {
    Protocol protocol = Protocols.plain(base);
    for (InFront layer : front) {
      protocol = layer.decorator.before(protocol, layer.size.orElseGet(layer.decorator::usualSize));
    }
    return protocol;
  }

  /** As people write it. */
  @Override
  public String toString() {
    StringBuilder name = new StringBuilder(base);
    front.forEach(layer -> name.append('+').append(layer));
    return name.toString();
  }
}
