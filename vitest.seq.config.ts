import base from "/work/wt/fast/vitest.conformance.config.ts";
const c: any = await base;
const S = c.test.sequence.sequencer;
c.test.sequence.sequencer = class extends S {
  async sort(f: any) {
    const r = await super.sort(f);
    console.error(
      "ORDER",
      r
        .map((x: any) => x.moduleId.split("/test/")[1])
        .slice(0, 10)
        .join(" "),
    );
    return r;
  }
};
c.root = "/work/wt/fast";
export default c;
