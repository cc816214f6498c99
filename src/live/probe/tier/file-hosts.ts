import { type Text, listTexts, name, say, words } from "../../../kernel/index.ts";
import { HttpFault } from "../../../platform/index.ts";
import { parseAddress } from "../../../compiler/index.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { reachHelp } from "../reach-help.ts";
import { NOBODY } from "../support/host-names.ts";
import { answer } from "../words.ts";

interface Tried {
  readonly url: string;
  readonly status: number | null;
  readonly error: HttpFault | null;
}

async function tried(url: string, { ask }: Probing): Promise<Tried> {
  try {
    const { status } = await ask({ method: "GET", url });
    return { url, status, error: null };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { url, status: null, error };
  }
}

/**
 * Runs the control of `tier/file-hosts`: a made-up host must not answer; if it does, a proxy answers for every name, and each file server
 * would seem to answer.
 */
async function control(url: string, probing: Probing): Promise<Control> {
  const other = new URL(url);
  other.hostname = NOBODY;
  const did = say`${name(other.href)}, which is nobody's, was asked in the same way`;
  const { status } = await tried(other.href, probing);
  return status === null
    ? { did, outcome: "held", says: say`nobody answers there` }
    : { did, outcome: "failed", says: say`it is answered, too (status ${status}): a proxy answers for every name` };
}

const failures = (some: readonly Tried[]): Text =>
  listTexts(some.map(({ url, error }) => say`${name(url)}: ${words(error?.says ?? "")}`));

async function run(probing: Probing): Promise<Answer> {
  const texts = [...new Set(probing.addresses.fileTransfer.map(({ text }) => text))];
  const bad = texts.filter((text) => parseAddress(text) === null || !URL.canParse(text));
  if (texts.length === 0 || bad.length > 0)
    return answer(
      "refuted",
      texts.length === 0
        ? say`the compiled client file names no file server (BOOTSTRAP_URLS)`
        : say`${listTexts(bad.map(name))} is no address that files could go to`,
      {
        help: words("write tier.fileTransfer as https://host:port"),
      },
    );
  const all: Tried[] = [];
  for (const text of texts) all.push(await tried(new URL(text).href, probing));
  const target = texts[0] ?? null;
  const facts = { servers: all.map(({ url, status }) => `${url} ${status ?? "no answer"}`) };
  const lost = all.filter(({ error }) => error !== null);
  if (lost.length > 0)
    return answer("not-proven", say`${lost.length} of ${all.length} file servers cannot be used from here: ${failures(lost)}`, {
      help: say`${lost[0]?.error ? say`${reachHelp(lost[0].error)}; ` : []}sign-in works without it, and every check-out and check-in fails`,
      target,
      facts,
      unreachable: lost.some(({ error }) => error?.notReached),
    });
  return answer(
    "proven",
    say`every file server answers: ${listTexts(all.map(({ url, status }) => say`${name(url)} (status ${status ?? 0})`))}`,
    {
      target,
      facts,
      control: await control(all[0]?.url ?? "", probing),
    },
  );
}

export const probe: Probe = {
  id: "tier/file-hosts",
  summary: "do the file servers answer",
  proves: "that each address in BOOTSTRAP_URLS, as it would be installed, is answered over HTTP from this machine",
  doesNotProve:
    "that files can be transferred there, nor to which tier it belongs: tier/same-address and tier/bootstrap-preference check that",
  control: "a name that is nobody's must not be answered: else a proxy answers for everybody",
  needs: [],
  order: 55,
  run,
};
