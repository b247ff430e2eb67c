package dev.syncopate.app.report;

import dev.syncopate.memory.config.MeshConfig;
import dev.syncopate.study.chart.MeshMap;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.Device.Link;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Formatter;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Traffic of a mesh's links over all launches. */
public final class LinkReport {
  private final String title;
  private final MeshConfig mesh;
  private final List<Link> links;
  private final long cycles;

  /**
   * @param title what ran, for people
   * @param cycles of all launches
   */
  LinkReport(String title, Device device, long cycles) {
    this.title = title;
    this.cycles = cycles;
    mesh = device.machine().mesh();
    links = device.links();
  }

  /** Whether there is a mesh. */
  boolean isEmpty() {
    return links.isEmpty();
  }

  /** The share of cycles in which a link carried a flit. */
  private double busy(Link link) {
    return cycles == 0 ? 0 : (double) link.flits() / cycles;
  }

  /** A line: how busy links were. */
  String summary() {
    long flits = links.stream().mapToLong(Link::flits).sum();
    long messages = links.stream().mapToLong(Link::messages).sum();
    long waits = links.stream().mapToLong(Link::waitCycles).sum();
    long credits = links.stream().mapToLong(Link::creditCycles).sum();
    Link busiest = byLoad().getFirst();
    return String.format(
        Locale.ROOT,
        "  mesh: links busy in %.1f%% of cycles, most in %.1f%% (%s); a message waits %.2f cycles"
            + " at a link, %.2f of them for credits\n",
        cycles == 0 ? 0.0 : 100.0 * flits / cycles / links.size(),
        100 * busy(busiest),
        name(busiest),
        messages == 0 ? 0.0 : (double) waits / messages,
        messages == 0 ? 0.0 : (double) credits / messages);
  }

  private List<Link> byLoad() {
    return links.stream().sorted(Comparator.comparingLong(Link::flits).reversed()).toList();
  }

  private static String name(Link link) {
    return "router " + link.router() + " to " + link.destination();
  }

  /** A table of the links that carried something, the busiest first. */
  public String table() {
    Formatter out = new Formatter(Locale.ROOT);
    out.format(
        "  %-18s %12s %12s %7s %12s %12s\n",
        "link", "messages", "flits", "busy", "wait cycles", "for credits");
    for (Link link : byLoad()) {
      if (link.messages() == 0) {
        break;
      }
      out.format(
          "  %-18s %,12d %,12d %6.1f%% %,12d %,12d\n",
          name(link),
          link.messages(),
          link.flits(),
          100 * busy(link),
          link.waitCycles(),
          link.creditCycles());
    }
    return out.toString();
  }

  /** Members of the JSON document, for each link. */
  List<Object> json() {
    List<Object> descriptions = new ArrayList<>();
    for (Link link : links) {
      Map<String, Object> described = new LinkedHashMap<>();
      described.put("router", link.router());
      described.put("column", link.router() % mesh.width());
      described.put("row", link.router() / mesh.width());
      described.put("to", link.destination());
      described.put("messages", link.messages());
      described.put("flits", link.flits());
      described.put("busy", busy(link));
      described.put("waitCycles", link.waitCycles());
      described.put("creditCycles", link.creditCycles());
      descriptions.add(described);
    }
    return descriptions;
  }

  /** A picture as an SVG document. */
  public String heatMap() {
    List<MeshMap.Link> drawn = new ArrayList<>();
    for (Link link : links) {
      String hint =
          String.format(
              Locale.ROOT,
              "%s: busy in %.2f%% of cycles; %,d messages, %,d flits; messages waited %,d cycles,"
                  + " %,d of them for credits",
              name(link),
              100 * busy(link),
              link.messages(),
              link.flits(),
              link.waitCycles(),
              link.creditCycles());
      drawn.add(
          new MeshMap.Link(
              link.router(),
              MeshMap.End.towards(link.destination()),
              link.destination(),
              busy(link),
              hint));
    }
    return new MeshMap(
            title,
            String.format(
                Locale.ROOT, "%d by %d routers, %,d cycles", mesh.width(), mesh.height(), cycles),
            "of cycles a link was busy",
            mesh.width(),
            mesh.height(),
            drawn)
        .svg();
  }
}
