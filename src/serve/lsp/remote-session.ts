import type { CodeAction, CompletionItem, Diagnostic, Hover, Location, Position, Range } from "vscode-languageserver";
import { wrongUse } from "../../kernel/index.ts";
import type { EndableThread, Orders } from "../../platform/index.ts";
import { refusalDiagnostic } from "./diagnostics.ts";
import type { Editor, OpenText, Session } from "./session.ts";

/** The value of `workerData` for a worker thread that runs an editor session. */
export const SESSION = "session";

/** Timeout of a completion, in milliseconds. */
const TYPING_PATIENCE = 5_000;

/** The methods of an editor session that the language server calls. */
export type EditorSession = Pick<Session, "check" | "changed" | "enter" | "hover" | "definition" | "actions" | "complete">;

/** An editor session that can be ended at any time, also during a check. */
export type EndableSession = EditorSession & { stop(): Promise<void> };

/** One call of a method of an editor session, with the texts of the documents that are open in the editor. */
export interface SessionJob {
  readonly method: keyof EditorSession;
  /** URI of the open document that the call is about; `uris` is set instead if the call is about files or folders on disk. */
  readonly uri: string;
  readonly uris?: readonly string[];
  readonly at: Position | Range | null;
  readonly open: readonly OpenText[];
}

export type SessionNote =
  | { readonly uri: string; readonly diagnostics: readonly Diagnostic[]; readonly version?: number }
  | { readonly log: string };

type Answer = { readonly value: unknown };
export type SessionThread = EndableThread<SessionJob, Answer, SessionNote>;

/** Runs an editor session in a worker thread, on the texts of open documents that come with each call. */
export function runSession(orders: Orders<SessionJob, Answer, SessionNote>, make: (editor: Editor) => Session): void {
  let open: readonly OpenText[] = [];
  const session = make({
    open: () => open,
    publish: (uri, diagnostics, version) =>
      orders.postMessage({ note: { uri, diagnostics, ...(version !== undefined && { version }) } }),
    log: (log) => orders.postMessage({ note: { log } }),
  });
  const calls: { readonly [method in keyof EditorSession]: (job: SessionJob) => Promise<unknown> } = {
    check: ({ uri }) => session.check(uri),
    changed: ({ uris = [] }) => session.changed(uris),
    enter: ({ uris = [] }) => session.enter(uris),
    hover: ({ uri, at }) => session.hover(uri, at as Position),
    definition: ({ uri, at }) => session.definition(uri, at as Position),
    actions: ({ uri, at }) => session.actions(uri, at as Range),
    complete: ({ uri, at }) => session.complete(uri, at as Position),
  };
  orders.on("message", async (order) => {
    // an editor session does not react to a stop request: its whole thread is ended instead
    if ("stop" in order) return;
    open = order.job.open;
    const value = await calls[order.job.method](order.job).catch((error: unknown) => {
      orders.postMessage({ note: { log: error instanceof Error ? error.message : "an unexpected error" } });
      return null;
    });
    orders.postMessage({ answer: { value } });
  });
}

/**
 * An editor session in a worker thread, which is ended when a call exceeds its timeout, so that no text can block the language server. The
 * next call starts a new thread without the caches of the old one.
 */
export class RemoteSession implements EndableSession {
  readonly #thread: SessionThread;
  /** A second worker thread, started by the first completion: it answers completions while the other thread checks. */
  readonly #typing: SessionThread;
  /** URIs of the files for which the editor shows diagnostics. */
  readonly #shown = new Set<string>();
  /** URIs of the open documents whose check was stopped and that have a diagnostic about it. */
  readonly #stopped = new Set<string>();
  #ended = false;

  constructor(
    private readonly editor: Editor,
    start: (note: (note: SessionNote) => void) => SessionThread,
    /** Timeout of a call, in milliseconds. */
    private readonly patience: number,
  ) {
    this.#thread = start((note) => {
      if ("log" in note) editor.log(note.log);
      else this.#publish(note.uri, note.diagnostics, note.version);
    });
    this.#typing = start((note) => {
      if ("log" in note) editor.log(note.log);
    });
  }

  #publish(uri: string, diagnostics: readonly Diagnostic[], version?: number): void {
    this.#stopped.delete(uri);
    if (diagnostics.length > 0) this.#shown.add(uri);
    else this.#shown.delete(uri);
    this.editor.publish(uri, diagnostics, version);
  }

  /**
   * Runs a call on the worker thread and returns its result; null if the call exceeded its timeout, which is then published as a
   * diagnostic.
   */
  async #call(call: Omit<SessionJob, "open">): Promise<Answer | null> {
    const job = { ...call, open: this.editor.open() };
    const answer = await this.#thread.work(job, () => AbortSignal.timeout(this.patience)).catch(() => null);
    if (answer === null && !this.#ended) this.#tellStopped(call.uri, job.open.find(({ uri }) => uri === call.uri)?.version);
    return answer;
  }

  /**
   * Publishes a diagnostic that the check of a document was stopped. Deletes the older diagnostics of all files, because they are possibly
   * outdated.
   */
  #tellStopped(uri: string, version?: number): void {
    const seconds = this.patience / 1000;
    const words = wrongUse(
      `the check did not finish within ${seconds} seconds and was stopped`,
      "look for very long lines or texts in the last change; the next change is checked again",
    );
    this.editor.log(`${words.message}: ${uri}`);
    for (const shown of [...this.#shown]) this.#publish(shown, []);
    this.#publish(uri, [refusalDiagnostic(words)], version);
    this.#stopped.add(uri);
  }

  check(uri: string): Promise<void> {
    return this.#check({ method: "check", uri, at: null });
  }

  changed(uris: readonly string[]): Promise<void> {
    return this.#checkAll("changed", uris);
  }

  enter(uris: readonly string[]): Promise<void> {
    return this.#checkAll("enter", uris);
  }

  async stop(): Promise<void> {
    this.#ended = true;
    await Promise.all([this.#thread.stop(), this.#typing.stop()]);
  }

  async #checkAll(method: "changed" | "enter", uris: readonly string[]): Promise<void> {
    const [uri] = uris;
    if (uri !== undefined) await this.#check({ method, uri, uris, at: null });
  }

  async #check(job: Omit<SessionJob, "open">): Promise<void> {
    // a finished check publishes its findings; the remaining diagnostics are about stopped checks
    if (await this.#call(job)) for (const old of this.#stopped) this.#publish(old, []);
  }

  async hover(uri: string, at: Position): Promise<Hover | null> {
    const answer = await this.#call({ method: "hover", uri, at });
    return (answer?.value as Hover | null | undefined) ?? null;
  }

  async definition(uri: string, at: Position): Promise<readonly Location[]> {
    const answer = await this.#call({ method: "definition", uri, at });
    return (answer?.value as readonly Location[] | null | undefined) ?? [];
  }

  async actions(uri: string, range: Range): Promise<readonly CodeAction[]> {
    const answer = await this.#call({ method: "actions", uri, at: range });
    return (answer?.value as readonly CodeAction[] | null | undefined) ?? [];
  }

  /** Returns the completions at a position; none if they take longer than TYPING_PATIENCE. */
  async complete(uri: string, at: Position): Promise<readonly CompletionItem[]> {
    const job = { method: "complete", uri, at, open: this.editor.open() } as const;
    const answer = await this.#typing.work(job, () => AbortSignal.timeout(TYPING_PATIENCE)).catch(() => null);
    return (answer?.value as readonly CompletionItem[] | null | undefined) ?? [];
  }
}
