import type { SoaAnswer } from "./answer.ts";
import { type FaultMessage, isJson, textOf } from "./fault.ts";
import { jsonObjects, userIdIn, xmlObjects } from "./objects.ts";
import { releaseFrom, releaseOf, type TierRelease } from "./release.ts";
import { jsonServerInfo, type ServerInfo, xmlServerInfo } from "./server-info.ts";
import { attributeOf, childText, everyElement } from "./xml.ts";

/** The facts in a tier's answer to a sign-in. */
export interface SignedIn {
  /** The id with which the user signs in; null if the answer does not show it. */
  readonly userId: string | null;
  readonly serverInfo: ServerInfo | null;
  /** The release of the tier; null if the answer to the sign-in does not show it, which is no fault. */
  readonly release: TierRelease | null;
  readonly partialErrors: readonly FaultMessage[];
}

/** Reads the tier's answer to a sign-in. Returns null if it is no LoginResponse. */
export function signedInBy(answer: SoaAnswer): SignedIn | null {
  if (answer.kind === "xml") {
    const { root, partialErrors } = answer;
    if (root.local !== "LoginResponse") return null;
    const user = root.children.find(({ local }) => local === "user");
    const serverInfo = xmlServerInfo(root);
    const userId = userIdIn(xmlObjects(root), user ? attributeOf(user, "uid") : null);
    return { userId, serverInfo, release: releaseOf(serverInfo), partialErrors };
  }
  if (answer.kind !== "json") return null;
  const { value, partialErrors } = answer;
  const name = textOf(value[".QName"]);
  if (name === null ? value.user === undefined && value.serverInfo === undefined : !/\bLoginResponse$/.test(name)) return null;
  const serverInfo = jsonServerInfo(value);
  const uid = isJson(value.user) ? textOf(value.user.uid) : null;
  return { userId: userIdIn(jsonObjects(value), uid), serverInfo, release: releaseOf(serverInfo), partialErrors };
}

/** The facts in a tier's answer about a session: its user, and the release of the tier. */
export interface SessionFacts {
  readonly userId: string | null;
  readonly release: TierRelease | null;
}

/** Reads the tier's answer of getTCSessionAnalyticsInfo or getTCSessionInfo. Returns null if it is another answer, such as a fault. */
export function sessionFactsOf(answer: SoaAnswer): SessionFacts | null {
  if (answer.kind === "xml") {
    const { root } = answer;
    if (!/^(?:GetTCSessionInfo|TCSessionAndAnalyticsInfo|GetTCSessionAnalyticsInfo)(?:Response)?$/i.test(root.local)) return null;
    const of = (name: string) => {
      for (const element of everyElement(root)) {
        const value = attributeOf(element, name) ?? childText(element, name);
        if (value !== null) return value.trim();
      }
      return null;
    };
    const version = of("serverVersion") ?? of("TCServerVersion");
    const userId = userIdIn(xmlObjects(root), null) ?? of("user_id") ?? of("userId");
    return { userId, release: version === null ? null : releaseFrom(version, null) };
  }
  if (answer.kind !== "json") return null;
  const { value } = answer;
  const extra = isJson(value.extraInfoOut) ? value.extraInfoOut : {};
  const session = isJson(value.userSession) ? value.userSession : null;
  if (!session && value.extraInfoOut === undefined && value.serverVersion === undefined) return null;
  const version = textOf(value.serverVersion) ?? textOf(extra.TCServerVersion);
  const plain =
    textOf(value.user_id) ?? textOf(value.userId) ?? textOf(session?.user_id) ?? textOf(session?.userId) ?? textOf(extra.userId);
  const userId = userIdIn(jsonObjects(value), session ? textOf(session.uid) : null) ?? plain;
  return { userId, release: version === null ? null : releaseFrom(version, null) };
}
