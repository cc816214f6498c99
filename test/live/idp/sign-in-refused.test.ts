import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import type { Json } from "../../../src/live/idp/json.ts";
import { refusedHelp } from "../../../src/live/idp/sign-in-refused.ts";
import { notRun } from "../../support/not-run.ts";
import { adminOf, freshRealm } from "./scene.ts";

const answer = (error: string, error_description?: string): Json => ({
  error,
  ...(error_description === undefined ? {} : { error_description }),
});

describe("[F13] a refused sign-in of an administrator", () => {
  test.each([
    [
      "Account is not fully set up",
      /: the password is right, and the account has something left to do/,
      /sign in once in a browser/,
    ],
    ["Account disabled", /: the account is disabled, or locked/, /enable the user/],
    [
      "Invalid user credentials",
      /: the user or the password is wrong, or the account wants a one-time code, or it is locked/,
      /compare idp\.user and idp\.password .* one-time code \(OTP\) .* nothing is tried again/,
    ],
  ])("'%s' has its own cause and help", (description, says, help) => {
    const refused = refusedHelp(answer("invalid_grant", description));
    expect(refused.says).toMatch(new RegExp(`^'invalid_grant', '${description}'${says.source}`));
    expect(refused.help).toMatch(help);
  });

  test("that is no wrong password does not send people to the password", () => {
    for (const description of ["Account is not fully set up", "Account disabled"]) {
      const { says, help } = refusedHelp(answer("invalid_grant", description));
      expect(`${says} ${help}`).not.toMatch(/wrong password(?!s)|does not accept|idp\.password/);
    }
    expect(refusedHelp(answer("unauthorized_client", "Client not allowed for direct access grants")).help).toMatch(
      /Direct access grants/,
    );
  });

  test.each([
    ["unauthorized_client", "Invalid client or Invalid client credentials", /has another secret$/, /idp\.client and idp\.secret/],
    ["unauthorized_client", "Public client not allowed to retrieve service account", /no service account$/, /Service accounts/],
    ["unauthorized_client", "Client not enabled to retrieve service account", /no service account$/, /Service accounts/],
  ])("of a client: %s, '%s'", (error, description, says, help) => {
    const refused = refusedHelp(answer(error, description), "client");
    expect(refused.says).toMatch(says);
    expect(refused.help).toMatch(help);
  });

  test("in words that are not known are told as they are", () => {
    expect(refusedHelp(answer("invalid_grant", "The moon is full")).says).toContain("'The moon is full'");
    expect(refusedHelp(answer("invalid_scope")).says).toContain("'invalid_scope'");
    expect(refusedHelp(undefined)).toEqual({ says: "", help: expect.stringContaining("idp.user and idp.password") });
    expect(refusedHelp(undefined, "client").help).toContain("idp.client and idp.secret");
  });

  test("reaches a person as the server said it", async () => {
    const body = JSON.stringify(answer("invalid_grant", "Account is not fully set up"));
    const server = freshRealm({ instead: () => ({ status: 400, headers: { "content-type": "application/json" }, body }) });
    await expect(adminOf(server).issuer()).rejects.toMatchObject({
      message: expect.stringContaining("(400, 'invalid_grant', 'Account is not fully set up': the password is right"),
      help: expect.stringContaining("the password is not the cause"),
    });
    expect(server.requests.length).toBe(1);
  });

  test("as a real server puts it is known in each case of a user", () => {
    const path = (version: string) =>
      fileURLToPath(new URL(`../../../../shared/corpus/keycloak-wire/${version}/admin-token.json`, import.meta.url));
    if (!existsSync(path("26.7.3"))) notRun("The recordings of a real Keycloak (../shared/corpus/keycloak-wire) are not here.");
    const refused = ["26.7.3", "26.0.7"].flatMap((version) => {
      const { exchanges } = JSON.parse(readFileSync(path(version), "utf8")) as {
        readonly exchanges: readonly {
          readonly note?: string;
          readonly request: { readonly target: string; readonly body: string | null };
          readonly response: { readonly status: number; readonly body: string };
        }[];
      };
      return exchanges.filter(
        ({ request, response }) =>
          /\/token$/.test(request.target) &&
          /grant_type=password/.test(request.body ?? "") &&
          response.status < 404 &&
          response.status >= 400,
      );
    });
    const unknown = refused.filter(({ response }) => !refusedHelp(JSON.parse(response.body)).says.includes("': "));
    expect(unknown.map(({ note }) => note)).toEqual([]);
    const setUp = refused.filter(({ note }) => /required action.*right password|temporary password/.test(note ?? ""));
    expect(setUp.length).toBeGreaterThan(2);
    for (const { response } of setUp) expect(refusedHelp(JSON.parse(response.body)).says).toContain("the password is right");
  });
});
