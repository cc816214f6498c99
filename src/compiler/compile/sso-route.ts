import type { CompiledEnvironment, Decision } from "./compiled.ts";

/**
 * The way in which the client library starts a single sign-on session. The value of TC_SSO_LOGIN_URL alone decides it, unless an
 * initializer class is configured.
 */
export interface SsoRoute {
  readonly initializer: "none" | "configured" | "tccs" | "session-agent";
  /** One sentence that names the initializer and the reason. */
  readonly because: string;
  /** The thing that must exist so that single sign-on can start in this way, in words; null if nothing must. */
  readonly needs: string | null;
}

/** The key of a properties file that names a custom initializer class. */
export const INITIALIZER = "com.teamcenter.ss.client.SSOSessionInitializer";

/**
 * Returns the route that the client library selects for TC_SSO_LOGIN_URL and a configured initializer class (docs/rules.md, sso/no-route).
 * TC_SSO_SESSION_FLAG has no influence on it.
 */
export function selectRoute(loginUrl: string, configured: string): SsoRoute {
  if (loginUrl === "")
    return { initializer: "none", because: "TC_SSO_LOGIN_URL is empty: sign-in is by user name and password", needs: null };
  if (configured !== "") {
    return {
      initializer: "configured",
      because: `${INITIALIZER} names ${configured}, which takes precedence over the address`,
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

/**
 * Returns the decision on the initializer class in the client library's compiled file, otherwise that in the connector's; null if neither
 * names one. A class that only sso.yaml names has no effect.
 */
export function configuredInitializer({ files }: Pick<CompiledEnvironment, "files">): Decision | null {
  for (const role of ["client", "connector"] as const) {
    const decision = files[role]?.keys.get(INITIALIZER)?.decision;
    if (decision && decision.value.trim() !== "") return decision;
  }
  return null;
}

/** Returns the sign-in route of a compiled environment. */
export function routeOf(env: Pick<CompiledEnvironment, "files">): SsoRoute {
  const loginUrl = env.files.connector?.keys.get("TC_SSO_LOGIN_URL")?.decision.value ?? "";
  return selectRoute(loginUrl, configuredInitializer(env)?.value ?? "");
}
