import { cookieOf, json, type WebAnswer, type WebHandler } from "./web.ts";
import { userOfTicket } from "./login-service.ts";

const EXCEPTIONS = "http://teamcenter.com/Schemas/Soa/2006-03/Exceptions";

export interface SingleSignOnTierOptions {
  /** `stale-pool`: every ticket is refused. `open`: session analytics answer everybody. `nameless`: no answer says whose the session is. */
  readonly fault?: "stale-pool" | "open" | "nameless" | "no-session" | "pool-in-200";
}

/** What a tier does with a ticket, and what it tells of the session that comes of it. */
export function singleSignOnTier({ fault }: SingleSignOnTierOptions = {}): WebHandler {
  const sessions = new Map<string, string>();
  const refused = (type: string, code: number, message: string, status: number): WebAnswer =>
    json({ ".QName": `${EXCEPTIONS}.${type}`, messages: [{ code, level: 3, message }] }, status);
  return (request) => {
    const operation = request.url.pathname.split("/").slice(-2).join("/");
    const session = sessions.get(cookieOf(request, "JSESSIONID") ?? "");
    if (operation === "Core-2008-06-Session/loginSSO") {
      if (fault === "stale-pool" || fault === "pool-in-200")
        return refused("InvalidCredentialsException", 515143, "Invalid account values.", fault === "pool-in-200" ? 200 : 500);
      const { body } = JSON.parse(request.body) as { body: { ssoCredentials: string } };
      const id = `S${sessions.size}-0123456789abcdef`;
      if (fault !== "no-session") sessions.set(id, userOfTicket(body.ssoCredentials));
      const { headers = {}, ...rest } = json({ ".QName": "http://teamcenter.com/Schemas/Core/2008-06/Session.LoginResponse" });
      return { ...rest, headers: { ...headers, "set-cookie": [`JSESSIONID=${id}; Path=/tc; HttpOnly`.replace("/tc", "/")] } };
    }
    if (operation.endsWith("/getTCSessionAnalyticsInfo")) {
      if (session === undefined && fault !== "open")
        return refused("InvalidUserException", 1000, "The session is not valid.", 401);
      return json({ extraInfoOut: { TCServerVersion: "P.14.3.0" } });
    }
    if (operation.endsWith("/getTCSessionInfo")) {
      if (session === undefined) return refused("InvalidUserException", 1000, "The session is not valid.", 401);
      if (fault === "nameless") return json({ serverVersion: "25060.0000" });
      const user = {
        uid: "AAA",
        className: "User",
        type: "User",
        props: { user_id: { dbValues: [session], uiValues: [session] } },
      };
      return json({ serverVersion: "25060.0000", user: { uid: "AAA" }, ServiceData: { modelObjects: { AAA: user } } });
    }
    return { status: 404 };
  };
}
