import type { CaptureFolder, Endpoint, RawFile, WireEnd, WireEvents } from "../../../src/platform/wire.ts";
import type { RelayEvent, Way } from "../../../src/record/relay/events.ts";

/** An end without a socket: a test says what happens to it, and sees what was done to it. */
export class FakeEnd implements WireEnd {
  readonly done: string[] = [];
  /** What was sent to it. */
  readonly got: Buffer[] = [];
  /** Answers of `send`. */
  roomy = true;
  #events: WireEvents | null = null;

  constructor(private readonly onSend: (bytes: Uint8Array) => void = () => undefined) {}

  begin(events: WireEvents): void {
    this.#events = events;
  }
  get tells(): WireEvents {
    if (!this.#events) throw new Error("nobody listens yet");
    return this.#events;
  }
  /** The place is written over at once, as the next read would do it. */
  says(text: string): void {
    const place = Buffer.from(text);
    this.tells.bytes(place);
    place.fill("#");
  }
  send(bytes: Uint8Array): boolean {
    this.onSend(bytes);
    this.got.push(Buffer.from(bytes));
    return this.roomy;
  }
  finish(): void {
    this.done.push("finish");
  }
  reset(): void {
    this.done.push("reset");
  }
  pause(): void {
    this.done.push("pause");
  }
  resume(): void {
    this.done.push("resume");
  }
  get text(): string {
    return Buffer.concat(this.got).toString();
  }
}

/** A folder in memory; `append` may throw in the place of writing. */
export class FakeFolder implements CaptureFolder {
  readonly id = "one";
  readonly path = "/one";
  readonly files = new Map<string, Buffer>();
  readonly lines: string[] = [];
  readonly closed: string[] = [];

  constructor(private readonly before: (name: string, bytes: Uint8Array) => void = () => undefined) {}

  open(name: string): RawFile {
    this.before(name, Buffer.alloc(0));
    this.files.set(name, Buffer.alloc(0));
    return {
      append: (bytes) => {
        this.before(name, bytes);
        this.files.set(name, Buffer.concat([this.text(name), bytes]));
      },
      close: () => void this.closed.push(name),
    };
  }
  text(name: string): Buffer {
    return this.files.get(name) ?? Buffer.alloc(0);
  }
  note(line: string): void {
    this.lines.push(line);
  }
  close(): void {}
  abandon(): void {}
  get events(): readonly RelayEvent[] {
    return this.lines.map((line) => JSON.parse(line));
  }
}

export const AT = (host: string, port: number): Endpoint => ({ host, port });
export const RAW: Readonly<Record<Way, string>> = { c2s: "0001.c2s.raw", s2c: "0001.s2c.raw" };
export const failing = (code: string): Error => Object.assign(new Error(code), { code });
