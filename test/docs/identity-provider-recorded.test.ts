import { chmodSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { inProcess } from "../support/live/live.ts";
import { RECORDED_ADMINISTRATOR, seeded } from "../support/live/seeded.ts";
import { type Shadowed, shadowed } from "../support/live/shadowed.ts";
import { needRecordings, RECORDED_ORIGIN, readTape, VERSIONS, type Version } from "../support/live/tapes.ts";
import { discoveryOf } from "../compiler/sso/scene.ts";
import { filesOf } from "./examples.ts";
import { blocksOf, readPage } from "./page.ts";
import { answerTo, sceneOf, session } from "./session.ts";

/* The commands of docs/identity-provider.md with recordings of a real server in its place (test/support/live/shadowed.ts). */

const PAGE = "docs/identity-provider.md";

/** The environment that was recorded: the page's, with a login service, the claims with the user id, and other users. */
const RECORDED = {
  "environments/production/sso.yaml": `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: installed
idp:
  base: https://idp.example.com:8443
  realm: engineering
  username: { min: 2, max: 255 }
  clients: [{ id: plm, application: PLM, postLogoutRedirectUri: "https://plm.example.com:3000/awc" }]
  users: users.csv
  groups: [Systems.Engineering]
loginService: { base: https://plm.example.com:7001, name: tcsso }
webApplication: { name: awc, root: https://plm.example.com:3000/awc }
oidc: { clientId: plm, clientSecret: { env: TCSSO_CLIENT_SECRET }, userIdField: userId }
`,
  "environments/production/users.csv": "id,name\nalice,Alice\nbob,Bob\n",
};

const SECRETS = { IDP_PASSWORD: RECORDED_ADMINISTRATOR.password, TCSSO_CLIENT_SECRET: "Made-up-Client-Secret-4711" };

type Name = `${Version}/${string}`;

/** The page's folder and files, with recordings as the server; `began`: the recording whose beginning the realm has. */
function scene(began: Name, names: readonly Name[], files: Readonly<Record<string, string>> = {}) {
  const at = shadowed(names.map(readTape), seeded(began));
  const made = sceneOf({ ...filesOf(readPage("README.md")), ...filesOf(readPage(PAGE)), ...files });
  chmodSync(join(made.folder, "idp.yaml"), 0o600);
  return { at, scene: { ...made, world: { env: SECRETS, exchange: inProcess({ [RECORDED_ORIGIN]: at.live }) } } };
}

/** What is asked beside the recordings is read; only of the user profile more may be wanted than on the day of the recording. */
const expectOnlyReads = ({ played, beside }: Shadowed, least: number) => {
  const written = beside.filter((line) => !line.startsWith("GET "));
  expect(written.filter((line) => line !== "PUT /admin/realms/engineering/users/profile")).toEqual([]);
  expect(played.length).toBeGreaterThanOrEqual(least);
};

const PLAN = "tierwright idp plan production --profile ./idp.yaml --out realm.plan.json";

describe("[F13] the walk of docs/identity-provider.md with recordings as the server", () => {
  test.each(VERSIONS)("%s: what the page shows of the first plan is what is planned", async (version) => {
    needRecordings("the page is followed with the re-made server alone.");
    const name: Name = `${version}/product-plan-new-realm`;
    const { at, scene: made } = scene(name, [name]);
    const [block] = blocksOf(readPage(PAGE)).filter(({ language }) => language === "console");
    expect(await session(block?.body ?? "", made)).toBe(block?.body);
    expectOnlyReads(at, 9);
  });

  test.each(VERSIONS)("%s: a realm that is not there is planned as one to be made", async (version) => {
    needRecordings("the page is followed with the re-made server alone.");
    const name: Name = `${version}/product-plan-no-realm`;
    const { at, scene: made } = scene(name, [name]);
    const { code, text } = await answerTo(PLAN, made);
    expect([code, text]).toEqual([0, expect.stringContaining("+ realm engineering\n")]);
    expectOnlyReads(at, 2);
  });

  test("the plan is carried out and read back, and every user of the list can sign in", async () => {
    needRecordings("the page is followed with the re-made server alone.");
    const tapes: readonly Name[] = ["26.7.3/product-apply-new-realm", "26.7.3/product-users"];
    const files = {
      ...RECORDED,
      "environments/production/discovery.json": discoveryOf("https://idp.example.com:8443/realms/engineering"),
    };
    const { at, scene: made } = scene("26.7.3/product-plan-new-realm", tapes, files);
    const planned = await answerTo(PLAN, made);
    expect([planned.code, planned.text]).toEqual([0, expect.stringContaining("+ client plm\n")]);
    const applied = await answerTo("tierwright idp apply realm.plan.json --profile ./idp.yaml", made);
    expect([applied.code, applied.text]).toEqual([0, expect.stringContaining("fields stored and read back\n")]);
    expect(applied.text).not.toMatch(/✗|differs|failed/);
    const again = await answerTo("tierwright idp plan production --profile ./idp.yaml", made);
    expect([again.code, again.text]).toEqual([0, expect.stringContaining("nothing would change\n")]);
    const users = await answerTo("tierwright idp users production --profile ./idp.yaml", made);
    expect([users.code, users.text]).toEqual([
      0,
      expect.stringContaining("all of 2 PLM users have a username with the same bytes\n"),
    ]);
    expectOnlyReads(at, 30);
    expect([planned, applied, again, users].map(({ text }) => text).join("")).not.toContain("Made-up");
  });
});
