import { createHash } from "node:crypto";
import type { Finding, Text } from "../../kernel/index.ts";

/**
 * Returns the names in a message: keys, files, hosts. Values and the program's own words are left out, so that a finding is recognised when either
 * changes.
 */
const namesIn = (message: Text): readonly string[] =>
  message.flatMap((part) => (typeof part === "string" || part.value ? [] : [part.text]));

/** Returns what a finding is about, independent of its line. */
function subject({ rule, environment, at, pointer, message }: Finding): string {
  const about = pointer === undefined ? namesIn(message) : [pointer];
  return JSON.stringify([rule, environment, at?.file ?? null, ...about]);
}

/**
 * Returns a fingerprint for each finding that does not change when lines move, in the form `HASH:NUMBER` of GitHub's `primaryLocationLineHash`. The
 * number distinguishes findings that are otherwise equal, such as a key that a file has twice.
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
