import { Composer, type CST, type Document } from "yaml";
import { multipleDocuments } from "../diagnostics/repo/multiple-documents.ts";
import { yamlDirective } from "../diagnostics/repo/yaml-directive.ts";
import type { Report } from "./problem.ts";

// Options of the yaml library. `stringKeys`: keys are text. `uniqueKeys: false`: TreeBuilder finds duplicate keys in linear time, whereas
// the library compares every key with every other one. `resolveKnownTags: false`: tags outside YAML's core schema become warnings of the
// library, which `reportFaults` reports as errors.
const OPTIONS = {
  version: "1.2",
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  strict: true,
  resolveKnownTags: false,
} as const;

/** A composer of the first document of a YAML token stream. It reports and omits a second document and directives other than %YAML 1.2. */
export class OneDocument {
  readonly #composer = new Composer(OPTIONS);
  #documents = 0;
  #document: Document | null = null;

  constructor(readonly report: Report) {}

  /** True if the YAML text has a second document (after `---`), so that the first one alone is not all that its author has written. */
  get several(): boolean {
    return this.#documents > 1;
  }

  take(token: CST.Token): void {
    if (token.type === "directive" && !this.#directive(token)) return;
    if (token.type === "document" && ++this.#documents > 1) {
      if (this.#documents === 2) this.#second(token);
      return;
    }
    if (this.#documents > 1) return;
    for (const document of this.#composer.next(token)) this.#document = document;
  }

  /**
   * Returns the first document of the stream, or null if it has none. Called once, after the last token.
   * @param length length of the whole YAML text
   */
  end(length: number): Document | null {
    for (const document of this.#composer.end(true, length)) this.#document = document;
    return this.#document;
  }

  #second(token: CST.Document): void {
    this.report(multipleDocuments, token.offset, token.offset + 3, {});
  }

  /** Returns true for %YAML 1.2, which changes nothing; reports every other directive. */
  #directive(token: CST.Directive): boolean {
    const { source, offset } = token;
    if (/^%YAML[ \t]+1\.2[ \t]*$/.test(source)) return true;
    const version = /^%YAML[ \t]+([0-9.]+)/.exec(source)?.[1] ?? null;
    this.report(yamlDirective, offset, offset + source.length, { version });
    return false;
  }
}
