import type { CodeAction, Diagnostic, Hover, Location, Position, Range } from "vscode-languageserver";
import { wrongUse } from "../../kernel/index.ts";
import type { EndableThread, Orders } from "../../platform/index.ts";
import { refusalDiagnostic } from "./diagnostics.ts";
import type { Editor, OpenText, Session } from "./session.ts";

/** What a thread that has an editor's session is started with. */
export const SESSION = "session";

/** A session as the server uses it. */
export type EditorSession = Pick<Session, "check" | "changed" | "enter" | "hover" | "definition" | "actions">;

/** A session that can be ended with whatever it does. */
export type EndableSession = EditorSession & { stop(): Promise<void> };

/** One call of the session, with the texts that the editor has open. */
export interface SessionJob {
  readonly method: keyof EditorSession;
  /** The text that the call is about, and for files or folders of the disk all of them. */
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

/** Runs a session in a thread of its own, on the texts that come with each call. */
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
  };
  orders.on("message", async (order) => {
    // a session does not look whether it was stopped: its thread is ended
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
 * A session in a thread that is ended when a call takes too long, so that no text can keep the server from answering. The next call starts
 * another thread, which knows nothing of the one before.
 */
export class RemoteSession implements EndableSession {
  readonly #thread: SessionThread;
  /** Files that the editor shows something for. */
  readonly #shown = new Set<string>();
  /** The texts whose check was stopped, and which say so. */
  readonly #stopped = new Set<string>();
  #ended = false;

  constructor(
    private readonly editor: Editor,
    start: (note: (note: SessionNote) => void) => SessionThread,
    /** So long may a call take, in milliseconds. */
    private readonly patience: number,
  ) {
    this.#thread = start((note) => {
      if ("log" in note) editor.log(note.log);
      else this.#publish(note.uri, note.diagnostics, note.version);
    });
  }

  #publish(uri: string, diagnostics: readonly Diagnostic[], version?: number): void {
    this.#stopped.delete(uri);
    if (diagnostics.length > 0) this.#shown.add(uri);
    else this.#shown.delete(uri);
    this.editor.publish(uri, diagnostics, version);
  }

  /** Returns the answer of a call; null if it was stopped. */
  async #call(call: Omit<SessionJob, "open">): Promise<Answer | null> {
    const job = { ...call, open: this.editor.open() };
    const answer = await this.#thread.work(job, () => AbortSignal.timeout(this.patience)).catch(() => null);
    if (answer === null && !this.#ended) this.#tellStopped(call.uri, job.open.find(({ uri }) => uri === call.uri)?.version);
    return answer;
  }

  /** Says at the text what became of its check; what was found before is not known to be true any more. */
  #tellStopped(uri: string, version?: number): void {
    const seconds = this.patience / 1000;
    const words = wrongUse(
      `the check did not come to its end within ${seconds} seconds and was stopped`,
      "look at what was changed last, for very long lines or texts; the next change is checked again",
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
    await this.#thread.stop();
  }

  async #checkAll(method: "changed" | "enter", uris: readonly string[]): Promise<void> {
    const [uri] = uris;
    if (uri !== undefined) await this.#check({ method, uri, uris, at: null });
  }

  async #check(job: Omit<SessionJob, "open">): Promise<void> {
    // a check that comes to its end tells what it found; what is left then are the words about one that did not
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
}
