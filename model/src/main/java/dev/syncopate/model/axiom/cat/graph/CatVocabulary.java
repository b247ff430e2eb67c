package dev.syncopate.model.axiom.cat.graph;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** The names that an execution gives a meaning to; everything else a model defines itself. */
public final class CatVocabulary {
  /**
   * A name that executions give a meaning to.
   *
   * @param isSet whether it is a set of events, and not a relation
   * @param stage what it depends on
   * @param meaning for people
   */
  public record Base(boolean isSet, Stage stage, String meaning) {}

  private static final CatVocabulary STANDARD = new CatVocabulary();

  private final SequencedMap<String, Base> bases = new LinkedHashMap<>();

  private CatVocabulary() {
    set("R", "reads of memory, those of read-modify-writes among them");
    set("W", "writes to memory, initial ones among them");
    set("F", "fences");
    set("IW", "initial writes, one for each location, which belong to no thread");
    set("RMW", "both halves of read-modify-writes");
    set("EF", "arrivals at a barrier");
    set("XF", "departures from a barrier");
    set("WEAK", "accesses without order and scope");
    set("RLX", "relaxed accesses");
    set("ACQ", "acquire reads; the read of an acquire or acquire-release atomic");
    set("REL", "release writes; the write of a release or acquire-release atomic");
    set("ACQ_REL", "acquire-release fences, and fence.sc, which is at least one");
    set("SC", "fence.sc, and sequentially consistent accesses, which acquire or release as well");
    set("CTA", "accesses and fences of CTA scope");
    set("CLUSTER", "accesses and fences of cluster scope");
    set("GPU", "accesses and fences of GPU scope");
    set("SYS", "accesses and fences of system scope");
    set("REMOTE", "accesses that promote the scope of those they synchronise with");
    set("COMM", "commutative atomics");
    set("ALIAS", "alias proxy fences");
    set("SUR", "accesses by the surface proxy, and its fences");
    set("TEX", "accesses by the texture proxy, and its fences");
    set("CON", "accesses by the constant proxy, and its fences");
    set("ASY", "data accesses by the async proxy");
    set("TMP", "reads of tensor maps by the tensormap proxy");
    set("FPA", "fences between the generic and the async proxy");
    set("FTR", "release fences of the tensormap proxy");
    set("FTA", "acquire fences of the tensormap proxy, of the location of their map");
    set("FMI", "fences of mbarrier initialisations");
    set("MB", "operations on mbarriers, completions among them");
    set("INIT", "initialisations of mbarriers");
    set("ARRIVE", "arrivals at mbarriers");
    set("CMP", "completions of asynchronous operations on mbarriers");
    set("WAIT", "waits for mbarriers that say that the phase is complete");
    set("GRP", "waits for groups of bulk copies");
    set("UB-LIVE", "operations on an mbarrier that is not initialised");
    set("UB-REINIT", "initialisations of an mbarrier that is in use");
    set("UB-OVER", "arrivals beyond what the phase expects");
    set("UB-RANGE", "counts out of an mbarrier's range");
    set("UB-UNSEEN", "arrivals before any wait has seen the end of the last phase");
    set("WI", "accesses and fences of work-item scope");
    set("GLOBAL", "accesses to global memory and fences of it; in PTX all events");
    set("LOCAL", "accesses to local memory and fences of it; in PTX none");
    set("NAL", "accesses to non-atomic locations; in PTX to those that weak accesses alone go to");
    set("SG", "operations of subgroup scope");
    set("WG", "operations for the threads of a workgroup; in PTX of CTA scope");
    set("QF", "operations of queue-family scope");
    set("DV", "operations of device scope; in PTX of GPU scope");
    set("ATOM", "atomic accesses of Vulkan");
    set("NONPRIV", "non-private accesses of Vulkan, atomic ones among them");
    set("AV", "writes with an availability operation");
    set("VIS", "reads with a visibility operation");
    set("SC0", "accesses to storage class 0; so SC1, SC2, SC3");
    set("SC1", "accesses to storage class 1");
    set("SC2", "accesses to storage class 2");
    set("SC3", "accesses to storage class 3");
    set("SEMSC0", "operations that order storage class 0; so SEMSC1, SEMSC2, SEMSC3");
    set("SEMSC1", "operations that order storage class 1");
    set("SEMSC2", "operations that order storage class 2");
    set("SEMSC3", "operations that order storage class 3");
    set("SEMAV", "releases with availability semantics");
    set("SEMVIS", "acquires with visibility semantics");
    set("CBAR", "arrivals at control barriers of Vulkan and departures from them");
    set("AVDEVICE", "availability operations of the host, to the device");
    set("VISDEVICE", "visibility operations of the host, from the device");
    relation("po", "program order: before it in the same thread, transitive");
    relation("addr", "from a read to an access whose address depends on it");
    relation("data", "from a read to a write whose value depends on it");
    relation("ctrl", "from a read to what follows a branch that depends on it");
    relation("casdep", "from a read to a compare-and-swap's whose expected value depends on it");
    relation("rmw", "from the read to the write of a read-modify-write");
    relation("loc", "both access the same location");
    relation("vloc", "both access the same location by the same name");
    relation("int", "both are of the same thread");
    relation("scta", "both are of threads of the same CTA");
    relation("scluster", "both are of threads of the same cluster of CTAs; a CTA alone is one");
    relation("sgpu", "both are of threads of the same GPU");
    relation("ssg", "both are of threads of the same subgroup");
    relation("ssw", "the host orders the thread of the one before that of the other");
    relation("stxn", "both are of the same committed transaction, as is each event with itself");
    relation("commute", "both are of commutative atomics with the same operation");
    relation("syncbar", "from an arrival to the departures that wait for it");
    relation("iss", "from the issue of an asynchronous operation to its accesses");
    relation("don", "from the accesses of an asynchronous operation to its completion");
    relation("grp", "from accesses of bulk copies to the waits for their groups");
    relation("fits", "from a proxy fence to the accesses of objects in its state space");
    relation(
        "phs", "from an arrival or completion to the waits that say that its phase is complete");
    relation("mbo", "order of the operations on one mbarrier");
    bases.put("rf", new Base(false, Stage.READS, "from a write to the reads that read from it"));
    bases.put(
        "co",
        new Base(
            false,
            Stage.COHERENCE,
            "coherence: from a write to the later ones of the same location, transitive,"
                + " the initial write first"));
  }

  private void set(String name, String meaning) {
    bases.put(name, new Base(true, Stage.SKELETON, meaning));
  }

  private void relation(String name, String meaning) {
    bases.put(name, new Base(false, Stage.SKELETON, meaning));
  }

  /** The names of GPU executions. */
  public static CatVocabulary standard() {
    return STANDARD;
  }

  /** All names, in a fixed order. */
  public Map<String, Base> bases() {
    return Collections.unmodifiableMap(bases);
  }

  /** What a name is; {@code null} if it is none. */
  @Nullable Base find(String name) {
    return bases.get(name);
  }
}
