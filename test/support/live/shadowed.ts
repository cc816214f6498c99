import { differencesOf, type Names, renamed } from "../../live/idp/recorded-answers.ts";
import type { Live, LiveRequest } from "./live.ts";
import type { RealmAnswer } from "./realm-call.ts";
import { liveRealm } from "./realm-live.ts";
import type { RealmServer } from "./realm.ts";
import { Replay } from "./replay.ts";
import { RECORDED_ADMINISTRATOR } from "./seeded.ts";
import { RECORDED_ORIGIN, type Tape } from "./tapes.ts";

/*
 * Recordings as the server, with the re-made one (realm.ts) in their shadow: it carries out every request as well, under the recorded ids, and
 * answers what no recording holds, and what was written otherwise than it was recorded. So a command that asks more than it asked when the recording was made still finds one realm.
 */

export interface Shadowed {
  readonly live: Live;
  /** What the recordings answered. */
  readonly played: readonly string[];
  /** What they do not hold, and the re-made server answered. */
  readonly beside: readonly string[];
}

export function shadowed(tapes: readonly Tape[], server: RealmServer): Shadowed {
  const names: Names = new Map();
  const [played, beside]: [string[], string[]] = [[], []];
  let authorization = "";
  const ask = ({ method, url, headers, body }: LiveRequest): RealmAnswer => {
    const own = { ...headers, ...(headers.authorization?.startsWith("Bearer ") ? { authorization } : {}) };
    const answered = server.handle({
      method,
      url: renamed(url.href, names),
      headers: own,
      body: renamed(body.toString("utf8"), names),
    });
    if (answered === "hang-up") throw new Error(`${method} ${url.href}: the re-made server hung up`);
    return answered;
  };
  /** What was written otherwise than it was recorded: from then on the recordings do not know it. */
  const changed = new Set<string>();
  const lineOf = ({ method, url }: LiveRequest) => `${method} ${url.pathname}${url.search}`;
  const otherwise: Live = (request) => {
    beside.push(lineOf(request));
    if (request.method !== "GET") changed.add(request.url.pathname);
    const { status, headers, body } = ask(request);
    const back = new Map([...names].map(([recorded, own]) => [own, recorded]));
    const told = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, renamed(value, back)]));
    return { status, headers: told, body: Buffer.from(renamed(body, back)) };
  };
  const replay = new Replay(tapes, { bodies: "writes", otherwise });
  const live: Live = async (request) => {
    if (authorization === "") authorization = await signedIn(server);
    if (request.method === "GET" && changed.has(request.url.pathname)) return otherwise(request);
    const before = replay.played.length;
    const answered = await replay.live(request);
    const recorded = replay.played[before];
    if (!recorded) return answered;
    played.push(lineOf(request));
    differencesOf(recorded, ask(request), names);
    return answered;
  };
  return { live, played, beside };
}

async function signedIn(server: RealmServer): Promise<string> {
  const { user, password } = RECORDED_ADMINISTRATOR;
  const { body } = await liveRealm(server)({
    method: "POST",
    url: new URL(`${RECORDED_ORIGIN}/realms/master/protocol/openid-connect/token`),
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: Buffer.from(`client_id=admin-cli&grant_type=password&username=${user}&password=${password}`),
  });
  return `Bearer ${JSON.parse(body.toString("utf8")).access_token}`;
}
