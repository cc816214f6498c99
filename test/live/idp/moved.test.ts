import { expect, test } from "vitest";
import { whyMoved } from "../../../src/live/idp/moved.ts";
import type { Json } from "../../support/live/realm-call.ts";
import { freshRealm, planOf } from "./scene.ts";

const SMTP = { host: "mail.example.com", user: "mailer", password: "canary-of-the-mailer", auth: "true" };

/** What a saved plan says of a realm that somebody has changed since; null: it holds. */
async function movedBy(change: (realm: Json) => void, prepare: (realm: Json) => void = () => undefined) {
  const server = freshRealm();
  const realm = server.realms.get("engineering");
  server.addClient(realm, { clientId: "plm", attributes: { "use.refresh.tokens": "true", "acme.token.policy": "short" } });
  realm.settings.smtpServer = { ...SMTP };
  realm.groups = [{ id: "22222222-2222-2222-2222-222222222222", name: "Old" }];
  prepare(realm);
  const { plan } = await planOf(server);
  change(realm);
  const now = (await planOf(server)).plan;
  const text = JSON.stringify([plan, now]);
  expect(text).not.toContain("canary");
  return whyMoved(plan, now)?.says ?? null;
}

const clientOf = (realm: Json): Json => realm.clients.find(({ clientId }: Json) => clientId === "plm");

const set = (fields: Json) => (realm: Json) => void Object.assign(realm.settings, fields);

test.each<[what: string, change: (realm: Json) => void, says: string]>([
  ["the password policy", set({ passwordPolicy: "length(12)" }), "realm engineering (passwordPolicy none → length(12))"],
  ["resetPasswordAllowed", set({ resetPasswordAllowed: true }), "realm engineering (resetPasswordAllowed false → true)"],
  ["a lifetime of tokens", set({ accessTokenLifespan: 60 }), "realm engineering (accessTokenLifespan 300 → 60)"],
  ["a switch with a secret's name", set({ revokeRefreshToken: true }), "realm engineering (revokeRefreshToken false → true)"],
  [
    "a list of words with a secret's name",
    set({ requiredCredentials: ["password", "otp"] }),
    "realm engineering (requiredCredentials is another)",
  ],
  [
    "the mail server",
    (realm) => Object.assign(realm.settings.smtpServer, { host: "other.example.com" }),
    "realm engineering (smtpServer.host mail.example.com → other.example.com)",
  ],
  [
    "an attribute of a client with a secret's name",
    (realm) => Object.assign(clientOf(realm).attributes, { "use.refresh.tokens": "false" }),
    "client plm (attributes.use.refresh.tokens true → false)",
  ],
  [
    "the order of the user profile",
    (realm) => realm.profile.attributes.reverse(),
    "user profile (the order of its attributes username, email, firstName, lastName → lastName, firstName, email, username)",
  ],
  [
    "an attribute of the user profile",
    (realm) => Object.assign(realm.profile.attributes[2], { displayName: "First" }),
    "user profile, attribute firstName (displayName ${firstName} → First)",
  ],
  [
    "two things at once",
    (realm) => {
      set({ passwordPolicy: "length(12)", rememberMe: true })(realm);
      realm.groups = [{ id: "11111111-1111-1111-1111-111111111111", name: "Others" }];
    },
    "realm engineering (rememberMe false → true and passwordPolicy none → length(12)), group Old (deleted) and group Others (new)",
  ],
  [
    "a long value",
    set({ attributes: { frontendUrl: `https://${"x".repeat(90)}.example.com` } }),
    "attributes.frontendUrl is another",
  ],
])("[F13] a realm that moved is refused with what moved: %s", async (_what, change, says) => {
  const said = await movedBy(change);
  expect(said).toContain("the realm engineering has moved since the plan was made: ");
  expect(said).toContain(says);
});

test("[F13] a value that looks like a secret is told as another one", async () => {
  const said = await movedBy(set({ attributes: { "acme.note": "password=canary-of-a-note" } }));
  expect(said).toContain("attributes.acme.note is another");
});

test.each<[what: string, change: (realm: Json) => void, prepare?: (realm: Json) => void]>([
  ["nothing", () => undefined],
  [
    "the mail server's password, which nobody may see",
    (realm) => Object.assign(realm.settings.smtpServer, { password: "canary2" }),
  ],
  [
    "the order of a list that has none",
    (realm) => realm.settings.otpSupportedApplications.reverse(),
    set({ otpSupportedApplications: ["a", "b"] }),
  ],
  ["a user that sso.yaml does not name", (realm) => realm.users.push({ id: "u1", username: "somebody", enabled: true })],
])("[F13] a plan holds where what moved is %s", async (_what, change, prepare) => {
  expect(await movedBy(change, prepare)).toBeNull();
});
