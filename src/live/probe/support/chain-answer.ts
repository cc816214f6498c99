import { name, say, value, withoutTrailing, words } from "../../../kernel/index.ts";
import type { Profile } from "../../../compiler/index.ts";
import type { Answer, Probing } from "../probe.ts";
import { answer } from "../words.ts";
import { notReached } from "./discovery.ts";
import { sharedSignOn } from "./shared-sign-on.ts";
import { factsOf, idDifference, stoppedAnswer, withoutCookies } from "./sign-on-words.ts";
import { placesOf, type SignOn, type SignOnPlaces } from "./single-sign-on.ts";

/**
 * The name of a fact for `toldBy`, so that only the first probe that signs in through the identity provider explains where that sign-in
 * ended.
 */
export const WHY_NO_CHAIN = "where single sign-on ends";

/** Returns the answer of a probe that signs in through the identity provider: where the sign-in ends, and with which user. */
export async function judgedChain(probing: Probing): Promise<Answer> {
  const places = placesOf(probing);
  if ("lacks" in places) return answer("skipped", say`the environment does not say ${words(places.lacks)}`);
  const profile = probing.profile as Profile;
  const on = await sharedSignOn(probing, places, profile);
  const found = on.stop ? await stoppedAnswer(probing, on, on.stop) : await sessionAnswer(probing, on, places, profile.user);
  return { ...found, target: on.begun, facts: { ...factsOf(on), ...found.facts } };
}

/**
 * Returns true if the password cannot have reached the tier: it was sent to one address only, and that is not at or below the tier's
 * address.
 */
const keptFromTier = ({ typedAt }: SignOn, { tier }: SignOnPlaces): boolean => {
  const base = withoutTrailing(tier.href, "/");
  return typedAt.length === 1 && typedAt.every((url) => url !== base && !url.startsWith(`${base}/`));
};

async function sessionAnswer(probing: Probing, on: SignOn, places: SignOnPlaces, intended: string): Promise<Answer> {
  const { session } = on;
  const at = say`${name(on.sessionAt ?? "")}`;
  if (session?.kind === "no-answer") return notReached(probing, session.fault, "whether there is a session at its end");
  if (session?.kind !== "authenticated")
    return answer(
      "refuted",
      say`the sign-in is clean at the identity provider and the login service, and ends without a session: asked at ${at}, ${session?.says ?? []}`,
      {
        help: words(
          "look at the gateway's log for its call of loginSSO, and at the native server's syslog; a tier that refuses the ticket says 515143, and then its pool manager is to be restarted",
        ),
      },
    );
  const control = withoutCookies(on);
  const id = session.userId;
  if (id === null)
    return answer("not-proven", say`the sign-in ends in a session at ${at}, but its answers do not name the user`, {
      control,
      help: words("look in the web client for who is signed in"),
    });
  if (id !== intended)
    return answer(
      "refuted",
      say`the session at ${at} is that of ${value(id)}, and ${value(intended)} was to be signed in: ${idDifference(id, intended)}`,
      {
        help: words(
          "ids of the PLM system and usernames of the identity provider have to be the same, byte for byte: `tierwright idp users ENV` compares them",
        ),
      },
    );
  if (!keptFromTier(on, places))
    return answer(
      "not-proven",
      say`the session at ${at} is that of ${value(id)}, but the password did not go to the identity provider alone`,
      { control },
    );
  return answer(
    "proven",
    say`the sign-in ends in a session of ${value(id)} at ${at}, after ${on.steps.length} steps; the password went to the identity provider's login form at ${name(new URL(on.typedAt[0] ?? on.begun).origin)} alone`,
    {
      control,
    },
  );
}
