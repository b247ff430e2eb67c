package dev.syncopate.check;

import dev.syncopate.ptx.ir.Position;
import dev.syncopate.ptx.ir.SourceLines.Place;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something wrong that a check has found.
 *
 * @param check which
 * @param rule a short name of the kind of mistake, as in {@code race-scope}
 * @param kernel in which, by its mangled name
 * @param title what is wrong, in one line
 * @param details lines below it
 * @param ptx the instruction to show it at
 * @param source the line that it was compiled from; null where the PTX does not say
 * @param count how often it was seen
 */
public record Finding(
    Check check,
    String rule,
    String kernel,
    String title,
    List<String> details,
    Position ptx,
    @Nullable Place source,
    long count) {}
