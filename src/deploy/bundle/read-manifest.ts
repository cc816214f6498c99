import { JsonFault, contentRefused, readStrictJson, readable, recordProblems } from "../../kernel/index.ts";
import { BUNDLE_SCHEMA, type BundleManifest } from "./manifest.ts";
import { MANIFEST_ENTRY, manifestFaults } from "./manifest-rules.ts";

const SHOWN = 10;
const MOST_TOLD = 1_000;
const HELP = "nothing was written; get the bundle again from where it was published, and compare its SHA-256";

/** Joins the first 10 problems of a manifest into one sentence that ends with the number of the other problems. */
function listed(problems: readonly string[]): string {
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : [];
  return [...problems.slice(0, SHOWN), ...more].join("; ");
}

/** Returns at most 1,000 problems of a manifest, each shortened if it is long, and one line with the number of the other problems. */
function bounded(problems: readonly string[]): readonly string[] {
  const first = problems.slice(0, MOST_TOLD).map((problem) => (problem.length > 1_000 ? readable(problem) : problem));
  return problems.length > MOST_TOLD ? [...first, `there are ${problems.length - MOST_TOLD} more problems`] : first;
}

/** Parses and validates manifest.json; returns the manifest or the problems as texts. */
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
    return { problems: [`its schema is '${schema.slice(0, 80)}'; this program reads ${BUNDLE_SCHEMA}`] };
  }
  const shape = recordProblems("bundle", value);
  if (shape.length > 0) return { problems: shape };
  const manifest = value as BundleManifest;
  const problems = manifestFaults(manifest);
  return problems.length > 0 ? { problems: bounded(problems) } : { manifest };
}

/**
 * Parses and validates the manifest.json of a bundle: strict JSON without duplicate keys, the published schema without unknown keys, names
 * that Windows allows, the order of files, and the digest of the plug-in folder. Throws Refusal that lists the problems. Does not verify
 * the files themselves; `verifyBundle` does.
 */
export function readManifest(bytes: Uint8Array): BundleManifest {
  const judged = judgeManifest(bytes);
  if ("manifest" in judged) return judged.manifest;
  throw contentRefused(`${MANIFEST_ENTRY}: ${listed(judged.problems)}`, null, HELP);
}
