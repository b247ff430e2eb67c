package dev.syncopate.study.paper.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;

/** Where a published value is. */
class PublishedPathTest {
  private final JsonNode published = TestClaims.published();

  @Test
  void aPathSelectsMembersAndElements() {
    assertThat(PublishedPath.number(published, "means/fast")).isEqualTo(1.2);
    assertThat(PublishedPath.number(published, "points[bench=SC,cus=4]/value")).isEqualTo(3);
    assertThat(PublishedPath.number(published, "table/A[0]")).isEqualTo(4);
    assertThat(PublishedPath.text(published, "shape[is fast]")).isEqualTo("all of it is fast");
    assertThat(PublishedPath.number(published, "points[bench=SC,cus=4]/statement percent 1"))
        .isEqualTo(0.36);
  }

  @Test
  void aValueThatIsNotThereOrNotOneIsAnError() {
    assertThatThrownBy(() -> PublishedPath.number(published, "means"))
        .hasMessage("found no published number at means");
    assertThatThrownBy(() -> PublishedPath.text(published, "means/fast"))
        .hasMessage("found no published text at means/fast");
    assertThatThrownBy(() -> PublishedPath.number(published, "points[bench=SC]/value"))
        .hasMessage("found 2 elements for [bench=SC] in points[bench=SC]/value, expected one");
    assertThatThrownBy(() -> PublishedPath.text(published, "shape[nothing]"))
        .hasMessage("found 0 elements for [nothing] in shape[nothing], expected one");
    assertThatThrownBy(
            () -> PublishedPath.number(published, "points[bench=SC,cus=4]/statement percent 3"))
        .hasMessage("found 2 percentages at points[bench=SC,cus=4]/statement, expected 3");
  }
}
