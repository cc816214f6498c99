import { listTexts, name, say, value, words } from "../../../kernel/index.ts";
import type { Answer, Probe, Probing } from "../probe.ts";
import { tierOf } from "../support/in-session.ts";
import { versionPaths } from "../support/version-paths.ts";
import { answer, notAnswered } from "../words.ts";

async function run(probing: Probing): Promise<Answer> {
  const target = tierOf(probing) || null;
  const { paths, shown } = await versionPaths(probing);
  const answered = paths.filter(({ status }) => status !== null);
  const [lost] = paths.filter(({ error }) => error !== null);
  if (answered.length === 0) {
    if (lost?.error) return notAnswered(lost.error, "what it says without sign-in");
    return answer("not-proven", say`the compiled files name no address that could be asked`, { target });
  }
  const facts = { paths: paths.map(({ url, status }) => `${url} ${status ?? "no answer"}`) };
  if (shown.length > 0)
    return answer(
      "refuted",
      say`a version can be read without sign-in: ${listTexts(shown.map(({ url, release }) => say`${name(url)} says ${value(release)}`))}`,
      {
        help: words(
          "it is no proof of the tier's release (another program may answer there), and it shows the version to strangers: ask the administrator to close it",
        ),
        target,
        facts,
      },
    );
  const says = say`without sign-in no address shows a release (${listTexts(answered.map(({ url, status }) => say`${name(new URL(url).pathname)} ${status ?? 0}`))})`;
  // an address that does not answer does not show a release either, so `proven` is right
  const also = lost?.error ? say`; ${name(lost.url)} was not reached: ${words(lost.error.says)}` : [];
  return answer("proven", say`${says}; 404 or 403 there proves nothing about the release${also}`, {
    target,
    facts,
    control: {
      did: words("tier/release reads the release after sign-in"),
      outcome: "none",
      says: words("this is itself the control of tier/release: what is read there must not be readable here"),
    },
  });
}

export const probe: Probe = {
  id: "tier/unauthenticated",
  summary: "can the release be read without signing in",
  proves: "that /, /version.json, /tc/version, /manifest.json and the web client's address show no version without sign-in",
  doesNotProve: "anything of the release: 404, 403 or a page there is the same on every tier",
  control: "it is the control of tier/release",
  needs: [],
  order: 50,
  run,
};
