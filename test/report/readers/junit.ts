import { XmlDocument, type XmlElement } from "libxml2-wasm";

export interface ReadCase {
  readonly suite: string;
  readonly name: string;
  readonly classname: string;
  /** FILE:LINE of its attributes; null where it has none. */
  readonly at: string | null;
  readonly failure: { readonly type: string; readonly message: string } | null;
  readonly text: string;
}

const attribute = (element: XmlElement, name: string): string => element.attr(name)?.value ?? "";

/** What libxml2, which takes nothing but well-formed XML 1.0, reads in a JUnit report. */
export function readJunit(xml: string): { readonly counts: readonly string[]; readonly cases: readonly ReadCase[] } {
  using document = XmlDocument.fromString(xml);
  const elements = (path: string, from: XmlElement) => from.find(path) as XmlElement[];
  const suites = elements("/testsuites/testsuite", document.root);
  const cases = suites.flatMap((suite) =>
    elements("testcase", suite).map((item): ReadCase => {
      const [failure] = elements("failure", item);
      return {
        suite: attribute(suite, "name"),
        name: attribute(item, "name"),
        classname: attribute(item, "classname"),
        at: item.attr("file") ? `${attribute(item, "file")}:${attribute(item, "line")}` : null,
        failure: failure ? { type: attribute(failure, "type"), message: attribute(failure, "message") } : null,
        text: item.content,
      };
    }),
  );
  const counts = [document.root, ...suites].map((element) => `${attribute(element, "tests")}/${attribute(element, "failures")}`);
  return { counts, cases };
}
