import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { plainSecrets } from "../../compile/plain-secrets.ts";
import type { Problem } from "../../diagnostic/finding.ts";
import { plainValue } from "../../diagnostics/secret/plain-value.ts";
import { placeOf } from "../../source/tree.ts";
import type { ReadRule } from "../rule.ts";
import { setTopic } from "../set-topic.ts";

function* checkCompiled({ environment }: CompiledEnvironment): Iterable<Problem> {
  for (const { file, key, value, kind } of plainSecrets(environment)) {
    const explains = [setTopic(environment.name, file, key)];
    const known = { pointer: value.pointer, quote: false, explains } as const;
    yield plainValue.at(placeOf(value.span), { seen: "set", file, key, kind }, known);
  }
}

export const rule: ReadRule = { ...plainValue, checkCompiled };
