import type { Readable, Writable } from "node:stream";
import { deserializeMessage } from "@modelcontextprotocol/sdk/shared/stdio.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { visibleJson } from "../../report/index.ts";
import { ErrorCode, type JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";

/** Longest message of an MCP client in bytes; the longest content is a text for the tool `diagnose`. */
const LONGEST_MESSAGE = 8 * 1024 * 1024;

const NEW_LINE = 0x0a;

/**
 * The Model Context Protocol on two streams, one message on each line, parsed by the MCP library. The library's own transport does not end
 * with its client, closes at a message that is too long, and does not answer a line that is no message (docs/dependencies.md).
 * LineTransport answers each line as JSON-RPC 2.0 requires (section 5.1), and ends with its input.
 */
export class LineTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  /** Called when the client has closed the input stream; its last requests can still be answered. */
  onend?: () => void;
  #pieces: Buffer[] = [];
  #length = 0;
  #skipping = false;
  #closed = false;
  /** Ids of the requests without an answer; the callbacks in `#whenAnswered` are called when all have one. */
  readonly #asked = new Set<unknown>();
  #whenAnswered: (() => void)[] = [];

  constructor(
    private readonly input: Readable,
    private readonly output: Writable,
  ) {}

  async start(): Promise<void> {
    this.input.on("data", this.#take);
    this.input.on("end", this.#end);
    this.input.on("close", this.#end);
    this.input.on("error", this.#end);
    // an error of the output stream means that the client has disconnected
    this.output.on("error", this.#gone);
  }

  send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      this.output.write(`${visibleJson(JSON.stringify(message))}\n`, () => resolve());
      if (!("method" in message)) this.#settle(message.id);
    });
  }

  /** Resolves when every request has its answer, or was cancelled. */
  answered(): Promise<void> {
    if (this.#asked.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenAnswered.push(resolve));
  }

  #settle(id: unknown): void {
    this.#asked.delete(id);
    if (this.#asked.size > 0) return;
    for (const tell of this.#whenAnswered) tell();
    this.#whenAnswered = [];
  }

  #deliver(message: JSONRPCMessage): void {
    if ("method" in message) {
      if ("id" in message) this.#asked.add(message.id);
      // a cancelled request gets no answer
      else if (message.method === "notifications/cancelled") this.#settle(message.params?.requestId);
    }
    this.onmessage?.(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.input.off("data", this.#take);
    this.input.off("end", this.#end);
    this.input.off("close", this.#end);
    this.input.pause();
    this.onclose?.();
  }

  readonly #end = (): void => {
    if (!this.#closed) this.onend?.();
  };

  readonly #gone = (): void => {
    void this.close();
  };

  readonly #take = (chunk: Buffer): void => {
    let from = 0;
    for (let at = chunk.indexOf(NEW_LINE); at >= 0; at = chunk.indexOf(NEW_LINE, from)) {
      this.#keep(chunk.subarray(from, at));
      this.#line();
      from = at + 1;
    }
    this.#keep(chunk.subarray(from));
  };

  #keep(piece: Buffer): void {
    if (this.#skipping || piece.length === 0) return;
    this.#length += piece.length;
    if (this.#length <= LONGEST_MESSAGE) {
      this.#pieces.push(piece);
      return;
    }
    this.#pieces = [];
    this.#skipping = true;
    this.#fault(ErrorCode.InvalidRequest, `a message is longer than ${LONGEST_MESSAGE} bytes, and was not read`);
  }

  #line(): void {
    const text = Buffer.concat(this.#pieces).toString("utf8").trim();
    const skipped = this.#skipping;
    this.#pieces = [];
    this.#length = 0;
    this.#skipping = false;
    if (skipped || text === "") return;
    let message: JSONRPCMessage;
    try {
      message = deserializeMessage(text);
    } catch (error) {
      if (error instanceof SyntaxError) this.#fault(ErrorCode.ParseError, "a line on standard input is not JSON");
      else this.#fault(ErrorCode.InvalidRequest, "a line on standard input is not a message of JSON-RPC 2.0");
      return;
    }
    this.#deliver(message);
  }

  /** Answers a message whose id is unknown with an error. JSON-RPC requires the id null in it, for which the library has no type. */
  #fault(code: ErrorCode, words: string): void {
    this.onerror?.(new Error(words));
    void this.send({ jsonrpc: "2.0", id: null, error: { code, message: words } } as unknown as JSONRPCMessage);
  }
}
