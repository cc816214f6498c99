import { type Finding, type RuleId, type Text, name, plain, say, saysSecret, withoutValues, words } from "../../kernel/index.ts";
import { DIRECTORY_KEYS, propertiesFile, propertiesFindings } from "../../compiler/index.ts";
import type { Answer } from "./check.ts";
import { liveFiles, type LiveFile, type Looked } from "./looked.ts";
import { nameOf } from "./paths.ts";
import { agreeing, answer, describeCount } from "./words.ts";

interface Told {
  readonly finding: Finding;
  readonly text: Text;
}

/** Formats a finding in a properties file as one line. If the line of the file can contain a secret, nothing of it is quoted. */
function told(live: LiveFile, finding: Finding): Told {
  const { at } = finding;
  const line = at ? (live.document.text.split(/\r\n|\n|\r/)[at.line - 1] ?? "") : "";
  const hidden = saysSecret(line) || finding.quote === false;
  const message = hidden ? withoutValues(finding.message) : finding.message;
  const where = say`${name(nameOf(live.path))}:${at?.line ?? 1}:${at?.column ?? 1}`;
  const [note] = finding.notes ?? [];
  const reads = note === undefined ? [] : say`: ${hidden ? withoutValues(note) : note}`;
  return { finding, text: say`${where}: ${message}${reads}` };
}

/**
 * Returns the help line of the first finding that has one, or a general help line. One is enough, because the help lines of a check differ
 * only in the line numbers that they name.
 */
const helpOf = (helps: readonly Text[]): Text => {
  const distinct = [...new Map(helps.map((help) => [plain(help), help])).values()];
  return distinct[0] ?? words("fix the line in an editor that writes UTF-8 without a byte order mark, then restart the tool");
};

/**
 * Applies the rules that `about` selects to the workstation's properties files, and returns the answer of a check; `clean` returns its
 * sentence if there are no findings.
 */
export function textAnswer(looked: Looked, about: (rule: RuleId) => boolean, clean: (files: number) => Text): Answer {
  const directories = new Set([...DIRECTORY_KEYS, ...(looked.wanted?.release?.directories.map(({ text }) => text) ?? [])]);
  const files = liveFiles(looked);
  if (files.length === 0) return answer("skip", say`none of the settings files can be read here`);
  const all = files.flatMap((live) =>
    propertiesFindings(propertiesFile(live.path, live.bytes, "installed", live.role, directories), null)
      .filter(({ rule, severity }) => about(rule) && severity !== "info")
      .map((finding) => told(live, finding)),
  );
  const entries = files.reduce((sum, { values }) => sum + values.size, 0);
  const control = {
    did: say`the entries that Java reads were counted`,
    outcome: "held" as const,
    says: say`${describeCount(entries, "key")} in ${describeCount(files.length, "file")}`,
  };
  if (all.length === 0) return answer("pass", clean(files.length), { control });
  const wrong = all.filter(({ finding }) => finding.severity === "error");
  const helps = (wrong.length > 0 ? wrong : all).flatMap(({ finding }) => (finding.help ? [finding.help] : []));
  return answer(
    wrong.length > 0 ? "fail" : "warn",
    say`Java reads ${describeCount(all.length, "line")} of the settings files differently from what ${agreeing(all.length, "it looks like", "they look like")}`,
    {
      details: all.map(({ text }) => text),
      help: helpOf(helps),
      control,
    },
  );
}
