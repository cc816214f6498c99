import { type Mapping, type Scalar, type Tree, commandInSentence, shellCommand } from "../../kernel/index.ts";
import { type Environment, parseAddress, recordingName, recordingTitle } from "../../compiler/index.ts";
import type { MovedAddress, WantedRelay } from "./moved.ts";

const word = (key: string): string => (/^[A-Za-z_][\w.-]*$/.test(key) ? key : JSON.stringify(key));

/** Returns a YAML scalar without quotes if it was written so, otherwise in double quotes: `2506` and `"2506"` can be different values. */
const scalar = ({ style, text }: Scalar): string => (style === "plain" && !/[\r\n]/.test(text) ? text : JSON.stringify(text));

function lines(tree: Tree, indent: string): readonly string[] {
  if (tree.type === "scalar") return [` ${scalar(tree)}`];
  if (tree.type === "list")
    return tree.items.length === 0 ? [" []"] : ["", ...tree.items.flatMap((item) => below(`${indent}-`, item, `${indent}  `))];
  if (tree.entries.size === 0) return [" {}"];
  return ["", ...[...tree.entries].flatMap(([key, { value }]) => below(`${indent}${word(key)}:`, value, `${indent}  `))];
}

function below(head: string, value: Tree, indent: string): readonly string[] {
  const [first = "", ...rest] = lines(value, indent);
  return [head + first, ...rest];
}

const listed = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(", ")}]`;

const hostOf = (text: string): string => parseAddress(text)?.host ?? "";

/** Returns the `tier` lines of environment.yaml with the relays' addresses; `members` (and in mode `tls` also `hosts`) is made anew. */
function tierLines(
  { tier }: Environment,
  moved: readonly MovedAddress[],
  relays: readonly WantedRelay[],
  named: boolean,
): readonly string[] {
  const signIn = moved.find(({ role }) => role === "sign-in")?.relay ?? "";
  const files = moved.filter(({ role }) => role === "file-transfer").map(({ relay }) => relay);
  const main = hostOf(signIn);
  // the web client is not recorded and keeps its address, so `tier.members` must declare that its host and the sign-in host are one tier
  const web = tier.webClient ? [hostOf(tier.webClient.text)] : [];
  const others = [...new Set([...files.map(hostOf), ...web])].filter((host) => host !== main && host !== "");
  const hosts = named
    ? relays.map(({ host, at }) => `    ${JSON.stringify(host)}: ${JSON.stringify(at)}`)
    : [...tier.hosts.values()].map(
        ({ name, addresses }) => `    ${JSON.stringify(name)}: ${listed(addresses.map(({ text }) => text))}`,
      );
  return [
    "tier:",
    `  release: ${scalar(tier.release)}`,
    `  signIn: ${JSON.stringify(signIn)}`,
    ...(tier.webClient ? [`  webClient: ${scalar(tier.webClient)}`] : []),
    `  fileTransfer: ${listed(files)}`,
    ...(tier.transport ? [`  transport: ${scalar(tier.transport)}`] : []),
    ...(hosts.length > 0 ? ["  hosts:", ...new Set(hosts)] : []),
    ...(others.length > 0 ? ["  members:", `    ${JSON.stringify(main)}: ${listed(others)}`] : []),
    ...(tier.sharedWith.length > 0 ? [`  sharedWith: ${listed(tier.sharedWith.map(({ text }) => text))}`] : []),
  ];
}

const OURS = new Set(["apiVersion", "kind", "name", "description", "derivedFrom", "tier"]);

/** Returns the environment.yaml of a recording (docs/formats.md#recordings): the recorded environment's, with the relays' addresses. */
export function recordingYaml(
  environment: Environment,
  document: Mapping,
  moved: readonly MovedAddress[],
  relays: readonly WantedRelay[],
  mode: "plain" | "tls" | "patch",
): string {
  const { name } = environment;
  const own = [...document.entries].filter(([key]) => !OURS.has(key));
  return [
    `# made by ${commandInSentence(shellCommand`tierwright record start ${name}`, "every")} and deleted by \`tierwright record stop\`: its addresses lead to relays on this machine`,
    "apiVersion: tierwright/v1",
    "kind: Environment",
    `name: ${JSON.stringify(recordingName(name))}`,
    `description: ${JSON.stringify(recordingTitle(name))}`,
    `derivedFrom: ${JSON.stringify(name)}`,
    ...tierLines(environment, moved, relays, mode === "tls"),
    ...own.flatMap(([key, { value }]) => below(`${word(key)}:`, value, "  ")),
    "",
  ].join("\n");
}
