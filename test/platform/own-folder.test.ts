import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type FolderRights, leavesTheMachine, newOwnFolder } from "../../src/platform/own-folder.ts";
import { temporaryFolder } from "../support/repository.ts";
import { notOnWindows } from "../support/not-run.ts";

/** A Windows whose entries change when they are restricted. */
function windows(given: { readonly restricts?: boolean; readonly open?: readonly string[] } = {}): FolderRights {
  const restricted = new Set<string>();
  return {
    account: () => "S-1-5-21-1",
    entries: (path) =>
      restricted.has(path) || !given.open?.includes(path)
        ? "D:P(A;OICI;FA;;;S-1-5-21-1)(A;OICI;FA;;;SY)"
        : "D:AI(A;OICIID;0x1200a9;;;BU)(A;OICI;FA;;;S-1-5-21-1)",
    restrict: (path) => {
      if (given.restricts === false) return false;
      restricted.add(path);
      return true;
    },
  };
}

describe("a capture's folder", () => {
  test("[G5] is its owner's alone, and the store that was missing is, too", () => {
    notOnWindows("modes of folders");
    const store = join(temporaryFolder(), "deep", "store");
    const { id, path } = newOwnFolder(store, "now");
    expect([id, path]).toEqual(["now", join(store, "now")]);
    expect([store, path].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o700]);
  });

  test("[G5] two that begin at the same time have two folders", () => {
    const store = join(temporaryFolder(), "store");
    expect([1, 2, 3].map(() => newOwnFolder(store, "now").id)).toEqual(["now", "now-2", "now-3"]);
  });

  test.each([0o750, 0o705, 0o777, 0o710])("[G5] a store of mode %o is refused, with what closes it", (mode) => {
    notOnWindows("modes of folders");
    const store = join(temporaryFolder(), "store");
    mkdirSync(store);
    chmodSync(store, mode);
    expect(() => newOwnFolder(store, "now")).toThrow(
      expect.objectContaining({
        code: 2,
        message: expect.stringContaining(mode.toString(8)),
        help: `chmod 700 '${store}' leaves it to you alone`,
      }),
    );
    expect(readdirSync(store)).toEqual([]);
  });

  test("[G5] a store that is a link or a file is refused", () => {
    notOnWindows("links in the place of a store");
    const [folder, target] = [temporaryFolder(), temporaryFolder()];
    symlinkSync(target, join(folder, "link"));
    writeFileSync(join(folder, "file"), "");
    expect(() => newOwnFolder(join(folder, "link"), "now")).toThrow(/is not a folder, but a link/);
    expect(() => newOwnFolder(join(folder, "file"), "now")).toThrow(/is not a folder$/);
    expect(() => newOwnFolder(join(folder, "file", "below"), "now")).toThrow(/cannot be used: .*not a folder/);
    expect(readdirSync(target)).toEqual([]);
  });
});

describe("on Windows", () => {
  test("[G5] new folders are restricted to the account and the system", () => {
    const store = join(temporaryFolder(), "store");
    const rights = windows({ open: [store, join(store, "now")] });
    expect(newOwnFolder(store, "now", rights).path).toBe(join(store, "now"));
  });

  test("[G5] a folder that cannot be restricted is taken away again", () => {
    const store = join(temporaryFolder(), "store");
    expect(() => newOwnFolder(store, "now", windows({ restricts: false }))).toThrow(/cannot be kept from others: icacls/);
    expect(existsSync(store)).toBe(false);
  });

  test("[G5] a file system that keeps no entries is refused", () => {
    const store = join(temporaryFolder(), "store");
    const rights = { ...windows(), entries: () => "D:NO_ACCESS_CONTROL" };
    expect(() => newOwnFolder(store, "now", rights)).toThrow(/cannot be kept from others/);
    expect(() => newOwnFolder(store, "now", { ...windows(), entries: () => null })).toThrow(/it is unknown who can/);
  });

  test("[G5] a store that the group Users may read is refused", () => {
    const store = temporaryFolder();
    expect(() => newOwnFolder(store, "now", windows({ open: [store] }))).toThrow(
      expect.objectContaining({ help: expect.stringContaining("icacls") }),
    );
  });
});

describe("[G5] a place that leaves the machine", () => {
  const none = () => null;
  test.each([
    "\\\\server\\share\\captures",
    "//server/share/captures",
    "\\\\?\\UNC\\server\\share",
    "C:\\Users\\me\\OneDrive\\captures",
    "C:\\Users\\me\\OneDrive - Example Ltd\\captures",
    "/srv/me/Dropbox/captures",
    "/srv/me/Library/Mobile Documents/com~apple~CloudDocs/captures",
  ])("is %s", (folder) => {
    expect(leavesTheMachine(folder, none)).not.toBeNull();
  });

  test.each(["C:\\Users\\me\\captures", "/var/lib/onedrive-tools/captures", "/srv/captures"])("is not %s", (folder) => {
    expect(leavesTheMachine(folder, none)).toBeNull();
  });

  test("is a file system that another machine serves", () => {
    expect(leavesTheMachine("/srv/share", () => 0x6969)).toBe("another machine serves that file system");
    expect(leavesTheMachine("/srv/disk", () => 0xef53)).toBeNull();
  });
});
