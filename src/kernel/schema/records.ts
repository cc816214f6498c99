import { bundle, idpPlan, journal, plan, probe, receipt, recordingRecord, type RecordError } from "./records.generated.mjs";

const VALIDATORS = { bundle, idpPlan, journal, plan, probe, receipt, recordingRecord } as const;

/** A kind of JSON record with a published schema (schemas/KIND.schema.json; that of `plan` is swap-plan, that of `idpPlan` idp-plan). */
export type RecordKind = keyof typeof VALIDATORS;

const MOST = 10;
/** The most errors that a generated validator lists; equal to MOST_NOTED in scripts/validators.mjs, which generates them. */
const MOST_NOTED = 50;

function words({ instancePath, keyword, message, params }: RecordError): string {
  const what =
    keyword === "additionalProperties"
      ? `has the unknown key '${String(params.additionalProperty)}'`
      : keyword === "required"
        ? `lacks the key '${String(params.missingProperty)}'`
        : keyword === "const"
          ? `must be ${JSON.stringify(params.allowedValue)}`
          : keyword === "enum"
            ? `must be one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(", ")}`
            : (message ?? `breaks ${keyword}`);
  return `${instancePath === "" ? "the record" : instancePath} ${what}`;
}

/**
 * Returns the differences between a record and its published schema, each in words that begin with the JSON pointer of the value.
 * @returns at most ten differences, then a text with the number of further ones; an empty list if the record is valid
 */
export function recordProblems(kind: RecordKind, value: unknown): readonly string[] {
  const validator = VALIDATORS[kind];
  if (validator(value)) return [];
  const noted = validator.errors ?? [];
  const told = noted.slice(0, MOST).map(words);
  if (noted.length <= MOST) return told;
  return [...told, noted.length < MOST_NOTED ? `and ${noted.length - MOST} more` : "and many more"];
}
