import { judgedChain, WHY_NO_CHAIN } from "../support/chain-answer.ts";
import type { Probe } from "../probe.ts";

export const probe: Probe = {
  id: "sso/chain",
  summary: "does signing in through the identity provider end in a session of the intended user",
  proves:
    "the way of a browser, step by step: login form, login service, gateway, and a session of the tier whose user id is the intended one byte for byte; the password went to the identity provider alone",
  doesNotProve: "that the connector on a workstation can sign in so: its two routes are others (`tierwright help sso.md`)",
  control: "the same question without the cookies of the sign-in must be refused",
  needs: ["sso", "idp", "sign-in"],
  order: 70,
  run: (probing) => {
    probing.toldBy(WHY_NO_CHAIN);
    return judgedChain(probing);
  },
};
