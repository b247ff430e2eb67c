package dev.syncopate.app.cuda.server;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Listens for processes that use the device: the program, and those that it starts. Each has a
 * separate session; requests are served one at a time.
 */
public final class Server implements AutoCloseable {
  private final CudaSimulation simulation;
  private final Path folder;
  private final Path socket;
  private final ServerSocketChannel listening;
  private final List<Thread> threads = new ArrayList<>();
  private final List<SocketChannel> open = new ArrayList<>();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  /** Begins to listen at a new socket. */
  public Server(CudaSimulation simulation) throws IOException {
    this.simulation = simulation;
    folder = Files.createTempDirectory("syncopate-");
    socket = folder.resolve("cuda");
    listening = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      listening.bind(UnixDomainSocketAddress.of(socket));
    } catch (IOException e) {
      listening.close();
      Files.delete(folder);
      throw e;
    }
    start("cuda-listener", this::listen);
  }

  /** Where it listens. */
  public Path socket() {
    return socket;
  }

  /** What went wrong in the simulator itself; null if nothing did. */
  public @Nullable Throwable failure() {
    return failure.get();
  }

  private synchronized void start(String name, Runnable task) {
    threads.add(Thread.ofPlatform().name(name).daemon().start(task));
  }

  private void listen() {
    try {
      while (true) {
        SocketChannel channel = listening.accept();
        synchronized (this) {
          open.add(channel);
        }
        start("cuda-session", () -> serve(channel));
      }
    } catch (ClosedChannelException e) {
      // the run is over
    } catch (IOException e) {
      failure.compareAndSet(null, e);
    }
  }

  private void serve(SocketChannel channel) {
    Session session = new Session(simulation);
    try (channel) {
      WireFormat wire = new WireFormat(channel);
      for (WireFormat.Request request = wire.read(); request != null; request = wire.read()) {
        WireFormat.Reply reply;
        synchronized (simulation) {
          reply = session.answer(request);
        }
        wire.write(reply);
      }
    } catch (IOException e) {
      // the program was killed, or the run is over
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
    } finally {
      synchronized (simulation) {
        session.close();
      }
    }
  }

  /** As if the process had ended, which it may have. */
  private static void hangUp(SocketChannel channel) {
    try {
      channel.shutdownInput();
    } catch (IOException e) {
      // it has been closed
    }
  }

  /** Ends all sessions; a request that is being served is waited for. */
  @Override
  public void close() throws IOException {
    listening.close();
    List<Thread> running;
    synchronized (this) {
      open.forEach(Server::hangUp);
      running = List.copyOf(threads);
    }
    try {
      for (Thread thread : running) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Files.deleteIfExists(socket);
    Files.deleteIfExists(folder);
  }
}
