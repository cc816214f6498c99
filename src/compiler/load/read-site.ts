import { type Mapping, type Tree, child } from "../../kernel/index.ts";
import { mapAt, scalarAt, scalarsAt } from "./fields.ts";
import { inheritable } from "./layers.ts";
import type { Site } from "../model/site.ts";

function readVersionFrom(tool: Tree | undefined): Site["tool"]["versionFrom"] {
  const from = child(tool, "versionFrom");
  const file = scalarAt(from, "file");
  const pattern = scalarAt(from, "pattern");
  return file && pattern && { file, pattern };
}

/** Returns the model of site.yaml; null if a required field is missing, which `readDocument` has reported. */
export function readSite(path: string, tree: Mapping): Site | null {
  const tool = child(tree, "tool");
  const connector = child(tree, "connector");
  const client = child(tree, "client");
  const profile = child(tree, "profile");
  const install = scalarAt(tool, "install");
  const folder = scalarAt(connector, "folder");
  const conf = scalarAt(connector, "conf");
  const file = scalarAt(client, "file");
  const defaults = mapAt(tree, "defaults");
  if (!install || !folder || !conf || !file) return null;
  return {
    path,
    requires: scalarAt(tree, "requires"),
    tool: {
      name: scalarAt(tool, "name"),
      envPrefix: scalarAt(tool, "envPrefix"),
      install,
      versionFrom: readVersionFrom(tool),
      pluginRoots: scalarsAt(tool, "pluginRoots"),
    },
    connector: { folder, id: scalarAt(connector, "id"), conf },
    client: { file, log4j2: scalarAt(client, "log4j2") },
    profile: {
      isStated: tree.entries.has("profile"),
      file: scalarAt(profile, "file"),
      copies: scalarsAt(profile, "copies"),
    },
    log: { connector: scalarAt(child(tree, "log"), "connector") },
    defaults: defaults && inheritable(defaults),
  };
}
