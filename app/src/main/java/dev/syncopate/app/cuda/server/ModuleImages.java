package dev.syncopate.app.cuda.server;

import dev.syncopate.app.cuda.fatbin.FatBinary;
import dev.syncopate.app.cuda.fatbin.FatBinary.MachineCode;
import dev.syncopate.app.cuda.fatbin.FatBinary.Ptx;
import dev.syncopate.app.cuda.fatbin.FatBinaryException;
import dev.syncopate.app.cuda.fatbin.PtxLinker;
import dev.syncopate.workload.runtime.Device;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.Module;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Loader of a module from a program's image: a fat binary, or PTX. */
final class ModuleImages {
  private static final int FAT = 0xba55ed50;
  private static final int ELF = 0x464c457f;
  private static final int NEWER = 1 << 20;

  private final Device device;
  private final PtxListener listener;

  /** Of the device. */
  private final int capability;

  private int count;

  /**
   * @param listener hears of the PTX that is loaded
   */
  ModuleImages(Device device, PtxListener listener) {
    this.device = device;
    this.listener = listener;
    this.capability = DeviceFacts.capability(device.machine());
  }

  /**
   * A loaded module.
   *
   * @param architecture that its PTX was made for; 0 where it did not come in a fat binary
   * @param overlaps whether its launches may be meant to overlap with their predecessors
   */
  record Loaded(Module module, int architecture, boolean overlaps) {}

  /** A module cannot be loaded. */
  static final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int status;

    RefusedException(int status, String message) {
      super(message);
      this.status = status;
    }

    int status() {
      return status;
    }
  }

  Loaded load(byte[] image) {
    int magic =
        image.length < Integer.BYTES
            ? 0
            : ByteBuffer.wrap(image).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (magic == ELF) {
      throw new RefusedException(
          CudaError.NO_KERNEL_IMAGE,
          "the program loads machine code (a cubin), which the simulator cannot run: give it PTX");
    }
    if (magic != FAT) {
      return loaded(new String(image, StandardCharsets.UTF_8), 0);
    }
    FatBinary binary = read(image);
    if (binaries(binary).size() > 1) {
      return linked(binary);
    }
    return best(binary.ptx());
  }

  /**
   * The PTX of objects that are linked with each other.
   *
   * @param image their fat binaries, one behind the other
   */
  String link(byte[] image) {
    return linkedText(read(image));
  }

  private FatBinary read(byte[] image) {
    FatBinary binary;
    try {
      binary = FatBinary.read(image);
    } catch (FatBinaryException e) {
      throw new RefusedException(CudaError.INVALID_IMAGE, String.valueOf(e.getMessage()));
    }
    if (binary.ptx().isEmpty()) {
      throw new RefusedException(CudaError.NO_KERNEL_IMAGE, noPtx(binary.machineCode()));
    }
    return binary;
  }

  /** The most suitable PTX of each fat binary, by its number. */
  private SortedMap<Integer, Ptx> binaries(FatBinary binary) {
    SortedMap<Integer, Ptx> suiting = new TreeMap<>();
    BinaryOperator<Ptx> better = BinaryOperator.minBy(Comparator.comparingInt(this::distance));
    binary.ptx().forEach(ptx -> suiting.merge(ptx.binary(), ptx, better));
    return suiting;
  }

  /** What nvcc has linked: the first fat binary is the result, for devices of which it knew. */
  private Loaded linked(FatBinary binary) {
    SortedMap<Integer, Ptx> suiting = binaries(binary);
    List<MachineCode> codeOnly =
        binary.machineCode().stream()
            .filter(code -> code.binary() > 0 && !suiting.containsKey(code.binary()))
            .toList();
    if (!codeOnly.isEmpty()) {
      throw new RefusedException(
          CudaError.NO_KERNEL_IMAGE,
          "of the objects with device code that are linked one lacks PTX: " + noPtx(codeOnly));
    }
    int architecture =
        suiting.values().stream()
            .min(Comparator.comparingInt(this::distance))
            .orElseThrow()
            .architecture();
    return loaded(linkedText(binary), architecture);
  }

  private String linkedText(FatBinary binary) {
    try {
      String text = PtxLinker.link(binaries(binary).values().stream().map(Ptx::text).toList());
      if (text.isEmpty()) {
        throw new RefusedException(CudaError.NO_KERNEL_IMAGE, noPtx(binary.machineCode()));
      }
      return text;
    } catch (FatBinaryException e) {
      throw new RefusedException(CudaError.INVALID_IMAGE, String.valueOf(e.getMessage()));
    }
  }

  private String noPtx(List<MachineCode> code) {
    String machine =
        code.stream()
            .map(MachineCode::architecture)
            .distinct()
            .sorted()
            .map(number -> "sm_" + number)
            .collect(Collectors.joining(", "));
    return "the program has machine code%s but no PTX: compile it with nvcc -gencode arch=compute_%d,code=compute_%d"
        .formatted(machine.isEmpty() ? "" : " for " + machine, capability, capability);
  }

  /**
   * As a device chooses: the newest PTX that is not newer than the device. Where the simulator does
   * not understand all of it, the others are tried; the one with the fewest kernels that cannot be
   * used wins.
   */
  private Loaded best(List<Ptx> candidates) {
    Loaded best = null;
    @Nullable RefusedException refused = null;
    for (Ptx ptx : candidates.stream().sorted(Comparator.comparingInt(this::distance)).toList()) {
      try {
        Loaded loaded = loaded(ptx.text(), ptx.architecture());
        if (loaded.module().unusableKernels().isEmpty()) {
          return loaded;
        }
        if (best == null || unusable(loaded) < unusable(best)) {
          best = loaded;
        }
      } catch (RefusedException e) {
        refused = refused == null ? e : refused;
      }
    }
    if (best != null) {
      return best;
    }
    throw refused == null ? new IllegalStateException("no PTX") : refused;
  }

  /** How far PTX is from what the device is: older ones come before newer ones. */
  private int distance(Ptx ptx) {
    return ptx.architecture() > capability
        ? NEWER + ptx.architecture()
        : capability - ptx.architecture();
  }

  private static int unusable(Loaded loaded) {
    return loaded.module().unusableKernels().size();
  }

  private Loaded loaded(String text, int architecture) {
    return new Loaded(load(text, architecture), architecture, text.contains("griddepcontrol"));
  }

  private Module load(String text, int architecture) {
    String name =
        "module%d%s.ptx".formatted(count++, architecture == 0 ? "" : ".compute_" + architecture);
    String file = listener.loading(name, text);
    try {
      return device.load(file, text);
    } catch (LaunchException e) {
      throw new RefusedException(CudaError.INVALID_PTX, String.valueOf(e.getMessage()));
    }
  }
}
