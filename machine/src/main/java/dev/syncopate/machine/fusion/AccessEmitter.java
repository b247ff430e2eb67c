package dev.syncopate.machine.fusion;

import dev.syncopate.machine.space.AddressMap;
import dev.syncopate.memory.access.AtomicOp;
import dev.syncopate.memory.access.DataType;
import dev.syncopate.memory.functional.PagedMemory;
import dev.syncopate.ptx.ir.StateSpace;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.TypeKind;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * Emitter of the accesses of one stretch. The address of an access becomes an array of bytes and a
 * <em>place</em> in it: a page of device memory, or the shared memory of the compute unit. Accesses
 * of an {@link AccessGroup} have one check and one page for each lane. Where the check fails, each
 * access of the group has its own, which sends a lane to {@code refused} whose address is
 * misaligned or outside.
 */
final class AccessEmitter {
  private final LaneEmitter lanes;
  private final CodeBuilder code;
  private final Label refused;
  private final int lane;
  private final int firstLane;
  private final int memory;
  private final int memoryBase;
  private final int sharedBytes;
  private final int sharedBase;
  private final int sharedLimit;
  private final int address;
  private final int offset;
  private final int place;
  private final int page;
  private final int globalChange;
  private final int sharedChange;

  /** Variables of each group. */
  private final Map<AccessGroup, GroupVariables> groups = new HashMap<>();

  /** Each access that is not guarded, with its group. */
  private final Map<FusibleAccess, AccessGroup> grouped = new HashMap<>();

  /** Each access that is guarded. */
  private final Map<FusibleAccess, GuardedVariables> guarded = new HashMap<>();

  /** Bytes that the access at hand is on. */
  private int bytes;

  /** Variable with the bits that have changed there. */
  private int change;

  /**
   * Variables of a group.
   *
   * @param start sum of base and lowest offset, of the lane at hand
   * @param first the same of the first lane
   * @param place of the lowest address; -1 if the check has failed
   * @param pageStart where the page of the last lane begins, from the base of device memory; -1 for
   *     none
   * @param page that page
   */
  private record GroupVariables(int start, int first, int place, int pageStart, int page) {}

  /**
   * Variables of a guarded access.
   *
   * @param lanes that have performed it
   * @param address of the first of them
   */
  private record GuardedVariables(int lanes, int address) {}

  /**
   * @param refused where to go if the lane at hand may not access something
   * @param lane variable with the number of the lane at hand
   */
  AccessEmitter(LaneEmitter lanes, CodeBuilder code, Label refused, int lane) {
    this.lanes = lanes;
    this.code = code;
    this.refused = refused;
    this.lane = lane;
    this.firstLane = code.allocateLocal(TypeKind.INT);
    this.memory = code.allocateLocal(TypeKind.REFERENCE);
    this.memoryBase = code.allocateLocal(TypeKind.LONG);
    this.sharedBytes = code.allocateLocal(TypeKind.REFERENCE);
    this.sharedBase = code.allocateLocal(TypeKind.INT);
    this.sharedLimit = code.allocateLocal(TypeKind.LONG);
    this.address = code.allocateLocal(TypeKind.LONG);
    this.offset = code.allocateLocal(TypeKind.LONG);
    this.place = code.allocateLocal(TypeKind.INT);
    this.page = code.allocateLocal(TypeKind.REFERENCE);
    this.globalChange = code.allocateLocal(TypeKind.LONG);
    this.sharedChange = code.allocateLocal(TypeKind.LONG);
  }

  // ---- before the loop over the lanes ----

  /** Sets the variables, of the first lane that is in {@code lane}. */
  void begin(StretchAccesses accesses) {
    lanes.frame();
    code.getfield(
        LaneEmitter.describe(LaneFrame.class), "memory", LaneEmitter.describe(PagedMemory.class));
    code.astore(memory);
    code.aload(memory);
    lanes.call(PagedMemory.class, "base", long.class);
    code.lstore(memoryBase);
    if (accesses.has(StateSpace.SHARED)) {
      beginShared();
    }
    code.aconst_null().astore(page);
    code.iload(lane).istore(firstLane);
    code.lconst_0().lstore(globalChange);
    code.lconst_0().lstore(sharedChange);
    grouped.putAll(accesses.grouped());
    accesses.groups().forEach(group -> groups.put(group, begin(group)));
    for (FusibleAccess access : accesses.guarded()) {
      GuardedVariables variables =
          new GuardedVariables(
              code.allocateLocal(TypeKind.LONG), code.allocateLocal(TypeKind.LONG));
      code.lconst_0().lstore(variables.lanes);
      code.lconst_0().lstore(variables.address);
      guarded.put(access, variables);
    }
  }

