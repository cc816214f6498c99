import { name, say, value, words } from "../../../kernel/index.ts";
import { type ExchangeAnswer, HttpFault } from "../../../platform/index.ts";
import { parseAddress } from "../../../compiler/index.ts";
import { readAnswer } from "../../soa/answer.ts";
import { operationUrl } from "../../soa/request.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { tierOf } from "../support/in-session.ts";
import { answer } from "../words.ts";

/**
 * The name of a web service that every tier has. Without credentials, a tier answers a request to it with status 400, which proves nothing
 * about the server processes behind the web tier.
 */
const SERVICE = "Core-2008-06-Session";

const segments = (path: string): readonly string[] => path.split("/").filter((part) => part !== "");

/** Returns the fault of the path of TC_SERVER_URL, such as a missing or doubled context root; null if it has none. */
function pathFault(tier: string): Pick<Answer, "says" | "help"> | null {
  const address = parseAddress(tier);
  const parts = segments(address?.path ?? "");
  if (!address)
    return {
      says: say`the compiled connector file names no address to sign in to (TC_SERVER_URL)`,
      help: words("fix what `tierwright check` says of it first"),
    };
  if (parts.length === 0)
    return {
      says: say`${name(tier)} has no context root: the connector appends RestServices/... to it, and its connection object would be null on every operation`,
      help: words("write tier.signIn with the context root, mostly /tc"),
    };
  const at = parts.findIndex((part, i) => i > 0 && part === parts[i - 1]);
  if (at < 0) return null;
  return {
    says: say`${name(tier)} has its context root twice (/${name(parts[at] ?? "")}/${name(parts[at] ?? "")}): every operation would fail with a message of the server`,
    help: say`write tier.signIn with ${value(`/${parts[at]}`)} once`,
  };
}

const looks = (answered: ExchangeAnswer): string => {
  const soa = readAnswer(answered);
  return `${answered.status} ${soa.kind} ${answered.type} ${soa.kind === "page" ? soa.title : ""}`;
};

async function control(probing: Probing, tier: string, single: ExchangeAnswer): Promise<Control> {
  const last = segments(parseAddress(tier)?.path ?? "").at(-1) ?? "tc";
  const doubled = `${tier.replace(/\/$/, "")}/${last}`;
  const url = operationUrl(doubled, "RestServices", SERVICE);
  const did = say`the same was asked below the doubled root (${name(url)})`;
  try {
    const answered = await probing.ask({ method: "GET", url });
    // an error page quotes its own address, so `looks` does not compare size and text
    if (looks(answered) === looks(single))
      return {
        did,
        outcome: "failed",
        says: say`it is answered alike (status ${answered.status}): whatever answers there does not look at the path`,
      };
    return {
      did,
      outcome: "held",
      says: say`it is answered otherwise (status ${answered.status}, and ${single.status} below the single one)`,
    };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { did, outcome: "held", says: say`it is not answered: ${words(error.says)}` };
  }
}

async function run(probing: Probing): Promise<Answer> {
  const tier = tierOf(probing);
  const target = tier === "" ? null : tier;
  const fault = pathFault(tier);
  if (fault) return answer("refuted", fault.says, { help: fault.help, target });
  const single = await probing.ask({ method: "GET", url: operationUrl(tier, "RestServices", SERVICE) });
  const facts = { status: single.status };
  const { kind } = readAnswer(single);
  if (single.status === 404)
    return answer("not-proven", say`nothing of the tier's services answers below ${name(tier)} (status 404)`, {
      help: words(
        "compare the context root with the one that a browser opens; tier/sign-in says whether the connector would be answered",
      ),
      target,
      facts,
    });
  if (kind === "redirect")
    return answer("not-proven", say`${name(tier)} leads elsewhere (status ${single.status}) before a service answers`, {
      help: words("something before the tier wants people to sign in first, or the address is another one"),
      target,
      facts,
    });
  const says = say`the context root appears once in ${name(tier)}, and a service answers below it (status ${single.status})`;
  return answer("proven", says, { target, facts, control: await control(probing, tier, single) });
}

export const probe: Probe = {
  id: "tier/doubled-root",
  summary: "does the sign-in address end at the context root, once",
  proves: "that the address as it would be installed has one context root, below which a service answers",
  doesNotProve: "that somebody can sign in there, nor anything of the servers behind the web tier",
  control: "the same below the doubled root (/tc/tc) must be answered otherwise",
  needs: [],
  order: 52,
  run,
};
