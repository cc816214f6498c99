export { selfSigned, type ServerCertificate } from "../../src/io/own-certificate.ts";
