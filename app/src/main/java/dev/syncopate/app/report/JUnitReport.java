package dev.syncopate.app.report;

import dev.syncopate.check.Checker;
import dev.syncopate.check.report.Finding;
import dev.syncopate.workload.runtime.LaunchResult;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** Findings as JUnit's XML, which most services of continuous integration read: a test a kernel. */
public final class JUnitReport {
  private JUnitReport() {}

  /** The document. */
  public static String of(CheckResults results) {
    StringWriter text = new StringWriter();
    try {
      XMLStreamWriter xml = XMLOutputFactory.newInstance().createXMLStreamWriter(text);
      xml.writeStartDocument("UTF-8", "1.0");
      xml.writeCharacters("\n");
      write(xml, results);
      xml.writeEndDocument();
      xml.writeCharacters("\n");
      xml.close();
    } catch (XMLStreamException e) {
      throw new IllegalStateException("a string can always be written to", e);
    }
    return text.toString();
  }

  private static void write(XMLStreamWriter xml, CheckResults results) throws XMLStreamException {
    Checker checker = results.checker();
    Set<String> kernels = new TreeSet<>();
    results.device().launches().stream().map(LaunchResult::kernel).forEach(kernels::add);
    List<Finding> findings = checker.findings();
    long failed = kernels.stream().filter(kernel -> any(results, kernel)).count();
    xml.writeStartElement("testsuite");
    xml.writeAttribute("name", "syncopate");
    xml.writeAttribute("tests", Integer.toString(kernels.size()));
    xml.writeAttribute("failures", Long.toString(failed));
    xml.writeAttribute("errors", checker.unchecked().isEmpty() ? "0" : "1");
    for (String kernel : kernels) {
      xml.writeStartElement("testcase");
      xml.writeAttribute("classname", "syncopate");
      xml.writeAttribute("name", kernel);
      for (Finding finding : findings) {
        if (finding.kernel().equals(kernel)) {
          xml.writeStartElement("failure");
          xml.writeAttribute("type", finding.rule());
          xml.writeAttribute("message", finding.title());
          xml.writeCharacters(
              finding.file() + ":" + finding.line() + "\n" + String.join("\n", finding.details()));
          xml.writeEndElement();
        }
      }
      for (LaunchResult fault : results.faults()) {
        if (fault.kernel().equals(kernel)) {
          xml.writeStartElement("failure");
          xml.writeAttribute("type", "fault");
          xml.writeCharacters(fault.report());
          xml.writeEndElement();
        }
      }
      xml.writeEndElement();
    }
    if (!checker.unchecked().isEmpty()) {
      xml.writeStartElement("system-err");
      xml.writeCharacters("not checked: " + String.join("\nnot checked: ", checker.unchecked()));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static boolean any(CheckResults results, String kernel) {
    return results.findings().stream().anyMatch(finding -> finding.kernel().equals(kernel))
        || results.faults().stream().anyMatch(fault -> fault.kernel().equals(kernel));
  }
}
