import { win32 } from "node:path";
import { type PropertiesDocument, type PropertyEntry, withoutTrailing } from "../../kernel/index.ts";
import { isLoopback, normalAddress, parseAddress } from "../model/address.ts";
import { isWholePath } from "../model/directories.ts";

/** The effect on a workstation of a value that the vendor left in a kit's conf, such as an address of the vendor's network. */
export interface VendorEffect {
  /** The effect on a workstation if the vendor's value stays, in words. */
  readonly effect: string;
  /** The field of environment.yaml that replaces the vendor's value. */
  readonly field: string;
  /** Kind of the value. A site never wants the vendor's host (address, license), but can want the kit's folder or browser setting. */
  readonly kind: "address" | "license" | "directory" | "browser";
}

/** A value of the vendor in a kit's conf in place of which an environment must decide another (docs/kits.md). */
export interface VendorValue extends VendorEffect {
  readonly key: string;
  readonly entry: PropertyEntry;
}

interface Watched {
  readonly is: (key: string) => boolean;
  readonly field: string;
  readonly kind: VendorEffect["kind"];
  readonly effect: (value: string) => string | null;
}

const filled = (words: string) => (value: string) => (value.trim() === "" ? null : words);

/** Key of the embedded browser; its value `true` does harm, whichever release's kit has it. */
export const BROWSER_KEY = "USE_JCEF_BROWSER";

const WATCHED: readonly Watched[] = [
  {
    is: (key) => key === "TC_SERVER_URL",
    field: "tier.signIn",
    kind: "address",
    effect: filled("the tool would sign in at the vendor's address"),
  },
  {
    is: (key) => key === "AWC_WEBLOGIC_HOST_URL",
    field: "tier.webClient",
    kind: "address",
    effect: filled("the vendor's own web client would be opened"),
  },
  {
    is: (key) => key === "LicenseDir",
    field: "workstation.licenseServer",
    kind: "license",
    effect: (value) =>
      value.trim() === ""
        ? "the licence client would look for a local licence file, and the tool would ask for one at start"
        : "the tool would ask the vendor's licence server",
  },
  {
    is: (key) => key === "STAGING_DIR",
    field: "workstation.stagingDir",
    kind: "directory",
    effect: (value) =>
      value.trim() === ""
        ? "exports have no folder to go to"
        : "that folder must exist; it is the vendor's, and unlikely on your workstations",
  },
  {
    is: (key) => key.endsWith("TCIntImportWorkingDir"),
    field: "workstation.importWorkingDir",
    kind: "directory",
    effect: (value) => (value.trim() === "" ? "the connector would have no import working directory" : "the vendor's folder"),
  },
  {
    is: (key) => key === BROWSER_KEY,
    field: "workstation.embeddedBrowser",
    kind: "browser",
    effect: (value) =>
      /^true$/i.test(value.trim()) ? "the embedded panel stays empty where the bundled Chromium cannot load" : null,
  },
];

/**
 * Matches paths that are not the vendor's own: folders that every Windows machine or a usual installation has, and paths with variables
 * that each machine fills in.
 */
const OF_EVERY_MACHINE = /^c:\/(?:programdata|users\/public|windows|program files(?: \(x86\))?|temp)(?:\/|$)|%[^%/]+%|\$/;

/**
 * Returns a Windows path in lower case and in one spelling: without '.' and '..', and without dots and spaces at the end of a name, which
 * Windows ignores.
 */
function plainPath(value: string): string {
  const bare = value
    .trim()
    .toLowerCase()
    .replace(/^[\\/]{2}[?.][\\/]+(?=[a-z]:)/, "");
  const parts = win32.normalize(bare).split("\\");
  return withoutTrailing(parts.map((part) => withoutTrailing(part, ". ")).join("/"), "/");
}

/**
 * Returns the effect of the vendor's value for a key that no field of environment.yaml decides (such as FMS_CACHE_DIR) if it is a full
 * path; null if the value does no harm.
 */
function directoryEffect(value: string): VendorEffect | null {
  const path = value.trim();
  if (path === "" || !isWholePath(path) || OF_EVERY_MACHINE.test(plainPath(path))) return null;
  return {
    effect: "that folder is the vendor's, and unlikely on your workstations",
    field: "workstation.set.connector",
    kind: "directory",
  };
}

/**
 * Returns the effect of a value in a kit's conf, and the field of environment.yaml that decides the key; null if the value does no harm.
 */
export function vendorEffect(key: string, value: string): VendorEffect | null {
  const watched = WATCHED.find((item) => item.is(key));
  if (!watched) return directoryEffect(value);
  const effect = watched.effect(value);
  return effect === null ? null : { effect, field: watched.field, kind: watched.kind };
}

/** Returns the values in a kit's conf that do harm on a workstation, in file order. */
export function vendorValues(conf: PropertiesDocument): readonly VendorValue[] {
  return [...conf.load().map].flatMap(([key, entry]) => {
    const found = vendorEffect(key, entry.value);
    return found ? [{ key, entry, ...found }] : [];
  });
}

/** Returns the hosts in an address or in a list of license servers, or the path of a folder, in one spelling for comparison. */
function namedBy(kind: VendorEffect["kind"], value: string): readonly string[] {
  if (kind === "directory") return [plainPath(value)];
  const hosts =
    kind === "address"
      ? [parseAddress(value.trim())?.host ?? value]
      : value.split(/[;,]/).map((server) => server.slice(server.indexOf("@") + 1));
  // a host name means the same host with or without a dot at its end
  return hosts.map((host) => withoutTrailing(host.trim().toLowerCase(), "."));
}

/**
 * Returns true if a value and the kit's value have something in common: the same host with any port or path, one of the license servers, or
 * the same folder.
 */
export function isSameVendorValue(kind: VendorEffect["kind"], value: string, ofKit: string): boolean {
  const own = new Set(namedBy(kind, ofKit));
  return namedBy(kind, value).some((name) => own.has(name));
}

/**
 * Returns true if every host in a kit's value means another machine at each site: localhost, a name without a domain, an address of a
 * private network. A site that sets such a value on purpose means a machine of its own.
 */
export function isLocalEverywhere(kind: VendorEffect["kind"], ofKit: string): boolean {
  return namedBy(kind, ofKit).every((host) => {
    const address = normalAddress(host);
    if (address === null) return isLoopback(host) || !host.includes(".");
    return isLoopback(host) || /^(?:10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|f[cd][0-9a-f]{2}:)/.test(address);
  });
}
