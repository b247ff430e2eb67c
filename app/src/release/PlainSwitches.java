import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Replaces pattern switches over types, and {@code equals} and {@code hashCode} of records, by the
 * code that they stand for.
 *
 * <p>The compiler leaves both to a bootstrap method, which generates a class and method handles when
 * the code is first reached. The JVM's AOT cache has lambdas and string concatenations, but not
 * these: a short run spent a sixth of its processor time on them. Behaviour is that of {@code
 * SwitchBootstraps.typeSwitch} and {@code ObjectMethods.bootstrap}. Switches with other labels than
 * types, and {@code toString}, stay.
 *
 * <p>The build runs this file with the jar and a folder of its classes, as in {@code dev/syncopate}.
 * A second run changes nothing.
 */
public final class PlainSwitches {
  private static final ClassDesc SWITCHES = ClassDesc.of("java.lang.runtime.SwitchBootstraps");
  private static final ClassDesc RECORDS = ClassDesc.of("java.lang.runtime.ObjectMethods");
  private static final ClassDesc OBJECTS = ClassDesc.of("java.util.Objects");

  private PlainSwitches() {}

  public static void main(String[] arguments) throws IOException {
    try (FileSystem files = FileSystems.newFileSystem(Path.of(arguments[0]))) {
      ClassHierarchyResolver hierarchy =
          ClassHierarchyResolver.ofResourceParsing(
                  type -> open(files.getPath("/", path(type.descriptorString()))))
              .orElse(ClassHierarchyResolver.defaultResolver());
      ClassFile classFile =
          ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(hierarchy));
      for (Path file : classes(files.getPath("/", arguments[1]))) {
        ClassModel model = classFile.parse(Files.readAllBytes(file));
        if (hasAny(model)) {
          FileTime time = Files.getLastModifiedTime(file);
          byte[] rewritten = classFile.transformClass(model, new Rewriting(model).transform());
          List<VerifyError> faults = classFile.verify(rewritten);
          if (!faults.isEmpty()) {
            throw new IllegalStateException(file + " would not be verified", faults.getFirst());
          }
          Files.write(file, rewritten);
          Files.setLastModifiedTime(file, time);
        }
      }
    }
  }

  private static boolean hasAny(ClassModel model) {
    return model.methods().stream()
        .flatMap(method -> method.code().stream())
        .flatMap(code -> code.elementStream())
        .anyMatch(element -> isTypeSwitch(element) || isRecordMethod(element));
  }

  private static boolean isTypeSwitch(CodeElement element) {
    return element instanceof InvokeDynamicInstruction call
        && call.bootstrapMethod().owner().equals(SWITCHES)
        && call.bootstrapMethod().methodName().equals("typeSwitch")
        && !call.typeSymbol().parameterType(0).isPrimitive()
        && call.bootstrapArgs().stream()
            .allMatch(label -> label instanceof ClassDesc type && !type.isPrimitive());
  }

  private static boolean isRecordMethod(CodeElement element) {
    return element instanceof InvokeDynamicInstruction call
        && call.bootstrapMethod().owner().equals(RECORDS)
        && !call.name().stringValue().equals("toString");
  }

  /** Of one class. */
  private static final class Rewriting {
    private final ClassModel model;
    private final ClassDesc owner;
    private final List<InvokeDynamicInstruction> switches = new ArrayList<>();

    Rewriting(ClassModel model) {
      this.model = model;
      this.owner = model.thisClass().asSymbol();
    }

    ClassTransform transform() {
      return ClassTransform.transformingMethodBodies(this::rewrite)
          .andThen(ClassTransform.endHandler(this::addSwitches));
    }

    private void rewrite(CodeBuilder code, CodeElement element) {
      if (isTypeSwitch(element)) {
        InvokeDynamicInstruction call = (InvokeDynamicInstruction) element;
        String name = name(switches.size());
        switches.add(call);
        boolean inInterface = model.flags().has(AccessFlag.INTERFACE);
        code.invokestatic(owner, name, call.typeSymbol(), inInterface);
        code.nop().nop(); // as long as before: offsets in attributes stay right
      } else if (isRecordMethod(element)) {
        recordMethod(code, (InvokeDynamicInstruction) element);
      } else {
        code.with(element);
      }
    }

    private static String name(int number) {
      return "typeSwitch$" + number;
    }

    private void addSwitches(ClassBuilder builder) {
      for (int i = 0; i < switches.size(); i++) {
        InvokeDynamicInstruction call = switches.get(i);
        builder.withMethodBody(
            name(i),
            call.typeSymbol(),
            ClassFile.ACC_PRIVATE | ClassFile.ACC_STATIC | ClassFile.ACC_SYNTHETIC,
            code -> typeSwitch(code, call.bootstrapArgs()));
      }
    }

    /** The number of the first label from a given one on whose type an object has; -1 of null. */
    private static void typeSwitch(CodeBuilder code, List<ConstantDesc> labels) {
      code.aload(0).ifThen(java.lang.classfile.Opcode.IFNULL, isNull -> isNull.iconst_m1().ireturn());
      for (int i = 0; i < labels.size(); i++) {
        Label next = code.newLabel();
        code.iload(1)
            .loadConstant(i)
            .if_icmpgt(next)
            .aload(0)
            .instanceOf((ClassDesc) labels.get(i))
            .ifeq(next)
            .loadConstant(i)
            .ireturn()
            .labelBinding(next);
      }
      code.loadConstant(labels.size()).ireturn();
    }

    /** The record, and for {@code equals} the other object, are on the stack. */
    private void recordMethod(CodeBuilder code, InvokeDynamicInstruction call) {
      List<DirectMethodHandleDesc> fields =
          call.bootstrapArgs().stream()
              .skip(2) // the class, and the names of the components
              .map(DirectMethodHandleDesc.class::cast)
              .toList();
      if (call.name().stringValue().equals("hashCode")) {
        hashCode(code, fields);
      } else {
        equality(code, fields);
      }
    }

    private void hashCode(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
      int record = code.allocateLocal(TypeKind.REFERENCE);
      code.astore(record).iconst_0();
      for (DirectMethodHandleDesc field : fields) {
        ClassDesc type = field.invocationType().returnType();
        code.bipush(31).imul().aload(record).getfield(owner, field.methodName(), type);
        if (type.isPrimitive()) {
          code.invokestatic(
              boxed(type), "hashCode", MethodTypeDesc.of(ConstantDescs.CD_int, type));
        } else {
          code.invokestatic(
              OBJECTS,
              "hashCode",
              MethodTypeDesc.of(ConstantDescs.CD_int, ConstantDescs.CD_Object));
        }
        code.iadd();
      }
    }

    private void equality(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
      int other = code.allocateLocal(TypeKind.REFERENCE);
      int record = code.allocateLocal(TypeKind.REFERENCE);
      Label differ = code.newLabel();
      Label end = code.newLabel();
      code.astore(other).astore(record).aload(other).instanceOf(owner).ifeq(differ);
      code.aload(other).checkcast(owner).astore(other);
      for (DirectMethodHandleDesc field : fields) {
        ClassDesc type = field.invocationType().returnType();
        code.aload(record).getfield(owner, field.methodName(), type);
        code.aload(other).getfield(owner, field.methodName(), type);
        if (type.isPrimitive()) {
          code.invokestatic(
                  boxed(type), "compare", MethodTypeDesc.of(ConstantDescs.CD_int, type, type))
              .ifne(differ);
        } else {
          code.invokestatic(
                  OBJECTS,
                  "equals",
                  MethodTypeDesc.of(
                      ConstantDescs.CD_boolean, ConstantDescs.CD_Object, ConstantDescs.CD_Object))
              .ifeq(differ);
        }
      }
      code.iconst_1().goto_(end).labelBinding(differ).iconst_0().labelBinding(end);
    }

    private static ClassDesc boxed(ClassDesc primitive) {
      return switch (primitive.descriptorString()) {
        case "Z" -> ConstantDescs.CD_Boolean;
        case "B" -> ConstantDescs.CD_Byte;
        case "C" -> ConstantDescs.CD_Character;
        case "S" -> ConstantDescs.CD_Short;
        case "I" -> ConstantDescs.CD_Integer;
        case "J" -> ConstantDescs.CD_Long;
        case "F" -> ConstantDescs.CD_Float;
        case "D" -> ConstantDescs.CD_Double;
        default -> throw new IllegalArgumentException(primitive + " is not primitive");
      };
    }
  }

  private static List<Path> classes(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.filter(file -> file.toString().endsWith(".class")).sorted().toList();
    }
  }

  /** The file of a class of that descriptor. */
  private static String path(String descriptor) {
    return descriptor.substring(1, descriptor.length() - 1) + ".class";
  }

  private static InputStream open(Path file) {
    try {
      return Files.exists(file) ? Files.newInputStream(file) : null;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
