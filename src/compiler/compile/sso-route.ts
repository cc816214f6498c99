import type { CompiledEnvironment, Decision } from "./compiled.ts";

/** Which class starts the single sign-on session, decided as the client library decides it: from the URL alone (B6). */
export interface SsoRoute {
  readonly initializer: "none" | "configured" | "tccs" | "session-agent";
  /** One sentence: which initializer, why. */
  readonly because: string;
  /** What must be there for it to work. */
  readonly needs: string | null;
}

/** The property that names a class of one's own. */
export const INITIALIZER = "com.teamcenter.ss.client.SSOSessionInitializer";

/** The selection of the client library (docs/rules.md, sso/no-route). TC_SSO_SESSION_FLAG takes no part in it. */
export function selectRoute(loginUrl: string, configured: string): SsoRoute {
  if (loginUrl === "")
    return { initializer: "none", because: "TC_SSO_LOGIN_URL is empty: sign-in is by user name and password", needs: null };
  if (configured !== "") {
    return {
      initializer: "configured",
      because: `${INITIALIZER} names ${configured}, which goes before the address`,
      needs: "that class on the plug-in's class path",
    };
  }
  if (/\/tccs\/?$/.test(loginUrl)) {
    return {
      initializer: "tccs",
      because: "the login address ends in /tccs: the TCCS session initializer",
      needs: "TCCS on the workstation, with TRANSPORT=tccs and IS_TCCS=true",
    };
  }
  return {
    initializer: "session-agent",
    because: "the login address does not end in /tccs: the session-agent initializer",
    needs: "the folder with the agent's start script in the machine variable TCSSO_SESSION_AGENT_PATH",
  };
}

/** The initializer class that a compiled file sets, the client library's own first; what stands in sso.yaml alone configures nothing. */
export function configuredInitializer({ files }: Pick<CompiledEnvironment, "files">): Decision | null {
  for (const role of ["client", "connector"] as const) {
    const decision = files[role]?.keys.get(INITIALIZER)?.decision;
    if (decision && decision.value.trim() !== "") return decision;
  }
  return null;
}

/** The route of a compiled environment. */
export function routeOf(env: Pick<CompiledEnvironment, "files">): SsoRoute {
  const loginUrl = env.files.connector?.keys.get("TC_SSO_LOGIN_URL")?.decision.value ?? "";
  return selectRoute(loginUrl, configuredInitializer(env)?.value ?? "");
}
