import { Concealed, type Finding, plain, wrongUse } from "../../../kernel/index.ts";
import { type CompiledAnyhow, type Profile, addressKeys, clientConf, connectorConf, signInOf } from "../../../compiler/index.ts";
import { selectQuestions } from "../../checks/selection.ts";
import { concealing, withoutTexts } from "../../probe/concealed.ts";
import { type CompiledBytes, type InstalledAddresses, installedAddresses } from "../../probe/installed.ts";
import { PROBES } from "../../probe/registry.generated.ts";
import { probeExit } from "../../probe/result.ts";
import { runProbes } from "../../probe/run.ts";
import { oneSession } from "../../probe/session.ts";
import {
  CONNECT_OPTIONS,
  type Command,
  type ExitCode,
  FINDING_FORMS,
  type Invocation,
  NL,
  caOf,
  connections,
  contextOf,
  renderFindings,
  resultText,
  tell,
  timeoutOf,
  valuesOf,
} from "../../../report/index.ts";
import { type ProbeReport, probeDocument, probeText } from "../../views/probe.ts";
import { probeFindings } from "../../views/probe-findings.ts";
import { bareHost, portOf, unguessable } from "../../../platform/index.ts";
import { refuseRecorded } from "../../../record/index.ts";
import { compiledFor, environmentFor } from "../compiled-for.ts";
import { knownServers, strayConnections } from "./known-servers.ts";
import { gatewayOf, PROFILE_OPTION, passwordsOf, profileOf, signingIn } from "./signing-in.ts";

const PATIENCE = 30;
const MOST_PATIENCE = 600;

export const command: Command = {
  name: "probe",
  summary: "asks the running tier what an environment relies on: what is proven, what is not, and what to do",
  group: "Trouble",
  short: "asks a running tier what it proves",
  arguments: [{ name: "ENV", summary: "the environment; its addresses are read from its compiled files" }],
  options: [
    { name: "only", value: "ID,...", summary: "these probes, or a family of them: tier, sso, idp, tls", many: true },
    { name: "skip", value: "ID,...", summary: "all probes except these", many: true },
    PROFILE_OPTION,
    { name: "gateway", value: "FILE", summary: "the web gateway's configuration, for tier/gateway-route" },
    ...CONNECT_OPTIONS,
    { name: "timeout", value: "SECONDS", summary: `for one probe with its controls (default: ${PATIENCE})` },
    { name: "strict", summary: "exit code 1 also if something is not proven" },
    { name: "details", summary: "show what each probe proves and does not prove, its control, and every exchange" },
  ],
  formats: FINDING_FORMS,
  examples: [
    {
      command: "probe production",
      does: "asks what can be asked without signing in; exit code 1 when an answer is refuted, 3 when nobody answers",
    },
    {
      command: "probe production --profile plm --strict",
      does: "signs in once, as the connector does, and asks the rest within that session; what is not proven counts, too",
    },
  ],
  run: runProbe,
};

/** The parts of a command invocation that a probe run needs. */
type Asking = Pick<Invocation, "args" | "options" | "directory" | "today" | "host">;

/** The result of one `probe` command, with the secrets that it used, which no output may contain. */
interface Probed {
  readonly report: ProbeReport;
  readonly findings: readonly Finding[];
  /** The place in the YAML where the sign-in address is written, at which findings are reported; null if the environment has none. */
  readonly place: Parameters<typeof probeFindings>[2];
  readonly concealed: Concealed;
}

/**
 * Compiles the environment that `probe ENV` names, to the files that a deploy would install. Throws a Refusal while the environment is
 * being recorded.
 */
async function compiledHere(invocation: Asking): Promise<CompiledAnyhow> {
  const named = environmentFor(invocation, invocation.args[0] ?? "");
  refuseRecorded(invocation.directory, named.environment);
  return compiledFor(invocation, named, {
    called: named.environment,
    unknown: "the addresses it would install are unknown",
    used: "asked is what it says",
  });
}

