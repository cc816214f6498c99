import { describe, test } from "vitest";
import { inProcess } from "../../support/live/live.ts";
import type { Json } from "../../support/live/realm-call.ts";
import { liveRealm } from "../../support/live/realm-live.ts";
import { VERSIONS } from "../../support/live/tapes.ts";
import { type Place, whatGoesAlong, whoCannotSee } from "./live-story.ts";
import { freshRealm } from "./scene.ts";

const BASE = "https://idp.example.com:8443";

function placeOf(version: (typeof VERSIONS)[number]): Place {
  const server = freshRealm({ version });
  return {
    base: BASE,
    exchange: inProcess({ [BASE]: liveRealm(server) }),
    async prepare() {
      const realm = server.realms.get("engineering");
      realm.groups.push({ id: "g1", name: "Jobs", path: "/Jobs", subGroups: [] });
      server.addClient(realm, {
        clientId: "plm",
        serviceAccountsEnabled: true,
        authorizationServicesEnabled: true,
        authorization: { resource: [{ _id: "r1" }], policy: [], permission: [] },
      });
      realm.users.find((one: Json) => one.serviceAccountClientId !== undefined).groups = ["g1"];
    },
    async limited(roles) {
      const [user, password] = [roles.join("-"), "canary-of-the-limited"];
      server.others.push({ realm: "master", name: user, secret: password, isServiceAccount: false, roles: [...roles] });
      return { user, password };
    },
  };
}

describe.each(VERSIONS)("[F13] the server of the tests as %s", (version) => {
  test("shows what goes along with a change, and deletes it with --prune alone", () => whatGoesAlong(placeOf(version)));

  test("shows who cannot see a list", () => whoCannotSee(placeOf(version)));
});
