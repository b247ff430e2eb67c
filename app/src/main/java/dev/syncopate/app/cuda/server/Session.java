package dev.syncopate.app.cuda.server;

import dev.syncopate.app.cuda.server.ModuleImages.Loaded;
import dev.syncopate.app.cuda.server.ModuleImages.RefusedException;
import dev.syncopate.app.cuda.server.WireFormat.Reply;
import dev.syncopate.app.cuda.server.WireFormat.Request;
import dev.syncopate.check.host.StreamRaces;
import dev.syncopate.workload.runtime.Buffer;
import dev.syncopate.workload.runtime.DeviceBuilder;
import dev.syncopate.workload.runtime.Dim3;
import dev.syncopate.workload.runtime.Kernel;
import dev.syncopate.workload.runtime.LaunchException;
import dev.syncopate.workload.runtime.LaunchShape;
import dev.syncopate.workload.runtime.TensorMap;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A process's use of the device: its modules, kernels and memory. Each request is a method; its
 * words and bytes are described there and, on the other side, where it is sent.
 */
final class Session {
  private final CudaSimulation simulation;
  private final DeviceFacts facts;
  private final ModuleImages images;
  private final CudaMemory memory;
  private final CudaLaunches launches;
  private final List<Loaded> modules = new ArrayList<>();
  private final List<Kernel> kernels = new ArrayList<>();

  /** Whether the library has named this version of the protocol. */
  private boolean greeted;

  Session(CudaSimulation simulation) {
    this.simulation = simulation;
    facts = new DeviceFacts(simulation.device());
    images = new ModuleImages(simulation.device(), simulation.ptx());
    memory = new CudaMemory(simulation);
    launches = new CudaLaunches(simulation);
  }

  /** The answer to a request. */
  Reply answer(Request request) {
    LibraryRequest operation = LibraryRequest.of(request.operation());
    if (operation == null) {
      return Reply.error(CudaError.UNKNOWN_ERROR);
    }
    if (!greeted && operation != LibraryRequest.EXITING) {
      greeted = operation == LibraryRequest.HELLO && request.word(0) == CudaWireProtocol.VERSION;
      if (!greeted) {
        return stranger(operation, request);
      }
    }
    if (!leavesLaunches(operation, request)) {
      simulation.runPending();
    }
    return switch (operation) {
      case SETTLE -> launches.settled();
      case HELLO -> facts.hello();
      case LOAD -> load(request.bytes());
      case LINK -> link(request.bytes());
      case KERNELS -> kernelsOf(request);
      case FUNCTION -> function(request);
      case VARIABLE -> variable(request);
      case ALLOCATE -> allocate(request);
      case RELEASE -> done(memory.free(request.word(0)));
      case ORDER -> {
        StreamRaces streams = simulation.streams();
        if (streams != null) {
          order(streams, request);
        }
        yield Reply.of();
      }
      case REFUSED -> {
        simulation.watcher().refusedToFree(request.word(0));
        yield Reply.of();
      }
      case WRITE -> done(memory.write(request.word(0), request.bytes()));
      case READ -> read(request);
      case COPY -> done(memory.copy(request.word(0), request.word(1), request.word(2)));
      case FILL -> fill(request);
      case CHANGES -> changes(request);
      case RANGE -> range(request);
      case FREE_MEMORY -> Reply.of(facts.memory() - memory.used(), facts.memory());
      case LAUNCH -> {
        Kernel kernel = at(kernels, request);
        yield kernel == null
            ? Reply.error(CudaError.INVALID_HANDLE)
            : launches.launch(kernel, request);
      }
      case OCCUPANCY -> {
        Kernel kernel = at(kernels, request);
        yield kernel == null
            ? Reply.error(CudaError.INVALID_HANDLE)
            : CudaLaunches.occupancy(kernel, request);
      }
      case CLUSTERS -> {
        Kernel kernel = at(kernels, request);
        yield kernel == null
            ? Reply.error(CudaError.INVALID_HANDLE)
            : CudaLaunches.clusters(kernel, request);
      }
      case EXITING -> {
        simulation.exiting(request.word(0), (int) request.word(1));
        yield Reply.of();
      }
      case STACK -> stack(request.word(0));
      case TENSOR_MAP -> tensorMap(request);
      case NOTE -> {
        simulation.unsupported(text(request));
        yield Reply.of();
      }
      case RESET -> {
        memory.freeAll();
        yield Reply.of();
      }
    };
  }

