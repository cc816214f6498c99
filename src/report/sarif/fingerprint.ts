import { createHash } from "node:crypto";
import type { Finding, Text } from "../../kernel/index.ts";

/** The names in a sentence: keys, files, hosts. Neither values nor our own words, so the same finding is known again when either changes. */
const namesIn = (message: Text): readonly string[] =>
  message.flatMap((part) => (typeof part === "string" || part.value ? [] : [part.text]));

/** What a finding is about, whatever line it stands on. */
function subject({ rule, environment, at, pointer, message }: Finding): string {
  const about = pointer === undefined ? namesIn(message) : [pointer];
  return JSON.stringify([rule, environment, at?.file ?? null, ...about]);
}

/**
 * For each finding a text by which it is known again when lines move, in the form `HASH:NUMBER` that GitHub's `primaryLocationLineHash`
 * has. The number tells apart what is otherwise alike: the same key twice in a file.
 */
export function fingerprints(findings: readonly Finding[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map((finding) => {
    const about = subject(finding);
    const number = (seen.get(about) ?? 0) + 1;
    seen.set(about, number);
    return `${createHash("sha256").update(about).digest("hex").slice(0, 32)}:${number}`;
  });
}
