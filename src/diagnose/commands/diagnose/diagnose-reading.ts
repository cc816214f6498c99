import { LIMITS, wrongUse } from "../../../kernel/index.ts";
import type { Read } from "../../causes/diagnose.ts";
import type { NotRead } from "../../causes/diagnosis.ts";
import { encodingOf, ZIP } from "../../causes/encoding.ts";
import { SourceReader } from "../../causes/read-source.ts";
import { UnmatchedErrors } from "../../causes/unmatched.ts";
import { begun, isGzip, type Pieces, unpack } from "../../causes/unpacked.ts";

/** The results of reading logs so far; the memory use is bounded. */
export class Reading {
  readonly unmatched = new UnmatchedErrors();
  readonly read: Read[] = [];
  readonly notRead: NotRead[] = [];

  /** @param keeps True to keep log records with an error or a known cause for a comparison with a capture. */
  constructor(private readonly keeps = false) {}

  /** Reads one log or text to its end. If it is not text or is empty, throws an error and adds nothing of it to the results. */
  async add(file: string, pieces: Pieces, notes: readonly string[] = [], pasted = false): Promise<void> {
    const own = new UnmatchedErrors();
    const reader = await this.#through(file, pieces, own, pasted);
    const read = reader?.end();
    if (!read || (read.source.records === 0 && read.faults.length === 0)) throw isEmpty(file);
    for (const note of notes) reader?.notes.push(note);
    this.read.push(read);
    this.unmatched.take(own);
  }

  async #through(
    file: string,
    pieces: Pieces,
    own: UnmatchedErrors,
    pasted: boolean,
    inside = false,
  ): Promise<SourceReader | null> {
    const { first, rest, close } = await begun(pieces);
    try {
      if (first === null) return null;
      if (!inside && isGzip(first)) return await this.#unpacked(file, rest(), own, pasted);
      const reader = new SourceReader(file, encodingIn(file, first), own, pasted, this.keeps);
      for await (const piece of rest()) reader.take(piece);
      return reader;
    } finally {
      await close();
    }
  }

  async #unpacked(file: string, pieces: Pieces, own: UnmatchedErrors, pasted: boolean): Promise<SourceReader | null> {
    let why: string | null = null;
    const contents = unpack(pieces, LIMITS.total, (said) => {
      why = said;
    });
    const reader = await this.#through(file, contents, own, pasted, true);
    if (why === null) return reader;
    if (!reader) throw wrongUse(`${file} cannot be read: it is a gzip file that ${why}, and nothing came out of it`, COPY_AGAIN);
    reader.notes.push(`the gzip file ${why}; what came before was read`);
    return reader;
  }
}

const COPY_AGAIN = "copy it again from where it was written";

function encodingIn(file: string, first: Uint8Array) {
  const kind = encodingOf(first);
  if ("encoding" in kind) return kind.encoding;
  throw wrongUse(
    `${file} cannot be read: it is ${kind.other}`,
    kind.other === ZIP
      ? "--from reads the logs in it: tierwright diagnose --from ARCHIVE"
      : "name a text file: a log, or a fault's body",
  );
}

const isEmpty = (file: string) =>
  wrongUse(
    `${file} is empty: no sign-in attempt in this file: not started, or another log`,
    "name the log that the tool writes to now",
  );
