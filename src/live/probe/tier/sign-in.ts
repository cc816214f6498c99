import { name, say, value, words } from "../../../kernel/index.ts";
import { parseAddress } from "../../../compiler/index.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import { OTHER_USER_HELP, otherUser, tierOf, WHY_NOBODY } from "../support/in-session.ts";
import { besideAnswer } from "../support/partial-errors.ts";
import { signInControl, XML_SIGN_IN } from "../support/sign-in-control.ts";
import { answer } from "../words.ts";

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
    probing.toldBy(WHY_NOBODY);
    const facts = {
      ...(status === null ? {} : { status }),
      ...(fault ? { fault: fault.type, ...(fault.code === null ? {} : { code: fault.code }) } : {}),
      ...(mismatch ? { releaseMismatch: true } : {}),
    };
    // a server that answered was reached, so any answer but a LoginResponse refutes the sign-in, also an incomplete or oversized one
    const outcome = unreachable ? "not-proven" : "refuted";
    return answer(outcome, say`${value(user)} is not signed in at ${name(target)}: ${says}`, {
      help,
      target,
      facts,
      unreachable,
    });
  }
  const { userId, release, partialErrors } = session.as;
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
  const unnamed = userId === null ? "; the answer does not name the user of the session" : "";
  const says = say`${value(userId ?? user)} signs in at ${name(target)} as the connector does${words(unnamed)}${besideAnswer(partialErrors)}`;
  return answer("proven", says, { target, facts, control: await signInControl(probing, XML_SIGN_IN) });
}

export const probe: Probe = {
  id: "tier/sign-in",
  summary: "does signing in work exactly as the connector does it",
  proves:
    "that the tier at TC_SERVER_URL answers the connector's own first request, with this user, password, group and role, with a LoginResponse",
  doesNotProve:
    "single sign-on, which the password passes by; nor that files go to the same tier, nor that the pair of releases is certified; nor that a wrong password is refused, for none is tried",
  control: "the same address without credentials, and an operation that no tier has, must not answer a LoginResponse",
  needs: ["sign-in"],
  order: 10,
  run,
};
