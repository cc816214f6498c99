import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import javax.xml.parsers.DocumentBuilder;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Answers what Java's XML reader finds. A line on standard input is the base64 of a file; the answer is a line with, for every element that has a
 * name and a value, base64 of UTF-8 of both, parted by ':', the pairs by spaces.
 */
public final class XmlParametersOracle {
  public static void main(String[] arguments) throws Exception {
    DocumentBuilder builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    StringBuilder out = new StringBuilder();
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      NodeList all = builder.parse(new ByteArrayInputStream(Base64.getDecoder().decode(line))).getElementsByTagName("*");
      for (int i = 0; i < all.getLength(); i++) {
        Element element = (Element) all.item(i);
        if (element.hasAttribute("name") && element.hasAttribute("value"))
          out.append(encoded(element.getAttribute("name"))).append(':').append(encoded(element.getAttribute("value"))).append(' ');
      }
      out.append('\n');
    }
    System.out.print(out);
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
