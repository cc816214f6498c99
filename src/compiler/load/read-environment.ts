import { type Mapping, type Scalar, type Span, type Tree, child } from "../../kernel/index.ts";
import { parseAddress } from "../model/address.ts";
import type {
  DeclaredHost,
  DeclaredMembers,
  Environment,
  IgnoreEntry,
  Layer,
  Logging,
  SetValue,
  Tier,
  Workstation,
} from "../model/environment.ts";
import { entriesAt, itemsAt, mapAt, scalarAt, scalarMapAt, scalarsAt, scalarsOf } from "./fields.ts";
import type { FileRole } from "../model/files.ts";
import { readSecret } from "./read-secret.ts";
import { readSsoConnector } from "./read-sign-in.ts";

function readHosts(tier: Mapping): ReadonlyMap<string, DeclaredHost> {
  const hosts = new Map<string, DeclaredHost>();
  for (const { key, keySpan, value } of entriesAt(tier, "hosts")) {
    const known = hosts.get(key.toLowerCase());
    hosts.set(
      key.toLowerCase(),
      known ? { ...known, duplicate: keySpan } : { name: key, keySpan, addresses: scalarsOf(value), duplicate: null },
    );
  }
  return hosts;
}

/**
 * Reads tier.members, the declared members of tiers by sign-in host. A list instead of a map is already reported; its hosts are read as
 * members of this environment's own tier, so that they cause no further findings.
 */
function readMembers(tier: Mapping, signIn: Scalar): Tier["members"] {
  const node = child(tier, "members");
  if (node?.type === "list") {
    const name = parseAddress(signIn.text)?.host ?? "";
    return new Map([[name, { name, keySpan: node.span, hosts: scalarsOf(node) }]]);
  }
  const members = new Map<string, DeclaredMembers>();
  for (const { key, keySpan, value } of entriesAt(tier, "members")) {
    const known = members.get(key.toLowerCase())?.hosts ?? [];
    members.set(key.toLowerCase(), { name: key, keySpan, hosts: [...known, ...scalarsOf(value)] });
  }
  return members;
}

function readTier(tree: Mapping): Tier | null {
  const tier = mapAt(tree, "tier");
  const release = scalarAt(tier ?? undefined, "release");
  const signIn = scalarAt(tier ?? undefined, "signIn");
  const files = child(tier ?? undefined, "fileTransfer");
  if (!tier || !release || !signIn || !files) return null;
  return {
    span: tier.span,
    release,
    signIn,
    webClient: scalarAt(tier, "webClient"),
    fileTransfer: scalarsOf(files),
    fileTransferSpan: files.span,
    transport: scalarAt(tier, "transport"),
    hosts: readHosts(tier),
    members: readMembers(tier, signIn),
    sharedWith: scalarsAt(tier, "sharedWith"),
  };
}

function readSet(workstation: Mapping | null): Workstation["set"] {
  const set = mapAt(workstation ?? undefined, "set");
  const read = (role: FileRole) => {
    const values = new Map<string, { keySpan: Span; value: SetValue }>();
    for (const { key, keySpan, value } of entriesAt(set ?? undefined, role)) {
      const read: SetValue | null = value.type === "scalar" ? value : readSecret(value);
      if (read) values.set(key, { keySpan, value: read });
    }
    return values;
  };
  return { connector: read("connector"), client: read("client"), logger: read("logger") };
}

function readWorkstation(tree: Mapping): Workstation {
  const workstation = mapAt(tree, "workstation");
  const field = (key: string) => scalarAt(workstation ?? undefined, key);
  return {
    install: field("install"),
    licenseServer: field("licenseServer"),
    stagingDir: field("stagingDir"),
    importWorkingDir: field("importWorkingDir"),
    embeddedBrowser: field("embeddedBrowser"),
    sessionAgent: field("sessionAgent"),
    set: readSet(workstation),
    keep: scalarsAt(workstation ?? undefined, "keep"),
  };
}

function readLogging(tree: Mapping): Logging {
  const logging = mapAt(tree, "logging") ?? undefined;
  const payload = child(logging, "payload");
  return {
    payload: { enabled: scalarAt(payload, "enabled"), dir: scalarAt(payload, "dir") },
    triggers: scalarMapAt(logging, "triggers"),
    deleteAfter: scalarMapAt(logging, "deleteAfter"),
    levels: scalarMapAt(logging, "levels"),
    keepDays: scalarAt(logging, "keepDays"),
  };
}

function readIgnore(tree: Mapping): readonly IgnoreEntry[] {
  return itemsAt(tree, "ignore").flatMap((item) => {
    const rule = scalarAt(item, "rule");
    if (!rule) return [];
    return [
      { rule, file: scalarAt(item, "file"), key: scalarAt(item, "key"), reason: scalarAt(item, "reason"), span: item.span },
    ];
  });
}

/**
 * Returns the environment's model from its layers (lowest precedence first), the merged layers (`tree`) and sso.yaml. Returns null if a
 * required field is missing, which `loadEnvironment` reports.
 */
export function readEnvironment(
  folder: string,
  path: string,
  layers: readonly Layer[],
  tree: Mapping,
  sso: Tree | null,
): Environment | null {
  const own = layers[layers.length - 1]?.tree;
  const connector = scalarAt(tree, "connector");
  const tool = scalarAt(tree, "tool");
  const nameScalar = scalarAt(tree, "name");
  const tier = readTier(tree);
  if (!own || !connector || !tool || !nameScalar || !tier) return null;
  const authentication: Scalar | null = scalarAt(tree, "authentication");
  return {
    name: folder,
    path,
    nameScalar,
    description: scalarAt(tree, "description"),
    layers,
    extends: scalarAt(own, "extends"),
    derivedFrom: scalarAt(own, "derivedFrom"),
    tierInherited:
      mapAt(own, "tier") === null && layers.some((layer) => layer.name === "extends" && mapAt(layer.tree, "tier") !== null),
    connector,
    tool,
    authentication,
    sso: authentication?.text === "sso",
    tier,
    workstation: readWorkstation(tree),
    carryFrom: scalarAt(tree, "carryFrom"),
    logging: readLogging(tree),
    ignore: readIgnore(tree),
    ssoConnector: readSsoConnector(sso),
  };
}
