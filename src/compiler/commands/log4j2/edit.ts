import { Log4j2Document } from "../../../kernel/index.ts";
import { readNamedFile, writeNamedFile } from "../../../platform/index.ts";
import { type ExitCode, type Invocation, NL, visible } from "../../../report/index.ts";
import { runEdit } from "../edited-file.ts";

interface Edit {
  readonly edited: Log4j2Document;
  readonly line: number;
  readonly what: string;
  readonly from: string;
  readonly to: string;
}

/**
 * Reads a log4j2.xml, edits it and replaces the file (or writes --out) in one step, so that it is never half written. A refused edit throws
 * a Refusal with the file and the place, and writes nothing.
 */
export function edit(
  { args, directory, options, host, quiet }: Invocation,
  change: (document: Log4j2Document) => Edit,
): ExitCode {
  const [file = ""] = args;
  const document = Log4j2Document.parse(readNamedFile(directory, file));
  const { edited, line, what, from, to } = runEdit(file, () => change(document));
  const out = options.get("out");
  if (edited !== document || out !== undefined) writeNamedFile(directory, out ?? file, edited.bytes());
  if (quiet) return 0;
  const outcome = edited === document ? "nothing to change" : `${visible(from)} -> ${visible(to)}`;
  host.stdout.write(`${file}:${line}: ${visible(what)}: ${outcome}${out === undefined ? "" : `, written to ${out}`}${NL}`);
  return 0;
}
