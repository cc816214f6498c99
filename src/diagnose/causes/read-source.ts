import { TextDecoder } from "node:util";
import { meaningOfCode } from "../../live/index.ts";
import { Anchors } from "./anchors.ts";
import { Attempts, MARKERS } from "./attempts.ts";
import type { Confidence } from "./cause.ts";
import { withoutSecrets } from "../../kernel/index.ts";
import type { Diagnosis, FoundCause, SaidFault } from "./diagnosis.ts";
import type { Encoding } from "./encoding.ts";
import { faultOf, faultText } from "./fault-body.ts";
import { lineText, type LogRecord } from "./log-record.ts";
import { LogScanner } from "./log-scanner.ts";
import { causesOfSymptoms, causesOfWords } from "./described.ts";
import { unquotedLines } from "./prose.ts";
import { isAccessLine } from "./evidence/http.ts";
import { eventIn } from "./evidence/idp-event.ts";
import { hasSucceeded, isMended, isTestRun, limitOfQuotation, reportsNothing, unloggedPart } from "./evidence/text-kind.ts";
import { FACT_ANCHORS, Facts } from "./facts.ts";
import { LedTo } from "./led-to.ts";
import { OUTCOME_ANCHORS, Outcomes } from "./outcomes.ts";
import { ANCHORS, causesOf, lower, type Match, rankOf } from "./match.ts";
import type { UnmatchedErrors } from "./unmatched.ts";
import { isWrapped, LineUnwrapper, unwrappedText } from "./unwrapped.ts";
import type { LoggedLine } from "./wire.ts";

/** Largest text without log headers that is also read as one message; a larger one is only read line by line. */
const SMALL = { lines: 200, bytes: 64 * 1024 };
/** Longest description in a person's own words, in characters. */
const DESCRIPTION = 2_000;
const LONGEST_TEXT = 400;
const LONGEST_KEPT = 2_000;
const MOST_KEPT = 2_000;

const shown = (line: string): string => withoutSecrets(line.trim()).slice(0, LONGEST_TEXT);

/** Returns the message of an error record: the line after its header, or the header line if the message follows the level there. */
const messageOf = ({ lines }: LogRecord): { readonly text: string; readonly offset: number } => {
  const offset = lines.findIndex((line, i) => i > 0 && line.trim() !== "" && !/^\s+at /.test(line));
  return offset < 0 ? { text: lines[0] ?? "", offset: 0 } : { text: lines[offset] as string, offset };
};

/** Returns whether each line is a log record of its own: lines of an access log, or several events of the identity provider. */
const areRecords = (lines: readonly string[]): boolean =>
  lines.some((line) => isAccessLine(line) || line.startsWith("#Fields:")) || lines.filter(eventIn).length > 1;

const wholeOf = (text: string) => ({ line: 1, lines: text.split("\n"), text });

/** Decodes a whole text and removes its byte order mark. */
const textOf = (bytes: Buffer): string => lineText(bytes).replace(/^\uFEFF/, "");

/** The search for literals of causes, sign-in attempts, facts and ended faults, by which LogScanner selects records; built on first use. */
let anchors: Anchors | null = null;
const allAnchors = (): Anchors => {
  anchors ??= new Anchors([...ANCHORS, ...MARKERS, ...FACT_ANCHORS, ...OUTCOME_ANCHORS]);
  return anchors;
};

/** A reader of one log or pasted text, piece by piece; its memory use does not depend on the size of the text. */
export class SourceReader {
  readonly #scanner = new LogScanner(allAnchors(), (record) => this.#record(record));
  /** Decoder of a UTF-16 text, which is searched as UTF-8; null for other encodings. */
  readonly #decoder: TextDecoder | null;
  readonly #attempts = new Attempts();
  readonly #facts = new Facts();
  /** The beginning of the text until its first line is complete; null once it is known whether a log collector wrapped the lines. */
  #beginning: Buffer[] | null = [];
  /** Converter of the lines that a log collector wrapped; null if the log has no such lines. */
  #unwrapper: LineUnwrapper | null = null;
  readonly #utf8 = new TextDecoder("utf-8");
  /** Remarks for the user on how this log or text was read; the code that opened the file can add some. */
  readonly notes: string[] = [];
  readonly #found = new Map<string, FoundCause>();
  #led = new LedTo();
  readonly #outcomes = new Outcomes();
  /** The whole text while it is small; null once it is larger. */
  #head: Buffer[] | null = [];
  readonly #lines: LoggedLine[] = [];
  #length = 0;
  #bytes = 0;
  #errors = 0;

  constructor(
    readonly file: string,
    readonly encoding: Encoding,
    readonly unmatched: UnmatchedErrors,
    /** True if the text was pasted, so that it can also be a description in a person's own words. */
    readonly pasted = false,
    /** True if records with an error or a known cause are kept for a comparison with a capture. */
    readonly keeps = false,
  ) {
    this.#decoder = encoding.startsWith("utf-16") ? new TextDecoder(encoding) : null;
  }