/** Runs the selected probes once and returns the report. Prints only warnings and the announcement of the sign-in, both on stderr. */
export async function probeOf(invocation: Asking): Promise<Probed> {
  const { host } = invocation;
  const probes = selectQuestions("probe", PROBES, {
    only: valuesOf(invocation, "only"),
    skip: valuesOf(invocation, "skip"),
  });
  const patience = timeoutOf(invocation, PATIENCE, MOST_PATIENCE);
  const [via, ca] = [connections(invocation, "plm.example.com:8443"), caOf(invocation)];
  const made = await compiledHere(invocation);
  const { compiled } = made;
  const at = host.now();
  const addresses = installedAddresses(bytesOf(made), addressKeys(compiled.release));
  const [profile, gateway] = [profileOf(invocation), gatewayOf(invocation)];
  const stray = strayConnections(via, knownServers(addresses, compiled.signIn), compiled.environment.name);
  for (const says of stray) host.stderr.write(`${plain([says])}${NL}`);
  const concealed = new Concealed(knownTexts(compiled, addresses, profile));
  const password = profile ? passwordsOf(profile, invocation, concealed) : noPassword;
  const signing = profile && signingIn(addresses.signIn?.text ?? "", profile, () => password(profile), concealed, invocation);
  // looks up the password before the first request, so that a missing password ends the command before anything is sent
  if (profile && probes.some(({ needs }) => needs.includes("sign-in"))) await password(profile);
  const found = await runProbes({
    probes,
    patience,
    recorder: { exchange: host.exchange, via, ca, now: () => host.now().getTime() },
    probing: {
      environment: compiled,
      addresses,
      facts: compiled.signIn,
      profile,
      gateway,
      resolve: host.resolve,
      now: host.now,
      session: oneSession(signing),
      password,
      conceal: (values) => concealed.add(values),
      announce: (says) => host.stderr.write(`${plain(says)}${NL}`),
      certificates: (url) => host.certificates({ ...serverOf(url), via, ca, patience }),
      container: host.container,
      unguessable,
    },
  });
  const results = found.map((one) => concealing(concealed, one));
  const { machine } = await host.machine(() => undefined);
  const report: ProbeReport = {
    environment: compiled.environment.name,
    at,
    machine,
    connect: valuesOf(invocation, "connect"),
    results,
  };
  const { place = null } = signInOf(compiled) ?? {};
  return { report, findings: probeFindings(results, report.environment, place), place, concealed };
}

/** Implements `probe ENV`: sends requests and changes nothing. */
async function runProbe(invocation: Invocation): Promise<ExitCode> {
  const { options } = invocation;
  const { report, findings, place, concealed } = await probeOf(invocation);
  tell(invocation, (as) => {
    const printed = (shown: ProbeReport, told: readonly Finding[]): string =>
      as.format === "json" || as.format === "text"
        ? resultText(as, probeDocument(shown), probeText)
        : renderFindings({ findings: told, suppressed: 0, environments: 1, verdicts: [], tiers: [] }, contextOf(as));
    const text = printed(report, findings);
    const results = report.results.map(withoutTexts);
    const frame = printed({ ...report, results }, probeFindings(results, report.environment, place));
    if (concealed.leaks(text, frame))
      throw wrongUse("the result would have shown a secret of this run, and is not printed", REPORT_IT);
    return text;
  });
  return probeExit(report.results, options.has("strict"));
}

/** Returns host and port of a URL, in the form that `host.certificates` needs. */
function serverOf(url: string): { readonly host: string; readonly port: string } {
  const at = new URL(url);
  return { host: bareHost(at.hostname), port: portOf(at) };
}

const REPORT_IT = "this is a fault of tierwright, not of your repository: please report it with the command you ran";

const noPassword = (): never => {
  throw wrongUse("there is no profile to sign in with", "--profile NAME or FILE");
};

const administratorName = ({ idp }: Profile): string => (idp === null ? "" : "client" in idp ? idp.client : idp.user);

/**
 * Returns texts that are never redacted, because they are public even if a password is equal to one: names and addresses of the
 * environment, and account names.
 */
const knownTexts = (
  { environment }: CompiledAnyhow["compiled"],
  { signIn, webClient, fileTransfer }: InstalledAddresses,
  profile: Profile | null,
): readonly string[] => [
  environment.name,
  ...[signIn, webClient, ...fileTransfer].flatMap((address) => address?.text ?? []),
  ...(profile ? [profile.user, profile.sso.user, administratorName(profile), profile.group, profile.role] : []),
];

/**
 * Returns the bytes of compiled connector.properties and CommonClient.properties, from which a workstation reads its addresses; one that is
 * not compiled is left out.
 */
function bytesOf({ compiled, files }: CompiledAnyhow): readonly CompiledBytes[] {
  return [connectorConf, clientConf].flatMap(({ role, locate }) => {
    const path = locate?.(compiled)?.path;
    const file = files.find((one) => one.path === path);
    return role && file ? [{ role, path: file.path, bytes: file.bytes }] : [];
  });
}
