import { propertiesArtifact } from "./properties-file.ts";

export const artifact = propertiesArtifact(
  "client",
  "client-conf",
  "the client library's settings, which decide where files go",
  (compiled) => ({
    path: "client/CommonClient.properties",
    target: compiled.site.client.file.text,
    entry: "client/CommonClient.properties",
  }),
);
