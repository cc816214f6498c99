import { say, value, words } from "../../diagnostic/text.ts";
import { HttpFault } from "../../io/http.ts";
import { readAnswer } from "../../soa/answer.ts";
import { operationUrl } from "../../soa/request.ts";
import { signedInBy } from "../../soa/session.ts";
import { jsonLoginRequest } from "../../soa/sign-in.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import { inSession, OTHER_USER_HELP, otherUser, tierOf } from "../support/in-session.ts";
import { describeAnswer } from "../support/tier-answer.ts";
import { answer } from "../words.ts";

const LOGIN = "Core-2011-06-Session/login";

async function control(probing: Probing): Promise<Control> {
  const did = say`the same address was asked without credentials (GET)`;
  try {
    const http = await probing.ask({ method: "GET", url: operationUrl(tierOf(probing), "JsonRestServices", LOGIN) });
    return signedInBy(readAnswer(http))
      ? { did, outcome: "failed", says: say`it answers as if somebody had signed in` }
      : { did, outcome: "held", says: say`it signs nobody in (status ${http.status})` };
  } catch (error) {
    if (!(error instanceof HttpFault)) throw error;
    return { did, outcome: "none", says: say`no answer came to it: ${words(error.says)}` };
  }
}

async function judged(probing: Probing): Promise<Answer> {
  const target = tierOf(probing);
  const { profile } = probing;
  if (!profile) return answer("skipped", words("it needs somebody to sign in as: --profile NAME or FILE"));
  const { user, group, role } = profile;
  const password = await probing.password(profile);
  const http = await probing.ask(jsonLoginRequest(target, { user, password, group, role }));
  const soa = readAnswer(http);
  const as = signedInBy(soa);
  if (!as) {
    const { says, help } = describeAnswer({ http, soa });
    const fault = soa.kind === "fault" ? { fault: soa.fault.type } : {};
    return answer("refuted", say`the JSON sign-in that health checks use fails where the connector's succeeds: ${says}`, {
      help: help ?? words("a check that uses it says nothing of the connector"),
      target,
      facts: { status: http.status, ...fault },
    });
  }
  const facts = {
    ...(as.userId === null ? {} : { user: as.userId }),
    ...(as.release?.release ? { release: as.release.release } : {}),
  };
  const other = otherUser(as.userId, probing);
  if (other)
    return answer("refuted", say`the JSON sign-in opens a session for another: ${other}`, {
      help: words(OTHER_USER_HELP),
      target,
      facts,
    });
  const unnamed = as.userId === null ? "; whose session it is, the answer does not say" : "";
  return answer("proven", say`${value(as.userId ?? user)} signs in over JSON, too, as health checks do${words(unnamed)}`, {
    target,
    facts,
    control: await control(probing),
  });
}

export const probe: Probe = {
  id: "tier/json-sign-in",
  summary: "does the JSON sign-in of health checks work",
  proves: "that the JSON binding signs the same user in: one attempt, made only after the connector's own sign-in succeeded",
  doesNotProve: "anything of the connector, which signs in over XML",
  control: "the same address without credentials must not sign anybody in",
  needs: ["sign-in"],
  order: 25,
  run: (probing) => inSession(probing, "the JSON sign-in", () => judged(probing)),
};
