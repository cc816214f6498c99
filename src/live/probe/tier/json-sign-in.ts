import { say, value, words } from "../../../kernel/index.ts";
import { readAnswer } from "../../soa/answer.ts";
import { signedInBy } from "../../soa/session.ts";
import { jsonLoginRequest } from "../../soa/sign-in.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import { inSession, OTHER_USER_HELP, otherUser, tierOf } from "../support/in-session.ts";
import { JSON_SIGN_IN, signInControl } from "../support/sign-in-control.ts";
import { besideAnswer } from "../support/partial-errors.ts";
import { describeAnswer } from "../support/tier-answer.ts";
import { answer } from "../words.ts";

async function judged(probing: Probing): Promise<Answer> {
  const target = tierOf(probing);
  const { profile } = probing;
  if (!profile) return answer("skipped", words("it needs somebody to sign in as: --profile NAME or FILE"));
  const { user, group, role } = profile;
  const password = await probing.password(profile);
  const http = await probing.ask(jsonLoginRequest(target, { user, password, group, role }));
  const soa = readAnswer(http);
  // a server that answers a JSON request with XML has not read the request, so an answer in XML proves no sign-in
  const as = soa.kind === "json" ? signedInBy(soa) : null;
  if (!as) {
    const { says, help } = describeAnswer({ http, soa }, probing.toldBy);
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
  const unnamed = as.userId === null ? "; the answer does not name the user of the session" : "";
  const says = say`${value(as.userId ?? user)} signs in over JSON, too, as health checks do${words(unnamed)}${besideAnswer(as.partialErrors)}`;
  return answer("proven", says, { target, facts, control: await signInControl(probing, JSON_SIGN_IN) });
}

export const probe: Probe = {
  id: "tier/json-sign-in",
  summary: "does the JSON sign-in of health checks work",
  proves: "that the JSON binding signs the same user in: one attempt, made only after the connector's own sign-in succeeded",
  doesNotProve: "anything of the connector, which signs in over XML",
  control: "the same address without credentials, and an operation that no tier has, must not sign anybody in",
  needs: ["sign-in"],
  order: 25,
  run: (probing) => inSession(probing, "the JSON sign-in", () => judged(probing)),
};
