import { describe, expect, test } from "vitest";
import { namePattern } from "../../../src/record/sweep/file-names.ts";

const fits = (pattern: string, path: string, windows = false): boolean => {
  const read = namePattern(pattern, windows);
  if (!read) return false;
  const rest = path.slice(read.folder.length).replace(/^\//, "").split("/");
  return (
    path.startsWith(read.folder) &&
    rest.length === read.segments.length &&
    read.segments.every((one, i) => one.test(rest[i] ?? ""))
  );
};

describe("[H4] file names of a filePattern", () => {
  test.each([
    ["C:/logs/client-%d{yyyy-MM-dd}-%i.log", "C:/logs/client-2026-01-31-12.log"],
    ["C:\\logs\\client-%d{yyyy-MM-dd}.log.gz", "C:/logs/client-2026-01-31.log.gz"],
    ["/l/app-%d{MM-dd-yyyy}-%03i.log", "/l/app-01-31-2026-007.log"],
    ["/l/app.%i.log", "/l/app.7.log"],
    ["/l/${date:yyyy-MM}/app-%d{dd}.log", "/l/2026-01/app-31.log"],
    ["/l/%d{yyyy}/%d{MM}/app-%i.log", "/l/2026/01/app-1.log"],
    ["/l/app-%d{yyyy-MM-dd'T'HH}.log", "/l/app-2026-01-31T23.log"],
    ["/l/app-%d.log", "/l/app-2026-01-31.log"],
    ["/l/100%%-app-%i.log", "/l/100%-app-1.log"],
    ["/l/app(1)+[x]-%i.log", "/l/app(1)+[x]-1.log"],
  ])("%s makes %s", (pattern, path) => {
    expect(fits(pattern, path)).toBe(true);
  });

  test.each([
    ["/l/client-%d{yyyy-MM-dd}-%i.log", "/l/client-2026-13-31-1.log", "a month that is none"],
    ["/l/client-%d{yyyy-MM-dd}-%i.log", "/l/client-2026-01-31-1.log.bak", "an end of its own"],
    ["/l/client-%d{yyyy-MM-dd}-%i.log", "/l/client-notes-1.log", "no date"],
    ["/l/client-%d{yyyy-MM-dd}-%i.log", "/l/my-client-2026-01-31-1.log", "a beginning of its own"],
    ["/l/client-%d{yyyy-MM-dd}-%i.log", "/l/client-2026-01-31-1xlog", "another character for the point"],
    ["/l/client-%d{yyyy-MM-dd}-%i.log", "/l/CLIENT-2026-01-31-1.log", "other case, where names have one"],
    ["/l/app.%i.log", "/l/app.1.2.log", "two counters"],
    ["/l/app+%i.log", "/l/appp1.log", "a character that patterns mean otherwise"],
  ])("%s never makes %s: %s", (pattern, path) => {
    expect(fits(pattern, path)).toBe(false);
  });

  test("names have no case on Windows", () => {
    expect(fits("/l/client-%i.log", "/l/CLIENT-1.LOG", true)).toBe(true);
  });

  test.each([
    ["/l/%i.log", "so little is written out that other files could have such names"],
    ["/l/%d{yyyy-MM-dd}.7z", "two letters are no name"],
    ["/l/${sys:user.name}-%i.log", "only the running program knows it"],
    ["/l/client-%d{yyyy-MMM-dd}.log", "a month's name in a language that nobody knows here"],
    ["/l/client-%X{user}-%i.log", "another conversion"],
    ["/l/client-%d{yyyy-MM-dd.log", "a brace that is not closed"],
    ["/l/client.log", "nothing in it varies"],
    ["/l/${env:X}/client-%i.log", "a folder that only the running program knows"],
  ])("of %s nothing is swept: %s", (pattern) => {
    expect(namePattern(pattern, false)).toBeNull();
  });
});
