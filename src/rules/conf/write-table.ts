import { WRITE_NAMES, onlyName, readTemplate } from "../../compile/names.ts";
import { didYouMean } from "../../diagnostic/nearest.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { KNOWN_WRITES, type KnownWrite } from "../../kit/known-writes.ts";
import type { Release, Write } from "../../model/release.ts";
import { placeOf } from "../../source/tree.ts";

/** The specification's totals: an environment is 14 (file, key) writes over 11 key names. */
const WRITES = KNOWN_WRITES.length;
const NAMES = new Set(KNOWN_WRITES.map(({ key }) => key)).size;

type Pair = Pick<KnownWrite, "file" | "key">;

const named = ({ file, key }: Pair): string => `${key} of the ${file} file`;
const isPair = (a: Pair, b: Pair): boolean => a.file === b.file && a.key === b.key;

function valueProblem(write: Write, message: string, help: string, own: KnownWrite | undefined): Problem {
  const { value } = write;
  const fix = own && {
    title: `write '{{${own.value}}}'`,
    // braces alone were wrong, so the field that was meant stands there
    safe: value.text.replace(/[{}\s]/g, "") === own.value,
    edits: [{ place: placeOf(value.span), text: `'{{${own.value}}}'` }],
  };
  return {
    at: placeOf(value.span),
    pointer: value.pointer,
    message,
    help,
    ...(fix && value.style !== "block" ? { fix } : {}),
  };
}

/** What is wrong with the value of a write: its braces, its names, or that another field or a text of its own feeds the pair. */
function valueFault(write: Write, own: KnownWrite | undefined): Problem | null {
  const template = readTemplate(write.value.text);
  const wanted = own ? `write '{{${own.value}}}'` : `names: ${WRITE_NAMES.join(", ")}`;
  if (template.fault !== null) {
    const message = `${named(write)} would be '${write.value.text}': ${template.fault}, so the braces would be written into the file as they are`;
    return valueProblem(write, message, wanted, own);
  }
  const unknown = template.parts.find((part) => "name" in part && !WRITE_NAMES.includes(part.name));
  if (unknown && "name" in unknown) {
    const message = `'{{${unknown.name}}}' is no name that a write may use${didYouMean(unknown.name, WRITE_NAMES)}`;
    return valueProblem(write, message, `names: ${WRITE_NAMES.join(", ")}`, own);
  }
  if (!own || onlyName(template) === own.value) return null;
  const other = onlyName(template);
  const instead =
    other !== null
      ? `from ${other}`
      : write.value.text.trim() === ""
        ? "with nothing"
        : template.parts.some((part) => "name" in part)
          ? `with more than one field's text ('${write.value.text}')`
          : "with a text of its own, the same in every environment";
  const message = `${named(write)} (${own.decides}) is filled ${instead}; it belongs to ${own.value}, and to nothing else: what an environment says there would be written nowhere`;
  return valueProblem(write, message, wanted, own);
}

const spelling = (key: string): string => key.toLowerCase().replace(/_ur[il]$/, "_ur");

/** The write that stands in the place of a missing pair: by its name in another spelling or file, else by the field that feeds it. */
function takerOf(missing: KnownWrite, extra: readonly Write[]): Write | undefined {
  return (
    extra.find((write) => spelling(write.key) === spelling(missing.key)) ??
    extra.find((write) => onlyName(readTemplate(write.value.text)) === missing.value)
  );
}

function displaced(write: Write, missing: KnownWrite): Problem {
  const why =
    write.key === missing.key
      ? `the ${write.file} file does not have that key`
      : spelling(write.key) === spelling(missing.key)
        ? "keys are compared with their exact spelling"
        : `${missing.value} decides ${missing.key} and nothing else`;
  return {
    at: placeOf(write.keySpan),
    message: `${named(write)} is written in the place of ${named(missing)} (${missing.decides}): ${why}. ${missing.key} would keep the value of the kit or of the conf before`,
    help: `write { file: ${missing.file}, key: ${missing.key}, value: '{{${missing.value}}}' }`,
  };
}

/** Every fault of a release's table of writes, one finding for each pair at most. */
export function* tableProblems(release: Release): Iterable<Problem> {
  const { writes } = release;
  const total = `the table has ${writes.length} writes over ${new Set(writes.map(({ key }) => key)).size} key names; an environment is ${WRITES} writes over ${NAMES} names`;
  let extra = writes.filter((write) => !KNOWN_WRITES.some((known) => isPair(known, write)));
  for (const known of KNOWN_WRITES) {
    if (writes.some((write) => isPair(known, write))) continue;
    const taker = takerOf(known, extra);
    extra = extra.filter((write) => write !== taker);
    if (taker) yield displaced(taker, known);
    else
      yield {
        at: placeOf(release.writesSpan),
        pointer: "/writes",
        message: `${named(known)} (${known.decides}) is missing: ${total}. The file would keep the value of the kit or of the conf before`,
        help: `add { file: ${known.file}, key: ${known.key}, value: '{{${known.value}}}' }`,
      };
  }
  for (const write of extra)
    yield {
      at: placeOf(write.keySpan),
      message: `${named(write)} is none of the pairs that make an environment: ${total}`,
      help: "leave it out; what a site sets beside them belongs into workstation.set",
    };
  const seen: Write[] = [];
  for (const write of writes) {
    const first = seen.find((other) => isPair(other, write));
    seen.push(write);
    const own = KNOWN_WRITES.find((known) => isPair(known, write));
    const fault = own ? valueFault(write, own) : null;
    if (first)
      yield {
        at: placeOf(write.keySpan),
        message: `${named(write)} is written twice; the last write would win without a word`,
        related: [{ message: "first here", place: placeOf(first.keySpan) }],
        help: "keep one of them",
      };
    else if (fault) yield fault;
  }
}
