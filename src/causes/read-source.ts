import { meaningOfCode } from "../soa/meaning.ts";
import { Attempts } from "./attempts.ts";
import { withoutSecrets } from "./conceal.ts";
import type { Diagnosis, FoundCause, SaidFault } from "./diagnosis.ts";
import { faultOf, faultText } from "./fault-body.ts";
import { type Encoding, Lines } from "./lines.ts";
import { causesOf, causesOfWords, type Match } from "./match.ts";
import { type LogRecord, Records } from "./records.ts";
import type { UnmatchedErrors } from "./unmatched.ts";

/** A text without headers of this size is one message; what is larger is read line by line. */
const SMALL = { lines: 200, characters: 64 * 1024 };
/** What a person describes in own words is not longer. */
const DESCRIPTION = 2_000;
const LONGEST_TEXT = 400;

const shown = (line: string): string => withoutSecrets(line.trim()).slice(0, LONGEST_TEXT);

/** The message of an error is on the line after its header; some write it beside the level. */
const messageOf = ({ lines }: LogRecord): { readonly text: string; readonly offset: number } => {
  const offset = lines.findIndex((line, i) => i > 0 && line.trim() !== "" && !/^\s+at /.test(line));
  return offset < 0 ? { text: lines[0] ?? "", offset: 0 } : { text: lines[offset] as string, offset };
};

/** One source, piece by piece: memory stays flat whatever its size. */
export class SourceReader {
  readonly #lines: Lines;
  readonly #records = new Records();
  readonly #attempts = new Attempts();
  readonly #found = new Map<string, FoundCause>();
  /** The whole text as long as it is small. */
  #head: string[] | null = [];
  #length = 0;
  #bytes = 0;
  #count = 0;
  #errors = 0;
  #log = false;

  constructor(
    readonly file: string,
    readonly encoding: Encoding,
    readonly unmatched: UnmatchedErrors,
    /** Somebody pasted it: it may be a description in own words. */
    readonly pasted = false,
  ) {
    this.#lines = new Lines(encoding);
  }

  take(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    for (const line of this.#lines.take(bytes)) this.#line(line);
  }

  end(): Pick<Diagnosis, "attempts" | "faults" | "causes"> & { readonly source: Diagnosis["sources"][number] } {
    for (const line of this.#lines.take(new Uint8Array(), true)) this.#line(line);
    this.#record(this.#records.end());
    const faults = this.#asOneMessage();
    const { file, encoding } = this;
    const attempts = this.#attempts.end().map((attempt) => ({ file, ...attempt }));
    const { noSignals } = this.#attempts;
    const source = { file, bytes: this.#bytes, encoding, records: this.#count, errors: this.#errors, log: this.#log, noSignals };
    return { source, attempts, faults, causes: [...this.#found.values()] };
  }

  #line(line: string): void {
    if (this.#head) {
      this.#length += line.length + 1;
      if (this.#head.length >= SMALL.lines || this.#length > SMALL.characters) this.#head = null;
      else this.#head.push(line);
    }
    this.#record(this.#records.add(line));
  }

  #record(record: LogRecord | null): void {
    if (!record) return;
    this.#count++;
    if (record.level !== null) this.#log = true;
    this.#attempts.add(record);
    const matches = causesOf(record.text);
    for (const match of matches) this.#add(match, record);
    if (record.level !== "error") return;
    this.#errors++;
    if (matches.length > 0) return;
    const { text, offset } = messageOf(record);
    this.unmatched.add(this.file, record.line + offset, text.trim());
  }

  #add(
    { cause, confidence, at }: Match,
    { line, lines, text }: Pick<LogRecord, "line" | "lines" | "text">,
    described = false,
  ): void {
    const known = this.#found.get(cause.id);
    const before = text.slice(0, at).split("\n").length - 1;
    const lastLine = line + before;
    if (known) return void this.#found.set(cause.id, { ...known, count: known.count + 1, lastLine });
    this.#found.set(cause.id, {
      ...{ cause, confidence, file: this.file, count: 1, line: lastLine, lastLine },
      endLine: line + lines.length - 1,
      text: described ? null : shown(lines[before] ?? ""),
    });
  }

  /** A small text without any header is one message, a fault's body or a description. */
  #asOneMessage(): readonly SaidFault[] {
    const lines = this.#head;
    if (this.#log || !lines || lines.length === 0) return [];
    const text = lines.join("\n");
    const whole = { line: 1, lines, text };
    const fault = faultOf(text);
    const matches = fault ? causesOf(faultText(fault)) : causesOf(text);
    if (matches.length > 0) {
      this.#found.clear();
      for (const match of matches) this.#add(fault ? { ...match, at: 0 } : match, whole);
    } else if (this.#found.size === 0 && this.pasted && text.length <= DESCRIPTION) {
      for (const match of causesOfWords(text)) this.#add(match, whole, true);
    }
    if (!fault) return [];
    const { type, code, message } = fault;
    return [{ file: this.file, type, code, message: shown(message), means: code === null ? "" : meaningOfCode(code) }];
  }
}
