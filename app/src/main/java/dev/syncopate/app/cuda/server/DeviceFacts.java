package dev.syncopate.app.cuda.server;

import dev.syncopate.machine.config.CoreConfig;
import dev.syncopate.machine.config.GpcLayout;
import dev.syncopate.machine.config.MachineConfig;
import dev.syncopate.workload.runtime.Device;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/**
 * Properties of the device that a program can query: attributes by the numbers of {@code
 * cudaDeviceAttr}, from the machine's configuration where that says, and from what the simulator
 * can do.
 */
public final class DeviceFacts {
  /**
   * The compute capability, of which PTX a device runs: the same on every machine without clusters,
   * because the simulator understands the same PTX on all.
   */
  public static final int CAPABILITY = 80;

  /** The compute capability of machines with clusters, by which programs decide to use them. */
  private static final int CLUSTER_CAPABILITY = 90;

  /** Shared memory that a CTA has without asking for more, on every CUDA device. */
  static final int USUAL_SHARED = 48 << 10;

  private static final int MOST = Integer.MAX_VALUE;

  private final Device device;
  private final int[] attributes = new int[CudaWireProtocol.ATTRIBUTES];

  /** Looks at a device. */
  public DeviceFacts(Device device) {
    this.device = device;
    MachineConfig machine = device.machine();
    CoreConfig core = machine.core();
    extents();
    set(8, Math.min(USUAL_SHARED, ctaShared(machine)));
    set(9, 64 << 10); // constant memory
    set(10, core.warpWidth());
    set(11, MOST); // pitch
    set(12, Math.min(65_536, core.registers()));
    set(13, core.clock() * 1000);
    set(14, 512);
    set(15, 1); // copies in parallel with kernels
    set(16, core.units() * machine.system().gpus());
    set(19, 1); // mapped host memory
    set(30, 512);
    set(31, 1); // concurrent kernels
    set(36, machine.dram().clock() * 1000);
    set(37, Math.min(MOST, 8 * machine.dram().channels() * machine.dram().busBytes()));
    set(38, (int) Math.min(MOST, (long) machine.l2().size()));
    set(39, core.maxWarps() * core.warpWidth());
    set(40, 1); // copy engines
    set(41, 1); // one address space
    set(51, 32);
    set(75, capability(machine) / 10);
    set(76, capability(machine) % 10);
    set(79, 1);
    set(80, 1); // L1 for global and local memory
    set(81, machine.sharedBytes());
    set(82, core.registers());
    set(83, 1); // managed memory
    set(87, Math.max(1, core.doubleInterval()));
    set(95, 1); // cooperative launches
    set(97, ctaShared(machine));
    set(99, 1); // cudaHostRegister
    set(106, core.maxCtas());
    set(120, GpcLayout.of(machine).present() ? 1 : 0); // clusters
    set(115, 1); // allocation in stream order
  }

  private void extents() {
    set(1, 1024);
    set(2, 1024);
    set(3, 1024);
    set(4, 64);
    set(5, MOST);
    set(6, 65_535);
    set(7, 65_535);
  }

  private void set(int attribute, int value) {
    attributes[attribute] = value;
  }

  /** The compute capability of a machine, times ten. */
  static int capability(MachineConfig machine) {
    return GpcLayout.of(machine).present() ? CLUSTER_CAPABILITY : CAPABILITY;
  }

  /** Shared memory that a CTA may have at most. */
  static int ctaShared(MachineConfig machine) {
    int configuredBytes = machine.core().ctaSharedBytes();
    return configuredBytes == 0
        ? machine.sharedBytes()
        : Math.min(configuredBytes, machine.sharedBytes());
  }

  /** Bytes of device memory that a program may allocate. */
  long memory() {
    return device.memoryEnd() - Device.MEMORY_BASE;
  }

  /**
   * The reply to {@code HELLO}. Words: bytes of memory, its first and last address, kilohertz,
   * number of attributes, version of the protocol. Bytes: the attributes and the name.
   */
  WireFormat.Reply hello() {
    byte[] name = ("Syncopate " + device.machine().name()).getBytes(StandardCharsets.UTF_8);
    ByteBuffer bytes =
        ByteBuffer.allocate(Integer.BYTES * CudaWireProtocol.ATTRIBUTES + name.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    for (int attribute : attributes) {
      bytes.putInt(attribute);
    }
    bytes.put(name);
    return WireFormat.Reply.of(
        bytes.array(),
        memory(),
        Device.MEMORY_BASE,
        device.memoryEnd(),
        device.machine().core().clock() * 1000L,
        CudaWireProtocol.ATTRIBUTES,
        CudaWireProtocol.VERSION);
  }
}
