package dev.syncopate.study.paper.heterosync;

/** A protocol with a consistency model, by the paper's name (§IV-C). */
enum HeterosyncConfiguration {
  GD0("gpu", "drf0"),
  GH("gpu", "hrf"),
  GDR("gpu", "drfrlx"),
  DD0("denovo", "drf0"),
  DDR("denovo", "drfrlx"),
  /** Not the paper's: DeNovo that honours scopes, and relaxation without overlap. */
  DDH("denovo", "hrf");

  private final String protocol;
  private final String model;

  HeterosyncConfiguration(String protocol, String model) {
    this.protocol = protocol;
    this.model = model;
  }

  String protocol() {
    return protocol;
  }

  String model() {
    return model;
  }
}
