/** The words for a system error by its code (POSIX; Node uses the same codes for errors of Windows). */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "access denied",
  EBUSY: "it is in use",
  EDQUOT: "the disk quota is used up",
  EEXIST: "something of that name exists already",
  EFBIG: "it would be larger than a file can be here",
  EIO: "the disk reports an input/output error",
  EISDIR: "it is a folder, a file is expected",
  ELOOP: "it is a link, and links are not followed, or its links form a loop",
  EMFILE: "too many files are open",
  ENAMETOOLONG: "its path is too long",
  ENOENT: "it does not exist, or is a link that leads nowhere",
  ENOSPC: "the disk is full",
  ENOTDIR: "a part of its path is not a folder",
  ENOTEMPTY: "the folder is not empty",
  ENXIO: "it is not an ordinary file",
  EPERM: "the operating system does not permit it",
  EROFS: "the file system is read-only",
  ERR_INVALID_ARG_VALUE: "its name holds a NUL character",
  EXDEV: "it is on another volume",
};

/** Returns the code of a system error, such as "ENOENT"; "" for any other error. */
export function systemCode(error: unknown): string {
  const code = (error as { readonly code?: unknown } | null | undefined)?.code;
  return typeof code === "string" ? code : "";
}

/** Returns the words for a system error; null if `WORDS` has none for its code. */
export const errnoWords = (error: unknown): string | null => WORDS[systemCode(error)] ?? null;
