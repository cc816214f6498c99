// Makes the whole sample in memory: path below the repository -> bytes. Reads and writes no file.
import { createHash } from "node:crypto";
import { clientProperties } from "./client.mjs";
import { connectorProperties } from "./connector.mjs";
import { jarsOf } from "./jars.mjs";
import { lockText } from "./lock.mjs";
import { log4j2Xml, loggerProperties } from "./logging.mjs";
import { profileArchive } from "./profile.mjs";
import { IMPORTED, RELEASES } from "./releases.mjs";
import { descriptorXml, mappingXml, pluginXml } from "./xml.mjs";
import { storedZip } from "./zip.mjs";

/** The kit's text files that compiling needs, under their names in base/, which do not depend on the kit. */
const BASE = {
  "client.properties": "client/CommonClient.properties",
  "connector.properties": "plugin/conf/connector.properties",
  "log4j2.xml": "client/log4j2.xml",
  "logger.properties": "plugin/conf/logger.properties",
  "plugin.xml": "plugin/plugin.xml",
};

const byName = ([a], [b]) => (a < b ? -1 : 1);

function bytesOf(text, newline) {
  return Buffer.from(text.replaceAll("\n", newline), "latin1");
}

/** Returns the kit of one release: path inside the kit -> { bytes, classVersion? }, sorted by path. */
export function kitOf(release) {
  const text = (value) => ({ bytes: bytesOf(value, release.newline) });
  const jars = jarsOf(release);
  const files = [
    ["client/CommonClient.properties", text(clientProperties(release))],
    ["client/log4j2.xml", text(log4j2Xml(release))],
    ["data/resourcemanager/MDR_Plugin_PLM_Connector_descriptor.xml", text(descriptorXml(release))],
    ["mapping.xml", text(mappingXml(release))],
    ["plugin/conf/connector.properties", text(connectorProperties(release))],
    ["plugin/conf/logger.properties", text(loggerProperties(release))],
    ["plugin/lib/PLM_Profile.mdzip", { bytes: profileArchive(release) }],
    [
      "plugin/plugin.xml",
      text(
        pluginXml(
          release,
          jars.map(({ path }) => path),
        ),
      ),
    ],
    ...jars.map(({ path, bytes, classVersion }) => [`plugin/${path}`, { bytes, classVersion }]),
  ];
  return new Map(files.sort(byName));
}

/** Returns the archive that the vendor would send: the kit below one folder. Only its name, size and digest are kept, in the lock. */
export function sourceArchive(release, kit = kitOf(release)) {
  const name = `PLM_Connector_${release.name}`;
  return { name: `${name}.zip`, bytes: storedZip([...kit].map(([path, { bytes }]) => [`${name}/${path}`, bytes])) };
}

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");

function releaseTree(release) {
  const kit = kitOf(release);
  const archive = sourceArchive(release, kit);
  const source = { name: archive.name, size: archive.bytes.length, sha256: sha256(archive.bytes), imported: IMPORTED };
  const files = [...kit].map(([path, { bytes, classVersion }]) => ({
    path,
    size: bytes.length,
    sha256: sha256(bytes),
    classVersion,
  }));
  const folder = `releases/${release.name}`;
  return [
    ...[...kit].map(([path, { bytes }]) => [`${folder}/kit/${path}`, bytes]),
    ...Object.entries(BASE).map(([name, path]) => [`${folder}/base/${name}`, kit.get(path).bytes]),
    [`${folder}/kit.lock.yaml`, Buffer.from(lockText(release.name, source, files), "latin1")],
  ];
}

/** Folders that contain generated files only: any other file in them does not belong to the sample. */
export const GENERATED_FOLDERS = RELEASES.flatMap(({ name }) => [`releases/${name}/kit`, `releases/${name}/base`]);

/**
 * Returns the whole sample.
 * @returns {Map<string, Buffer>} every generated file, sorted by path
 */
export function sampleTree() {
  return new Map(RELEASES.flatMap(releaseTree).sort(byName));
}
