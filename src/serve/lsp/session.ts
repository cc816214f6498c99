import { PropertiesDocument, entryAt, groupOf, isRefusal } from "../../kernel/index.ts";
import { dirname, isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import type { CodeAction, CompletionItem, Diagnostic, Hover, Location, Position, Range } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { diskTree, overlayTree } from "../../platform/index.ts";
import type { RunWorld } from "../../compiler/index.ts";
import { actionsAt } from "./actions.ts";
import { completionsAt } from "./completion.ts";
import { decidingPlaces } from "./definition.ts";
import { byFile, refusalDiagnostic } from "./diagnostics.ts";
import { Facts } from "./facts.ts";
import { hoverText } from "./hover.ts";
import { decidedAt, type KeyIn, keysFor } from "./keys.ts";
import { rangeOf } from "./place.ts";
import { EditedRepository, rootOf } from "./repository.ts";
import { shownWords } from "./shown.ts";
import { unsavedBytes } from "./unsaved.ts";
import { pathOf } from "./uri.ts";
import { repositoriesOf } from "./workspace.ts";

/** A text that is open in the editor, with the editor's version number. */
export interface OpenText {
  readonly uri: string;
  readonly text: string;
  readonly version: number;
}

/** The functions of an editor that an editor session calls. */
export interface Editor {
  open(): readonly OpenText[];
  /** Publishes the diagnostics of a document. `version` is that of the checked text; absent for a document that is not open. */
  publish(uri: string, diagnostics: readonly Diagnostic[], version?: number): void;
  log(message: string): void;
}

/** The file at which the editor shows the findings that name no file, chosen because it applies to all environments. */
const SITE = "environments/site.yaml";

/**
 * Pattern of the paths, relative to the repository, that a check reads. Changes of other files, such as .tierwright and dist, must not
 * start a check.
 */
const CHECKED = /^(?:environments|releases|templates)(?:\/|$)|^[^/]+\.ya?ml(?:\.txt)?$/i;

interface InRepository {
  readonly repository: EditedRepository;
  /** Path relative to the repository, with '/'. */
  readonly path: string;
}

const pathBelow = (root: string, file: string): string => relative(root, file).split(sep).join("/");

/** The editor session: checks and requests of one editor on any number of config repositories. Writes nothing and runs no program. */
export class Session {
  readonly #repositories = new Map<string, EditedRepository>();
  /**
   * Text of each open document, by URI, that was equal to the file on disk when both were last compared. If the file is missing later and
   * the text has not changed, the file counts as deleted, not as unsaved.
   */
  readonly #saved = new Map<string, string>();
  #checks: Promise<void> = Promise.resolve();

  constructor(
    private readonly editor: Editor,
    private readonly world: RunWorld,
  ) {}

  #locate(uri: string): InRepository | null {
    const { path: file } = pathOf(uri);
    const root = file === null ? null : rootOf(file, dirname);
    if (file === null || root === null) return null;
    return { repository: this.#repository(root), path: pathBelow(root, file) };
  }

  #repository(root: string): EditedRepository {
    const repository = this.#repositories.get(root) ?? new EditedRepository(root, this.world);
    this.#repositories.set(root, repository);
    return repository;
  }

  #uriOf({ root }: EditedRepository): (path: string) => string {
    return (path) => pathToFileURL(isAbsolute(path) ? path : `${root}${sep}${path}`).href;
  }

  /** Returns the open documents of a repository with their texts, by path relative to the repository. */
  #open({ root }: EditedRepository): ReadonlyMap<string, OpenText> {
    const texts = this.editor.open().flatMap((text): [string, OpenText][] => {
      const found = this.#locate(text.uri);
      return found?.repository.root === root ? [[found.path, text]] : [];
    });
    return new Map(texts);
  }

  /**
   * Returns the open documents whose text differs from the file on disk, as bytes. A file that was deleted while its document was open and
   * unchanged counts as deleted.
   */
  #overlay({ root }: EditedRepository, open: ReadonlyMap<string, OpenText>): ReadonlyMap<string, Buffer> {
    const files = diskTree(root);
    const texts = new Map<string, Buffer>();
    for (const [path, { uri, text }] of open) {
      const read = files.read(path);
      const bytes = unsavedBytes(read, text);
      if (bytes === null) this.#saved.set(uri, text);
      else if (read.kind !== "missing" || this.#saved.get(uri) !== text) texts.set(path, bytes);
    }
    return texts;
  }

  /** Checks the repository of a text after all waiting checks, and publishes the findings of each of its files. */
  check(uri: string): Promise<void> {
    return this.#after(() => this.#check(uri));
  }

  /** Checks the repositories of files that changed on disk, each one once. */
  changed(uris: readonly string[]): Promise<void> {
    return this.#after(async () => {
      const paths = uris.flatMap((uri) => pathOf(uri).path ?? []);
      for (const uri of uris) this.#locate(uri);
      // tests all repositories of this session, also one whose folder `environments` was deleted
      const changed = [...this.#repositories.values()].filter(({ root }) =>
        paths.some((path) => path.startsWith(root + sep) && CHECKED.test(pathBelow(root, path))),
      );
      for (const repository of changed) await this.#checkRepository(repository);
    });
  }

  /** Checks the repositories of the workspace folders that the editor has open. */
  enter(uris: readonly string[]): Promise<void> {
    return this.#after(async () => {
      const roots = uris.flatMap((uri) => pathOf(uri).path ?? []).flatMap(repositoriesOf);
      for (const root of new Set(roots)) await this.#checkRepository(this.#repository(root));
    });
  }

  /** Queues work after all waiting checks. Never rejects, because that would drop the waiting checks. */
  #after(work: () => Promise<void>): Promise<void> {
    this.#checks = this.#checks.then(work).catch((error: unknown) => {
      this.editor.log(`the check failed: ${error instanceof Error ? shownWords(error.message) : "an unexpected error"}`);
    });
    return this.#checks;
  }

  async #check(uri: string): Promise<void> {
    const located = pathOf(uri);
    if (located.path === null) {
      if (located.why !== null) this.editor.log(`${shownWords(JSON.stringify(uri) ?? "")} is not checked: ${located.why}`);
      return;
    }
    const found = this.#locate(uri);
    if (found) await this.#checkRepository(found.repository);
  }

  async #checkRepository(repository: EditedRepository): Promise<void> {
    const open = this.#open(repository);
    try {
      const findings = await repository.check(this.#overlay(repository, open));
      this.#tell(repository, open, byFile(findings, repository.told, this.#uriOf(repository), SITE));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const told = byFile([], repository.told, this.#uriOf(repository), SITE);
      this.#tell(repository, open, new Map([...told, [SITE, [refusalDiagnostic(error)]]]));
    }
  }

  #tell(
    repository: EditedRepository,
    open: ReadonlyMap<string, OpenText>,
    told: ReadonlyMap<string, readonly Diagnostic[]>,
  ): void {
    for (const [path, diagnostics] of told)
      this.editor.publish(this.#uriOf(repository)(path), diagnostics, open.get(path)?.version);
    repository.told = new Set([...told].flatMap(([path, diagnostics]) => (diagnostics.length > 0 ? [path] : [])));
  }

  /**
   * Returns the compiled keys at a position: those that the YAML value there decides, or those with the key of that line of a properties
   * file.
   */
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
      (one) => groupOf(one.rule) === "secret" && one.at?.file === found.path && one.at.line === at.line + 1,
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

  /**
   * Returns the completion items at a position. Waits for no check, because a check can take longer than the user needs for the next
   * letter.
   */
  async complete(uri: string, at: Position): Promise<readonly CompletionItem[]> {
    const found = this.#locate(uri);
    const open = this.editor.open().find((text) => text.uri === uri);
    if (!found || !open) return [];
    const { repository, path } = found;
    const tree = overlayTree(diskTree(repository.root), this.#overlay(repository, this.#open(repository)));
    return completionsAt(TextDocument.create(uri, "yaml", open.version, open.text), at, path, new Facts(tree));
  }

  async actions(uri: string, range: Range): Promise<readonly CodeAction[]> {
    await this.#checks;
    const found = this.#locate(uri);
    return found ? actionsAt(found.path, range, found.repository.findings, this.#uriOf(found.repository)) : [];
  }
}