  /** Whether launches that have not run yet need not run for a request. */
  private static boolean leavesLaunches(LibraryRequest operation, Request request) {
    return switch (operation) {
      case ORDER -> {
        StreamEvent event = StreamEvent.of(request.word(0));
        boolean isDependent = event == StreamEvent.BEGIN && request.word(3) != 0;
        yield isDependent || event == StreamEvent.END;
      }
      case HELLO,
          LOAD,
          LINK,
          KERNELS,
          FUNCTION,
          VARIABLE,
          LAUNCH,
          OCCUPANCY,
          CLUSTERS,
          TENSOR_MAP,
          FREE_MEMORY,
          RANGE,
          NOTE ->
          true;
      default -> false;
    };
  }

  /**
   * A library of another version. {@code HELLO} has its version as a word and its file as bytes;
   * one from before versions sends neither, and may ask for something else first.
   */
  private Reply stranger(LibraryRequest operation, Request request) {
    boolean hello = operation == LibraryRequest.HELLO;
    simulation.refuse(
        CudaWireProtocol.mismatch(hello ? text(request) : "", hello ? request.word(0) : 0));
    long[] words = new long[CudaWireProtocol.HELLO_VERSION + 1];
    words[CudaWireProtocol.HELLO_VERSION] = CudaWireProtocol.VERSION;
    return new Reply(CudaError.INITIALIZATION_ERROR, words, new byte[0]);
  }

  /** The process has ended. */
  void close() {
    simulation.runPending();
    memory.freeAll();
  }

  /** Word: bytes of each thread's stack in kernels that are launched from now on. */
  private Reply stack(long bytes) {
    if (bytes < 0 || bytes > DeviceBuilder.MOST_STACK) {
      return Reply.error(CudaError.INVALID_VALUE);
    }
    simulation.device().stack(bytes);
    return Reply.of();
  }

  private static Reply done(boolean possible) {
    return possible ? Reply.of() : Reply.error(CudaError.INVALID_VALUE);
  }

  private static String text(Request request) {
    return new String(request.bytes(), StandardCharsets.UTF_8);
  }

  private static <T> @Nullable T at(List<T> list, Request request) {
    long index = request.word(0);
    return index < 0 || index >= list.size() ? null : list.get((int) index);
  }

  /** Bytes: fat binaries or PTX. Answer: the module's number. */
  private Reply load(byte[] image) {
    try {
      Loaded loaded = images.load(image);
      modules.add(loaded);
      StreamRaces streams = simulation.streams();
      if (loaded.overlaps()) {
        simulation.expectOverlap();
        if (streams != null) {
          streams.watch();
        }
      }
      return Reply.of(modules.size() - 1);
    } catch (RefusedException e) {
      simulation.refuse(String.valueOf(e.getMessage()));
      return Reply.error(e.status());
    }
  }

  /** Bytes: fat binaries. Answer: the PTX of all, linked; or why it is not. */
  private Reply link(byte[] image) {
    try {
      return Reply.of(images.link(image).getBytes(StandardCharsets.UTF_8));
    } catch (RefusedException e) {
      String message = String.valueOf(e.getMessage());
      simulation.say(message);
      return new Reply(e.status(), new long[0], message.getBytes(StandardCharsets.UTF_8));
    }
  }

