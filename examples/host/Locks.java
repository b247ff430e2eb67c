import dev.syncopate.workload.runtime.*;

void main() throws IOException {
  String ptx = Files.readString(Path.of("examples/locks/spin_lock.ptx"));
  for (String protocol : List.of("gpu", "denovo", "hlrc")) {
    Device device = Device.open("titanv-80sm", protocol, "hrf");
    Kernel kernel = device.load("spin_lock.ptx", ptx).kernel("spin_lock_gpu");
    Buffer memory = device.allocate(256);
    LaunchResult result = kernel.launch(LaunchShape.of(16, 32), memory, 4);
    IO.println("%-6s %,7d cycles, counter %d".formatted(protocol, result.cycles(), memory.readInts()[32]));
  }
}
