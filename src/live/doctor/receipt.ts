import { type Receipt, type Where, isWindowsPath, nativePath } from "../../deploy/index.ts";

/**
 * Converts the paths in a receipt to paths of the machine, copy or archive that is checked. In a copy, the drives of a workstation are
 * folders, and a receipt that was written below another --root has that folder in its paths.
 */
export function receiptHere(receipt: Receipt, install: string, where: Where): Receipt {
  const old = receipt.install;
  const tail = where.root === null ? "" : install.slice(where.root.length);
  const oldRoot = tail !== "" && old.endsWith(tail) ? old.slice(0, -tail.length) : null;
  const here = (path: string): string =>
    isWindowsPath(path)
      ? nativePath(path, where)
      : oldRoot !== null && where.root !== null && path.startsWith(oldRoot)
        ? where.root + path.slice(oldRoot.length)
        : path;
  const { paths, state, strays } = receipt;
  return {
    ...receipt,
    install,
    paths: {
      client: here(paths.client),
      ...(paths.roots && { roots: paths.roots.map(here) }),
      ...(paths.strays && { strays: paths.strays.map(here) }),
    },
    strays: strays.map((stray) => ({ ...stray, path: here(stray.path) })),
    state: state && { ...state, files: state.files.map((file) => ({ ...file, path: here(file.path) })) },
  };
}
