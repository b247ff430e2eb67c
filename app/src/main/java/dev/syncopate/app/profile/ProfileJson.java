package dev.syncopate.app.profile;

import dev.syncopate.app.report.CounterTree;
import dev.syncopate.check.profile.KernelProfile;
import dev.syncopate.check.profile.LineProfile;
import dev.syncopate.check.profile.MeasureCounts;
import dev.syncopate.check.profile.ProfileMeasure;
import dev.syncopate.check.profile.Profiler;
import dev.syncopate.check.profile.SourceLine;
import dev.syncopate.check.profile.lock.LockFigures;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A profile for programs: everything that was counted. */
public final class ProfileJson {
  private ProfileJson() {}

  /** One object a kernel. */
  public static List<Object> of(Profiler profiler) {
    return profiler.kernels().stream().map(kernel -> (Object) kernel(kernel)).toList();
  }

  private static Map<String, Object> kernel(KernelProfile kernel) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("kernel", kernel.name());
    document.put("launches", kernel.launches());
    document.put("total", counts(kernel.total()));
    document.put("elsewhere", counts(kernel.elsewhere()));
    document.put("lines", kernel.lines().stream().map(ProfileJson::line).toList());
    document.put("locks", kernel.locks().stream().map(ProfileJson::lock).toList());
    return document;
  }

  private static Map<String, Object> line(LineProfile line) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("source", place(line.source()));
    document.put("ptxFile", line.ptxFile());
    document.put("ptxLines", line.ptx());
    document.putAll(counts(line.counts()));
    return document;
  }

  private static @Nullable Map<String, Object> place(@Nullable SourceLine place) {
    if (place == null) {
      return null;
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("file", place.file());
    document.put("line", place.line());
    document.put("inlinedAt", place(place.inlinedAt()));
    return document;
  }

  private static Map<String, Object> counts(MeasureCounts counts) {
    Map<String, Long> named = new TreeMap<>();
    for (ProfileMeasure measure : ProfileMeasure.values()) {
      named.put(measure.counter(), counts.of(measure));
    }
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("warpCycles", counts.warpCycles());
    document.put("stalled", counts.stalled());
    CounterTree.add(document, named);
    return document;
  }

  private static Map<String, Object> lock(LockFigures lock) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("address", "0x" + Long.toHexString(lock.address()));
    document.put("name", lock.name());
    document.put("kind", lock.kind().name().toLowerCase(Locale.ROOT));
    document.put("acquisitions", lock.acquisitions());
    document.put("attempts", lock.attempts());
    document.put("waited", lock.waited());
    document.put("longestWait", lock.longestWait());
    document.put("held", lock.holdCycles());
    document.put("heldAtEnd", lock.heldAtEnd());
    document.put("sameCta", lock.sameCta());
    document.put("sameUnit", lock.sameUnit());
    document.put("otherUnit", lock.otherUnit());
    document.put("ctas", lock.ctas());
    document.put("fairness", lock.fairness());
    return document;
  }
}
