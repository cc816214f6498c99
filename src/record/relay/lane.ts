import type { RawFile, WireEnd } from "../../platform/index.ts";
import type { RelayEvent, Way } from "./events.ts";
import type { Passed, PatchedStream } from "./patch/stream.ts";

type OfLane<E = RelayEvent> = E extends { readonly c: number } ? Omit<E, "c" | "t"> : never;
export type LaneNote = (event: OfLane) => void;

/** The stream that changes the bytes of one direction before they are forwarded, and the file that first records the changed bytes. */
export interface PatchedLeg {
  readonly file: RawFile;
  readonly stream: PatchedStream;
}

/**
 * One direction of a connection: its sender, the files that record its bytes first, and its receiver. Nothing else writes to these files
 * and this receiver.
 */
export class Lane {
  length = 0;
  ended = false;
  #sent = 0;

  constructor(
    readonly way: Way,
    readonly from: WireEnd,
    readonly to: WireEnd,
    private readonly file: RawFile,
    private readonly leg: PatchedLeg | null,
    private readonly note: LaneNote,
  ) {}

  /** Writes received bytes to the file and reports the event. Throws the system's error. */
  record(chunk: Uint8Array): void {
    this.file.append(chunk);
    this.note({ event: "read", way: this.way, offset: this.length, length: chunk.length });
    this.length += chunk.length;
  }

  /** Forwards recorded bytes. Throws the system's error if changed bytes could not be recorded. */
  forward(chunk: Uint8Array): void {
    // the patched stream can keep some of the chunk for later, so it gets a copy
    if (this.leg) this.#pass(this.leg, this.leg.stream.take(Buffer.from(chunk)));
    else this.#send(chunk);
  }

  /** Forwards the remaining recorded bytes and the end of the data. */
  finish(): void {
    if (this.leg) this.#pass(this.leg, this.leg.stream.end());
    this.to.finish();
  }

  #pass({ file }: PatchedLeg, { bytes, patches, unpatched }: Passed): void {
    const { way } = this;
    for (const patch of patches) this.note({ event: "patch", way, ...patch });
    if (unpatched) this.note({ event: "unpatched", way, ...unpatched });
    if (bytes.length === 0) return;
    const whole = bytes.length === 1 && bytes[0] ? bytes[0] : Buffer.concat(bytes);
    file.append(whole);
    this.note({ event: "sent", way, offset: this.#sent, length: whole.length });
    this.#sent += whole.length;
    this.#send(whole);
  }

  #send(bytes: Uint8Array): void {
    if (!this.to.send(bytes)) this.from.pause();
  }

  close(): void {
    this.file.close();
    this.leg?.file.close();
  }
}
