import { expect, test } from "vitest";
import { cli } from "../../support/host.ts";
import { edit, exampleRepository } from "../../support/repository.ts";

const ENVIRONMENT = "environments/demo/environment.yaml";
const SIGN_IN = "signIn: https://plm.example.com:8443/tc";
const FILES = 'fileTransfer: [ "https://plm.example.com:4544" ]';

/** The first line of a plan from the example to the example with this edit, and its lines for GitHub. */
async function planned(from: string, to: string, back = false) {
  const [plain, edited] = [exampleRepository(), exampleRepository()];
  edit(edited, ENVIRONMENT, from, to);
  const [base, cwd] = back ? [edited, plain] : [plain, edited];
  const text = await cli(["plan", "--base", base, "--quiet"], { cwd });
  const github = await cli(["plan", "--base", base, "--format", "github"], { cwd });
  return { headline: text.out.split("\n")[0], github: github.out };
}

const WORDS = "from https to http in demo: passwords and files would cross the network unencrypted";

test("[B7] a sign-in that changes from https to http on the same port is a point to review", async () => {
  const { headline, github } = await planned(SIGN_IN, "signIn: http://plm.example.com:8443/tc");
  expect(headline).toContain(`Mergeable, review needed: URL, TC_SERVER_URL change ${WORDS}`);
  expect(github).toContain("demo is no longer encrypted");
});

test("[B7] file servers that change to http are one as well", async () => {
  const { headline } = await planned(FILES, 'fileTransfer: [ "http://plm.example.com:4544" ]');
  expect(headline).toContain(`BOOTSTRAP_URLS changes ${WORDS}`);
});

test("[B7] beside a closed gate the headline still has it, after the reasons against the merge", async () => {
  const { headline } = await planned(
    `${SIGN_IN}\n  webClient: https://plm.example.com:3000/awc\n  ${FILES}`,
    'signIn: http://plm.example.com:8443/tc\n  webClient: https://plm.example.com:3000/awc\n  fileTransfer: [ "https://other.example.com:4544" ]',
  );
  expect(headline).toMatch(new RegExp(`Do not merge: .*blocking finding.*; URL, TC_SERVER_URL change ${WORDS}`));
});

test.each([
  ["the way to https", SIGN_IN, "signIn: http://plm.example.com:8443/tc", true],
  ["another https address", SIGN_IN, "signIn: https://plm.example.com:8444/tc", false],
  ["http on the machine itself", SIGN_IN, "signIn: http://localhost/tc", false],
])("[B7] %s is none", async (_, from, to, back) => {
  const { headline, github } = await planned(from, to, back);
  expect(`${headline}${github}`).not.toContain("unencrypted");
});