  private void beginShared() {
    lanes.frame();
    lanes.call(LaneFrame.class, "sharedBytes", byte[].class);
    code.astore(sharedBytes);
    lanes.frame();
    lanes.call(LaneFrame.class, "sharedBase", int.class);
    code.istore(sharedBase);
    lanes.frame();
    lanes.call(LaneFrame.class, "sharedLimit", int.class);
    code.i2l().lstore(sharedLimit);
  }

  private GroupVariables begin(AccessGroup group) {
    boolean global = group.first().space() == StateSpace.GLOBAL;
    GroupVariables variables =
        new GroupVariables(
            code.allocateLocal(TypeKind.LONG),
            code.allocateLocal(TypeKind.LONG),
            code.allocateLocal(TypeKind.INT),
            global ? code.allocateLocal(TypeKind.LONG) : -1,
            global ? code.allocateLocal(TypeKind.REFERENCE) : -1);
    code.lconst_0().lstore(variables.first);
    if (global) {
      code.loadConstant(-1L).lstore(variables.pageStart);
      code.aconst_null().astore(variables.page);
    }
    return variables;
  }

  // ---- in the loop ----

  /** The elements of an access can be loaded or stored from now on. */
  void access(FusibleAccess access) {
    boolean global = access.space() == StateSpace.GLOBAL;
    change = global ? globalChange : sharedChange;
    bytes = global ? page : sharedBytes;
    AccessGroup group = grouped.get(access);
    if (group == null) {
      accessGuarded(access);
      return;
    }
    GroupVariables variables = variables(group);
    if (group.first().equals(access)) {
      check(group, variables);
    }
    long distance = access.offset() - group.lowest();
    Label singly = code.newLabel();
    Label located = code.newLabel();
    code.iload(variables.place).iflt(singly);
    code.iload(variables.place).loadConstant((int) distance).iadd().istore(place);
    if (global) {
      code.aload(variables.page).astore(page);
    }
    code.goto_(located);
    code.labelBinding(singly);
    code.lload(variables.start).loadConstant(distance).ladd().lstore(address);
    locate(access);
    code.labelBinding(located);
  }

  private GroupVariables variables(AccessGroup group) {
    return Objects.requireNonNull(groups.get(group));
  }

  /** Sets the place of a group's lowest address, of the lane at hand. */
  private void check(AccessGroup group, GroupVariables variables) {
    lanes.value(group.first().base());
    code.loadConstant(group.lowest()).ladd().lstore(variables.start);
    Label later = code.newLabel();
    code.iload(lane).iload(firstLane).if_icmpne(later);
    code.lload(variables.start).lstore(variables.first);
    code.labelBinding(later);
    code.iconst_m1().istore(variables.place);
    Label checked = code.newLabel();
    if (group.first().space() == StateSpace.GLOBAL) {
      checkGlobal(group, variables, checked);
    } else {
      checkShared(group, variables, checked);
    }
    code.labelBinding(checked);
  }

  private void checkGlobal(AccessGroup group, GroupVariables variables, Label failed) {
    Label samePage = code.newLabel();
    code.lload(variables.start).lload(memoryBase).lsub().lstore(offset);
    // Bits of the page's number, and those that are 0 in an aligned address.
    long checked = -PagedMemory.PAGE_BYTES | (group.alignment() - 1);
    code.lload(offset).lload(variables.pageStart).lxor().loadConstant(checked).land();
    code.lconst_0().lcmp().ifeq(samePage);
    code.aload(memory).lload(variables.start).loadConstant(group.alignment());
    lanes.call(PagedMemory.class, pageMethod(group.first()), byte[].class, long.class, int.class);
    code.astore(page);
    code.aload(page).ifnull(failed);
    code.aload(page).astore(variables.page);
    code.lload(offset).loadConstant((long) -PagedMemory.PAGE_BYTES).land();
    code.lstore(variables.pageStart);
    code.labelBinding(samePage);
    code.lload(offset).l2i().loadConstant(PagedMemory.PAGE_BYTES - 1).iand().istore(place);
    if (group.span() > group.alignment()) {
      code.iload(place).loadConstant(PagedMemory.PAGE_BYTES - group.span()).if_icmpgt(failed);
    }
    code.iload(place).istore(variables.place);
  }

  private static String pageMethod(FusibleAccess access) {
    return access.writes() ? "pageToWrite" : "pageToRead";
  }

  private void checkShared(AccessGroup group, GroupVariables variables, Label failed) {
    code.lload(variables.start).lconst_0().lcmp().iflt(failed);
    code.lload(variables.start).lload(sharedLimit).loadConstant((long) group.span()).lsub();
    code.lcmp().ifgt(failed);
    if (group.alignment() > 1) {
      code.lload(variables.start).l2i().loadConstant(group.alignment() - 1).iand().ifne(failed);
    }
    code.lload(variables.start).l2i().iload(sharedBase).iadd().istore(variables.place);
  }

