import { describe, expect, test } from "vitest";
import { answer, type LiveRequest } from "../../../support/live/live.ts";
import { JANE, tierOf } from "../../../support/live/tier.ts";
import { asked, TC } from "../command-scene.ts";

describe("[F10] tier/roles", () => {
  test("tier/roles reads names with slashes, dots, parentheses and spaces", async () => {
    const people = [
      {
        ...JANE,
        roles: [
          ["Engineering", "Designer"],
          ["R.D Group", "Designer"],
        ] as const,
      },
      { user: "x.y", password: "p", name: "Y (ext.), X", roles: [["Plant/North", "Designer"]] as const },
    ];
    const found = await asked("tier/roles", { tier: { people } });
    expect(found).toMatchObject({
      outcome: "proven",
      facts: {
        found: 3,
        read: 3,
        groups: ["Engineering", "Plant/North", "R.D Group"],
        roles: ["Designer"],
        users: ["jdoe", "x.y"],
      },
      control: { outcome: "held", says: "it finds nothing" },
    });
    expect(found.says).toContain("'jdoe' is in 'Engineering/Designer' and 'R.D Group/Designer'");
    // entries in the site's language are found by their attributes
    const german = await asked("tier/roles", { tier: { entries: ["Gruppe", "Rolle", "Benutzer"] } });
    expect(german).toMatchObject({ outcome: "proven", facts: { found: 1 } });
  });

  test("names that do not come along are asked for", async () => {
    const { live } = tierOf({ names: false });
    const named = { uid: "m-1", type: "GroupMember", props: { object_name: { dbValues: ["A.B/C D/E, F (g)"] } } };
    const properties = answer(200, "application/json", JSON.stringify({ plain: ["m-1"], modelObjects: { "m-1": named } }));
    const servers = {
      [TC]: (request: LiveRequest) => (request.url.pathname.endsWith("/getProperties") ? properties : live(request)),
    };
    expect(await asked("tier/roles", { servers })).toMatchObject({
      outcome: "proven",
      facts: { memberships: ["A.B/C D/E, F (g)"] },
    });
    expect(await asked("tier/roles", { tier: { names: false } })).toMatchObject({ outcome: "not-proven" });
  });

  test("zero found is not absence, and a fault leaves it open", async () => {
    const none = await asked("tier/roles", { tier: { people: [{ ...JANE, roles: [] }] } });
    expect(none).toMatchObject({ code: 0, outcome: "not-proven", facts: { found: 0 } });
    expect(none.says).toContain("finds nothing, which is not absence");
    const faults = { describeSavedQueries: { type: "ServiceException", code: 214086, message: "no such operation" } };
    expect(await asked("tier/roles", { tier: { faults } })).toMatchObject({ code: 0, outcome: "not-proven" });
  });
});
