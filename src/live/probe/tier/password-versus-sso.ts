import { type Text, name, say, words } from "../../../kernel/index.ts";
import type { Profile } from "../../../compiler/index.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import { judgedChain, WHY_NO_CHAIN } from "../support/chain-answer.ts";
import { WHY_NOBODY } from "../support/in-session.ts";
import { sharedSignOn } from "../support/shared-sign-on.ts";
import { TICKET_HELP } from "../support/sign-in-page.ts";
import { isTicketPath } from "../support/sign-on-words.ts";
import { placesOf } from "../support/single-sign-on.ts";
import { answer } from "../words.ts";

export const probe: Probe = {
  id: "tier/password-versus-sso",
  summary: "the same user by password and through the identity provider: which of the two ways is at fault",
  proves:
    "both ways end in a session of the same user; where the password alone does, the fault is named by the part of the way that it is in",
  doesNotProve: "anything of single sign-on by session analytics after a password sign-in: those answer for every session",
  control: "the question for the session without the cookies of the sign-in must be refused",
  needs: ["sso", "idp", "sign-in"],
  order: 71,
  run,
};

async function run(probing: Probing): Promise<Answer> {
  const places = placesOf(probing);
  if ("lacks" in places) return answer("skipped", say`the environment does not say ${words(places.lacks)}`);
  const { user } = probing.profile as Profile;
  const session = await probing.session();
  const chain = await judgedChain(probing);
  const { target, control } = chain;
  // if an earlier probe of this command has explained the fact `what` in full, the sentence only names that probe
  const teller = (what: string, says: Text): Text => {
    const other = probing.toldBy(what);
    return other === null ? says : say`see ${name(other)}`;
  };
  const facts = { user, password: session.kind === "signed-in", singleSignOn: chain.outcome };
  const more = { target, facts, control };
  if (session.kind !== "signed-in")
    return answer(
      "not-proven",
      chain.outcome === "proven"
        ? say`the password of ${name(user)} does not sign in at the tier (${teller(WHY_NOBODY, session.says)}), and the way through the identity provider does: nothing is at fault with the ticket path`
        : say`neither way signs ${name(user)} in (the password: ${teller(WHY_NOBODY, session.says)}; the identity provider: ${teller(WHY_NO_CHAIN, chain.says)}): the ticket path cannot be isolated`,
      {
        ...more,
        help: say`fix the sign-in by password first, the way with fewer parts${probing.toldBy(WHY_NOBODY) === null && session.help ? say`: ${session.help}` : []}`,
        unreachable: session.unreachable,
      },
    );
  if (chain.outcome === "proven") return answer("proven", say`both ways end in a session of ${name(user)}`, more);
  const whatToDo = (own: Text | null): Text | null => {
    const other = probing.toldBy(WHY_NO_CHAIN);
    return other === null ? own : say`${name(other)} has the steps`;
  };
  const on = await sharedSignOn(probing, places, probing.profile as Profile);
  if (isTicketPath(on))
    return answer(
      "refuted",
      say`the password of ${name(user)} signs in, and the ticket does not: the fault is in the ticket path, between gateway and tier (515143 is its code); ${teller(WHY_NO_CHAIN, chain.says)}`,
      {
        ...more,
        help: whatToDo(words(TICKET_HELP)),
      },
    );
  const help = whatToDo(chain.help);
  if (on.session?.kind === "authenticated")
    return answer(
      "not-proven",
      say`the password of ${name(user)} signs in, and the other way comes through to a session that is not shown to be the same user's: ${teller(WHY_NO_CHAIN, chain.says)}`,
      { ...more, help },
    );
  return answer(
    "not-proven",
    say`the password of ${name(user)} signs in, and the other way does not come to the ticket path: ${teller(WHY_NO_CHAIN, chain.says)}`,
    {
      ...more,
      help,
      unreachable: chain.unreachable === true,
    },
  );
}
