import { commandInSentence, didYouMean, homesOf, nearest, schemaAt, shellCommand, wrongUse } from "../../../kernel/index.ts";
import { type Command, type ExitCode, type Invocation, printResult } from "../../../report/index.ts";
import type { CompiledEnvironment, CompiledKey } from "../../compile/compiled.ts";
import { LOG4J2_FIELDS } from "../../compile/log4j2-edits.ts";
import { loadShared } from "../../load/shared.ts";
import { checkEnvironment } from "../../run/check-environment.ts";
import { answers } from "../../run/why.ts";
import { plainOptions } from "../../run/request.ts";
import { whyText } from "../../views/why.ts";
import { neighboursOf } from "../neighbours.ts";
import { namesFor, openRepository, selectEnvironments } from "../open-repository.ts";

export const command: Command = {
  name: "why",
  summary: "where a compiled value comes from, and what it overrides",
  group: "Every day",
  short: "shows the origin of a value",
  arguments: [
    { name: "ENV", summary: "an environment" },
    {
      name: "KEY",
      summary: "a key of the compiled files, FILE/KEY (connector/TRANSPORT) if both files have it, or a field of logging",
    },
  ],
  options: [],
  formats: ["text", "json"],
  examples: [
    {
      command: "why production BOOTSTRAP_URLS",
      does: "shows the YAML line that decides where model files go, and the vendor value that it replaces",
    },
    { command: "why production client/TRANSPORT", does: "the same for one of two files" },
  ],
  run: runWhy,
};

const isWithin = (field: string, around: string): boolean => `${field}.`.startsWith(`${around}.`);

/**
 * Throws a Refusal if `wanted` is a field of environment.yaml, by its own name or its path, instead of a key. The message names the keys
 * that the field decides.
 */
function refuseField({ files }: CompiledEnvironment, environment: string, wanted: string): void {
  const named = homesOf("Environment", wanted).map((home) => `${home}.${wanted}`);
  const fields = [...named, wanted].filter((field) => schemaAt("Environment", `/${field.replaceAll(".", "/")}`) !== null);
  if (fields.length === 0) return;
  const pointers = fields.map((field) => `/${field.replaceAll(".", "/")}`);
  const isFed = ({ decision: { pointer } }: CompiledKey) =>
    pointers.some((own) => pointer === own || pointer?.startsWith(`${own}/`));
  const keys = Object.values(files).flatMap((file) => file.decided.filter(isFed).map(({ key }) => `${file.role}/${key}`));
  const [first] = keys;
  const isOfLog4j2 = LOG4J2_FIELDS.some((own) => fields.some((field) => isWithin(field, own) || isWithin(own, field)));
  const none = isOfLog4j2 ? `values of log4j2.xml, and '${environment}' sets none` : "no key";
  const shown =
    first === undefined ? "" : `${commandInSentence(shellCommand`tierwright why ${environment} ${first}`)} shows one; `;
  throw wrongUse(
    `'${wanted}' is a field of environment.yaml, which decides ${first === undefined ? none : keys.join(", ")}`,
    `${shown}\`tierwright help formats\` describes each field`,
  );
}

/** Prints the decision on a key (`why ENV KEY`), even if only the kit sets the key. Throws a Refusal if no compiled file has the key. */
async function runWhy(invocation: Invocation): Promise<ExitCode> {
  const [environment = "", wanted = ""] = invocation.args;
  const repository = openRepository(invocation.directory);
  const { files } = repository;
  const names = namesFor([environment], repository);
  const [name = ""] = selectEnvironments([environment], names);
  const { compiled } = checkEnvironment(name, {
    files,
    shared: loadShared(files),
    neighbours: neighboursOf(files, names),
    options: plainOptions(invocation.today),
  });
  if (!compiled || Object.keys(compiled.files).length === 0) {
    throw wrongUse(
      `environment '${name}' cannot be compiled`,
      `${commandInSentence(shellCommand`tierwright check ${name}`)} shows why`,
    );
  }
  const found = answers(compiled, wanted);
  if (found.length === 0) {
    const keys = Object.values(compiled.files).flatMap((file) => [...file.keys.keys()]);
    refuseField(compiled, name, wanted);
    const near = nearest(wanted.replace(/^(connector|client|logger)\//, ""), keys);
    const old = compiled.carryOver?.dropped.includes(wanted)
      ? `; the previously installed conf has it, release ${compiled.environment.connector.text} does not`
      : "";
    throw wrongUse(
      `no compiled file of '${name}' has the key '${wanted}'${old || didYouMean(wanted, near ? [near] : [])}`,
      `${keys.length} keys are compiled; \`tierwright help formats\` lists the fields of an environment that decide keys`,
    );
  }
  const shown = found.map(({ compiled: line, ...answer }) => ({
    ...answer,
    compiled: line && { ...line, written: files.read(line.file).kind === "file" },
  }));
  printResult(invocation, { schema: "tierwright/why/v1", answers: shown }, whyText);
  return 0;
}
