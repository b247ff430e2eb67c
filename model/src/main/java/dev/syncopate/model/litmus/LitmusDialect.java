package dev.syncopate.model.litmus;

/** Language of a litmus test, and the model that judges it where the user names none. */
public enum LitmusDialect {
  PTX("PTX", "ptx"),
  OPENCL("OpenCL C", "opencl"),
  VULKAN("Vulkan", "vulkan"),
  LISA("LISA", "hsa");

  private final String title;
  private final String model;

  LitmusDialect(String title, String model) {
    this.title = title;
    this.model = model;
  }

  /** As messages call it. */
  public String title() {
    return title;
  }

  /** Name of the default model. */
  public String model() {
    return model;
  }
}
