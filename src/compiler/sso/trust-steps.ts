import { percentBytes } from "../../kernel/index.ts";
import { effectivePort, parseAddress } from "../model/address.ts";
import type { SignInFacts } from "./facts.ts";

export type TrustShell = "powershell" | "sh";

/** One step of the instruction that makes a certificate store trust a certificate, with the expected result. */
export interface TrustStep {
  readonly id: string;
  readonly does: string;
  /** The command to type, by shell; empty if nothing is typed. */
  readonly commands: Readonly<Partial<Record<TrustShell, string>>>;
  /** A text that the command's output must contain; null if no particular text is expected. */
  readonly prints: string | null;
  /** True if the command of the step must fail. */
  readonly fails: boolean;
  /** The meaning of another result than the expected one, in words; empty if there is nothing to add. */
  readonly otherwise: string;
}

export type TrustStoreId = "guest" | "jdk" | "host" | "node";

export interface TrustStore {
  readonly id: TrustStoreId;
  readonly title: string;
  readonly readBy: string;
  readonly loadedWith: string;
  /** Names of the consumers in sso.yaml (machines or containers) whose programs use the certificate store. */
  readonly consumers: readonly string[];
  readonly steps: readonly TrustStep[];
}

export interface TrustPlan {
  readonly url: string;
  readonly certificate: TrustStep;
  readonly stores: readonly TrustStore[];
}

/** File name of the certificate authority's certificate, in the folder where people run the commands. */
export const CERTIFICATE = "idp-ca.pem";
const BACKUP = "cacerts.before";
/** Default truststore password of a JDK. */
const STOREPASS = "changeit";
/** Name of Node's function that loads a module. A printed command contains it. */
const LOAD = "require";
/** Placeholder in a printed command for an address whose certificate another authority signed, and which must still be refused. */
export const OTHER = "OTHER-URL";

/** Java program that calls an address as the PLM system does, because a JDK has no command for it. Java 11 and later run it from source. */
export const REACH = `public class Reach {
  public static void main(String[] args) throws Exception {
    var call = (java.net.HttpURLConnection) new java.net.URL(args[0]).openConnection();
    System.out.println("HTTP " + call.getResponseCode());
  }
}
`;

const controlOf = (where = ""): string =>
  `Negative control${where === "" ? "" : `, ${where}`}: an endpoint that is signed otherwise (its address for ${OTHER}) is still refused.`;

const step = (
  id: string,
  does: string,
  commands: TrustStep["commands"],
  seen: Partial<Pick<TrustStep, "prints" | "fails" | "otherwise">> = {},
): TrustStep => ({ id, does, commands, prints: null, fails: false, otherwise: "", ...seen });

