import { afterEach, describe, expect, test } from "vitest";
import { githubComments } from "../../src/io/github.ts";
import nock, { intercept } from "../support/intercepted.ts";

const API = "https://github.example.com/api/v3";
const comments = githubComments({ api: API, token: "t0ken", repository: "org/site", pullRequest: 7 });
const server = () => nock("https://github.example.com").matchHeader("authorization", "Bearer t0ken");

intercept();
afterEach(() => nock.cleanAll());

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
