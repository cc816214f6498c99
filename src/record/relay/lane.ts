import type { RawFile, WireEnd } from "../../platform/index.ts";
import type { RelayEvent, Way } from "./events.ts";
import type { Passed, PatchedStream } from "./patch/stream.ts";

type OfLane<E = RelayEvent> = E extends { readonly c: number } ? Omit<E, "c" | "t"> : never;
export type LaneNote = (event: OfLane) => void;

/** The stream that changes the bytes of one direction in mode `patch`, and the file that records the changed bytes before they are sent. */
export interface PatchedLeg {
  readonly file: RawFile;
  readonly stream: PatchedStream;
}

/**
 * One direction of a connection: its sender, the files in which its bytes are recorded before they are forwarded, and its receiver. Only
 * this object writes to these files and sends to this receiver.
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

  /** Writes received bytes to the raw file and reports the event `read`. Throws the system's error if writing fails. */
  record(chunk: Uint8Array): void {
    this.file.append(chunk);
    this.note({ event: "read", way: this.way, offset: this.length, length: chunk.length });
    this.length += chunk.length;
  }

  /** Forwards recorded bytes, in mode `patch` with its changes. Throws the system's error if changed bytes cannot be recorded. */
  forward(chunk: Uint8Array): void {
    // the patched stream can keep some of the chunk for later, so it gets a copy
    if (this.leg) this.#pass(this.leg, this.leg.stream.take(Buffer.from(chunk)));
    else this.#send(chunk);
  }

  /** Forwards the bytes that the patching stream still holds, and ends the data to the receiver (FIN). */
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
