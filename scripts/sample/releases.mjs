// The differences between the two synthetic releases; everything else is equal.

/**
 * @typedef {object} SampleRelease
 * @property {string} name release as written (YYMM)
 * @property {number} classMajor class-file version of the connector's own jars: 61 is Java 17, 65 is Java 21
 * @property {string} newline line end of the kit's text files
 * @property {string} built date that the kit's texts carry
 * @property {string} jsonVersion version of the library that looks like a third party's
 */

/** @type {readonly SampleRelease[]} */
export const RELEASES = [
  { name: "2506", classMajor: 61, newline: "\n", built: "2025-06-20", jsonVersion: "1.9.4" },
  { name: "2606", classMajor: 65, newline: "\r\n", built: "2026-06-19", jsonVersion: "2.1.0" },
];

/** The day that both locks name as the day of import: a fixed date, so that the lock's bytes never change. */
export const IMPORTED = "2026-09-01";

/** Plug-in id and folder of the connector. */
export const PLUGIN_ID = "com.example.plm.connector";