  private void accessGuarded(FusibleAccess access) {
    lanes.value(access.base());
    code.loadConstant(access.offset()).ladd().lstore(address);
    locate(access);
    GuardedVariables variables = guarded.get(access);
    if (variables == null) {
      throw new IllegalStateException("an access was not declared");
    }
    Label later = code.newLabel();
    code.lload(variables.lanes).lconst_0().lcmp().ifne(later);
    code.lload(address).lstore(variables.address);
    code.labelBinding(later);
    code.lload(variables.lanes);
    lanes.bit();
    code.lor().lstore(variables.lanes);
  }

  /** Sets place and page of an access whose sum of base and offset is in {@code address}. */
  private void locate(FusibleAccess access) {
    if (access.space() == StateSpace.GLOBAL) {
      code.aload(memory).lload(address).loadConstant(access.bytes());
      lanes.call(PagedMemory.class, pageMethod(access), byte[].class, long.class, int.class);
      code.astore(page);
      code.aload(page).ifnull(refused);
      code.lload(address).lload(memoryBase).lsub().l2i();
      code.loadConstant(PagedMemory.PAGE_BYTES - 1).iand().istore(place);
    } else {
      code.lload(address).loadConstant(access.bytes()).lload(sharedLimit).iload(sharedBase);
      lanes.callStatic(
          LaneFrame.class, "sharedPlace", int.class, long.class, int.class, long.class, int.class);
      code.istore(place);
      code.iload(place).iflt(refused);
    }
  }

  /** Notes that the lane at hand may poll what it accesses, in shared memory. */
  void poll(FusibleAccess access) {
    lanes.frame();
    lanes.lane();
    lanes.value(access.base());
    code.loadConstant(access.offset()).ladd();
    lanes.callStatic(AddressMap.class, "inWindow", long.class, long.class);
    code.loadConstant(AddressMap.base(StateSpace.SHARED)).ladd();
    lanes.call(LaneFrame.class, "poll", void.class, int.class, long.class);
  }

  /** Pushes an element, zero-extended. */
  void load(int elementOffset, int elementBytes) {
    element(elementOffset);
    code.loadConstant(elementBytes);
    lanes.callStatic(PagedMemory.class, "element", long.class, byte[].class, int.class, int.class);
  }

  /** Stores a value operand to an element. */
  void store(int value, int elementOffset, int elementBytes) {
    element(elementOffset);
    code.loadConstant(elementBytes);
    lanes.value(value);
    lanes.callStatic(
        PagedMemory.class, "replace", long.class, byte[].class, int.class, int.class, long.class);
    code.lload(change).lor().lstore(change);
  }

  /** Updates an element by a value operand. */
  void update(AtomicOp operation, DataType type, int value) {
    element(0);
    lanes.object(operation, AtomicOp.class);
    lanes.object(type, DataType.class);
    lanes.value(value);
    lanes.callStatic(
        PagedMemory.class,
        "update",
        long.class,
        byte[].class,
        int.class,
        AtomicOp.class,
        DataType.class,
        long.class);
    code.lload(change).lor().lstore(change);
  }

  /** Pushes the bytes that have an element, and its place in them. */
  private void element(int elementOffset) {
    code.aload(bytes).iload(place);
    if (elementOffset != 0) {
      code.loadConstant(elementOffset).iadd();
    }
  }

  // ---- behind the loop ----

  /**
   * Counts and notes the accesses, in the order of the code.
   *
   * @param executed variable with the lanes that have executed the stretch
   */
  void end(StretchAccesses accesses, int executed, boolean writes) {
    for (FusibleAccess access : accesses.accesses()) {
      lanes.frame();
      lanes.object(access, FusibleAccess.class);
      GuardedVariables ofGuarded = guarded.get(access);
      if (ofGuarded != null) {
        code.lload(ofGuarded.lanes).lload(ofGuarded.address);
      } else {
        AccessGroup group = Objects.requireNonNull(grouped.get(access));
        code.lload(executed).lload(variables(group).first);
        code.loadConstant(access.offset() - group.lowest()).ladd();
      }
      if (access.space() == StateSpace.SHARED) {
        lanes.callStatic(AddressMap.class, "inWindow", long.class, long.class);
      }
      lanes.call(
          LaneFrame.class, "performed", void.class, FusibleAccess.class, long.class, long.class);
    }
    if (writes) {
      lanes.frame();
      code.lload(globalChange).lload(sharedChange);
      lanes.call(LaneFrame.class, "stored", void.class, long.class, long.class);
    }
  }
}
