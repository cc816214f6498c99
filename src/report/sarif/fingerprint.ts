import { createHash } from "node:crypto";
import type { Finding, Text } from "../../kernel/index.ts";

/**
 * Returns the names in a message: keys, files, hosts. Values and Tierwright's own words are left out, so that a finding is recognized when
 * they change.
 */
const namesIn = (message: Text): readonly string[] =>
  message.flatMap((part) => (typeof part === "string" || part.value ? [] : [part.text]));

/** Returns a text that identifies a finding, independent of its line: rule, environment, file, and pointer or names in the message. */
function subject({ rule, environment, at, pointer, message }: Finding): string {
  const about = pointer === undefined ? namesIn(message) : [pointer];
  return JSON.stringify([rule, environment, at?.file ?? null, ...about]);
}

/**
 * Returns a fingerprint for each finding, independent of lines, in the form `HASH:NUMBER` of GitHub's `primaryLocationLineHash`. The number
 * distinguishes findings that are otherwise equal, such as a key that a file has twice.
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