  private Reply kernelsOf(Request request) {
    Loaded loaded = at(modules, request);
    if (loaded == null) {
      return Reply.error(CudaError.INVALID_HANDLE);
    }
    StringBuilder names = new StringBuilder();
    loaded.module().kernels().forEach(name -> names.append(name).append('\n'));
    return Reply.of(names.toString().getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Word: module. Bytes: a kernel's mangled name. Answer: its number, parameters, and attributes;
   * offsets of the parameters, then their sizes.
   */
  private Reply function(Request request) {
    Loaded loaded = at(modules, request);
    String name = text(request);
    if (loaded == null) {
      return Reply.error(CudaError.INVALID_HANDLE);
    }
    if (!loaded.module().kernels().contains(name)
        && !loaded.module().unusableKernels().containsKey(name)) {
      return Reply.error(CudaError.NOT_FOUND);
    }
    Kernel kernel;
    try {
      kernel = loaded.module().kernel(name);
    } catch (LaunchException e) {
      simulation.refuse(String.valueOf(e.getMessage()));
      return Reply.error(CudaError.INVALID_PTX);
    }
    kernels.add(kernel);
    List<Kernel.Place> places = kernel.layout();
    ByteBuffer layout =
        ByteBuffer.allocate(2 * Long.BYTES * places.size()).order(ByteOrder.LITTLE_ENDIAN);
    places.forEach(place -> layout.putLong(place.offset()));
    places.forEach(place -> layout.putLong(place.bytes()));
    Kernel.Needs needs = kernel.needs();
    Kernel.Clusters clusters = kernel.clusters();
    Dim3 required = clusters.required();
    int maxShared = DeviceFacts.ctaShared(simulation.device().machine()) - needs.staticShared();
    int usual = Math.min(maxShared, DeviceFacts.USUAL_SHARED - needs.staticShared());
    int constants =
        loaded.module().variables().stream()
            .map(loaded.module()::variable)
            .filter(variable -> variable.address() >= simulation.device().memoryEnd())
            .mapToInt(variable -> (int) variable.bytes())
            .sum();
    return Reply.of(
        layout.array(),
        kernels.size() - 1,
        places.size(),
        kernel.parameterBytes(),
        needs.staticShared(),
        needs.local(),
        needs.maxThreads() == 0 ? 1024 : needs.maxThreads(),
        registers(kernel),
        constants,
        Math.max(0, maxShared),
        Math.max(0, usual),
        loaded.architecture() == 0
            ? DeviceFacts.capability(simulation.device().machine())
            : loaded.architecture(),
        clusters.explicit() ? 1 : 0,
        required == null ? 0 : required.x(),
        required == null ? 0 : required.y(),
        required == null ? 0 : required.z());
  }

  /** Registers of a thread; 0 for a kernel of which not even one warp fits the machine. */
  private static int registers(Kernel kernel) {
    try {
      return kernel.occupancy(LaunchShape.of(1, 32)).registers();
    } catch (LaunchException e) {
      return 0;
    }
  }

  /** Word: module. Bytes: a variable's name. Answer: its address and size. */
  private Reply variable(Request request) {
    Loaded loaded = at(modules, request);
    String name = text(request);
    if (loaded == null) {
      return Reply.error(CudaError.INVALID_HANDLE);
    }
    if (!loaded.module().variables().contains(name)) {
      return Reply.error(CudaError.NOT_FOUND);
    }
    Buffer variable = loaded.module().variable(name);
    memory.addVariable(variable);
    return Reply.of(variable.address(), variable.bytes());
  }

  /**
   * Words: rank, element type, address, interleaved layout, swizzle, promotion, fill; then sizes,
   * strides, sides of the box and steps, five of each. Answer: an error, and the object or what is
   * wrong.
   */
  private static Reply tensorMap(Request request) {
    int rank = (int) request.word(0);
    TensorMap.Encoding encoding =
        TensorMap.encodeTiled(
            request.word(1),
            request.word(2),
            words(request, 7, rank),
            words(request, 12, rank - 1),
            words(request, 17, rank),
            words(request, 22, rank),
            request.word(3),
            request.word(4),
            request.word(5),
            request.word(6));
    if (encoding.isGood()) {
      return Reply.of(encoding.object(), CudaError.SUCCESS);
    }
    return Reply.of(
        encoding.problem().getBytes(StandardCharsets.UTF_8),
        encoding.unsupported() ? CudaError.NOT_SUPPORTED : CudaError.INVALID_VALUE);
  }

  private static long[] words(Request request, int first, int count) {
    long[] words = new long[count];
    for (int i = 0; i < count; i++) {
      words[i] = request.word(first + i);
    }
    return words;
  }

  /** Words: bytes, what for. Answer: the address. */
  private Reply allocate(Request request) {
    long bytes = request.word(0);
    long kind = request.word(1);
    if (bytes < 1 || bytes > facts.memory() || kind < 0 || kind > 3) {
      return Reply.error(CudaError.OUT_OF_MEMORY);
    }
    if (kind != 0 && bytes > CudaMemory.MOST_SHARED) {
      simulation.refuse(
          "an allocation of %,d bytes for both sides (pinned, managed or registered): at most %,d"
              .formatted(bytes, CudaMemory.MOST_SHARED));
      return Reply.error(CudaError.OUT_OF_MEMORY);
    }
    try {
      return Reply.of(memory.allocate(bytes, (int) kind));
    } catch (LaunchException e) {
      return Reply.error(CudaError.OUT_OF_MEMORY);
    }
  }

  /** Words: address, bytes. */
  private Reply read(Request request) {
    Buffer part = memory.wanted(request.word(0), request.word(1));
    return part == null ? Reply.error(CudaError.INVALID_VALUE) : Reply.of(part.readBytes());
  }

  /** Words: address, value, bytes of an element (1, 2, 4, 8), elements. */
  private Reply fill(Request request) {
    long element = request.word(2);
    return element < 1 || element > Long.BYTES
        ? Reply.error(CudaError.INVALID_VALUE)
        : done(memory.fill(request.word(0), request.word(1), (int) element, request.word(3)));
  }

  /** Words: address of memory for both sides, offset, bytes, size of all. */
  private Reply changes(Request request) {
    byte[] changes =
        memory.changes(
            request.word(0),
            Math.toIntExact(request.word(1)),
            Math.toIntExact(request.word(2)),
            Math.toIntExact(request.word(3)));
    return changes == null ? Reply.error(CudaError.INVALID_VALUE) : Reply.of(changes);
  }

  /** Words: a {@link StreamEvent} and what belongs to it. */
  private static void order(StreamRaces streams, Request request) {
    StreamEvent event = StreamEvent.of(request.word(0));
    if (event == null) {
      return;
    }
    long a = request.word(1);
    long b = request.word(2);
    switch (event) {
      case CREATED -> streams.created(a, b != 0);
      case BEGIN -> streams.begin(StreamWork.of(b).text, a, request.word(3) != 0);
      case TOUCH -> streams.touches(a, b, request.word(3) != 0);
      case END -> streams.end();
      case RECORD -> streams.record(a, b);
      case AWAIT -> streams.await(a, b);
      case HOST_STREAM -> streams.hostAwaits(a);
      case HOST_EVENT -> streams.hostAwaitsEvent(a);
      case HOST_ALL -> streams.hostAwaitsAll();
      case HOST_TOUCHES -> streams.hostTouches(a, b != 0);
      case BOTH_SIDES -> streams.watch();
    }
  }

  /** Word: address. Answer: start and size of what it is in. */
  private Reply range(Request request) {
    Buffer buffer = memory.containing(request.word(0));
    return buffer == null
        ? Reply.error(CudaError.INVALID_VALUE)
        : Reply.of(buffer.address(), buffer.bytes());
  }
}
