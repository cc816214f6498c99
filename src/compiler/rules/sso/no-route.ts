import {
  type Problem,
  type Wording,
  defineDiagnostic,
  placeOf,
  say,
  spotOf,
  windowsPathFault,
  words,
} from "../../../kernel/index.ts";
import type { CompiledEnvironment } from "../../compile/compiled.ts";
import { type SsoRoute, routeOf } from "../../compile/sso-route.ts";
import type { EnvironmentRule } from "../rule.ts";

/** Returns whether Transport and TRANSPORT in the compiled connector.properties are both tccs. */
const isTccs = ({ files }: CompiledEnvironment): boolean =>
  ["Transport", "TRANSPORT"].every((key) => files.connector?.keys.get(key)?.decision.value === "tccs");

function missing(env: CompiledEnvironment, initializer: string): string | null {
  const { workstation } = env.environment;
  if (initializer === "tccs") return isTccs(env) ? null : "tier.transport is not tccs";
  if (initializer !== "session-agent") return null;
  const agent = workstation.sessionAgent?.text ?? "none";
  if (agent === "none" || agent === "") return "workstation.sessionAgent is none";
  return windowsPathFault(agent, false) === null ? null : "workstation.sessionAgent is not a folder on workstations";
}

function* check(env: CompiledEnvironment): Iterable<Problem> {
  const { authentication, ssoConnector } = env.environment;
  if (authentication && env.environment.sso && !ssoConnector) {
    yield noRoute.at(placeOf(authentication.span), { lacks: "connector" }, { pointer: authentication.pointer });
  }
  const decision = env.files.connector?.keys.get("TC_SSO_LOGIN_URL")?.decision;
  if (authentication && env.environment.sso && ssoConnector && decision && decision.value.trim() === "") {
    const { loginUrl, span } = ssoConnector;
    yield noRoute.at(placeOf(loginUrl?.span ?? span), { lacks: "address" }, { pointer: loginUrl?.pointer ?? "/connector" });
    return;
  }
  const route = routeOf(env);
  const lacks = missing(env, route.initializer);
  if (lacks === null || !decision) return;
  const tccs = isTccs(env) && route.initializer === "session-agent";
  const { initializer, because, needs } = route;
  const args: Args = { lacks: "route", initializer, because, needs: needs ?? "", missing: lacks, tccs };
  const agent = env.environment.workstation.sessionAgent;
  const follows = agent ? { follows: [spotOf(placeOf(agent.span))] } : {};
  yield noRoute.at(decision.place, args, { pointer: decision.pointer, ...follows });
}

const SSO = `apiVersion: tierwright/v1
kind: FederatedSignIn
stage: realm
idp: { base: https://idp.example.com:8443, realm: engineering, clients: [{ id: plm, application: PLM, redirectUris: [] }] }
connector: { loginUrl: https://plm.example.com:7001/tcsso, appId: PLM }
`;

type Args =
  /** sso.yaml has no `connector` part. */
  | { readonly lacks: "connector" }
  /** `connector.loginUrl` of sso.yaml is empty. */
  | { readonly lacks: "address" }
  | {
      readonly lacks: "route";
      readonly initializer: SsoRoute["initializer"];
      readonly because: string;
      readonly needs: string;
      readonly missing: string;
      /** True if the transport is tccs, but the sign-in address does not make the client library choose TCCS. */
      readonly tccs: boolean;
    };

function wording(found: Args): Wording {
  if (found.lacks === "connector")
    return {
      message: say`authentication is sso, and no sso.yaml next to this file has a \`connector\` part`,
      notes: [say`the three TC_SSO_* keys would be empty, so the tool would still ask for a password`],
      help: say`write sso.yaml with \`connector.loginUrl\`, \`connector.appId\` and \`connector.sessionFlag\`, or authentication: password`,
    };
  if (found.lacks === "address")
    return {
      message: say`authentication is sso, and connector.loginUrl is empty`,
      notes: [say`TC_SSO_LOGIN_URL would be empty, and the tool then asks for user name and password`],
      help: say`write the login address of the login service, or authentication: password until it is there`,
    };
  return {
    message: say`TC_SSO_LOGIN_URL is set, and no way to sign in with it is declared`,
    notes: [
      words(found.because),
      say`it needs ${words(found.needs)}, and ${words(found.missing)}`,
      found.initializer === "tccs"
        ? say`the TCCS initializer would find no TCCS to sign in with, and the session agent is not used`
        : say`every sign-in ends with 'Session Agent could not be started'`,
      say`neither route is known to have been used; both are untested`,
      ...(found.tccs ? [say`tccs as transport alone does not choose the TCCS initializer, the address does`] : []),
    ],
    help: say`leave loginUrl, appId and sessionFlag empty until the session agent is installed (then name its folder in workstation.sessionAgent) or TCCS is (login address ending in /tccs, tier.transport: tccs)`,
  };
}

const noRoute = defineDiagnostic({
  id: "sso/no-route",
  severity: "error",
  title: "single sign-on has no login address, or lacks the session agent or TCCS that its address needs",
  why: "The address alone chooses the initializer. /tccs at its end means TCCS, anything else the session agent, which runs a start script from TCSSO_SESSION_AGENT_PATH; without the script every sign-in stops with an error about the agent. TC_SSO_SESSION_FLAG controls nothing.",
  remedy: "Leave the three TC_SSO_* keys empty until one of the two routes is installed and declared.",
  because: ["sso/unusable-agent"],
  clauses: ["B6", "E17"],
  message: wording,
  fails: {
    file: "environments/demo/environment.yaml",
    replace: "authentication: password",
    with: "authentication: sso",
    also: [{ file: "environments/demo/sso.yaml", with: SSO }],
  },
  passes: [
    {
      file: "environments/demo/environment.yaml",
      replace: "authentication: password",
      with: "authentication: sso",
      also: [
        {
          file: "environments/demo/environment.yaml",
          replace: "sessionAgent: none",
          with: "sessionAgent: 'C:\\Program Files\\SessionAgent'",
        },
        { file: "environments/demo/sso.yaml", with: SSO },
      ],
    },
    { file: "environments/demo/sso.yaml", with: SSO },
  ],
});

export const rule: EnvironmentRule = { ...noRoute, scope: "environment", check };
