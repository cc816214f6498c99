import fc from "fast-check";

/** Any code point but a half of a pair. fast-check's own alphabet of all that there are takes a third of a second to make. */
const codePoint = fc.oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }));

/** Up to eight characters of all that there are. */
export const anyText: fc.Arbitrary<string> = fc
  .array(codePoint, { maxLength: 8 })
  .map((points) => points.map((point) => String.fromCodePoint(point)).join(""));
