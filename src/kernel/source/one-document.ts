import { Composer, type CST, type Document } from "yaml";
import { multipleDocuments } from "../diagnostics/repo/multiple-documents.ts";
import { yamlDirective } from "../diagnostics/repo/yaml-directive.ts";
import type { Report } from "./problem.ts";

// Keys are text; twins are found by the tree builder in linear time (the library compares every key with every other one).
// Tags outside the core schema come as warnings, which become errors of ours.
const OPTIONS = {
  version: "1.2",
  stringKeys: true,
  uniqueKeys: false,
  prettyErrors: false,
  strict: true,
  resolveKnownTags: false,
} as const;

/** Composes the first document of a token stream; further documents and directives other than %YAML 1.2 are reported and left out. */
export class OneDocument {
  readonly #composer = new Composer(OPTIONS);
  #documents = 0;
  #document: Document | null = null;

  constructor(readonly report: Report) {}

  /** True when the text goes on after the first document, which is then not all that was meant. */
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

  /** `length` of the whole text. */
  end(length: number): Document | null {
    for (const document of this.#composer.end(true, length)) this.#document = document;
    return this.#document;
  }

  #second(token: CST.Document): void {
    this.report(multipleDocuments, token.offset, token.offset + 3, {});
  }

  /** True for the directive that changes nothing. */
  #directive(token: CST.Directive): boolean {
    const { source, offset } = token;
    if (/^%YAML[ \t]+1\.2[ \t]*$/.test(source)) return true;
    const version = /^%YAML[ \t]+([0-9.]+)/.exec(source)?.[1] ?? null;
    this.report(yamlDirective, offset, offset + source.length, { version });
    return false;
  }
}
