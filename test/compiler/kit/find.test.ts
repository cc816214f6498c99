import { describe, expect, test } from "vitest";
import { type SourceFiles, findKit, pluginCandidates } from "../../../src/compiler/kit/find.ts";
import type { KnownNames } from "../../../src/compiler/kit/roles.ts";
import type { Files } from "../../support/repository.ts";
import { PLUGIN_XML, SMALL_KIT, below, sampleKit } from "./kits.ts";

const NOTHING: KnownNames = { conf: null, client: null, profile: null };

function sourceOf(files: Files): SourceFiles {
  return {
    files: Object.entries(files).map(([path, bytes]) => ({ path, size: bytes.length })),
    read: (path) => Buffer.from(files[path] ?? ""),
  };
}

function find(files: Files, names = NOTHING) {
  const source = sourceOf(files);
  const [plugin] = pluginCandidates(source);
  if (!plugin) throw new Error("no plug-in folder");
  return findKit(source, plugin, names);
}

describe("finding a kit's files", () => {
  test.each(["", "PLM_Connector_2506", "a/b c/d"])("[C6] the sample's kit below '%s'", (folder) => {
    const files = folder === "" ? sampleKit("2506") : below(folder, sampleKit("2506"));
    const found = find(files);
    expect(found).toMatchObject({ root: folder, wrap: "", pluginFolder: "plugin" });
    expect(found.paths).toEqual({
      conf: "plugin/conf/connector.properties",
      logger: "plugin/conf/logger.properties",
      client: "client/CommonClient.properties",
      log4j2: "client/log4j2.xml",
      profile: "plugin/lib/PLM_Profile.mdzip",
      mapping: "mapping.xml",
    });
    expect(found.also).toEqual({});
  });

  test("[C6] a source that is the plug-in folder itself gets one around it", () => {
    const found = find({ "plugin.xml": PLUGIN_XML, "conf/x.properties": "TC_SERVER_URL=a\n", "lib/a.jar": "" });
    expect(found).toMatchObject({ root: "", wrap: "plugin", pluginFolder: "plugin" });
    expect(found.paths.conf).toBe("plugin/conf/x.properties");
  });

  test("[C6] a source with the plug-in folder alone keeps the folder's name", () => {
    const found = find(below("x/com.example.plm", { "plugin.xml": PLUGIN_XML, "lib/a.jar": "" }));
    expect(found).toMatchObject({ root: "x", wrap: "", pluginFolder: "com.example.plm" });
    expect(Object.values(found.paths).every((path) => path === null)).toBe(true);
  });

  test("[C6] by content where the names say nothing, by the site's names where there are several", () => {
    expect(find(SMALL_KIT).paths).toMatchObject({
      conf: "plugins/connector/conf/plm.properties",
      client: "common/CommonClient.properties",
    });
    const two: Files = { ...SMALL_KIT, "plugins/connector/conf/old.properties": "TC_SERVER_URL=b\n" };
    expect(find(two, { ...NOTHING, conf: "plm" }).paths.conf).toBe("plugins/connector/conf/plm.properties");
    expect(find(two).also.conf).toHaveLength(1);
  });

  test("[C6] a log4j2.xml is recognized by its content, and the client's is preferred to the plug-in's", () => {
    const log = "<Configuration><Appenders/></Configuration>";
    const files: Files = {
      ...SMALL_KIT,
      "plugins/connector/log4j2.xml": log,
      "common/log4j2.xml": log,
      "log4j2.xml": "<other/>",
    };
    expect(find(files).paths.log4j2).toBe("common/log4j2.xml");
  });

  test("[C6] candidates are folders whose plugin.xml is one", () => {
    const files: Files = {
      "a/plugin.xml": PLUGIN_XML,
      "b/PLUGIN.XML": PLUGIN_XML,
      "c/plugin.xml": "<x/>",
      "d/myplugin.xml": PLUGIN_XML,
    };
    expect(pluginCandidates(sourceOf(files)).map(({ folder }) => folder)).toEqual(["a", "b"]);
  });
});
