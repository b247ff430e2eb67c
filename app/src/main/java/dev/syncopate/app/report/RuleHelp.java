package dev.syncopate.app.report;

import java.util.LinkedHashMap;
import java.util.Map;

/** Explanation of a rule, for programs that show it with a finding. */
final class RuleHelp {
  private RuleHelp() {}

  /** A SARIF reporting descriptor. */
  static Map<String, Object> of(String rule) {
    Map<String, Object> descriptor = new LinkedHashMap<>();
    descriptor.put("id", rule);
    String help = text(rule);
    if (!help.isEmpty()) {
      String first = help.replaceFirst("(?s)\\. .*", ".");
      descriptor.put("shortDescription", Map.of("text", first));
      descriptor.put("fullDescription", Map.of("text", help));
      descriptor.put("help", Map.of("text", help));
    }
    return descriptor;
  }

  private static String text(String rule) {
    return switch (rule) {
      case "race" ->
          "Two weak accesses of different threads that nothing orders, at least one of them a"
              + " write. The program's behaviour is undefined by the PTX memory model. Order them"
              + " by a release and an acquire, or by a barrier that both threads reach.";
      case "race-same-value" ->
          "Two weak stores of the same value that nothing orders. A race by the model; on GPUs of"
              + " today it does no harm. Relaxed stores are none.";
      case "race-mixed-strength" ->
          "A weak access and a strong one that nothing orders. Make both strong, or order them.";
      case "race-scope" ->
          "Two strong accesses of which a scope does not take in the other's thread. Widen it.";
      case "race-size" ->
          "Two strong accesses that overlap in part. Use one size and address for both.";
      case "race-proxy" ->
          "An access by a thread and a bulk copy, in order, but without fence.proxy.async between"
              + " them. The copy unit may read what was there before, or write before a thread has"
              + " read. Fence behind the thread's access, before the synchronisation that leads to"
              + " the copy.";
      case "race-exit" ->
          "An access to the shared memory of a CTA that may have exited by then: by a thread of another"
              + " CTA of the cluster, or by a bulk copy that no thread has waited for. That memory is"
              + " gone, or another CTA has it. Wait for the copy before the exit; a barrier of the"
              + " cluster behind another CTA's access keeps the memory there.";
      case "race-non-coherent" ->
          "A non-coherent load (ld.global.nc) of bytes that the same launch writes. No synchronisation"
              + " orders it with the write, and its cache may keep old bytes. Load by ld.acquire or"
              + " ld.relaxed, or by a plain ld where synchronisation orders it.";
      case "lost-update" ->
          "A store of what was computed from a load, and another thread's write between the two."
              + " An atomic does it in one.";
      case "unordered-hand-over" ->
          "Data and a flag that one thread writes and another reads in turn, by strong accesses with"
              + " nothing between them that orders. No data race, and the data may be older than the"
              + " flag all the same. A release at the flag's write and an acquire at its read, or"
              + " fences, order it.";
      case "unwritten" ->
          "A read of memory that no copy, no memset and no thread has written. Write it first.";
      case "hang" -> "The launch did not end: its report says which warp waits for which.";
      case "fault" -> "The launch was ended by a wrong access or instruction.";
      default -> "";
    };
  }
}