/** Returns an address for a printed command: characters that a shell could interpret become percent escapes. */
const shellSafe = (url: string): string => url.replace(/[^A-Za-z0-9:/?#[\]@=+,._~%-]/gu, percentBytes);

const AS_BEFORE = `"-Djavax.net.ssl.trustStore=${BACKUP}" "-Djavax.net.ssl.trustStorePassword=${STOREPASS}" `;
const CACERTS = { powershell: '"$env:JAVA_HOME/lib/security/cacerts"', sh: '"$JAVA_HOME/lib/security/cacerts"' };

/** Returns, for each shell, the command that runs a program of the JDK in JAVA_HOME with the arguments `words`. */
const ofJdk = (name: string, words: (shell: TrustShell) => string): TrustStep["commands"] => ({
  powershell: `& "$env:JAVA_HOME/bin/${name}" ${words("powershell")}`,
  sh: `"$JAVA_HOME/bin/${name}" ${words("sh")}`,
});
const inStore = (words: string): TrustStep["commands"] =>
  ofJdk("keytool", (shell) => `${words} -keystore ${CACERTS[shell]} -storepass ${STOREPASS}`);
const reach = (options: string, to: string): TrustStep["commands"] => ofJdk("java", () => `${options}Reach.java "${to}"`);

const jdkImport = (alias: string): readonly TrustStep[] => [
  step(
    "jdk-absent",
    "JAVA_HOME is the JDK that the PLM system runs on (with Java 8 the file is jre/lib/security/cacerts). See that the certificate is not in it yet.",
    inStore(`-list -alias ${alias}`),
    {
      fails: true,
      otherwise: "listed, it is there already: leave the next two steps out, the backup of the first time is the control",
    },
  ),
  step("jdk-backup", "Back the truststore up before it is changed: the backup is the proof's control, too.", {
    powershell: `Copy-Item ${CACERTS.powershell} ${BACKUP}`,
    sh: `cp ${CACERTS.sh} ${BACKUP}`,
  }),
  step(
    "jdk-import",
    "Import the certificate under an alias of its own.",
    inStore(`-importcert -noprompt -alias ${alias} -file ${CERTIFICATE}`),
  ),
  step("jdk-present", "See that it is there now, and until when it is valid.", inStore(`-list -v -alias ${alias}`), {
    prints: alias,
  }),
];

const jdkProof = (url: string): readonly TrustStep[] => [
  step(
    "jdk-a",
    "Proof, first half: with the backup as trustStore the call is refused. Save Reach.java as printed above.",
    reach(AS_BEFORE, url),
    {
      prints: "PKIX path building failed",
      fails: true,
      otherwise: "HTTP 200 here means that the import is not what makes the call succeed: the second half proves nothing",
    },
  ),
  step("jdk-b", "Proof, second half: without it the answer is there.", reach("", url), {
    prints: "HTTP 200",
    otherwise: "a PKIX failure here is another authority's certificate, or another JDK",
  }),
  step("jdk-other", controlOf(), reach("", OTHER), {
    prints: "PKIX path building failed",
    fails: true,
    otherwise: "an answer means that this JVM does not validate at all",
  }),
];

const jdkSteps = (url: string, alias: string): readonly TrustStep[] => [
  ...jdkImport(alias),
  ...jdkProof(url),
  step("jdk-restart", "Restart what runs on this JDK: a JVM reads its truststore at its start.", {}),
  step(
    "jdk-again",
    "After every patch or replacement of the JDK its cacerts is the vendor's again: this check fails then, and everything above is done once more.",
    inStore(`-list -alias ${alias}`),
    { prints: alias },
  ),
];

function nodeSteps(url: string): readonly TrustStep[] {
  const callTo = (to: string) =>
    `node -e "${LOAD}('https').get('${to}', (r) => { console.log('HTTP', r.statusCode); process.exit(); }).on('error', (e) => console.log('refused:', e.code))"`;
  const call = callTo(url);
  const without = {
    powershell: "Remove-Item Env:NODE_EXTRA_CA_CERTS -ErrorAction Ignore",
    sh: "unset NODE_EXTRA_CA_CERTS",
  };
  return [
    step(
      "node-validates",
      "First of all, in the environment of the consumer (of its service or container, not only of your shell): is validation on?",
      {
        powershell: `node -p "process.env.NODE_TLS_REJECT_UNAUTHORIZED"`,
        sh: `node -p "process.env.NODE_TLS_REJECT_UNAUTHORIZED"`,
      },
      {
        prints: "undefined",
        otherwise:
          "0 means that nothing is validated: NODE_EXTRA_CA_CERTS is moot, every call below succeeds and proves nothing; take the 0 away first",
      },
    ),
    step(
      "node-a",
      "Proof, first half: without the certificate the call is refused.",
      { powershell: `${without.powershell}\n${call}`, sh: `${without.sh}\n${call}` },
      { prints: "refused:", otherwise: "HTTP 200 here means that Node validates nothing, or trusts the certificate already" },
    ),
    step(
      "node-b",
      "Proof, second half: with it the answer is there. Node reads the variable at its start alone, and a file that it cannot read is no more than a warning.",
      {
        powershell: `$env:NODE_EXTRA_CA_CERTS = "${CERTIFICATE}"\n${call}`,
        sh: `export NODE_EXTRA_CA_CERTS="${CERTIFICATE}"\n${call}`,
      },
      { prints: "HTTP 200" },
    ),
    step(
      "node-other",
      controlOf("in the same shell"),
      { powershell: callTo(OTHER), sh: callTo(OTHER) },
      { prints: "refused:", otherwise: "an answer means that Node does not validate at all" },
    ),
    step(
      "node-set",
      "Give the consumer's own environment NODE_EXTRA_CA_CERTS with the file's whole path, and restart the consumer.",
      {},
    ),
  ];
}

/** Returns the steps for an operating system's certificate store. The `sh` commands are Debian's, for a host that is not Windows. */
function systemSteps(id: "guest" | "host", url: string, alias: string): readonly TrustStep[] {
  const callTo = (to: string) => {
    const powershell = `(Invoke-WebRequest -UseBasicParsing -Uri "${to}").StatusCode`;
    return id === "guest" ? { powershell } : { powershell, sh: `curl -sS -o /dev/null -w "%{http_code}\\n" "${to}"` };
  };
  const call = callTo(url);
  return [
    step(`${id}-a`, "Proof, first half, before the import: the call is refused for its certificate.", call, {
      fails: true,
      otherwise: "200 means that the certificate is trusted already, or that nothing is validated",
    }),
    step(`${id}-import`, "Import it, as administrator.", {
      powershell: `Import-Certificate -FilePath ${CERTIFICATE} -CertStoreLocation Cert:\\LocalMachine\\Root`,
      ...(id === "guest"
        ? {}
        : { sh: `cp ${CERTIFICATE} /usr/local/share/ca-certificates/${alias}.crt && update-ca-certificates` }),
    }),
    step(`${id}-b`, "Proof, second half: the answer is there.", call, { prints: "200" }),
    step(`${id}-other`, controlOf(), callTo(OTHER), {
      fails: true,
      otherwise: "an answer means that nothing is validated, or that the store trusts more than it should",
    }),
  ];
}

/**
 * Returns the steps that make each certificate store trust the identity provider's certificate; null if the address of the realm's
 * discovery document is unknown or not https.
 */
export function trustPlan(facts: SignInFacts): TrustPlan | null {
  const address = facts.discoveryUrl && parseAddress(facts.discoveryUrl.value);
  if (!facts.discoveryUrl || !address || !/^https:/i.test(facts.discoveryUrl.value)) return null;
  const url = shellSafe(facts.discoveryUrl.value);
  const alias = `idp-${address.host}-${effectivePort(address)}`.toLowerCase().replace(/[^a-z0-9.-]+/g, "-");
  const named = (kind: string) => facts.consumers.filter((one) => one.kind.text === kind).map(({ name }) => name.text);
  return {
    url,
    certificate: step(
      "certificate",
      `Get the issuing CA's certificate (PEM) from its owner, and save it as ${CERTIFICATE}. Compare its fingerprint over another channel; this prints it, with the date until which it is valid.`,
      {
        powershell: `& "$env:JAVA_HOME/bin/keytool" -printcert -file ${CERTIFICATE}`,
        sh: `"$JAVA_HOME/bin/keytool" -printcert -file ${CERTIFICATE}`,
      },
      { prints: "SHA256" },
    ),
    stores: [
      {
        id: "guest",
        title: "certificate store of the guest",
        readBy: "its browsers, .NET, the shell",
        loadedWith: "import into LocalMachine Root",
        consumers: named("guest"),
        steps: systemSteps("guest", url, alias),
      },
      {
        id: "jdk",
        title: "truststore of the guest's JDK",
        readBy: "the PLM system's back-channel calls (JVM)",
        loadedWith:
          "keytool into cacerts with an alias; back up cacerts first; again after every patch or replacement of the JDK",
        consumers: named("guest"),
        steps: jdkSteps(url, alias),
      },
      {
        id: "host",
        title: "certificate store of the host",
        readBy: "its browsers and scripts",
        loadedWith: "import on the host",
        consumers: named("host"),
        steps: systemSteps("host", url, alias),
      },
      {
        id: "node",
        title: "built-in list of Node",
        readBy: "back-channel calls of Node consumers",
        loadedWith: "NODE_EXTRA_CA_CERTS; moot under NODE_TLS_REJECT_UNAUTHORIZED=0, which is checked first",
        consumers: named("container"),
        steps: nodeSteps(url),
      },
    ],
  };
}
