package dev.syncopate.app.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Slurm of one node with two processors, on the loopback interface, without systemd. */
final class SlurmNode implements AutoCloseable {
  private static final int KEY_BYTES = 1024;
  private static final int MOST_POLLS = 100;

  private final Path folder;

  private SlurmNode(Path folder) {
    this.folder = folder;
  }

  /** Whether the daemons and commands are installed. */
  static boolean isInstalled() {
    return List.of("munged", "slurmctld", "slurmd").stream()
            .allMatch(name -> Files.isExecutable(Path.of("/usr/sbin", name)))
        && Files.isExecutable(Path.of("/usr/bin/sbatch"));
  }

  /** Starts the daemons, whose files are all in a folder. */
  static SlurmNode start(Path folder) throws IOException, InterruptedException {
    SlurmNode node = new SlurmNode(folder);
    for (String name : List.of("state", "spool")) {
      Files.createDirectories(folder.resolve(name));
    }
    byte[] key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    Path keyFile = folder.resolve("munge.key");
    Files.write(keyFile, key);
    Files.setPosixFilePermissions(keyFile, PosixFilePermissions.fromString("r--------"));
    Files.writeString(node.configuration(), node.text(node.run("hostname", "-s").strip()));
    node.run(
        "/usr/sbin/munged",
        "--force",
        "--socket=" + folder.resolve("munge.sock"),
        "--key-file=" + keyFile,
        "--pid-file=" + folder.resolve("munged.pid"),
        "--log-file=" + folder.resolve("munged.log"),
        "--seed-file=" + folder.resolve("munge.seed"));
    node.run("/usr/sbin/slurmctld", "-f", node.configuration().toString());
    node.run("/usr/sbin/slurmd", "-f", node.configuration().toString());
    for (int i = 0; i < MOST_POLLS && !node.run("sinfo", "-h", "-o", "%t").contains("idle"); i++) {
      Thread.sleep(100);
    }
    return node;
  }

  private Path configuration() {
    return folder.resolve("slurm.conf");
  }

  /** What Slurm's commands need. */
  Map<String, String> environment() {
    return Map.of("SLURM_CONF", configuration().toString());
  }

  /** A requeued task starts again once its old credential is over: five seconds, not 120. */
  private String text(String host) throws IOException {
    String user = System.getProperty("user.name");
    return """
    ClusterName=test
    SlurmctldHost=%1$s(127.0.0.1)
    SlurmctldPort=%2$d
    SlurmdPort=%3$d
    AuthType=auth/munge
    AuthInfo=socket=%4$s/munge.sock,cred_expire=5
    CredType=cred/munge
    SlurmUser=%5$s
    SlurmdUser=%5$s
    ProctrackType=proctrack/linuxproc
    TaskPlugin=task/none
    SelectType=select/cons_tres
    SelectTypeParameters=CR_Core
    SlurmdParameters=config_overrides
    JobAcctGatherType=jobacct_gather/none
    AccountingStorageType=accounting_storage/none
    ReturnToService=2
    MpiDefault=none
    SwitchType=switch/none
    SchedulerType=sched/backfill
    SchedulerParameters=sched_interval=1,bf_interval=1
    KillWait=5
    StateSaveLocation=%4$s/state
    SlurmdSpoolDir=%4$s/spool
    SlurmctldPidFile=%4$s/slurmctld.pid
    SlurmdPidFile=%4$s/slurmd.pid
    SlurmctldLogFile=%4$s/slurmctld.log
    SlurmdLogFile=%4$s/slurmd.log
    NodeName=%1$s NodeAddr=127.0.0.1 CPUs=2 RealMemory=65536 State=UNKNOWN
    PartitionName=p Nodes=%1$s Default=YES MaxTime=INFINITE State=UP
    """
        .formatted(host, freePort(), freePort(), folder, user);
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  /** Runs a command of Slurm and returns what it prints. */
  String run(String... command) throws IOException, InterruptedException {
    Path output = Files.createTempFile(folder, "printed", ".txt"); // daemons would keep a pipe open
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment());
    Process process = builder.start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return Files.readString(output);
  }

  /** What the daemons have logged, for a failure's message. */
  String logs() throws IOException {
    StringBuilder text = new StringBuilder();
    for (String name : List.of("slurmctld.log", "slurmd.log")) {
      Path file = folder.resolve(name);
      text.append(Files.isRegularFile(file) ? Files.readString(file) : "no " + name).append('\n');
    }
    return text.toString();
  }

  @Override
  public void close() {
    List<ProcessHandle> daemons = new ArrayList<>();
    for (String name : List.of("slurmd.pid", "slurmctld.pid", "munged.pid")) {
      try {
        Path file = folder.resolve(name);
        if (Files.isRegularFile(file)) {
          ProcessHandle.of(Long.parseLong(Files.readString(file).strip())).ifPresent(daemons::add);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    daemons.forEach(ProcessHandle::destroy);
    daemons.forEach(
        daemon -> daemon.onExit().completeOnTimeout(daemon, 10, TimeUnit.SECONDS).join());
  }
}
