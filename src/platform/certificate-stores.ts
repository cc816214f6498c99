import { readFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import tls from "node:tls";
import type { Store, UnreadStore } from "./certificates.ts";
import type { Host } from "./host.ts";

/** A certificate store that can be read. `authorities` has its certificates in PEM; it is null for Node's own list. */
export interface OpenStore extends Store {
  readonly authorities: readonly string[] | null;
}

export interface Stores {
  readonly open: readonly OpenStore[];
  readonly unread: readonly UnreadStore[];
}

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;
const certificatesIn = (text: string): readonly string[] => text.match(CERTIFICATE) ?? [];

/** Files in which Debian, Red Hat, SUSE, Alpine and macOS keep all their certificate authorities in one file. */
const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** True if the operating system always has a certificate store. A Linux without a file of `BUNDLES` has none. */
const ALWAYS_HAS_STORE = process.platform === "win32" || process.platform === "darwin";

/** The password with which every JDK delivers its cacerts file. It is publicly known, so it is no secret. */
const DELIVERED = "changeit";
const KEYTOOL_PATIENCE = 20_000;
const LARGEST_STORE = 16 * 1024 * 1024;

function textOf(path: string): string | null {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return null;
  }
}

/**
 * Returns Node's own list of authorities, with those of the file that NODE_EXTRA_CA_CERTS names. Node reads that file once when it starts,
 * and only warns if it cannot.
 */
function nodeStores(env: Host["env"]): Stores {
  const extra = env("NODE_EXTRA_CA_CERTS") ?? "";
  const read = extra === "" ? null : textOf(extra);
  const sound = read !== null && certificatesIn(read).length > 0;
  return {
    open: [
      {
        kind: "node",
        name: sound
          ? `Node ${process.versions.node} with NODE_EXTRA_CA_CERTS (${extra})`
          : `Node ${process.versions.node}'s built-in list`,
        readBy: "Node-based consumers",
        authorities: null,
      },
    ],
    unread:
      extra === "" || sound
        ? []
        : [
            {
              name: `NODE_EXTRA_CA_CERTS (${extra})`,
              why: read === null ? "the file cannot be read, and Node continues without it" : "the file contains no certificate",
              // Node continues with its built-in list, and the store in `open` is that list without the file
              isUsed: false,
            },
          ],
  };
}

/** Returns the authorities that a command trusts with `--ca`: those of Node itself, those of NODE_EXTRA_CA_CERTS, and the given ones. */
export function authoritiesWith(ca: string): readonly string[] {
  const own = listed("default") ?? [
    ...tls.rootCertificates,
    ...certificatesIn(textOf(process.env.NODE_EXTRA_CA_CERTS ?? "") ?? ""),
  ];
  return [...own, ca];
}

/** Returns one of Node's lists of authorities; null before Node 22.15, which has no tls.getCACertificates. */
const listed = (list: "default" | "system"): readonly string[] | null =>
  (tls as { readonly getCACertificates?: (of: string) => readonly string[] }).getCACertificates?.(list) ?? null;

/** Returns the operating system's list of authorities, if a file or this Node version gives access to it. */
function systemStores(env: Host["env"]): Stores {
  const readBy = "browsers, .NET and the shell";
  for (const path of [env("SSL_CERT_FILE") ?? "", ...BUNDLES].filter((one) => one !== "")) {
    const authorities = certificatesIn(textOf(path) ?? "");
    if (authorities.length > 0) return { open: [{ kind: "os", name: path, readBy, authorities }], unread: [] };
  }
  const own = listed("system") ?? [];
  const name = "the operating system's store";
  if (own.length > 0) return { open: [{ kind: "os", name, readBy, authorities: own }], unread: [] };
  return {
    open: [],
    unread: [{ name, why: "no file holds it, and this Node cannot read it (22.15 and later can)", isUsed: ALWAYS_HAS_STORE }],
  };
}

const keytoolName = process.platform === "win32" ? "keytool.exe" : "keytool";

/** Returns the possible paths of keytool: in JAVA_HOME if it is set, else in every folder of PATH. */
function keytools(env: Host["env"]): readonly string[] {
  const home = env("JAVA_HOME") ?? "";
  const folders = home === "" ? (env("PATH") ?? "").split(delimiter) : [join(home, "bin"), join(home, "jre", "bin")];
  return folders.filter((folder) => isAbsolute(folder)).map((folder) => join(folder, keytoolName));
}

/** Returns the cacerts of a JDK as its own keytool lists them. A JVM trusts no other store. */
async function javaStores({ env, run }: Pick<Host, "env" | "run">): Promise<Stores> {
  const name = "a JDK's cacerts";
  const home = env("JAVA_HOME") ?? "";
  const found = keytools(env);
  for (const keytool of found) {
    const argv = [keytool, "-list", "-rfc", "-cacerts", "-storepass", DELIVERED];
    let ran: Awaited<ReturnType<Host["run"]>>;
    try {
      ran = await run(argv, { milliseconds: KEYTOOL_PATIENCE, largest: LARGEST_STORE });
    } catch {
      continue;
    }
    const authorities = certificatesIn(ran.stdout);
    const whose = home === "" ? `cacerts of the JDK that ${keytool} belongs to` : `cacerts of the JDK at ${home}`;
    if (ran.code === 0 && authorities.length > 0)
      return { open: [{ kind: "jdk", name: whose, readBy: "Java's back-channel calls", authorities }], unread: [] };
    const why =
      ran.stopped === "time"
        ? "keytool did not end"
        : "keytool does not list it: it has another password than the delivered one, or holds nothing";
    return { open: [], unread: [{ name: whose, why, isUsed: true }] };
  }
  const why = home === "" ? "no JAVA_HOME, and no keytool in PATH" : `JAVA_HOME is ${home}, and no keytool is in it`;
  return { open: [], unread: [{ name, why, isUsed: home !== "" }] };
}

/** Returns every certificate store of this machine, the readable ones in `open` and the others in `unread`. */
export async function trustStores(host: Pick<Host, "env" | "run">): Promise<Stores> {
  const all = [nodeStores(host.env), await javaStores(host), systemStores(host.env)];
  return { open: all.flatMap(({ open }) => open), unread: all.flatMap(({ unread }) => unread) };
}
