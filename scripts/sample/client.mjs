// Makes client/CommonClient.properties. The connector rewrites this file at launch, so all of it is spelt as java.util.Properties.store
// writes it.

export function clientProperties(release) {
  const later = release.name >= "2606";
  const lines = [
    "#Client library settings",
    `#${release.built}`,
    "AWC_WEBLOGIC_HOST_URI=https\\://vendor-tier.invalid\\:3000/awc?ah\\=true",
    "BOOTSTRAP_URLS=https\\://vendor-tier.invalid\\:4544",
    "CLIENT_ID=MBSE",
    "CONNECTION_POOL_SIZE=8",
    later ? "CHECKSUM_TRANSFERS=true" : null,
    "FILE_CACHE_DIR=C\\:\\\\ProgramData\\\\Example\\\\MBSE\\\\cache",
    "FILE_CACHE_SIZE_MB=2048",
    "IS_TCCS=false",
    "LOCALE=en_US",
    "TRANSPORT=http",
    "Transport=http",
    "URL=https\\://vendor-tier.invalid\\:7002/tc",
  ];
  return `${lines.filter((each) => each !== null).join("\n")}\n`;
}
