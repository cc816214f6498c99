import { type Text, listTexts, name, say, value, words } from "../../../kernel/index.ts";
import { effectivePort, parseAddress, splitAddresses } from "../../../compiler/index.ts";
import { preferencesRequest } from "../../soa/operations.ts";
import { preferenceOf } from "../../soa/saved-query.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import type { SignedIn } from "../session.ts";
import { hostOf, type Measured, measureHosts } from "../support/host-names.ts";
import { inSession, runControl, tierOf } from "../support/in-session.ts";
import { describeAnswer } from "../support/tier-answer.ts";
import { answer } from "../words.ts";

const PREFERENCE = "Fms_BootStrap_Urls";
const NOT_THERE = "Tierwright_No_Such_Preference";

/** Returns host and port of an address, which identify a file server; null if the text is no address. */
const serverOf = (text: string): string | null => {
  const address = parseAddress(text.trim());
  return address && `${address.host}:${effectivePort(address)}`;
};

async function control(probing: Probing, session: SignedIn): Promise<Control> {
  const did = say`a preference that nobody has was asked in the same way (${name(NOT_THERE)})`;
  return runControl(did, async () => {
    const { soa } = await session.call(probing.ask, preferencesRequest(tierOf(probing), [NOT_THERE]));
    const values = preferenceOf(soa, NOT_THERE) ?? [];
    return values.length === 0
      ? { outcome: "held", says: say`it has no value` }
      : { outcome: "failed", says: say`it has a value, too: something else than the tier answers` };
  });
}

/** Returns whether two file servers (HOST:PORT) have the same port and share a resolved IP address, whatever their names. */
function atSameAddress(a: string, b: string, resolved: Measured): boolean {
  const port = (text: string) => text.slice(text.lastIndexOf(":"));
  const known = (text: string) => resolved.get(text.slice(0, text.lastIndexOf(":")))?.addresses ?? [];
  return port(a) === port(b) && known(a).some((address) => known(b).includes(address));
}

async function judged(probing: Probing, session: SignedIn): Promise<Answer> {
  const target = tierOf(probing);
  const called = await session.call(probing.ask, preferencesRequest(target, [PREFERENCE]));
  const given = preferenceOf(called.soa, PREFERENCE);
  const own = probing.addresses.fileTransfer.map(({ text }) => text);
  if (!given || given.length === 0) {
    const why =
      called.soa.kind === "json"
        ? say`the tier has no value for ${name(PREFERENCE)}`
        : describeAnswer(called, probing.toldBy).says;
    return answer("not-proven", say`which file servers the tier has is not known: ${why}`, {
      help: words("ask the tier's administrator for the site preference; tier/same-address compares addresses instead"),
      target,
      facts: { installed: own },
    });
  }
  const theirs = given.flatMap(splitAddresses);
  const facts = { preference: theirs, installed: own };
  const named = theirs.map(serverOf).filter((one) => one !== null);
  const missing = own.filter((text) => !named.includes(serverOf(text) ?? ""));
  const resolved =
    missing.length === 0 ? new Map() : await measureHosts([...new Set([...theirs, ...missing].map(hostOf))], probing);
  const elsewhere = missing.filter((text) => !named.some((other) => atSameAddress(other, serverOf(text) ?? "", resolved)));
  const list = (texts: readonly string[]): Text => listTexts(texts.map((text) => value(text)));
  if (own.length === 0)
    return answer("refuted", say`the compiled client file names no file server, and the tier names ${list(theirs)}`, {
      help: words("write them in tier.fileTransfer"),
      target,
      facts,
    });
  if (elsewhere.length > 0)
    return answer(
      "refuted",
      say`the tier names other file servers (${list(theirs)}) than the ones that would be installed: ${list(elsewhere)} is none of them; files would go to another tier than sign-in`,
      {
        help: words("write what the tier names in tier.fileTransfer, or find out which tier that server belongs to"),
        target,
        facts,
      },
    );
  const how = missing.length === 0 ? words("by name") : say`${list(missing)} by its address`;
  return answer("proven", say`the tier itself names the file servers that would be installed (${how})`, {
    target,
    facts,
    control: await control(probing, session),
  });
}

export const probe: Probe = {
  id: "tier/bootstrap-preference",
  summary: "does the tier itself name the file servers that would be installed",
  proves: "that every address in BOOTSTRAP_URLS is among those of the tier's own site preference Fms_BootStrap_Urls",
  doesNotProve: "that these servers answer (tier/file-hosts), nor that a workstation resolves their names alike",
  control: "a preference that nobody has must have no value",
  needs: ["sign-in"],
  order: 40,
  run: (probing) => inSession(probing, "the tier's own list of file servers", (session) => judged(probing, session)),
};
