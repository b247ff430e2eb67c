package dev.syncopate.app.cli.watch;

import dev.syncopate.app.cli.console.OutputFiles;
import dev.syncopate.app.profile.ProfileJson;
import dev.syncopate.app.profile.ProfilePage;
import dev.syncopate.app.profile.ProfileText;
import dev.syncopate.check.profile.Profiler;
import dev.syncopate.workload.runtime.Device;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Requested profiles of a run: from watching it to the tables. */
public final class Profiling {
  private final @Nullable Profiler profiler;
  private final @Nullable Path page;
  private @Nullable Device watched;

  /**
   * @param profiler who watches; null for none
   * @param page where the tables go instead of to people; null for none
   */
  Profiling(@Nullable Profiler profiler, @Nullable Path page) {
    this.profiler = profiler;
    this.page = page;
  }

  /** Has a device watched. */
  public void watch(Device device) {
    if (profiler != null) {
      device.observe(profiler);
      watched = device;
    }
  }

  /** Members of the JSON document. */
  public Map<String, Object> members() {
    return profiler == null ? Map.of() : Map.of("profile", ProfileJson.of(profiler));
  }

  /**
   * Writes the page, or prints the tables.
   *
   * @param title what ran, on what
   * @param people where tables go; null where they are not printed
   */
  public void finish(String title, @Nullable PrintWriter people, OutputFiles outputs) {
    if (profiler == null) {
      return;
    }
    if (page != null) {
      byte[] text =
          ProfilePage.of(profiler, title, watched == null ? Map.of() : watched.ptx())
              .getBytes(StandardCharsets.UTF_8);
      outputs.write(ProfileOptions.PROFILE, page, text);
    } else if (people != null) {
      people.print(ProfileText.of(profiler));
      people.flush();
    }
  }
}
