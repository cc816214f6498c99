import { describe, expect, test } from "vitest";
import { membershipOf, membershipsOf } from "../../../src/live/soa/saved-query.ts";

describe("[F10] a membership is read from its name", () => {
  test.each<readonly [text: string, group: string, role: string, displayName: string, userId: string]>([
    ["Engineering/Designer/Doe, Jane (jdoe)", "Engineering", "Designer", "Doe, Jane", "jdoe"],
    ["Engineering.Powertrain/Lead Designer/Doe, J. (j.doe)", "Engineering.Powertrain", "Lead Designer", "Doe, J.", "j.doe"],
    [
      "R & D (Berlin)/Designer (senior)/Doe, Jane (Berlin) (jdoe)",
      "R & D (Berlin)",
      "Designer (senior)",
      "Doe, Jane (Berlin)",
      "jdoe",
    ],
    ["dba/DBA/infodba (infodba)", "dba", "DBA", "infodba", "infodba"],
    ["Entwicklung/Prüfer/Müller, Jörg (jmüller)  ", "Entwicklung", "Prüfer", "Müller, Jörg", "jmüller"],
    ["Engineering/Designer/Doe, Jane (jane doe)", "Engineering", "Designer", "Doe, Jane", "jane doe"],
    ["Engineering/Designer/Doe, Jane (a/b)", "Engineering", "Designer", "Doe, Jane", "a/b"],
  ])("%s", (text, group, role, displayName, userId) => {
    expect(membershipOf(text)).toEqual({ group, role, displayName, userId, ambiguous: false });
  });

  test("more slashes than two leave a doubt, which is told; a role that others have takes it away", () => {
    const text = "Engineering/Design/Doe/Jane (jdoe)";
    expect(membershipOf(text)).toMatchObject({ group: "Engineering/Design", role: "Doe", displayName: "Jane", ambiguous: true });
    expect(membershipOf(text, new Set(["Design"]))).toMatchObject({
      group: "Engineering",
      role: "Design",
      displayName: "Doe/Jane",
      ambiguous: false,
    });
    // both readings have a role that others have: the doubt stays
    expect(membershipOf(text, new Set(["Design", "Doe"]))?.ambiguous).toBe(true);
    const [, read] = membershipsOf(["Engineering/Design/Roe, Jo (jroe)", text]);
    expect(read).toMatchObject({ role: "Design", displayName: "Doe/Jane", ambiguous: false });
  });

  test.each([
    "",
    "Engineering",
    "Engineering/Designer (jdoe)",
    "Engineering/Designer/Doe, Jane",
    "Engineering/Designer/Doe, Jane()",
    "Engineering/Designer/Doe, Jane (jdoe) inactive",
    "/Designer/Doe, Jane (jdoe)",
    "Engineering//Doe, Jane (jdoe)",
    "Engineering/Designer/ (jdoe)",
  ])("is not guessed from %j", (text) => {
    expect(membershipOf(text)).toBeNull();
  });
});
