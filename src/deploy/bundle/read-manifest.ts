import { JsonFault, contentRefused, readStrictJson, readable, recordProblems } from "../../kernel/index.ts";
import { BUNDLE_SCHEMA, type BundleManifest } from "./manifest.ts";
import { MANIFEST_ENTRY, manifestFaults } from "./manifest-rules.ts";

const SHOWN = 10;
const MOST_TOLD = 1_000;
const HELP = "nothing was written; take the bundle again from where it was published, and compare its SHA-256";

/** The problems in one sentence: what a person can act on is the first, the rest tells how far it reaches. */
function listed(problems: readonly string[]): string {
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  return [...problems.slice(0, SHOWN), ...more].join("; ");
}

/** Each in words of a length for people, and of thousands the first: a report is not a copy of the manifest. */
function bounded(problems: readonly string[]): readonly string[] {
  const first = problems.slice(0, MOST_TOLD).map((problem) => (problem.length > 1_000 ? readable(problem) : problem));
  return problems.length > MOST_TOLD ? [...first, `there are ${problems.length - MOST_TOLD} more problems`] : first;
}

/** What is wrong with manifest.json, each in words, or the manifest. */
export function judgeManifest(
  bytes: Uint8Array,
): { readonly manifest: BundleManifest } | { readonly problems: readonly string[] } {
  let value: unknown;
  try {
    value = readStrictJson(bytes);
  } catch (error) {
    if (error instanceof JsonFault)
      return { problems: [`it cannot be read: line ${error.line}, column ${error.column}: ${error.message}`] };
    throw error;
  }
  const schema = (value as { schema?: unknown } | null)?.schema;
  if (typeof schema === "string" && schema !== BUNDLE_SCHEMA) {
    return { problems: [`it is written in '${schema.slice(0, 80)}', and this program reads ${BUNDLE_SCHEMA}`] };
  }
  const shape = recordProblems("bundle", value);
  if (shape.length > 0) return { problems: shape };
  const manifest = value as BundleManifest;
  const problems = manifestFaults(manifest);
  return problems.length > 0 ? { problems: bounded(problems) } : { manifest };
}

/**
 * manifest.json of a bundle, judged: strict JSON (a key twice is refused), the published schema (an unknown key is refused), names that
 * Windows can have, files in order, the tree's digest. Throws Refusal that says what is wrong. Of the files themselves it says
 * nothing: `verifyBundle` proves them.
 */
export function readManifest(bytes: Uint8Array): BundleManifest {
  const judged = judgeManifest(bytes);
  if ("manifest" in judged) return judged.manifest;
  throw contentRefused(`${MANIFEST_ENTRY}: ${listed(judged.problems)}`, null, HELP);
}
