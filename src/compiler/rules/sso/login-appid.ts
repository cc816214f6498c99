import { type Fix, type Wording, defineDiagnostic, name, say, value } from "../../../kernel/index.ts";
import type { EnvironmentRule } from "../rule.ts";
import { changeSignIn, SOUND_SIGN_IN, signInWith } from "./example-sign-in.ts";

/** The default of tcsso.login_service.appid, which no site can change from version 11.3 of the security services on. */
const APPID = "TCSSOLoginService";

/** Returns whether a version of the security services is 11.3 or later; null if the text is not a version. */
function staysFixed(version: string | undefined): boolean | null {
  const numbers = version && /^\s*v?(\d+)(?:\.(\d+))?/i.exec(version);
  if (!numbers) return null;
  // for a version without a second number, minor is NaN, and the comparison with it is false
  const [major, minor] = [Number(numbers[1]), Number(numbers[2])];
  return major > 11 || (major === 11 && minor >= 3);
}

type Args =
  | { readonly seen: "changed"; readonly appid: string; readonly version: string | null; readonly same: string | null }
  | { readonly seen: "taken" };

function wording(found: Args): Wording {
  if (found.seen === "taken")
    return {
      message: say`webApplication.name is TCSSOLoginService, the login service's own application id`,
      notes: [say`both rows of the application registry would be for one application`],
      help: say`write the name that the web application has in the deployment tool: it is the first part of its path`,
    };
  const { appid, version, same } = found;
  const since =
    version === null ? say`without a version, a current one is assumed` : say`the login service is of version ${name(version)}`;
  return {
    message: say`loginService.appid is ${value(appid)}, and must stay TCSSOLoginService`,
    notes: [
      ...(same === null ? [] : [say`that is ${name(same)}, the first part of a path, not an application id`]),
      say`from version 11.3 of the security services on tcsso.login_service.appid must not change; ${since}`,
    ],
    help: say`write appid: TCSSOLoginService, or leave it out: that is the default`,
  };
}

const NAME = "name: tcsso }";
const service = (further: string) => signInWith(changeSignIn(NAME, `name: tcsso, ${further} }`));

const loginAppid = defineDiagnostic({
  id: "sso/login-appid",
  severity: "error",
  title: "the login service's application id is not TCSSOLoginService",
  why: "From version 11.3 of the security services on tcsso.login_service.appid must stay TCSSOLoginService. The name of the web application, which the deployment tool asks for, becomes a part of a path and is another thing: written here, the login service no longer finds its own row of the application registry.",
  remedy: "Leave loginService.appid out, or write TCSSOLoginService.",
  clauses: ["E2"],
  message: wording,
  fails: service("appid: awc"),
  passes: [SOUND_SIGN_IN, service("appid: TCSSOLoginService, version: '13.3'"), service("appid: login, version: '11.2.3'")],
});

export const rule: EnvironmentRule = {
  ...loginAppid,
  scope: "environment",
  of: "sign-in",
  *check({ signIn }) {
    if (!signIn) return;
    const { appid, webApplication } = signIn;
    const { name: service, version } = signIn.signIn.loginService;
    const fixed = staysFixed(version?.text);
    if (webApplication.name?.value === APPID && appid.value === APPID)
      yield loginAppid.at(webApplication.name.place, { seen: "taken" }, { pointer: webApplication.name.pointer });
    if (appid.value === APPID || fixed === false) return;
    const same =
      appid.value === webApplication.name?.value
        ? "webApplication.name"
        : appid.value === service?.text
          ? "loginService.name"
          : null;
    const fix: Fix = { title: "write TCSSOLoginService", safe: fixed === true, edits: [{ place: appid.place, text: APPID }] };
    const args: Args = { seen: "changed", appid: appid.value, version: fixed === null ? null : `${version?.text}`, same };
    yield loginAppid.at(appid.place, args, { pointer: appid.pointer, fix });
  },
};
