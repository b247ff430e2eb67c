package dev.syncopate.ptx.parse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.syncopate.ptx.ir.Instruction;
import dev.syncopate.ptx.ir.ModuleVariable;
import dev.syncopate.ptx.ir.Operand;
import dev.syncopate.ptx.ir.OperandMap;
import dev.syncopate.ptx.ir.Program;
import dev.syncopate.ptx.ir.PtxModule;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** All PTX of the compilers is read, and each kernel of it becomes a consistent program. */
class CorpusTest {
  static List<Path> files() {
    return Corpus.files();
  }

  static Map<String, Long> addresses(PtxModule module) {
    Map<String, Long> addresses = new HashMap<>();
    long next = 1L << 32;
    for (ModuleVariable variable : module.variables()) {
      addresses.put(variable.name(), next);
      next += variable.bytes() + 256L;
    }
    return addresses;
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyKernelLinks(Path file) {
    PtxModule module = PtxReader.read(file.getFileName().toString(), Corpus.text(file));
    assertThat(module.kernels()).isNotEmpty();
    for (String kernel : module.kernels()) {
      Program program = module.linker().link(kernel, addresses(module));
      assertThat(program.name()).isEqualTo(kernel);
      assertThat(program.code()).isNotEmpty();
      assertThat(program.registers().minimum()).isBetween(1, 255);
      assertThat(program.registers().preferred()).isBetween(program.registers().minimum(), 255);
      Bounds bounds = new Bounds(program);
      for (Instruction instruction : program.code()) {
        assertThat(instruction.map(bounds)).isEqualTo(instruction);
      }
      assertThat(program.loopsThatMaySpin()).allMatch(i -> i < program.code().size());
      assertThat(program.functionAddresses()).allMatch(i -> i < program.code().size());
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void linkingTwiceGivesTheSameProgram(Path file) {
    PtxModule module = PtxReader.read(file.getFileName().toString(), Corpus.text(file));
    PtxModule again = PtxReader.read(file.getFileName().toString(), Corpus.text(file));
    for (String kernel : module.kernels()) {
      Program first = module.linker().link(kernel, addresses(module));
      Program second = again.linker().link(kernel, addresses(again));
      assertThat(second.code().stream().map(CorpusTest::show).toList())
          .isEqualTo(first.code().stream().map(CorpusTest::show).toList());
      assertThat(second.constants()).isEqualTo(first.constants());
    }
  }

  private static String show(Instruction instruction) {
    return instruction.toString();
  }

  /** Refuses registers, constants and targets that the program does not have. */
  private record Bounds(Program program) implements OperandMap {
    @Override
    public int read(int code) {
      if (Operand.isConstant(code)) {
        assertThat(Operand.constantIndex(code)).isLessThan(program.constants().length);
        return code;
      }
      return write(code);
    }

    @Override
    public int write(int register) {
      assertThat(register).isBetween(0, program.valueRegisters() - 1);
      return register;
    }

    @Override
    public int readPredicate(int predicate) {
      assertThat(predicate).isBetween(0, program.predicateRegisters() - 1);
      return predicate;
    }

    @Override
    public int writePredicate(int predicate) {
      return readPredicate(predicate);
    }

    @Override
    public int target(int index) {
      assertThat(index).isBetween(0, program.code().size() - 1);
      return index;
    }
  }
}
