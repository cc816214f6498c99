import { defineDiagnostic, placeOf, say, value } from "../../../kernel/index.ts";
import { knownAddresses } from "../../compile/hosts.ts";
import { parseAddress } from "../../model/address.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import type { EnvironmentRule } from "../rule.ts";
import { changeSignIn, SOUND_SIGN_IN, signInWith } from "./example-sign-in.ts";

interface Args {
  /** The host of webApplication.root in sso.yaml. */
  readonly root: string;
  /** The host of tier.webClient in environment.yaml. */
  readonly webClient: string;
}

const root = (address: string) => signInWith(changeSignIn("root: https://plm.example.com:3000/awc", `root: ${address}`));

const otherWebClient = defineDiagnostic({
  id: "sso/other-web-client",
  severity: "warning",
  title: "sso.yaml and the tier name two servers of the web client",
  why: "The identity provider sends browsers to the address of sso.yaml, and workstations open that of the tier. One of them is mostly misspelled or of a former server.",
  remedy: "Write one address in both fields; declare both names in tier.hosts where one server has two.",
  clauses: ["E6"],
  message: ({ root: there, webClient }: Args) => ({
    message: say`webApplication.root is on ${value(there)}, and tier.webClient on ${value(webClient)}`,
    notes: [say`browsers are sent to the first after signing in and out, and workstations open the second`],
    help: say`write one address in both; if it is one server with two names, declare both with its address in tier.hosts`,
  }),
  fails: root("https://plm-old.example.com:3000/awc"),
  passes: [SOUND_SIGN_IN, root("https://PLM.example.com:3000/web")],
});

/** Returns true if two hosts are known to be one server: they have the same name, or a known network address in common. */
function areOne(first: string, second: string, { environment, options }: CompiledEnvironment): boolean {
  if (first === second) return true;
  const ofSecond = new Set(knownAddresses(second, environment, options).map(({ address }) => address));
  return knownAddresses(first, environment, options).some(({ address }) => ofSecond.has(address));
}

export const rule: EnvironmentRule = {
  ...otherWebClient,
  scope: "environment",
  of: "sign-in",
  *check(env) {
    const [fact, leaf] = [env.signIn?.webApplication.root, env.environment.tier.webClient];
    const [there, here] = [fact && parseAddress(fact.value), leaf && parseAddress(leaf.text)];
    if (!fact || !leaf || !there || !here || areOne(there.host, here.host, env)) return;
    yield otherWebClient.at(
      fact.place,
      { root: there.host, webClient: here.host },
      {
        pointer: fact.pointer,
        related: [{ place: placeOf(leaf.span), message: say`tier.webClient` }],
        ...(fact.value.includes("@") && { quote: false as const }),
      },
    );
  },
};
