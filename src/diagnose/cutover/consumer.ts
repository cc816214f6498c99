import { type Span, type Tree, readYaml } from "../../kernel/index.ts";
import type { Position } from "./position.ts";

/**
 * Consumers of an address: the programs or people that read it in a file, and fail once the address changes. A `record` has no reader: it
 * keeps a workstation's settings as `adopt` found them, so nobody has to change the address in it.
 */
export const CONSUMERS = [
  "unknown",
  "idp",
  "login-service",
  "identity-service",
  "connector",
  "client",
  "person",
  "record",
] as const;
export type Consumer = (typeof CONSUMERS)[number];

type Rule = readonly [pattern: RegExp, consumer: Consumer];

/**
 * Consumer of an address by the file that contains it; the first match wins. For a file in an archive, its path there is part of the path.
 */
const FILES: readonly Rule[] = [
  [/(?:^|\/)environments\/[^/]+\/installed\/(?:[^/]+\.properties|log4j2[^/]*\.xml)$/i, "record"],
  [/(?:^|\/)releases\/[^/]+\/base\/client\.properties$/i, "client"],
  [/(?:^|\/)(?:client|CommonClient)\.properties$/i, "client"],
  [/(?:^|\/)log4j2\.xml$/i, "client"],
  [/(?:^|\/)federation\.properties$|(?:^|\/)login\.xml$|(?:^|\/)discovery\.json$|(?:^|\/)panel\.json$/i, "login-service"],
  [/(?:^|\/)identity\.xml$/i, "identity-service"],
  [/(?:^|\/)(?:realm\.json|groups\.csv|users\.csv)$|\.env$/i, "idp"],
  [/(?:^|\/)(?:connector|logger)\.properties$|(?:^|\/)plugin\.xml$/i, "connector"],
  [/(?:^|\/)(?:connector|base|conf)\/[^/]+\.properties$/i, "connector"],
  [/\.(?:md|markdown|txt|html?|adoc|rst|docx?|xlsx?|pptx?|od[tsp]|rtf|eml|msg|url|webloc|desktop|lnk)(?:$|!\/)/i, "person"],
  [/^(?:(?!plugin\/)[^/]*\/)*plugin\/.*\.jar(?:$|!\/)/i, "connector"],
];

/** Consumer of an address by the field of the Tierwright document that contains it; the first match wins. */
const FIELDS: readonly Rule[] = [
  [/^environment\.yaml\/description/, "person"],
  [/^environment\.yaml\/(?:tier\/fileTransfer|workstation\/set\/client|logging)/, "client"],
  [/^environment\.yaml\/(?:tier|workstation)/, "connector"],
  [/^sso\.yaml\/idp/, "idp"],
  [/^sso\.yaml\/(?:loginService|webApplication|oidc)/, "login-service"],
  [/^sso\.yaml\/gateway/, "identity-service"],
  [/^sso\.yaml\/connector/, "connector"],
  [/^release\.yaml\/(?:claims)/, "person"],
  [/^(?:matrix|exceptions)\.yaml\//, "person"],
];

const OURS = /(?:^|\/)(environment|sso|release|matrix|exceptions)\.yaml$/;

const ruled = (rules: readonly Rule[], text: string): Consumer => rules.find(([pattern]) => pattern.test(text))?.[1] ?? "unknown";

/** Returns the consumer of the addresses in a file by its path, "unknown" if no rule matches. */
export const consumerOfFile = (path: string): Consumer => ruled(FILES, path.replaceAll("\\", "/"));

function leaves(tree: Tree, into: { pointer: string; span: Span }[] = []): readonly { pointer: string; span: Span }[] {
  if (tree.type === "scalar") into.push(tree);
  else
    for (const inner of tree.type === "map" ? [...tree.entries.values()].map(({ value }) => value) : tree.items)
      leaves(inner, into);
  return into;
}

const isBefore = (a: Position, b: Position): boolean => a.line < b.line || (a.line === b.line && a.column <= b.column);

/**
 * Returns a function that finds the consumer of an address in a Tierwright document by the field that contains it; in a comment it is
 * `person`. Returns null if the file is no such document.
 */
export function documentConsumer(path: string, bytes: () => Uint8Array | null): ((at: Position) => Consumer) | null {
  const name = OURS.exec(path)?.[1];
  const content = name === undefined ? null : bytes();
  const tree = content && readYaml(path, content).tree;
  if (!tree) return null;
  const fields = leaves(tree).map(({ pointer, span: { source, start, end } }) => {
    return { field: `${name}.yaml${pointer}`, from: source.positionOf(start), to: source.positionOf(end) };
  });
  return (at) => {
    const found = fields.find(({ from, to }) => isBefore(from, at) && isBefore(at, to));
    return found ? ruled(FIELDS, found.field) : "person";
  };
}
