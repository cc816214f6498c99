import { type Mapping, type RuleProblem, type SourceText, discoveryPath } from "../../kernel/index.ts";
import type { SourceTree } from "../../platform/index.ts";
import type { FederatedSignIn } from "../model/federated-sign-in.ts";
import { loadDiscovery } from "./discovery.ts";
import { type InstalledSignIn, loadInstalledSignIn } from "./installed-sign-in.ts";
import { findMisnamed } from "./unread-files.ts";
import { readSignIn } from "./read-sign-in.ts";
import { loadUsers } from "./user-list.ts";

export interface LoadedSignIn {
  readonly signIn: FederatedSignIn;
  readonly installed: InstalledSignIn;
  readonly problems: readonly RuleProblem[];
  /** The texts of the files that belong to sso.yaml: discovery.json, the list of users, and the servers' own files below installed/. */
  readonly sources: readonly SourceText[];
}

/**
 * The keys of sso.yaml without facts about servers: with no other keys, sso.yaml describes the connector's settings alone, and no files of
 * the security services are compiled.
 */
const CONNECTOR_ALONE = new Set(["apiVersion", "kind", "connector"]);

const describesServers = (tree: Mapping): boolean => [...tree.entries.keys()].some((key) => !CONNECTOR_ALONE.has(key));

/**
 * Reads sso.yaml from its parsed tree, with discovery.json, the list of users and the servers' own files below installed/. Returns null if
 * sso.yaml describes no server.
 */
export function loadSignIn(files: SourceTree, environment: string, tree: Mapping): LoadedSignIn | null {
  if (!describesServers(tree)) return null;
  const problems: RuleProblem[] = [];
  const read = readSignIn(tree);
  const path = discoveryPath(environment);
  const discovery = loadDiscovery(files, path, problems);
  const stray = discovery || problems.length > 0 ? null : findMisnamed(files, path);
  if (stray) problems.push(stray);
  const users = read.idp.users && loadUsers(files, read.idp.users, problems);
  const installed = loadInstalledSignIn(files, environment, problems);
  const own = [discovery, users, ...installed.xml, ...installed.env];
  const sources = own.flatMap((file) => (file ? [file.source] : []));
  return { signIn: { ...read, discovery, users }, installed, problems, sources };
}
