import { dirname, isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction, Diagnostic, Hover, Location, Position, Range } from "vscode-languageserver";
import { isRefusal } from "../diagnostic/refusal.ts";
import { PropertiesDocument } from "../formats/properties/document.ts";
import { entryAt } from "../formats/properties/entry-at.ts";
import type { RunWorld } from "../run/request.ts";
import { actionsAt } from "./actions.ts";
import { decidingPlaces } from "./definition.ts";
import { byFile, refusalDiagnostic } from "./diagnostics.ts";
import { hoverText } from "./hover.ts";
import { decidedAt, type KeyIn, keysFor } from "./keys.ts";
import { rangeOf } from "./place.ts";
import { EditedRepository, rootOf } from "./repository.ts";
import { shownWords } from "./shown.ts";
import { pathOf } from "./uri.ts";

/** A text that an editor holds. `dirty`: it was changed and not saved since. */
export interface OpenText {
  readonly uri: string;
  readonly text: string;
  readonly dirty: boolean;
}

/** What a session tells an editor. */
export interface Editor {
  open(): readonly OpenText[];
  publish(uri: string, diagnostics: readonly Diagnostic[]): void;
  log(message: string): void;
}

/** What belongs to no file stands where all environments are decided. */
const SITE = "environments/site.yaml";

interface InRepository {
  readonly repository: EditedRepository;
  /** Relative to the repository, with '/'. */
  readonly path: string;
}

/** One editor's work on any number of config repositories. Nothing is written, and no program is run. */
export class Session {
  readonly #repositories = new Map<string, EditedRepository>();
  #checks: Promise<void> = Promise.resolve();

  constructor(
    private readonly editor: Editor,
    private readonly world: RunWorld,
  ) {}

  #locate(uri: string): InRepository | null {
    const { path: file } = pathOf(uri);
    const root = file === null ? null : rootOf(file, dirname);
    if (file === null || root === null) return null;
    const repository = this.#repositories.get(root) ?? new EditedRepository(root, this.world);
    this.#repositories.set(root, repository);
    return { repository, path: relative(root, file).split(sep).join("/") };
  }

  #uriOf({ root }: EditedRepository): (path: string) => string {
    return (path) => pathToFileURL(isAbsolute(path) ? path : `${root}${sep}${path}`).href;
  }

  /** Texts of a repository that are not on the disk as they stand in the editor. One that was read in another encoding is left to the disk. */
  #unsaved({ root }: EditedRepository): ReadonlyMap<string, Buffer> {
    const texts = this.editor.open().flatMap(({ uri, text, dirty }): [string, Buffer][] => {
      const found = dirty && !text.includes("\uFFFD") ? this.#locate(uri) : null;
      return found?.repository.root === root ? [[found.path, Buffer.from(text)]] : [];
    });
    return new Map(texts);
  }

  /** Checks the repository of a text after all checks that wait, and tells what was found in each of its files. */
  check(uri: string): Promise<void> {
    this.#checks = this.#checks.then(() => this.#check(uri));
    return this.#checks;
  }

  /** Never rejects: checks that wait would be lost with it. */
  async #check(uri: string): Promise<void> {
    const located = pathOf(uri);
    if (located.path === null) {
      if (located.why !== null) this.editor.log(`${shownWords(JSON.stringify(uri) ?? "")} is not checked: ${located.why}`);
      return;
    }
    try {
      const found = this.#locate(uri);
      if (found) await this.#checkRepository(found.repository);
    } catch (error) {
      this.editor.log(`the check failed: ${error instanceof Error ? shownWords(error.message) : "an unexpected error"}`);
    }
  }

  async #checkRepository(repository: EditedRepository): Promise<void> {
    try {
      const findings = await repository.check(this.#unsaved(repository));
      this.#tell(repository, byFile(findings, repository.told, this.#uriOf(repository), SITE));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const told = byFile([], repository.told, this.#uriOf(repository), SITE);
      this.#tell(repository, new Map([...told, [SITE, [refusalDiagnostic(error)]]]));
    }
  }

  #tell(repository: EditedRepository, told: ReadonlyMap<string, readonly Diagnostic[]>): void {
    for (const [path, diagnostics] of told) this.editor.publish(this.#uriOf(repository)(path), diagnostics);
    repository.told = new Set([...told].flatMap(([path, diagnostics]) => (diagnostics.length > 0 ? [path] : [])));
  }

  /** The compiled keys that a position is about: the YAML leaf that decides them, or the line of a properties file that has them. */
  async #keysAt({ repository, path }: InRepository, at: Position): Promise<readonly KeyIn[]> {
    await this.#checks;
    if (/\.ya?ml$/i.test(path)) return decidedAt(await repository.models(path), path, at);
    if (!/\.properties$/i.test(path)) return [];
    const bytes = repository.read(path);
    const entry = bytes && entryAt(PropertiesDocument.parse(bytes), at.line + 1);
    return entry ? keysFor(await repository.models(path), path, entry) : [];
  }

  async hover(uri: string, at: Position): Promise<Hover | null> {
    const found = this.#locate(uri);
    if (!found) return null;
    const keys = await this.#keysAt(found, at);
    const { findings } = found.repository;
    const secret = findings.some(
      (one) => one.rule.startsWith("secret/") && one.at?.file === found.path && one.at.line === at.line + 1,
    );
    const value = hoverText(keys, secret);
    return value === null ? null : { contents: { kind: "markdown", value } };
  }

  async definition(uri: string, at: Position): Promise<readonly Location[]> {
    const found = this.#locate(uri);
    if (!found) return [];
    const uriOf = this.#uriOf(found.repository);
    const places = decidingPlaces(await this.#keysAt(found, at));
    return places.map((place) => ({ uri: uriOf(place.file), range: rangeOf(place) }));
  }

  async actions(uri: string, range: Range): Promise<readonly CodeAction[]> {
    await this.#checks;
    const found = this.#locate(uri);
    return found ? actionsAt(found.path, range, found.repository.findings, this.#uriOf(found.repository)) : [];
  }
}
