import type { IdpAnswer, IdpRequest, Transport } from "../../../src/live/idp/transport.ts";
import { NoAnswer } from "../../../src/live/idp/transport.ts";
import { refuseWhatIsNeverSent } from "./never-sent.ts";
import type { RealmServer } from "./realm.ts";

/** The server as a transport, without a network between. */
export const inProcess =
  (server: RealmServer): Transport =>
  async ({ method, url, headers, body }: IdpRequest): Promise<IdpAnswer> => {
    refuseWhatIsNeverSent({ method, url, headers, body });
    const made = server.handle({ method, url, headers, body });
    if (made === "hang-up") throw new NoAnswer(url, "the connection ended before an answer came", true);
    const all = Object.entries(made.headers).map(([name, value]) => [name.toLowerCase(), [value]] as const);
    return {
      status: made.status,
      headers: new Map(all),
      type: (made.headers["content-type"] ?? "").split(";")[0] ?? "",
      body: Buffer.from(made.body),
    };
  };
