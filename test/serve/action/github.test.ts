import { afterEach, describe, expect, test } from "vitest";
import { githubComments } from "../../../src/platform/github.ts";
import nock, { intercept } from "../../support/intercepted.ts";

const API = "https://github.example.com/api/v3";
const pauses: number[] = [];
const pause = async (milliseconds: number) => void pauses.push(milliseconds);
const comments = githubComments({ api: API, token: "t0ken", repository: "org/site", pullRequest: 7, pause });
const server = () => nock("https://github.example.com").matchHeader("authorization", "Bearer t0ken");

intercept();
afterEach(() => {
  nock.cleanAll();
  pauses.length = 0;
});

describe("GitHub's REST API", () => {
  test("reads pages of comments, and leaves out what is none", async () => {
    server()
      .get("/api/v3/repos/org/site/issues/7/comments?per_page=100&page=2")
      .reply(200, [{ id: 1, body: "x", user: { login: "a" } }, { id: 2, body: null }, null, { id: 3, body: "y", user: null }]);
    expect(await comments.page(2)).toEqual([{ id: 1, body: "x", login: "a" }]);
  });

  test("writes and renews", async () => {
    server().post("/api/v3/repos/org/site/issues/7/comments", { body: "x" }).reply(201, {});
    server().patch("/api/v3/repos/org/site/issues/comments/5", { body: "y" }).reply(200, {});
    await comments.create("x");
    await comments.update(5, "y");
    expect(nock.isDone()).toBe(true);
  });

  test("a token that may not ask for itself is the workflow's", async () => {
    server().get("/api/v3/user").reply(403, {});
    expect(await comments.self()).toBe("github-actions[bot]");
    server().get("/api/v3/user").reply(200, { login: "robot" });
    expect(await comments.self()).toBe("robot");
  });

  test.each([
    [403, true],
    [404, true],
    [401, true],
    [500, false],
  ])("an answer %i is told; the token may not: %s", async (status, denied) => {
    server().post("/api/v3/repos/org/site/issues/7/comments").reply(status, {});
    await expect(comments.create("x")).rejects.toMatchObject({
      name: "GitHubFault",
      denied,
      message: expect.stringContaining(String(status)),
    });
  });

  test("a redirect is not followed: the token goes nowhere else", async () => {
    server().get("/api/v3/user").reply(302, "", { location: "https://elsewhere.example.com/" });
    const other = nock("https://elsewhere.example.com").get("/").reply(200, { login: "x" });
    await expect(comments.self()).rejects.toMatchObject({ name: "GitHubFault", denied: false });
    expect(other.isDone()).toBe(false);
  });

  test("what is no JSON, and no answer, are told without the token", async () => {
    server().get("/api/v3/user").reply(200, "<html>");
    await expect(comments.self()).rejects.toThrow("the answer is no JSON");
    server().get("/api/v3/user").replyWithError("connection reset");
    const fault = await comments.self().catch((error: Error) => error.message);
    expect(fault).toBe(`${API}: it cannot be reached`);
  });
});

describe("an answer that a call gets over", () => {
  const COMMENTS = "/api/v3/repos/org/site/issues/7/comments";
  const COMMENT = "/api/v3/repos/org/site/issues/comments/5";
  const PAGE = `${COMMENTS}?per_page=100&page=1`;

  test.each([502, 503, 504])("one %i, where the call may be made twice", async (status) => {
    server().get(PAGE).reply(status, "<html>").get(PAGE).reply(200, []);
    expect(await comments.page(1)).toEqual([]);
    server().patch(COMMENT).reply(status).patch(COMMENT, { body: "y" }).reply(200, {});
    await comments.update(5, "y");
    expect(pauses).toEqual([2000, 2000]);
  });

  test.each([429, 403])("one %i with retry-after, in seconds or as a date, also for a new comment", async (status) => {
    server().post(COMMENTS).reply(status, {}, { "retry-after": "7" });
    server().post(COMMENTS, { body: "x" }).reply(201, {});
    await comments.create("x");
    expect(pauses).toEqual([7000]);
    const date = new Date(Date.now() + 9_000).toUTCString();
    server().get(PAGE).reply(status, {}, { "retry-after": date }).get(PAGE).reply(200, []);
    await comments.page(1);
    expect(pauses[1]).toBeGreaterThan(5_000);
    expect(pauses[1]).toBeLessThanOrEqual(9_000);
  });

  test.each([307, 308])("one %i on the same server, with method and body", async (status) => {
    server().post(COMMENTS).reply(status, "", { location: "/api/v3/repositories/1/issues/7/comments" });
    server().post("/api/v3/repositories/1/issues/7/comments", { body: "x" }).reply(201, {});
    await comments.create("x");
    server().get(PAGE).reply(301, "", { location: "https://github.example.com/api/v3/repositories/1" });
    server().get("/api/v3/repositories/1").reply(200, []);
    await comments.page(1);
    expect(nock.isDone()).toBe(true);
  });

  test.each([307, 308, 301])("a %i to another server or to plain http is not followed", async (status) => {
    for (const location of ["https://elsewhere.example.com/x", "http://github.example.com/x", "//elsewhere.example.com/x"]) {
      server().get(PAGE).reply(status, "", { location });
      const other = [nock("https://elsewhere.example.com"), nock("http://github.example.com")].map((one) =>
        one.get("/x").reply(200, []),
      );
      await expect(comments.page(1)).rejects.toThrow(`the answer is ${status}`);
      expect(other.map((one) => one.isDone())).toEqual([false, false]);
      nock.cleanAll();
    }
  });

  test("a server that stays busy, asks for an hour or leads in a circle is told, and not asked for ever", async () => {
    const busy = server().get(PAGE).times(9).reply(502);
    await expect(comments.page(1)).rejects.toThrow("the answer is 502");
    expect(busy.isDone()).toBe(false);
    nock.cleanAll();
    server().get(PAGE).reply(429, {}, { "retry-after": "3600" });
    await expect(comments.page(1)).rejects.toThrow("the answer is 429, and the server asks to wait 3600 s");
    server().get(PAGE).times(9).reply(307, "", { location: PAGE });
    await expect(comments.page(1)).rejects.toThrow("the answer is 307");
    expect(pauses).toEqual([2000, 2000]);
  });

  test("a new comment is not written twice by the call itself: after a 502 it may be there", async () => {
    server().post(COMMENTS).reply(502);
    await expect(comments.create("x")).rejects.toMatchObject({ passing: true, denied: false });
    expect(pauses).toEqual([]);
  });
});
