/** Loaded before a program's own code (NODE_OPTIONS): gives the machine and its user a made-up name, which the program's records then have. */
const os = require("node:os");

const { userInfo } = os;
os.hostname = () => "workstation";
os.userInfo = (...words) => ({ ...userInfo(...words), username: "installer" });
