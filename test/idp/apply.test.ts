import { describe, expect, test } from "vitest";
import type { RealmServer } from "../support/live/realm.ts";
import { applied, freshRealm, newServer, planOf, SSO, told, wantedOf } from "./scene.ts";

const USERS = "id\njdoe\nab\n";
const outcomes = ({ done }: Awaited<ReturnType<typeof applied>>) => new Set(done.map(({ outcome }) => outcome));

describe("[F6] a plan that was applied leaves nothing to plan", () => {
  const cases: readonly (readonly [string, () => RealmServer])[] = [
    ["a realm as the server makes it", () => freshRealm()],
    ["no realm at all", () => newServer()],
  ];
  test.each(cases)("%s", async (_name, server) => {
    const at = server();
    const wanted = wantedOf(SSO, USERS);
    const result = await applied(at, wanted);
    expect(result.done.filter(({ outcome }) => outcome !== "stored")).toEqual([]);
    expect(result.notDone).toEqual([]);
    expect(outcomes(result)).toEqual(new Set(["stored"]));
    const again = await planOf(at, wanted);
    expect(again.plan.changes).toEqual([]);
    expect(again.plan.notCompared).toEqual([]);
    const realm = at.realms.get("engineering");
    expect(realm.groups.map(({ name }: { name: string }) => name)).toEqual(["Systems.Engineering", "PLM Pilot"]);
    expect(realm.users.map(({ username }: { username: string }) => username)).toEqual(["jdoe", "ab"]);
    expect(told({ resource: "a", id: "b", field: "c" })).toBe("a b c");
  });
});
