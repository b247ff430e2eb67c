package dev.syncopate.model.litmus;

import java.util.Collections;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

/**
 * Facts of a test that PTX has no words for.
 *
 * @param dialect language of the test
 * @param locations for each location the sets of a model that its initial write and all accesses to
 *     it belong to, such as the address space
 * @param hostOrder pairs of threads that the host orders
 * @param proxyNames names of locations by other proxies than the generic one
 * @param owners the block of each location in shared memory of which the test states it
 * @param mbarriers the arrivals that each mbarrier expects which is initialised from the start
 */
public record TestAnnotations(
    LitmusDialect dialect,
    SortedMap<String, SortedSet<String>> locations,
    Set<HostOrder> hostOrder,
    SortedMap<String, ProxyName> proxyNames,
    SortedMap<String, Owner> owners,
    SortedMap<String, Long> mbarriers) {
  /** Those of a test in PTX. */
  public static final TestAnnotations PTX =
      new TestAnnotations(
          LitmusDialect.PTX, Collections.emptySortedMap(), Set.of(), Collections.emptySortedMap());

  /**
   * Order of two threads by the host: system synchronisation of Vulkan.
   *
   * @param first number of the thread whose operations come first
   * @param second number of the other thread
   */
  public record HostOrder(int first, int second) {}

  /**
   * Name of a location by a proxy.
   *
   * @param proxy the proxy
   * @param generic the generic name of the same virtual address
   */
  public record ProxyName(LitmusInstruction.Proxy proxy, String generic) {}

  /**
   * Block in whose shared memory a location is.
   *
   * @param cta its number within its GPU
   * @param gpu the GPU
   */
  public record Owner(int cta, int gpu) {
    /** The block of a thread. */
    public static Owner of(LitmusThread thread) {
      return new Owner(thread.cta(), thread.gpu());
    }
  }

  /** Of a test without locations of which a block is stated. */
  public TestAnnotations(
      LitmusDialect dialect,
      SortedMap<String, SortedSet<String>> locations,
      Set<HostOrder> hostOrder,
      SortedMap<String, ProxyName> proxyNames) {
    this(
        dialect,
        locations,
        hostOrder,
        proxyNames,
        Collections.emptySortedMap(),
        Collections.emptySortedMap());
  }

  /** In another dialect than PTX. */
  public TestAnnotations(
      LitmusDialect dialect,
      SortedMap<String, SortedSet<String>> locations,
      Set<HostOrder> hostOrder) {
    this(dialect, locations, hostOrder, Collections.emptySortedMap());
  }

  /** Keeps copies. */
  public TestAnnotations {
    locations = Collections.unmodifiableSortedMap(new TreeMap<>(locations));
    hostOrder = Set.copyOf(hostOrder);
    proxyNames = Collections.unmodifiableSortedMap(new TreeMap<>(proxyNames));
    owners = Collections.unmodifiableSortedMap(new TreeMap<>(owners));
    mbarriers = Collections.unmodifiableSortedMap(new TreeMap<>(mbarriers));
  }

  /** The generic name of the virtual address that a name is of. */
  public String generic(String name) {
    ProxyName proxyName = proxyNames.get(name);
    return proxyName == null ? name : proxyName.generic();
  }

  /** The sets of a location. */
  public SortedSet<String> of(String location) {
    return locations.getOrDefault(location, Collections.emptySortedSet());
  }
}
