import { afterEach, describe, expect, test } from "vitest";
import { MOST_CHARACTERS, markerOf } from "../../../src/serve/action/comment.ts";
import { edit, exampleRepository } from "../../support/repository.ts";
import { commentingAction } from "./runner.ts";
import nock, { intercept } from "../../support/intercepted.ts";

const DEMO = "environments/demo/environment.yaml";
const COMMENTS = "/repos/org/site/issues/7/comments";
const MARKER = markerOf(".", []);

const server = () => nock("https://github.example.com").matchHeader("authorization", "Bearer t0ken");
const robot = () => server().get("/user").reply(403, {});
/** What is sent, kept. */
function sent() {
  const bodies: string[] = [];
  return { keep: ({ body }: { readonly body: string }) => bodies.push(body) > 0, last: () => bodies.at(-1) ?? "" };
}
const other = (id: number) => ({ id, body: `thought ${id}`, user: { login: "somebody" } });

intercept();
afterEach(() => {
  const asked = nock.pendingMocks();
  nock.cleanAll();
  expect(asked).toEqual([]);
});

describe("[C4] the sticky comment, from the step to the server", () => {
  test("is created after a page of others, with the marker on its first line and the summary below", async () => {
    robot();
    server()
      .get(`${COMMENTS}?per_page=100&page=1`)
      .reply(200, [other(1), other(2)]);
    server().get(`${COMMENTS}?per_page=100&page=2`).reply(200, []);
    const body = sent();
    server().post(COMMENTS, body.keep).reply(201, {});
    const found = await commentingAction(exampleRepository());
    expect(found.info).toContain("comment: created");
    expect(body.last()).toBe(`${MARKER}\n${found.summary}`);
  });

  test("is renewed in its place, and left alone where it says the same", async () => {
    const folder = exampleRepository();
    robot();
    server()
      .get(`${COMMENTS}?per_page=100&page=1`)
      .reply(200, [other(1), { id: 9, body: `${MARKER}\nold`, user: { login: "github-actions[bot]" } }]);
    const body = sent();
    server().patch("/repos/org/site/issues/comments/9", body.keep).reply(200, {});
    expect((await commentingAction(folder)).info).toContain("comment: updated");
    robot();
    server()
      .get(`${COMMENTS}?per_page=100&page=1`)
      .reply(200, [{ id: 9, body: body.last().replaceAll("\n", "\r\n"), user: { login: "github-actions[bot]" } }]);
    expect((await commentingAction(folder)).info).toContain("comment: unchanged");
  });

  test("a token that may not write is a warning, and the step goes by the findings", async () => {
    robot();
    server().get(`${COMMENTS}?per_page=100&page=1`).reply(200, []);
    server().post(COMMENTS).reply(403, { message: "Resource not accessible by integration" });
    const found = await commentingAction(exampleRepository());
    expect(found.failed).toBeNull();
    expect(found.annotations.at(-1)).toMatchObject({
      level: "warning",
      message: expect.stringContaining("it needs the permission `pull-requests: write`"),
    });
  });

  test("of more findings than there is room for stays under 65,536 characters, and says what it leaves out; also for many environments by name", async () => {
    const folder = exampleRepository();
    const keys = Array.from({ length: 400 }, (_, i) => `      KEY_${i}: "1"\n`).join("");
    edit(folder, DEMO, "workstation:\n", `workstation:\n  set:\n    connector:\n${keys}`);
    robot();
    server().get(`${COMMENTS}?per_page=100&page=1`).reply(200, []);
    const body = sent();
    server().post(COMMENTS, body.keep).reply(201, {});
    const found = await commentingAction(folder);
    expect(Buffer.byteLength(found.summary)).toBeGreaterThan(MOST_CHARACTERS);
    expect(found.summary).not.toContain("more, not shown here");
    expect(body.last().length).toBeGreaterThan(MOST_CHARACTERS / 2);
    expect(body.last().length).toBeLessThan(MOST_CHARACTERS);
    expect(body.last()).toMatch(/\d+ findings more, not shown here: there was no room/);
    expect(body.last().endsWith("</details>\n\n")).toBe(true);
    const names = Array.from({ length: 10_000 }, (_, i) => `environment-with-a-long-name-${i}`);
    expect(markerOf(".", names).length).toBeLessThan(200);
    expect(markerOf(".", names)).not.toBe(markerOf(".", names.slice(1)));
  });
});
