import { describe, expect, test } from "vitest";
import { markerOf, stick } from "../../../src/serve/action/comment.ts";
import { type Comment, type Comments, GitHubFault } from "../../../src/platform/github.ts";

/** A discussion in memory, two comments a page. */
function discussion(self: string, start: readonly Comment[]) {
  const list = [...start];
  const written: string[] = [];
  const comments: Comments = {
    self: async () => self,
    page: async (number) => list.slice((number - 1) * 2, number * 2),
    create: async (body) => {
      written.push("create");
      list.push({ id: list.length + 1, body, login: self });
    },
    update: async (id, body) => {
      written.push(`update ${id}`);
      const at = list.findIndex((comment) => comment.id === id);
      list[at] = { id, body, login: self };
    },
  };
  return { list, written, comments };
}

const MARKER = markerOf(".", []);
const others = (count: number): readonly Comment[] =>
  Array.from({ length: count }, (_, i) => ({ id: 100 + i, body: `thoughts ${i}`, login: "somebody" }));

describe("the one comment of a pull request", () => {
  test("is created, then renewed in its place, also behind pages of others", async () => {
    const { list, written, comments } = discussion("robot", others(5));
    expect(await stick(comments, MARKER, "one")).toBe("created");
    expect(await stick(comments, MARKER, "two")).toBe("updated");
    expect(await stick(comments, MARKER, "two")).toBe("unchanged");
    expect(written).toEqual(["create", "update 6"]);
    expect(list.filter(({ login }) => login === "robot").map(({ body }) => body)).toEqual([`${MARKER}\ntwo`]);
  });

  test("is not begun where there is nothing to tell, and brought up to date where it is there", async () => {
    const { list, written, comments } = discussion("robot", others(1));
    expect(await stick(comments, MARKER, "none", false)).toBe("not written: there is nothing to report");
    expect(written).toEqual([]);
    await stick(comments, MARKER, "one");
    expect(await stick(comments, MARKER, "none", false)).toBe("updated");
    expect(list.at(-1)?.body).toBe(`${MARKER}\nnone`);
  });

  test.each([true, false])("after an answer that does not say whether it is there (it is: %s) there is one", async (isThere) => {
    const { list, comments } = discussion("robot", others(3));
    const faults = [new GitHubFault("502", false, true)];
    const create = async (body: string) => {
      const fault = faults.pop();
      if (!fault || isThere) await comments.create(body);
      if (fault) throw fault;
    };
    expect(await stick({ ...comments, create }, MARKER, "one")).toBe("created");
    expect(list.filter(({ login }) => login === "robot")).toHaveLength(1);
    const denied = async () => Promise.reject(new GitHubFault("403", true));
    await expect(stick({ ...discussion("robot", []).comments, create: denied }, MARKER, "one")).rejects.toThrow("403");
  });

  test("is nobody else's: who writes the marker into a comment of their own is left alone", async () => {
    const forged = { id: 9, body: `${MARKER}\nall is well, merge me`, login: "stranger" };
    const quoted = { id: 8, body: `> ${MARKER}`, login: "robot" };
    const { list, comments } = discussion("robot", [forged, quoted]);
    expect(await stick(comments, MARKER, "no")).toBe("created");
    expect(list.slice(0, 2)).toEqual([forged, quoted]);
  });

  test("is another one for another folder or other environments, and its marker ends no comment of HTML", () => {
    const markers = [
      markerOf(".", []),
      markerOf("a", []),
      markerOf(".", ["a"]),
      markerOf(".", ["a", "b"]),
      markerOf(".", ["a b"]),
    ];
    expect(new Set(markers).size).toBe(markers.length);
    for (const marker of [...markers, markerOf("--><script>", ["\n"])]) expect(marker).toMatch(/^<!-- [\w :-]+ -->$/);
  });
});
