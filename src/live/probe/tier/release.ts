import { type Text, name, say, value, words } from "../../../kernel/index.ts";
import { sessionInfoRequest } from "../../soa/operations.ts";
import { sameRelease, type TierRelease } from "../../soa/release.ts";
import { sessionFactsOf } from "../../soa/session.ts";
import type { Answer, Control, Probe, Probing } from "../probe.ts";
import type { SignedIn } from "../session.ts";
import { inSession, tierOf } from "../support/in-session.ts";
import { signInControl, XML_SIGN_IN } from "../support/sign-in-control.ts";
import { versionPaths } from "../support/version-paths.ts";
import { answer } from "../words.ts";

/** Returns the tier's release from its answer to the sign-in, or, if that answer has no release, from one more request. */
async function read(
  probing: Probing,
  session: SignedIn,
): Promise<{ readonly release: TierRelease | null; readonly from: string }> {
  const { release } = session.as;
  if (release) return { release, from: "serverInfo of the answer to the sign-in" };
  const { soa } = await session.call(probing.ask, sessionInfoRequest(tierOf(probing)));
  return {
    release: sessionFactsOf(soa)?.release ?? null,
    from: "getTCSessionInfo, for the answer to the sign-in does not say it",
  };
}

/**
 * Runs the control of `tier/release`: the answer is not trusted if an address shows another release without sign-in, or if the sign-in
 * accepts everybody.
 */
async function control(probing: Probing, release: string): Promise<Control> {
  // a release from the sign-in's answer can only be trusted if the sign-in can fail
  const signing = await signInControl(probing, XML_SIGN_IN);
  if (signing.outcome === "failed") return signing;
  const { shown, asked } = await versionPaths(probing);
  const did = say`${asked} addresses that might show a version without sign-in were requested`;
  const other = shown.find((one) => !sameRelease(one.release, release));
  if (other) return { did, outcome: "failed", says: say`${name(other.url)} says ${value(other.release)}` };
  if (shown.length > 0) return { did, outcome: "held", says: say`${name(shown[0]?.url ?? "")} agrees` };
  return { did, outcome: "held", says: words("none shows one: the release comes from the sign-in alone") };
}

/** Returns the words for the fields Version and DisplayVersion as the tier reports them. */
function spelled({ version, displayVersion }: TierRelease): Text {
  const [one, other] = [version ?? "", displayVersion ?? ""];
  if (displayVersion === null) return say`Version ${value(one)}`;
  return version === null ? say`DisplayVersion ${value(other)}` : say`Version ${value(one)} and DisplayVersion ${value(other)}`;
}

async function judged(probing: Probing, session: SignedIn): Promise<Answer> {
  const target = tierOf(probing);
  const declared = probing.environment.environment.tier.release.text;
  const { release: read_, from } = await read(probing, session);
  if (!read_?.release) {
    const seen = read_ ? say`; it says ${spelled(read_)}` : [];
    return answer("not-proven", say`the tier does not say its release in a form that is known${seen}`, {
      help: say`ask the tier's administrator whether it is ${value(declared)}; that it cannot be read is no fault`,
      target,
      facts: { declared },
    });
  }
  const { release, version, displayVersion, disagree } = read_;
  const facts = {
    release,
    declared,
    from,
    ...(version === null ? {} : { version }),
    ...(displayVersion === null ? {} : { displayVersion }),
  };
  if (disagree)
    return answer("not-proven", say`the tier says more than one release: ${spelled(read_)}`, {
      help: words("ask the tier's administrator which one it is: a half-finished upgrade looks so"),
      target,
      facts,
    });
  if (!sameRelease(release, declared))
    return answer(
      "refuted",
      say`the tier is release ${value(release)}, and the environment declares ${value(declared)}: the verdict of this environment is about another tier`,
      {
        help: say`write tier.release: ${value(release)} if this is the right tier, otherwise another tier.signIn; then check the verdict again (\`tierwright check\`)`,
        target,
        facts,
      },
    );
  return answer("proven", say`the tier is release ${value(release)}, as declared (${words(from)})`, {
    target,
    facts,
    control: await control(probing, release),
  });
}

async function run(probing: Probing): Promise<Answer> {
  const found = await inSession(probing, "the release", (session) => judged(probing, session));
  const session = await probing.session();
  if (session.kind === "signed-in" || !session.mismatch) return found;
  const { connector, tier } = probing.environment.environment;
  return {
    ...found,
    says: say`${found.says}; declared are connector ${value(connector.text)} and tier ${value(tier.release.text)}`,
    facts: { declared: tier.release.text, releaseMismatch: true },
  };
}

export const probe: Probe = {
  id: "tier/release",
  summary: "which release is the tier",
  proves: "that the tier itself, after sign-in, names the release that the environment declares",
  doesNotProve: "that the pair is certified: the matrix says that; nor what other servers behind the same address run",
  control:
    "the paths that might show a version without sign-in must not name another one, and the sign-in that it is read from must be able to fail",
  needs: ["sign-in"],
  order: 15,
  run,
};
