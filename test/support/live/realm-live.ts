import { HttpFault } from "../../../src/platform/http.ts";
import type { Live } from "./live.ts";
import { refuseWhatIsNeverSent } from "./never-sent.ts";
import type { RealmServer } from "./realm.ts";

/** The identity provider as one function, which nock, a local server and a test without any network serve alike. */
export const liveRealm =
  (server: RealmServer): Live =>
  ({ method, url, headers, body }) => {
    refuseWhatIsNeverSent({ method, url: url.href, headers, body });
    const made = server.handle({ method, url: url.href, headers, body });
    if (made === "hang-up") throw new HttpFault("no-answer", url.href, "it did not answer fully within 30 s");
    return { status: made.status, headers: made.headers, body: Buffer.from(made.body) };
  };
