package dev.syncopate.study.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.study.grid.Coordinate;
import dev.syncopate.study.grid.ResultCell;
import dev.syncopate.study.grid.ResultGrid;
import dev.syncopate.study.job.Job;
import dev.syncopate.study.job.JobInput;
import dev.syncopate.study.job.JobResult;
import dev.syncopate.study.job.JobResult.Ending;
import dev.syncopate.study.sweep.SweepTask;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ResultsTableTest {
  private static ResultsTable table() {
    Map<Job, JobResult> results = new LinkedHashMap<>();
    List<ResultCell> cells = new ArrayList<>();
    for (long i = 1; i <= 2; i++) {
      Job job =
          new Job(
              "mutex",
              new JobInput.Generated(""),
              new TreeMap<>(i == 1 ? Map.of("units", "4") : Map.of()),
              "titanv-80sm",
              i == 2 ? List.of("l1.size=16KiB", "mechanisms.lab.entries=64") : List.of(),
              "gpu",
              "hrf",
              i);
      cells.add(new ResultCell(new Coordinate("s", "c" + i, "m"), new SweepTask("t" + i, job, 1)));
      results.put(
          job,
          new JobResult(
              "k",
              job.describe(),
              "size 1",
              Ending.RIGHT,
              "1, \"2\"",
              10 * i,
              1,
              new TreeMap<>(Map.of("l1.hits", i)),
              i == 1 ? Map.of("rounds", 7L) : Map.of(),
              Map.of(),
              0.5,
              0.5,
              "v"));
    }
    return new ResultsTable(ResultGrid.of(cells, results));
  }

  @Test
  void aFactorIsAColumnAndASimulationARow() {
    assertThat(table().csv())
        .isEqualTo(
            """
            schema,subject,scenario,place,workload,input,machine,protocol,model,seed,option.units,l1.size,mechanisms.lab.entries,ending,message,cycles,launches,figure.rounds,l1.hits
            1,s,c1,m,mutex,size 1,titanv-80sm,gpu,hrf,1,4,,,right,"1, ""2""\",10,1,7,1
            1,s,c2,m,mutex,size 1,titanv-80sm,gpu+lab64,hrf,2,,16KiB,64,right,"1, ""2""\",20,1,,2
            """);
  }

  @Test
  void aLineIsAnObjectWithTheSameColumnsAndNumbersAreNumbers() {
    assertThat(table().ndjson().lines().toList().getLast())
        .isEqualTo(
            "{\"schema\":1,\"subject\":\"s\",\"scenario\":\"c2\",\"place\":\"m\",\"workload\":\"mutex\","
                + "\"input\":\"size 1\",\"machine\":\"titanv-80sm\",\"protocol\":\"gpu+lab64\","
                + "\"model\":\"hrf\",\"seed\":2,\"option.units\":null,\"l1.size\":\"16KiB\",\"mechanisms.lab.entries\":\"64\","
                + "\"ending\":\"right\",\"message\":\"1, \\\"2\\\"\",\"cycles\":20,\"launches\":1,"
                + "\"figure.rounds\":null,\"l1.hits\":2}");
  }
}
