import { artifact as clientConf } from "../../artifacts/client-conf.ts";
import { artifact as connectorConf } from "../../artifacts/connector-conf.ts";
import { wrongUse } from "../../diagnostic/refusal.ts";
import { type CompiledBytes, installedAddresses } from "../../probe/installed.ts";
import { PROBES } from "../../probe/registry.generated.ts";
import { probeExit } from "../../probe/result.ts";
import { runProbes } from "../../probe/run.ts";
import { selectProbes } from "../../probe/selection.ts";
import { jsonDocument } from "../../report/json-document.ts";
import { type ProbeReport, probeDocument, probeText } from "../../report/probe.ts";
import { NL } from "../../report/style.ts";
import { columnsOf } from "../../report/wrap.ts";
import { lookUpSecret } from "../../io/secrets.ts";
import type { Account } from "../../model/profile.ts";
import type { SecretValue } from "../../diagnostic/secret.ts";
import { bareHost, portOf } from "../../io/http.ts";
import { type CompiledAnyhow, compileAnyhow } from "../../run/compile-one.ts";
import { VERSION } from "../../version.ts";
import { type Command, type ExitCode, type Invocation, valuesOf } from "../command.ts";
import { CONNECT_OPTIONS, caOf, connections } from "../connect-options.ts";
import { namesFor, openRepository, selectEnvironments } from "../open-repository.ts";

const PATIENCE = 30;
const MOST_PATIENCE = 600;

export const command: Command = {
  name: "probe",
  summary: "asks the running tier what an environment relies on: each answer says what is proven, what is not, and what to do",
  arguments: [{ name: "ENV", summary: "the environment; its addresses are those that its compiled files hold" }],
  options: [
    { name: "only", value: "ID,...", summary: "these probes, or a family of them: tier, sso, idp, tls", many: true },
    { name: "skip", value: "ID,...", summary: "all but these", many: true },
    ...CONNECT_OPTIONS,
    { name: "timeout", value: "SECONDS", summary: `for one probe with its controls (default: ${PATIENCE})` },
    { name: "strict", summary: "what is not proven gives exit code 1, too" },
    { name: "details", summary: "what each probe proves and what not, its control, and every exchange" },
  ],
  formats: ["text", "json"],
  examples: [
    {
      command: "probe production",
      does: "asks what can be asked without signing in; exit code 1 when an answer is refuted, 3 when nobody answers",
    },
  ],
  run: runProbe,
};

function patienceOf({ options }: Invocation): number {
  const given = options.get("timeout");
  if (given === undefined) return PATIENCE * 1000;
  const seconds = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (seconds < 1 || seconds > MOST_PATIENCE)
    throw wrongUse(`--timeout cannot be '${given}'`, `whole seconds from 1 to ${MOST_PATIENCE}`);
  return seconds * 1000;
}

/** What would be installed of the environment; one that may not be used is asked about, too, for that is when people ask. */
async function compiledFor(invocation: Invocation): Promise<CompiledAnyhow> {
  const { directory, today, args, host } = invocation;
  const repository = openRepository(directory);
  const names = namesFor(args, repository);
  const selected = selectEnvironments(args, names);
  const [environment = ""] = selected;
  const options = { today, requireProof: false, hostsFile: null, resolved: null };
  const request = { root: directory, version: VERSION, names, selected, options, resolve: false, output: null };
  const made = await compileAnyhow(request, host);
  if (!made)
    throw wrongUse(
      `${environment} cannot be compiled, so nobody knows which addresses it would install`,
      `\`tierwright check ${environment}\` says what is wrong`,
    );
  if (made.blocked !== null)
    host.stderr.write(`${environment} would not be compiled as it is (${made.blocked}); asked is what it says${NL}`);
  return made;
}

/** `probe ENV`: asks, and changes nothing. */
async function runProbe(invocation: Invocation): Promise<ExitCode> {
  const { host, format, options } = invocation;
  const probes = selectProbes(PROBES, valuesOf(invocation, "only"), valuesOf(invocation, "skip"));
  const patience = patienceOf(invocation);
  const [via, ca] = [connections(invocation, "plm.example.com:8443"), caOf(invocation)];
  const made = await compiledFor(invocation);
  const { compiled } = made;
  const at = host.now();
  const results = await runProbes({
    probes,
    patience,
    recorder: { exchange: host.exchange, via, ca, now: () => host.now().getTime(), faultOf: () => null },
    probing: {
      environment: compiled,
      addresses: installedAddresses(bytesOf(made)),
      facts: compiled.signIn,
      profile: null,
      gateway: null,
      resolve: host.resolve,
      now: host.now,
      session: () => Promise.reject(new Error("nobody signs in")),
      password: (account) => passwordOf(account, invocation),
      conceal: () => undefined,
      certificates: (url) => host.certificates({ ...serverOf(url), via, ca, patience }),
      container: host.container,
    },
  });
  const { machine } = await host.machine(() => undefined);
  const report: ProbeReport = {
    environment: compiled.environment.name,
    at,
    machine,
    connect: valuesOf(invocation, "connect"),
    results,
  };
  const { color, width } = host.stdout;
  const look = { color, width: columnsOf(width), details: options.has("details") };
  host.stdout.write(format === "json" ? jsonDocument(probeDocument(report)) : probeText(report, look));
  return probeExit(results, options.has("strict"));
}

/** Host and port of an address, as certificates are asked for. */
function serverOf(url: string): { readonly host: string; readonly port: string } {
  const at = new URL(url);
  return { host: bareHost(at.hostname), port: portOf(at) };
}

/** The password of an account of the profile; a reference that gives none ends the probe in words. */
async function passwordOf({ user, password }: Account, { host, directory }: Invocation): Promise<SecretValue> {
  const found = await lookUpSecret(password, directory, host, true);
  if ("value" in found) return found.value;
  throw wrongUse(`the password of ${user} is not known: ${found.fault}`, "the profile says where it is");
}

/** The two files that a workstation reads its addresses from. */
function bytesOf({ compiled, files }: CompiledAnyhow): readonly CompiledBytes[] {
  return [connectorConf, clientConf].flatMap(({ role, locate }) => {
    const path = locate?.(compiled)?.path;
    const file = files.find((one) => one.path === path);
    return role && file ? [{ role, path: file.path, bytes: file.bytes }] : [];
  });
}
