package dev.syncopate.sim.perturb;

import java.util.Locale;

/**
 * Single difference of a schedule from the machine's own: a delay at a place that is the same in
 * other schedules, or an order that is drawn.
 *
 * <pre>
 *   begin:LAUNCH.CTA.WARP+CYCLES                        a warp begins later
 *   pause:LAUNCH.CTA.WARP:INSTRUCTION.TIME+CYCLES       it stands still behind an access to memory
 *   message:FROM:TO:TYPE:LINE.TIME+CYCLES               a message arrives later
 *   peer:FROM:TO:CHANNEL.TIME+CYCLES                    one from a compute unit to another
 *   issue:UNIT{@literal @}SEED, lanes:UNIT{@literal @}SEED, ctas{@literal @}SEED    an order of warps, of lanes, of CTAs
 * </pre>
 *
 * <p>Launches and times count from 1, everything else from 0. An instruction is numbered by its
 * place in the kernel, a line is its address in hexadecimal.
 */
public sealed interface Perturbation {
  /** Length of the delay; 0 for an order. */
  int cycles();

  /** The same with another length; an order stays as it is. */
  Perturbation withCycles(int cycles);

  /**
   * Warp that begins later.
   *
   * @param launch of its kernel, from 1
   * @param cta of the grid
   * @param warp of the CTA
   */
  record BeginDelay(int launch, long cta, int warp, int cycles) implements Perturbation {
    @Override
    public BeginDelay withCycles(int newCycles) {
      return new BeginDelay(launch, cta, warp, newCycles);
    }

    @Override
    public String toString() {
      return "begin:" + launch + '.' + cta + '.' + warp + '+' + cycles;
    }
  }

  /**
   * Warp that stands still behind an access to memory.
   *
   * @param launch of its kernel, from 1
   * @param cta of the grid
   * @param warp of the CTA
   * @param pc of the instruction
   * @param time how often the warp has executed the instruction then, from 1
   */
  record AccessPause(int launch, long cta, int warp, int pc, int time, int cycles)
      implements Perturbation {
    @Override
    public AccessPause withCycles(int newCycles) {
      return new AccessPause(launch, cta, warp, pc, time, newCycles);
    }

    @Override
    public String toString() {
      return "pause:" + launch + '.' + cta + '.' + warp + ':' + pc + '.' + time + '+' + cycles;
    }
  }

  /**
   * MessageDelay that arrives later.
   *
   * @param sender name of the node that sends it, as in {@code tile3}
   * @param receiver name of the node that it is for
   * @param type name of its type
   * @param line that it is about
   * @param time which of the messages that are equal in all this, from 1
   */
  record MessageDelay(String sender, String receiver, String type, long line, int time, int cycles)
      implements Perturbation {
    @Override
    public MessageDelay withCycles(int newCycles) {
      return new MessageDelay(sender, receiver, type, line, time, newCycles);
    }

    @Override
    public String toString() {
      return "message:"
          + sender
          + ':'
          + receiver
          + ':'
          + type
          + ':'
          + Long.toHexString(line)
          + '.'
          + time
          + '+'
          + cycles;
    }
  }

  /**
   * Message between compute units of one cluster that arrives later.
   *
   * @param sender the compute unit that sends it
   * @param receiver the one that it is for
   * @param channel on which it goes
   * @param time which of the messages from one to the other on this channel, from 1
   */
  record PeerDelay(int sender, int receiver, PeerChannel channel, int time, int cycles)
      implements Perturbation {
    @Override
    public PeerDelay withCycles(int newCycles) {
      return new PeerDelay(sender, receiver, channel, time, newCycles);
    }

    @Override
    public String toString() {
      return "peer:"
          + sender
          + ':'
          + receiver
          + ':'
          + channel.name().toLowerCase(Locale.ROOT)
          + '.'
          + time
          + '+'
          + cycles;
    }
  }

  /** Kind of order that a machine leaves open. */
  enum OrderKind {
    /** In which the warps of a compute unit issue. */
    ISSUE,
    /** In which the lanes of its warps run. */
    LANES,
    /** In which CTAs start. */
    CTAS
  }

  /**
   * Order that is drawn in place of the machine's own.
   *
   * @param unit the compute unit; 0 for the order of CTAs
   * @param seed of the schedule by which it is drawn
   */
  record DrawnOrder(OrderKind kind, int unit, int seed) implements Perturbation {
    @Override
    public int cycles() {
      return 0;
    }

    @Override
    public DrawnOrder withCycles(int newCycles) {
      return this;
    }

    @Override
    public String toString() {
      String name = kind.name().toLowerCase(Locale.ROOT);
      return (kind == OrderKind.CTAS ? name : name + ':' + unit) + '@' + seed;
    }
  }
}