  take(bytes: Uint8Array): void {
    this.#bytes += bytes.length;
    this.#scan(this.#decoder ? Buffer.from(this.#decoder.decode(bytes, { stream: true })) : bytes);
  }

  end(): Pick<Diagnosis, "attempts" | "faults" | "causes"> & {
    readonly source: Diagnosis["sources"][number];
    readonly lines: readonly LoggedLine[];
  } {
    if (this.#decoder) this.#scan(Buffer.from(this.#decoder.decode()));
    this.#begin(true);
    if (this.#unwrapper) this.#pass(Buffer.from(this.#unwrapper.take(this.#utf8.decode()) + this.#unwrapper.end()));
    this.#scanner.end();
    const faults = this.#asOneMessage();
    const ids = new Set(this.#found.keys());
    this.#atMost("low", ({ cause }) => this.#led.isOver(cause, ids) || this.#outcomes.isOver(cause));
    // OpenSSL and outer exceptions repeat a certificate refusal without its reason: if another line has it, lower `trust/pkix` to low
    const isReason = ({ cause, confidence }: FoundCause) => /^trust\/(?!pkix$)/.test(cause.id) && confidence !== "low";
    if ([...this.#found.values()].some(isReason))
      this.#atMost("low", ({ cause, confidence }) => cause.id === "trust/pkix" && confidence === "medium");
    const { file, encoding } = this;
    const attempts = this.#attempts.end().map((attempt) => ({ file, ...attempt }));
    const { noSignals } = this.#attempts;
    const { records, hasHeaders: log, first, last } = this.#scanner;
    const counts = { bytes: this.#bytes, encoding, records, errors: this.#errors };
    const source = { file, ...counts, log, noSignals, first, last, notes: this.notes };
    return { source, attempts, faults, causes: [...this.#found.values()], lines: this.#lines };
  }

  #scan(bytes: Uint8Array): void {
    const text = bytes.includes(0) ? bytes.filter((byte) => byte !== 0) : bytes;
    if (this.#beginning === null) return void this.#unwrap(text);
    this.#beginning.push(Buffer.from(text));
    this.#begin(false);
  }

  /** Decides by the first line whether a log collector wrapped the lines, and passes on the bytes held back until then. */
  #begin(whole: boolean): void {
    if (this.#beginning === null) return;
    const held = Buffer.concat(this.#beginning);
    this.#beginning = [held];
    const line = /^\s{0,100}(\S[^\n]{0,200000})(\n|$)/.exec(
      held
        .subarray(0, 4 * SMALL.bytes)
        .toString("utf8")
        .replace(/^\uFEFF/, ""),
    );
    if (!whole && held.length < SMALL.bytes && line?.[2] !== "\n") return;
    this.#beginning = null;
    if (line && isWrapped((line[1] as string).replace(/\r$/, ""))) this.#unwrapper = new LineUnwrapper();
    this.#unwrap(held);
  }

  #unwrap(bytes: Uint8Array): void {
    this.#pass(this.#unwrapper ? Buffer.from(this.#unwrapper.take(this.#utf8.decode(bytes, { stream: true }))) : bytes);
  }

  #pass(bytes: Uint8Array): void {
    this.#length += bytes.length;
    if (this.#length > SMALL.bytes) this.#head = null;
    else this.#head?.push(Buffer.from(bytes));
    this.#scanner.take(bytes);
  }

  /** Returns the line number in the file for the line number of an unwrapped line. */
  #lineOf(line: number): number {
    return this.#unwrapper ? this.#unwrapper.lineOf(line) : line;
  }

  #record(record: LogRecord): void {
    const text = record.text.includes("{") && !this.#unwrapper ? unwrappedText(record.text) : record.text;
    this.#attempts.add(record, () => {
      const { text: message, offset } = messageOf(record);
      return { line: this.#lineOf(record.line + offset), text: shown(message) };
    });
    const matches = causesOf(text, { level: record.level, facts: this.#facts });
    this.#facts.add(text);
    this.#outcomes.see(text);
    for (const match of matches) {
      this.#add(match, { ...record, text });
      this.#outcomes.add(match.cause, text);
    }
    if (record.level !== "error" && matches.length === 0) return;
    if (this.keeps) this.#keepLine(record);
    if (record.level !== "error") return;
    this.#errors++;
    if (matches.length > 0) return;
    const { text: message, offset } = messageOf(record);
    this.unmatched.add(this.file, this.#lineOf(record.line + offset), message.trim());
  }

  /** Keeps a record with an error or a known cause for the comparison with a capture, and drops the oldest records beyond the limit. */
  #keepLine(record: LogRecord): void {
    const { text, offset } = messageOf(record);
    const whole = record.text.slice(0, LONGEST_KEPT);
    const line = this.#lineOf(record.line + offset);
    this.#lines.push({ file: this.file, line, at: record.at, text: shown(text), whole });
    if (this.#lines.length >= 2 * MOST_KEPT) this.#lines.splice(0, MOST_KEPT);
  }

  #add(
    { cause, confidence, at }: Match,
    { line, lines, text }: Pick<LogRecord, "line" | "lines" | "text">,
    described = false,
  ): void {
    const known = this.#found.get(cause.id);
    this.#led.add(cause, text);
    const before = text.slice(0, at).split("\n").length - 1;
    const lastLine = this.#lineOf(line + before);
    if (known) {
      const best = rankOf(confidence) > rankOf(known.confidence) ? confidence : known.confidence;
      return void this.#found.set(cause.id, { ...known, confidence: best, count: known.count + 1, lastLine });
    }
    this.#found.set(cause.id, {
      ...{ cause, confidence, file: this.file, count: 1, line: lastLine, lastLine },
      endLine: this.#lineOf(line + lines.length - 1),
      text: described ? null : shown(lines[before] ?? ""),
      detail: described ? null : (cause.detail?.(text) ?? null),
    });
  }

  get #isOnlyHinted(): boolean {
    const found = [...this.#found.values()];
    return found.length > 0 && found.every(({ confidence }) => confidence === "low");
  }

  /** Lowers the confidence of those found causes for which `isDoubtful` returns true to at most `limit`. */
  #atMost(limit: Confidence, isDoubtful: (found: FoundCause) => boolean): void {
    for (const [id, found] of this.#found)
      if (isDoubtful(found)) this.#found.set(id, { ...found, confidence: lower(found.confidence, limit) });
  }

  /** Searches the text around log lines that show no cause. Causes of messages in it get at most medium confidence, of symptoms low. */
  #besideLog(text: string): void {
    const other = unloggedPart(text);
    const matches = reportsNothing(other) ? [] : causesOf(other);
    for (const match of matches) this.#add({ ...match, confidence: lower(match.confidence, "medium") }, wholeOf(text));
    if (matches.length > 0) return;
    for (const match of causesOfSymptoms(text, false)) this.#add({ ...match, confidence: "low" }, wholeOf(text), true);
  }

  /**
   * Reads a small text without log headers as one message: the body of a fault, or a description.
   * @returns The fault as the only item, or an empty list if the text is no fault.
   */
  #asOneMessage(): readonly SaidFault[] {
    const bytes = this.#head && Buffer.concat(this.#head);
    if (!bytes) return [];
    if (this.#scanner.hasHeaders) {
      const text = textOf(bytes);
      if (this.#found.size > 0 && (isTestRun(text) || (this.pasted && isMended(text)))) this.#atMost("low", () => true);
      if (hasSucceeded(text)) this.#atMost("low", ({ cause }) => !cause.signs.some(({ anyLevel }) => anyLevel));
      if (this.pasted && this.#found.size === 0 && text.length <= DESCRIPTION) this.#besideLog(text);
      return [];
    }
    const lines = textOf(bytes).split(/\r\n?|\n/);
    if (lines.at(-1) === "") lines.pop();
    if (lines.length === 0 || lines.length > SMALL.lines) return [];
    const text = lines.join("\n");
    const whole = wholeOf(text);
    const fault = faultOf(text);
    const isOne = fault !== null || !areRecords(lines);
    const matches = fault
      ? causesOf(faultText(fault), { facts: this.#facts })
      : isOne
        ? causesOf(unwrappedText(unquotedLines(lines).join("\n")), { facts: this.#facts })
        : [];
    if (matches.length > 0) {
      this.#found.clear();
      this.#led = new LedTo();
      for (const match of matches) this.#add(fault ? { ...match, at: 0 } : match, whole);
    } else if (this.#found.size === 0 && this.pasted && text.length <= DESCRIPTION) {
      for (const match of causesOfWords(text, false)) this.#add(match, whole, true);
    }
    if (this.pasted && this.#isOnlyHinted && text.length <= DESCRIPTION) {
      const described = causesOfSymptoms(text, false);
      const both = described.filter(({ cause }) => this.#found.has(cause.id));
      for (const match of both.length > 0 ? both : described) this.#add(match, whole, true);
    }
    if (!fault && this.#found.size > 0 && reportsNothing(text)) this.#atMost("low", () => true);
    const limit = !fault && this.pasted && this.#found.size > 0 ? limitOfQuotation(text) : null;
    if (limit !== null) this.#atMost(limit, () => true);
    if (!fault) return [];
    const { type, code, message } = fault;
    return [{ file: this.file, type, code, message: shown(message), means: code === null ? "" : meaningOfCode(code) }];
  }
}
