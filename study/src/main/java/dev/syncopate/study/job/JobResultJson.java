package dev.syncopate.study.job;

import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.json.Json;
import dev.syncopate.study.json.JsonException;
import dev.syncopate.study.json.JsonReader;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** A result as a JSON document and back. */
public final class JobResultJson {
  private JobResultJson() {}

  /** The document's text, with a digest of all that is in it. */
  public static String write(JobResult result) {
    Map<String, Object> document = document(result);
    document.put("digest", digest(document));
    return Json.write(document);
  }

  private static String digest(Map<String, Object> document) {
    MessageDigest digest = Digests.sha256();
    digest.update(Json.write(document).getBytes(StandardCharsets.UTF_8));
    return Digests.hex(digest);
  }

  /** The document as maps and lists. */
  public static Map<String, Object> document(JobResult result) {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("key", result.key());
    document.put("version", result.version());
    document.put("job", result.job());
    document.put("input", result.input());
    document.put("ending", result.ending().name().toLowerCase(Locale.ROOT));
    document.put("message", result.message());
    document.put("cycles", result.cycles());
    document.put("launches", result.launches());
    document.put("figures", result.figures());
    document.put("statistics", result.statistics());
    Map<String, Object> distributions = new LinkedHashMap<>();
    result
        .distributions()
        .forEach(
            (name, samples) -> distributions.put(name, Arrays.stream(samples).boxed().toList()));
    document.put("distributions", distributions);
    document.put("wallSeconds", result.wallSeconds());
    document.put("cpuSeconds", result.cpuSeconds());
    return document;
  }

  /** Members of a result file, each exactly once. */
  private record Document(
      String key,
      String version,
      Map<String, Object> job,
      String input,
      Ending ending,
      String message,
      long cycles,
      long launches,
      Map<String, Long> figures,
      Map<String, Long> statistics,
      Map<String, long[]> distributions,
      double wallSeconds,
      double cpuSeconds,
      String digest) {}

  /**
   * @throws JsonException if the text is not such a document, or was changed after it was written
   */
  public static JobResult read(String text) {
    Document document = JsonReader.read(text, Document.class);
    JobResult result =
        new JobResult(
            document.key,
            document.job,
            document.input,
            document.ending,
            document.message,
            document.cycles,
            document.launches,
            new TreeMap<>(document.statistics),
            document.figures,
            document.distributions,
            document.wallSeconds,
            document.cpuSeconds,
            document.version);
    if (!document.digest.equals(digest(document(result)))) {
      throw new JsonException("digest: the document was changed after it was written");
    }
    return result;
  }
}
