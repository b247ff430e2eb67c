package dev.syncopate.study.job;

import dev.syncopate.workload.runtime.Device;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Traffic of a mesh's links in a job, as distributions of its result. */
public final class MeshLoad {
  /** For each link, eight times the router that it leaves, and where it leads. */
  private static final String LINKS = "mesh.links";

  /** For each link, the cycles in which it carried a flit. */
  private static final String FLITS = "mesh.flits";

  /** Where links lead, by number. */
  private static final List<String> ENDS =
      List.of("east", "west", "south", "north", "unit", "cpu", "bank", "memory");

  private MeshLoad() {}

  /**
   * A link.
   *
   * @param router that it leaves, numbered in rows from the north-west corner
   * @param destination {@code east}, {@code west}, {@code south}, {@code north}, or the node there
   * @param busy share of the job's cycles in which it carried a flit
   */
  public record Link(int router, String destination, double busy) {}

  /** A workload's distributions, and those of the device's links where it has a mesh. */
  static Map<String, long[]> with(Map<String, long[]> distributions, Device device) {
    List<Device.Link> links = device.links();
    if (links.isEmpty()) {
      return distributions;
    }
    Map<String, long[]> extended = new LinkedHashMap<>(distributions);
    extended.put(LINKS, links.stream().mapToLong(MeshLoad::code).toArray());
    extended.put(FLITS, links.stream().mapToLong(Device.Link::flits).toArray());
    return extended;
  }

  private static long code(Device.Link link) {
    int end = ENDS.indexOf(link.destination());
    if (end < 0) {
      throw new IllegalStateException("a link leads to " + link.destination());
    }
    return (long) ENDS.size() * link.router() + end;
  }

  /** The links of a result's mesh; none where it has none. */
  public static List<Link> of(JobResult result) {
    long[] codes = result.distribution(LINKS);
    long[] flits = result.distribution(FLITS);
    List<Link> links = new ArrayList<>();
    for (int i = 0; i < codes.length; i++) {
      int router = (int) (codes[i] / ENDS.size());
      String destination = ENDS.get((int) (codes[i] % ENDS.size()));
      links.add(new Link(router, destination, (double) flits[i] / Math.max(1, result.cycles())));
    }
    return links;
  }
}
