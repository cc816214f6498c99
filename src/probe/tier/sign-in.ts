import { name, say, value, words } from "../../diagnostic/text.ts";
import { HttpFault } from "../../io/http.ts";
import { parseAddress } from "../../model/address.ts";
import { readAnswer } from "../../soa/answer.ts";
import { operationUrl } from "../../soa/request.ts";
import { signedInBy } from "../../soa/session.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { firstToTell, OTHER_USER_HELP, otherUser, tierOf } from "../support/in-session.ts";
import { answer } from "../words.ts";

const LOGIN = "Core-2008-06-Session/login";

/** The address alone must not sign anybody in. It is asked after the sign-in, which is the first request that the tier gets. */
async function control(probing: Probing): Promise<Control> {
  const did = say`the same address was asked without credentials (GET)`;
  try {
    const http = await probing.ask({ method: "GET", url: operationUrl(tierOf(probing), "RestServices", LOGIN) });
    return signedInBy(readAnswer(http))
      ? { did, outcome: "failed", says: say`it answers a LoginResponse to nobody, too: something else than the tier answers` }
      : { did, outcome: "held", says: say`it signs nobody in (status ${http.status})` };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { did, outcome: "none", says: say`no answer came to it: ${words(error.says)}` };
  }
}

async function run(probing: Probing): Promise<Answer> {
  const target = tierOf(probing);
  const user = probing.profile?.user ?? "";
  if (parseAddress(target) === null)
    return answer("refuted", say`the compiled connector file names no address to sign in to (TC_SERVER_URL)`, {
      help: words("fix what `tierwright check` says of it first"),
      target: target === "" ? null : target,
    });
  const session = await probing.session();
  if (session.kind === "not-signed-in") {
    const { says, help, unreachable, fault, mismatch, status } = session;
    await firstToTell(probing);
    const facts = {
      ...(status === null ? {} : { status }),
      ...(fault ? { fault: fault.type, ...(fault.code === null ? {} : { code: fault.code }) } : {}),
      ...(mismatch ? { releaseMismatch: true } : {}),
    };
    // whoever answers was reached: then it is no, whatever the reason; an answer that broke off is no answer
    const outcome = unreachable || status === null ? "not-proven" : "refuted";
    return answer(outcome, say`${value(user)} is not signed in at ${name(target)}: ${says}`, {
      help,
      target,
      facts,
      unreachable,
    });
  }
  const { userId, release } = session.as;
  const facts = {
    ...(userId === null ? {} : { user: userId }),
    ...(release?.release ? { release: release.release } : {}),
  };
  const other = otherUser(userId, probing);
  if (other)
    return answer("refuted", say`a session was opened for another: ${other}`, {
      help: words(OTHER_USER_HELP),
      target,
      facts,
    });
  const unnamed = userId === null ? "; whose session it is, the answer does not say" : "";
  const says = say`${value(userId ?? user)} signs in at ${name(target)} as the connector does${words(unnamed)}`;
  return answer("proven", says, { target, facts, control: await control(probing) });
}

export const probe: Probe = {
  id: "tier/sign-in",
  summary: "does signing in work exactly as the connector does it",
  proves:
    "that the tier at TC_SERVER_URL answers the connector's own first request, with this user, password, group and role, with a LoginResponse",
  doesNotProve:
    "single sign-on, which the password passes by; nor that files go to the same tier, nor that the pair of releases is certified",
  control: "the same address without credentials must not answer a LoginResponse",
  needs: ["sign-in"],
  order: 10,
  run,
};
