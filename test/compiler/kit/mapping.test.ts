import { describe, expect, test } from "vitest";
import { mappingCounts } from "../../../src/compiler/kit/mapping.ts";
import { sampleKit } from "./kits.ts";

describe("the mapping definition", () => {
  test("[C9] is counted by name, without a judgement", () => {
    const bytes = sampleKit("2506")["mapping.xml"] ?? Buffer.alloc(0);
    expect(mappingCounts(bytes)).toEqual({ elementMappings: 10, objectMappings: 4, references: 28, customReferences: 0 });
  });

  test("[C9] a site's own types are distinguished from the vendor's by their prefix", () => {
    const xml = `<mapping><elementMapping element="Block" type="A4Block" relation="Fnd0Has"/><objectMapping><type>Sse2_Part</type><type>StockItem</type></objectMapping><note>A4 paper</note></mapping>`;
    expect(mappingCounts(Buffer.from(xml))).toEqual({
      elementMappings: 1,
      objectMappings: 1,
      references: 3,
      customReferences: 2,
    });
  });

  test("[C9] a file that cannot be read has no counts, and that is no fault", () => {
    expect(mappingCounts(Buffer.from("<mapping>"))).toEqual({});
  });

  test("[A1] thousands of elements are counted (that millions are not read is mapping.long.test.ts)", () => {
    const one = '<elementMapping element="Block" type="B4_x"/>';
    expect(mappingCounts(Buffer.from(`<m>${one.repeat(10_000)}</m>`))).toMatchObject({ elementMappings: 10_000 });
  });

  test("[C9] as large as one of a site: 1,157 references in time", () => {
    const rows = Array.from({ length: 1157 }, (_, i) => `<row type="C9Part${i}" note="${"x".repeat(1200)}"/>`).join("");
    const counts = mappingCounts(Buffer.from(`<definition>${rows}</definition>`));
    expect(counts).toMatchObject({ references: 1157, customReferences: 1157 });
  });
});
