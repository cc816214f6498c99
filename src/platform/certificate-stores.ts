import { readFileSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import tls from "node:tls";
import type { Store, UnreadStore } from "./certificates.ts";
import type { Host } from "./host.ts";

/** A store with what it holds; null: what Node trusts by itself. */
export interface OpenStore extends Store {
  readonly authorities: readonly string[] | null;
}

export interface Stores {
  readonly open: readonly OpenStore[];
  readonly unread: readonly UnreadStore[];
}

const CERTIFICATE = /-----BEGIN (?:TRUSTED )?CERTIFICATE-----[^-]+-----END (?:TRUSTED )?CERTIFICATE-----/g;
const certificatesIn = (text: string): readonly string[] => text.match(CERTIFICATE) ?? [];

/** Where systems keep all their authorities in one file: Debian, Red Hat, SUSE, Alpine and macOS. */
const BUNDLES = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** A Linux without one of these files has no list at all. */
const ALWAYS_HAS_STORE = process.platform === "win32" || process.platform === "darwin";

/** The password that every JDK's store is delivered with: it protects nothing. */
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

/** Node's own list with NODE_EXTRA_CA_CERTS, which it reads once, when it starts. A file that it cannot read is passed over with a warning. */
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
              why: read === null ? "the file cannot be read, and Node goes on without it" : "the file holds no certificate",
              // Node goes on with the list above, which is judged
              isUsed: false,
            },
          ],
  };
}

/** The operating system's list, where a file or this Node shows it. */
function systemStores(env: Host["env"]): Stores {
  const readBy = "browsers, .NET and the shell";
  for (const path of [env("SSL_CERT_FILE") ?? "", ...BUNDLES].filter((one) => one !== "")) {
    const authorities = certificatesIn(textOf(path) ?? "");
    if (authorities.length > 0) return { open: [{ kind: "os", name: path, readBy, authorities }], unread: [] };
  }
  const own = (tls as { readonly getCACertificates?: (of: string) => readonly string[] }).getCACertificates?.("system") ?? [];
  const name = "the operating system's store";
  if (own.length > 0) return { open: [{ kind: "os", name, readBy, authorities: own }], unread: [] };
  return {
    open: [],
    unread: [{ name, why: "no file holds it, and this Node cannot read it (22.15 and later can)", isUsed: ALWAYS_HAS_STORE }],
  };
}

const keytoolName = process.platform === "win32" ? "keytool.exe" : "keytool";

/** The keytool of JAVA_HOME, else the first one on the way of PATH. */
function keytools(env: Host["env"]): readonly string[] {
  const home = env("JAVA_HOME") ?? "";
  const folders = home === "" ? (env("PATH") ?? "").split(delimiter) : [join(home, "bin"), join(home, "jre", "bin")];
  return folders.filter((folder) => isAbsolute(folder)).map((folder) => join(folder, keytoolName));
}

/** A JDK's cacerts, as its own keytool lists them. A JVM reads no other store. */
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

/** Every store that can be read from here. */
export async function trustStores(host: Pick<Host, "env" | "run">): Promise<Stores> {
  const all = [nodeStores(host.env), await javaStores(host), systemStores(host.env)];
  return { open: all.flatMap(({ open }) => open), unread: all.flatMap(({ unread }) => unread) };
}
