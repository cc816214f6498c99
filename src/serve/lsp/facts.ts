import { GROUPS, PropertiesDocument, groupOf } from "../../kernel/index.ts";
import { type SharedModel, environmentNames, loadRules, loadShared } from "../../compiler/index.ts";
import { type SourceTree, mayBeFolder } from "../../platform/index.ts";

/** A word that completion can offer for a field of a document, and possibly a remark about it. */
export interface Candidate {
  readonly word: string;
  readonly about?: string;
}

export const ROLES = ["connector", "client", "logger"] as const;

/** The words of one repository that the editor offers as completions: names, matrix rows, codes and keys, never a value. */
export class Facts {
  #shared: SharedModel | null = null;

  constructor(private readonly files: SourceTree) {}

  get #model(): SharedModel {
    this.#shared ??= loadShared(this.files, true).model;
    return this.#shared;
  }

  environments(): readonly Candidate[] {
    return environmentNames(this.files).map((word) => ({ word }));
  }

  releases(): readonly Candidate[] {
    const listed = this.files.list("releases");
    return listed.kind === "entries" ? listed.entries.filter(mayBeFolder).map(({ name }) => ({ word: name })) : [];
  }

  /** Returns the tier releases against which some connector release of the repository is certified. */
  tiers(): readonly Candidate[] {
    const about = new Map<string, string[]>();
    for (const [name, { certifiedTiers }] of this.#model.releases)
      for (const { text } of certifiedTiers) about.set(text, [...(about.get(text) ?? []), name]);
    return [...about].map(([word, names]) => ({ word, about: `certified for connector ${names.join(", ")}` }));
  }

  /** Returns the tool releases that have a row in the compatibility matrix, each with the codes of its cells. */
  tools(): readonly Candidate[] {
    const rows = this.#model.matrix?.rows ?? [];
    return rows.map(({ tool, cells }) => ({
      word: tool.text,
      about: [...cells.values()].map(({ connector, code }) => `${connector}: ${code.text}`).join(", "),
    }));
  }

  codes(): readonly Candidate[] {
    const codes = [...(this.#model.matrix?.codes.values() ?? [])];
    return codes.map(({ code, gate, means }) => ({ word: code, about: means ? `${means.text}: ${gate.text}` : gate.text }));
  }

  /** Returns the ids and titles of the rules whose findings can be suppressed. */
  async rules(): Promise<readonly Candidate[]> {
    const rules = await loadRules();
    return rules
      .filter(({ id, severity }) => severity !== "error" && !GROUPS[groupOf(id)]?.kept)
      .map(({ id, title }) => ({ word: id, about: title }));
  }

  /**
   * Returns the keys of the base files of the releases, without their values.
   * @param role `connector`, `client` or `logger`, or null for all three files.
   * @param release a connector release, or null for all; a release without a folder in the repository counts as null.
   */
  kitKeys(role: string | null, release: string | null): readonly Candidate[] {
    const names = this.releases().map(({ word }) => word);
    const keys = new Map<string, Set<string>>();
    for (const name of release !== null && names.includes(release) ? [release] : names)
      for (const file of role === null ? ROLES : [role]) {
        const read = this.files.read(`releases/${name}/base/${file}.properties`);
        const found = read.kind === "file" ? PropertiesDocument.parse(read.bytes).load().map.keys() : [];
        for (const key of found) keys.set(key, (keys.get(key) ?? new Set()).add(`${file} of ${name}`));
      }
    return [...keys].map(([word, where]) => ({ word, about: [...where].join(", ") }));
  }
}
