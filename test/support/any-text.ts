import fc from "fast-check";

/** Up to eight characters of all that there are. One for all laws: fast-check takes a third of a second to make it. */
export const anyText: fc.Arbitrary<string> = fc.string({ unit: "binary", maxLength: 8 });
