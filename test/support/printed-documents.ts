import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

/*
 * Every JSON document that a test makes a command print is held to its published schema, which is closed: what a command begins to print
 * is described there, or the test that prints it fails.
 */

/** Compiled plainly: making the validators smaller takes a third of the time, and that the schemas are schemas is a test of its own. */
const ajv = new Ajv({
  ...{ strict: true, strictRequired: false, allowUnionTypes: true, allErrors: true },
  ...{ code: { optimize: false }, validateSchema: false },
});
const validators = new Map<string, ValidateFunction>();

/** The validator of `tierwright/NAME/v1`, which is schemas/NAME.schema.json. */
export function validatorOf(name: string): ValidateFunction {
  const known = validators.get(name);
  if (known) return known;
  const text = readFileSync(new URL(`../../schemas/${name}.schema.json`, import.meta.url), "utf8");
  const made = ajv.compile(JSON.parse(text));
  validators.set(name, made);
  return made;
}

/** Larger ones say nothing new, and would take longer than what they test. */
const LARGEST = 2_000_000;

/** What is wrong with what was printed; null where it is no document of ours, or as its schema says. */
export function documentFault(out: string): string | null {
  if (!/^\{\s*"schema":\s*"tierwright\//.test(out) || out.length > LARGEST) return null;
  let document: { readonly schema: string };
  try {
    document = JSON.parse(out);
  } catch (error) {
    return `standard output is not one JSON document: ${(error as Error).message}`;
  }
  const name = /^tierwright\/([a-z0-9-]+)\/v1$/.exec(document.schema)?.[1] ?? "";
  const valid = validatorOf(name);
  if (valid(document)) return null;
  const faults = (valid.errors ?? [])
    .slice(0, 5)
    .map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  return `schemas/${name}.schema.json does not describe what was printed: ${faults.join("; ")}`;
}
