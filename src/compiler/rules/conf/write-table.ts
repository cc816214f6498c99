import { WRITE_NAMES, onlyName, readTemplate } from "../../compile/names.ts";
import { type Circumstances, type Place, type Span, type Text, placeOf, say } from "../../../kernel/index.ts";
import { type ConnectorProfile, profileWrite } from "../../model/connector-profile.ts";
import type { KnownWrite } from "../../model/known-keys.ts";
import type { Release, Write } from "../../model/release.ts";

export type Pair = Pick<KnownWrite, "file" | "key">;

const isPair = (a: Pair, b: Pair): boolean => a.file === b.file && a.key === b.key;

/** One fault of the table of writes in release.yaml, with its place. `pair` is the write on which other findings then depend. */
export interface TableProblem {
  readonly at: Place;
  readonly fault: TableFault;
  readonly circumstances: Circumstances;
  readonly pair: Pair;
}

/** The kinds of faults in the table of writes in release.yaml. */
export type TableFault =
  | { readonly what: "missing"; readonly known: KnownWrite; readonly total: Total }
  /**
   * The connector's write `known` is missing from the table, and `write` was most likely meant for it. `by`: `write` has the key of `known`
   * for another file ("file") or in another spelling ("spelling"), or has only the field of `known` as its value ("field").
   */
  | { readonly what: "displaced"; readonly write: Pair; readonly known: KnownWrite; readonly by: "file" | "spelling" | "field" }
  | { readonly what: "foreign"; readonly write: Pair; readonly total: Total }
  | { readonly what: "twice"; readonly write: Pair }
  /** The value of the write has braces that do not form a placeholder {{field}}. */
  | { readonly what: "braces"; readonly write: Pair; readonly text: string; readonly braces: Text; readonly wanted: string }
  | { readonly what: "name"; readonly name: string }
  /** The write's value is not the placeholder of `own`: it is another field (`from` names it), or `from` says of which kind the text is. */
  | { readonly what: "fed"; readonly own: KnownWrite; readonly from: Feed; readonly text: string };

export type Feed = { readonly field: string } | "nothing" | "several" | "text";

/**
 * The number of writes and of different key names in a release's table of writes, and the numbers that its connector needs (`wanted`): 14
 * writes of 11 key names for the built-in connector (docs/formats.md).
 */
export interface Total {
  readonly writes: number;
  readonly names: number;
  readonly wanted: { readonly writes: number; readonly names: number };
}

const countOf = (pairs: readonly Pair[]) => ({ writes: pairs.length, names: new Set(pairs.map(({ key }) => key)).size });

/** Returns, as a finding's related place, the connector profile's line that declares a write; nothing for the built-in connector. */
function declaredAt(known: KnownWrite): Pick<Circumstances, "related"> {
  const own = profileWrite(known);
  return own ? { related: [{ message: say`the profile declares it`, place: placeOf(own.span) }] } : {};
}

/** Returns the problem for a fault in a write's value, with a fix that writes the placeholder of `own`. */
function valueProblem(write: Write, fault: TableFault, own: KnownWrite): TableProblem {
  const { value } = write;
  const fix = {
    title: `write '{{${own.value}}}'`,
    // safe if only the braces are wrong and the value already names the right field
    safe: value.text.replace(/[{}\s]/g, "") === own.value,
    edits: [{ place: placeOf(value.span), text: `'{{${own.value}}}'` }],
  };
  const circumstances = { pointer: value.pointer, ...declaredAt(own), ...(value.style !== "block" && { fix }) };
  return { at: placeOf(value.span), fault, circumstances, pair: write };
}

/**
 * Returns the fault in a write's value: braces that form no placeholder, a placeholder with an unknown name, or another field or text than
 * the field of `own`. Returns null if there is none.
 */
function valueFault(write: Write, own: KnownWrite): TableProblem | null {
  const { text } = write.value;
  const template = readTemplate(text);
  if (template.fault !== null)
    return valueProblem(write, { what: "braces", write, text, braces: template.fault, wanted: own.value }, own);
  const unknown = template.parts.find((part) => "name" in part && !WRITE_NAMES.includes(part.name));
  if (unknown && "name" in unknown) return valueProblem(write, { what: "name", name: unknown.name }, own);
  const other = onlyName(template);
  if (other === own.value) return null;
  const several = template.parts.some((part) => "name" in part);
  const from = other !== null ? { field: other } : text.trim() === "" ? "nothing" : several ? "several" : "text";
  return valueProblem(write, { what: "fed", own, from, text }, own);
}

const spelling = (key: string): string => key.toLowerCase().replace(/_ur[il]$/, "_ur");

/**
 * Returns the surplus write that was most likely meant for a missing one: its key is the missing key in another spelling or for another
 * file; otherwise its value is the missing write's field. Returns undefined if there is no such write.
 */
function takerOf(missing: KnownWrite, extra: readonly Write[]): Write | undefined {
  return (
    extra.find((write) => spelling(write.key) === spelling(missing.key)) ??
    extra.find((write) => onlyName(readTemplate(write.value.text)) === missing.value)
  );
}

function displaced(write: Write, known: KnownWrite): TableProblem {
  const by = write.key === known.key ? "file" : spelling(write.key) === spelling(known.key) ? "spelling" : "field";
  return {
    at: placeOf(write.keySpan),
    fault: { what: "displaced", write, known, by },
    circumstances: declaredAt(known),
    pair: write,
  };
}

/**
 * Yields every fault of the table of writes in a release.yaml, at most one for each write. The table must have the writes of the release's
 * connector. A release.yaml without a table uses the connector's writes, so it has no fault.
 */
export function* tableProblems({ writes, writesSpan, profile }: Release): Iterable<TableProblem> {
  if (profile && writesSpan) yield* problemsOf(writes, writesSpan, profile);
}

function* problemsOf(writes: readonly Write[], writesSpan: Span, profile: ConnectorProfile): Iterable<TableProblem> {
  const total: Total = { ...countOf(writes), wanted: countOf(profile.writes) };
  let extra = writes.filter((write) => !profile.writes.some((known) => isPair(known, write)));
  for (const known of profile.writes) {
    if (writes.some((write) => isPair(known, write))) continue;
    const taker = takerOf(known, extra);
    extra = extra.filter((write) => write !== taker);
    const at = placeOf(writesSpan);
    if (taker) yield displaced(taker, known);
    else
      yield {
        at,
        fault: { what: "missing", known, total },
        circumstances: { pointer: "/writes", ...declaredAt(known) },
        pair: known,
      };
  }
  for (const write of extra)
    yield { at: placeOf(write.keySpan), fault: { what: "foreign", write, total }, circumstances: {}, pair: write };
  const seen: Write[] = [];
  for (const write of writes) {
    const first = seen.find((other) => isPair(other, write));
    seen.push(write);
    const own = profile.writes.find((known) => isPair(known, write));
    const fault = own ? valueFault(write, own) : null;
    if (first) {
      const related = [{ message: say`first here`, place: placeOf(first.keySpan) }];
      yield { at: placeOf(write.keySpan), fault: { what: "twice", write }, circumstances: { related }, pair: write };
    } else if (fault) yield fault;
  }
}
