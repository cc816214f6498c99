import { expect, test } from "vitest";
import { FINDING_FORMS } from "../../../src/report/findings.ts";
import { LIVE } from "../../compiler/sso/scene.ts";
import { exampleRepository } from "../../support/repository.ts";
import { eachNth } from "../../support/runs.ts";
import type { Live } from "../../support/live/live.ts";
import { leadsTo, page } from "../../support/live/web.ts";
import { probed } from "./command-scene.ts";

const REALM = "https://idp.example.com:8443/realms/engineering";
const SERVICE = "https://plm.example.com:7001";
const CALLBACK = `${SERVICE}/tcsso/weblogin/oidc_callback`;

/** Nothing is compiled here: what is asked is what the environment says. */
const NOT_COMPILED = "demo would not be compiled as it is (sso/incomplete is an error); asked is what it says\n";

interface Said {
  /** The state that the login service sends. */
  readonly state?: string;
  /** A hidden field of a page that hands over. */
  readonly hidden?: string;
  readonly cookie?: string;
  readonly error?: string;
}

/** Servers of a sign-in whose identity provider returns an OAuth error. */
function servers({ state = "tierwright", hidden = "production", cookie = "environment", error = "invalid_scope" }: Said) {
  const idp: Live = ({ url }) =>
    leadsTo(`${CALLBACK}?error=${error}&error_description=no&state=${url.searchParams.get("state")}`);
  const service: Live = ({ url }) => {
    if (url.pathname.endsWith("/oidc_redirect")) {
      const query = `client_id=plm&response_type=code&redirect_uri=${encodeURIComponent(CALLBACK)}&state=${state}`;
      const to = `${REALM}/protocol/openid-connect/auth?${query}`;
      return leadsTo(to, [`WHERE=${cookie}; Path=/`, "CONSENT=true; Path=/"]);
    }
    if (!url.searchParams.has("error")) return page("Not found", 404, "Error");
    if (!url.searchParams.has("again"))
      return page(
        `<form action="${CALLBACK}"><input type="hidden" name="error" value="${error}"><input type="hidden" name="kind" value="${hidden}">` +
          '<input type="hidden" name="again" value="1"></form><script>document.forms[0].submit()</script>',
      );
    return page(`The identity provider answers ${error} for ${url.searchParams.get("kind")} and ${state}`, 400, "Error");
  };
  return { [new URL(REALM).origin]: idp, [SERVICE]: service };
}

const run = (said: Said, form: string, password?: string) =>
  probed(["--only", "sso/chain", "--format", form], {
    folder: exampleRepository({ "environments/demo/sso.yaml": LIVE }),
    servers: servers(said),
    ...(password === undefined ? {} : { password }),
  });

test.each(eachNth(3, FINDING_FORMS))(
  "[F12] an OAuth error of the identity provider is told as %s, whatever common words came on the way",
  async (form) => {
    for (const word of ["tierwright", "exchanges", "identity", "schemas", "properties", "testcase", "provider"]) {
      const { code, out, err } = await run({ state: word, hidden: word, cookie: word }, form);
      expect([word, code, err]).toEqual([word, 1, NOT_COMPILED]);
      expect(out).toContain("invalid_scope");
    }
  },
);

test("[F12][F7] a password that is a common word stops no run, and what opens something is told nowhere", async () => {
  const { code, out, err } = await run({}, "json", "exchanges");
  expect([code, err]).toEqual([1, NOT_COMPILED]);
  expect(out).toContain('"exchanges"');
  const secret = "q7Jd-92hxQ_wPz";
  for (const form of eachNth(3, FINDING_FORMS))
    for (const said of [{ state: secret }, { hidden: secret }, { cookie: secret, error: secret }]) {
      const opened = await run(said, form);
      expect([form, opened.code]).toEqual([form, 1]);
      expect(opened.out).not.toContain(secret);
    }
});
