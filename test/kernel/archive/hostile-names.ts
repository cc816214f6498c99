import { zipBytes } from "./zip-bytes.ts";

/** What is refused: in words, the archive, the entry that is named (null: not looked at) and a part of the reason. */
export type Case = readonly [title: string, bytes: Buffer, entry: string | null, reason: string];

/** An archive of files with these names. */
export const named = (...names: string[]): Buffer => zipBytes(names.map((name) => ({ name })));

/** Names that no archive may have, nor any two of them together. */
export const NAMES: readonly Case[] = [
  ["a device", named("plugin/CON.txt"), "plugin/CON.txt", "Windows keeps that name for a device"],
  ["a device in the middle of a path", named("aux/a.txt"), "aux/a.txt", "Windows keeps that name for a device"],
  ["a device with a dot at its end", named("nul."), "nul.", "Windows keeps that name for a device"],
  ["a device with a blank before its extension", named("con .txt"), "con .txt", "keeps the name 'con .txt' for a device"],
  ["a console device", named("CONIN$"), "CONIN$", "keeps the name 'CONIN$' for a device"],
  ["a device with a superscript digit", named("com¹.log"), "com¹.log", "Windows keeps that name for a device"],
  ["an alternate stream", named("a.jar:evil"), "a.jar:evil", "hidden alternate stream"],
  ["a dot at the end", named("plugin./a"), "plugin./a", "drops a dot or space at the end"],
  ["a space at the end", named("a.jar "), "a.jar ", "drops a dot or space at the end"],
  ["a character that Windows does not allow", named("a?.jar"), "a?.jar", "Windows does not allow in a name"],
  ["a control character", named("a\u0007"), "a\u0007", "holds a control character in 'a\\u{7}'"],
  ["a NUL", named("a\u0000.jar"), "a\u0000.jar", "holds a control character"],
  ["a character that turns the direction of text", named("a\u202erj.exe"), "a\u202erj.exe", "turns the direction of text"],
  ["an absolute path", named("/etc/passwd"), "/etc/passwd", "is an absolute path"],
  ["a drive", named("C:/a"), "C:/a", "begins with a drive"],
  ["a drive without a slash", named("c:a"), "c:a", "begins with a drive"],
  ["a network path", named("//srv/share/a"), "//srv/share/a", "is a network path"],
  ["a way out", named("plugin/../../a"), "plugin/../../a", "leaves the folder that it is unpacked to"],
  ["a way out as a whole", named(".."), "..", "leaves the folder that it is unpacked to"],
  ["a dot as a segment", named("./a"), "./a", "holds a '.' segment"],
  ["an empty segment", named("a//b"), "a//b", "holds an empty folder name"],
  ["an empty name", named(""), "", "has an empty name"],
  ["a slash alone", named("/"), "/", "is an absolute path"],
  ["a path of 241 characters", named(`${"a/".repeat(20)}${"b".repeat(201)}`), null, "is 241 characters long; at most 240"],
  ["a path of 33 segments", named(`${"a/".repeat(32)}b`), null, "lies 32 folders deep; at most 31"],
  ["a duplicate", named("a", "b", "a"), "a", "is there twice"],
  ["a case twin", named("plugin/a.jar", "plugin/A.jar"), "plugin/A.jar", "is the same name as 'plugin/a.jar'"],
  ["a case twin of letters beyond ASCII", named("ä", "Ä"), "Ä", "is the same name as 'ä'"],
  ["a case twin of a folder", named("Plugin/a", "plugin/b"), "plugin/b", "lies in 'plugin', which is the same name as 'Plugin'"],
  ["a twin by Unicode normal form", named("caf\u00e9", "cafe\u0301"), "cafe\u0301", "is the same name as 'caf\u00e9'"],
  ["a file that becomes a folder", named("a", "a/b"), "a/b", "needs 'a' to be a file and a folder at once"],
  ["a folder that becomes a file", named("a/b", "a"), "a", "needs 'a' to be a file and a folder at once"],
];
