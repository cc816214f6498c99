import { codeSpan, printedCommand, shellCommand } from "../../../kernel/index.ts";
import { fileTransferOf, signInOf } from "../../compile/addresses.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { type Handover, type HandoverStep, handoverOf, machineOfStep } from "../../sso/handover.ts";
import { type Machine, machineOf, PART_TITLES, type TierPlaces } from "../../sso/machines.ts";
import type { Artifact } from "../artifact.ts";
import { wordsFor } from "./words.ts";

const list = (texts: readonly string[]): string => texts.map(codeSpan).join(", ");

function placesOf(compiled: CompiledEnvironment): TierPlaces {
  const { hosts } = compiled.environment.tier;
  return {
    signIn: signInOf(compiled)?.address ?? null,
    fileTransfer: fileTransferOf(compiled).flatMap(({ address }) => address ?? []),
    hosts: new Map([...hosts].map(([host, { addresses }]) => [host, addresses.map(({ text }) => text)])),
  };
}

function machineRow({ hosts, nodes, parts }: Machine): string {
  const where = nodes.length === 0 ? "(not declared)" : list(nodes);
  const does = parts.map(({ id, port }) => `${PART_TITLES[id]}${port === "" ? "" : `, port ${port}`}`);
  return `| ${list(hosts)} | ${where} | ${[...new Set(does)].join("; ")} |`;
}

/**
 * Returns, as Markdown, the commands that probe a step's result on each node behind one host name; "" for a step that people do only once,
 * or a machine with one node.
 */
function nodesText(environment: string, { nodeProbe, where }: HandoverStep, machine: Machine | null): string {
  const part = machine?.parts.find(({ id }) => id === where);
  if (!machine || !part || machine.nodes.length < 2 || !nodeProbe) return "";
  const calls = machine.nodes.map((node) => {
    const to = node.includes(":") ? `[${node}]` : node;
    return `  - ${codeSpan(printedCommand(shellCommand`tierwright probe ${environment} --only ${nodeProbe} --connect ${`${part.host}:${part.port}:${to}`}`, "every"))}`;
  });
  return `\n- Each node by itself, as soon as the realm is there and its certificate is trusted:\n${calls.join("\n")}`;
}

function whereText({ where }: HandoverStep, machine: Machine | null): string {
  const part = machine?.parts.find(({ id }) => id === where);
  if (!machine || !part) return "(its address is not known yet)";
  return `${codeSpan(part.host)}${machine.nodes.length > 1 ? `, each of ${list(machine.nodes)}` : ""}`;
}

function stepText(handover: Handover, step: HandoverStep, number: number, environment: string): string {
  const machine = machineOfStep(handover, step);
  const where = step.where ? `\n- Where: ${whereText(step, machine)}` : "";
  const files = step.files.length > 0 ? `\n- With: ${list(step.files)}` : "";
  return `### ${number}. ${step.title}

- Who: ${step.who}${where}${files}
- Do: ${step.does}
- Done: ${step.done}${nodesText(environment, step, machine)}`;
}

function consumersOf({ signIn }: CompiledEnvironment, kind: string): string {
  const names = (signIn?.consumers ?? []).filter((one) => one.kind.text === kind).map(({ name }) => name.text);
  return names.length > 0 ? list(names) : "none";
}

function pageText(compiled: CompiledEnvironment, handover: Handover): string {
  const { machines, steps } = handover;
  const environment = compiled.environment.name;
  const idp = list(machineOf(machines, "idp")?.hosts ?? []);
  const one =
    machines.length === 1
      ? "All parts are on one machine, or behind one name."
      : `The parts are on ${machines.length} machines, or behind as many names.`;
  const text = `# Sign-in of ${environment}: who does what

${steps.length} steps, in this order, at stage ${codeSpan(compiled.signIn?.stage ?? "")} of sso.yaml. Begin a step when the one before it is done. The [words](#words) are at the end. All files are in this folder and hold no secret unless compiled with \`--with-secrets\`. Nothing of it belongs on a workstation.

## Machines

| name | addresses | has |
|---|---|---|
${machines.map(machineRow).join("\n")}

${one} The table comes from sso.yaml and environment.yaml; two names are one machine if \`tier.hosts\` declares one and the same address for both. A name with several addresses there, or one that leads to a load balancer, has several nodes: do its steps on each node, because a proof through the name shows only the node that answered. File servers and workstations have no step.

The other pages speak of a virtual machine on a host:

| their word | in a data centre | of the consumers in sso.yaml |
|---|---|---|
| host | the server of the identity provider${idp === "" ? "" : `, ${idp}`}, each node | ${consumersOf(compiled, "host")} |
| guest | each other server: PLM tier, web client, security services, each node | ${consumersOf(compiled, "guest")} |
| container | each container that talks to the identity provider | ${consumersOf(compiled, "container")} |

## Steps

${steps.map((step, i) => stepText(handover, step, i + 1, environment)).join("\n\n")}
`;
  return `${text}
## Words

${wordsFor(
  text,
  steps.flatMap(({ files }) => files),
)}
`;
}

const plannedIn = (compiled: CompiledEnvironment): Handover | null =>
  compiled.signIn && handoverOf(compiled.signIn, compiled.environment.name, placesOf(compiled));

export const artifact: Artifact = {
  name: "sso-readme",
  title: "who does what in which order with which file of the sign-in, and how a step shows that it is done",
  produce(compiled) {
    const handover = plannedIn(compiled);
    if (!handover) return null;
    return { path: "sso/README.md", bytes: Buffer.from(pageText(compiled, handover), "utf8"), purpose: "note", target: null };
  },
  prove({ bytes }, compiled) {
    const { machines, steps } = plannedIn(compiled) ?? { machines: [], steps: [] };
    const text = bytes.toString("utf8");
    const named = [...steps.flatMap(({ files }) => files), ...machines.flatMap(({ hosts, nodes }) => [...hosts, ...nodes])];
    return named.filter((one) => !text.includes(codeSpan(one))).map((one) => `it does not name ${one}`);
  },
};
