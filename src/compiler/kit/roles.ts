import { PropertiesDocument, parseXml } from "../../kernel/index.ts";

/** The roles of a kit's files: the fields below `kit` in release.yaml, besides `root` and `plugin`, that name a file. */
export type Role = "conf" | "logger" | "client" | "log4j2" | "profile" | "mapping";

/** File names from site.yaml by which an import recognizes the files of a kit; null for a name that site.yaml does not state. */
export interface KnownNames {
  /** Name of the connector's conf without .properties. */
  readonly conf: string | null;
  readonly client: string | null;
  readonly profile: string | null;
}

export interface Candidate {
  readonly path: string;
  /** The strength of the match between the file and a role: the highest score gets the role; 0 if the file cannot have it. */
  readonly score: number;
}

interface Look {
  readonly path: string;
  /** Folder of plugin.xml in the imported source. */
  readonly plugin: string;
  readonly names: KnownNames;
  read(): Uint8Array | null;
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
const inPlugin = ({ path, plugin }: Look): boolean => plugin === "" || path.startsWith(`${plugin}/`);
const named = (path: string, name: string | null): boolean => name !== null && nameOf(path) === name.toLowerCase();

function keysOf(look: Look): ReadonlySet<string> {
  const bytes = look.read();
  return new Set(bytes ? PropertiesDocument.parse(bytes).load().map.keys() : []);
}

function rootName(look: Look): string {
  const bytes = look.read();
  if (!bytes) return "";
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const name = parseXml(bytes, text).root?.name ?? "";
  return name.slice(name.indexOf(":") + 1);
}

const isProperties = ({ path }: Look): boolean => /\.properties$/i.test(path);
const isXml = ({ path }: Look): boolean => /\.xml$/i.test(path);

/**
 * Returns the score of a file for the role of a properties file, from its name and its keys; 0 if neither matches. `place` is added to the
 * score of a match, for a file in the usual folder.
 */
function properties(look: Look, name: string | null, keys: readonly string[], place: number): number {
  if (!isProperties(look)) return 0;
  const found = keysOf(look);
  const content = keys.some((key) => found.has(key)) ? 50 : 0;
  const own = named(look.path, name) ? 100 : 0;
  return own + content === 0 ? 0 : own + content + place;
}

const CONF_KEYS = ["TC_SERVER_URL", "LicenseDir", "USE_JCEF_BROWSER"];
const LOGGER_KEYS = ["isPayloadRequired", "jsonPayloaddir"];
const CLIENT_KEYS = ["BOOTSTRAP_URLS", "AWC_WEBLOGIC_HOST_URI"];

/**
 * The roles in the order in which an import assigns a file to each, with a function that scores a file for the role by name, folder and
 * content.
 */
export const ROLES: readonly { readonly role: Role; score(look: Look): number }[] = [
  { role: "logger", score: (look) => (inPlugin(look) ? properties(look, "logger.properties", LOGGER_KEYS, 0) : 0) },
  {
    role: "conf",
    score: (look) => {
      const { conf } = look.names;
      if (!inPlugin(look)) return 0;
      return properties(look, conf && `${conf}.properties`, CONF_KEYS, /(^|\/)conf\/[^/]+$/i.test(look.path) ? 10 : 0);
    },
  },
  { role: "client", score: (look) => properties(look, look.names.client ?? "CommonClient.properties", CLIENT_KEYS, 0) },
  {
    role: "log4j2",
    score: (look) => {
      if (!isXml(look) || rootName(look) !== "Configuration") return 0;
      return (/^log4j2/.test(nameOf(look.path)) ? 100 : 10) + (inPlugin(look) ? 0 : 20);
    },
  },
  {
    role: "profile",
    score: (look) => {
      if (!/\.mdzip$/i.test(look.path)) return 0;
      const own = named(look.path, look.names.profile) ? 100 : /_profile\.mdzip$/i.test(look.path) ? 60 : 20;
      return own + (inPlugin(look) ? 5 : 0);
    },
  },
  {
    role: "mapping",
    score: (look) => {
      if (!isXml(look)) return 0;
      const content = /mapping/i.test(rootName(look)) ? 60 : 0;
      return content + (/mapping/i.test(nameOf(look.path)) ? 40 : 0);
    },
  },
];
