// Loaded before the command (node --require): names mean what a file says that STORY_HOSTS names, as a hosts file would have them mean.
const dns = require("node:dns");
const { readFileSync } = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");

const own = (name) => JSON.parse(readFileSync(process.env.STORY_HOSTS, "utf8"))[name];
const { lookup } = dns;
dns.lookup = (name, options, done) => {
  const [how, tell] = typeof options === "function" ? [{}, options] : [options, done];
  const address = own(name);
  if (address === undefined) return lookup(name, how, tell);
  const all = typeof how === "object" && how.all;
  return process.nextTick(() => (all ? tell(null, [{ address, family: 4 }]) : tell(null, address, 4)));
};
const promised = dns.promises.lookup;
dns.promises.lookup = async (name, options) => {
  const address = own(name);
  if (address === undefined) return promised(name, options);
  return options?.all ? [{ address, family: 4 }] : { address, family: 4 };
};
syncBuiltinESMExports();
