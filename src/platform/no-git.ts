/** Thrown if git cannot be used for a config repository; the message completes "the source commit is not known: ...". */
export class NoGit extends Error {
  override readonly name = "NoGit";
}
