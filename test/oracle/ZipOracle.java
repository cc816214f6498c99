import java.io.*;
import java.nio.file.*;
import java.security.MessageDigest;
import java.util.*;
import java.util.zip.*;

/** list FILE...: one JSON line an archive, as java.util.zip.ZipFile reads it. write FILE: an archive as java.util.zip.ZipOutputStream writes it. */
class ZipOracle {
  public static void main(String[] args) throws Exception {
    if (args[0].equals("write")) write(args[1]);
    else for (String path : Arrays.copyOfRange(args, 1, args.length)) System.out.println(list(path));
  }

  static String list(String path) throws Exception {
    List<String> rows = new ArrayList<>();
    try (ZipFile zip = new ZipFile(path)) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        String sha = HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        String name = HexFormat.of().formatHex(entry.getName().getBytes("UTF-8"));
        rows.add(String.format("[\"%s\",%d,%d,%d,\"%s\"]", name, entry.getMethod(), entry.getSize(), entry.getCrc(), sha));
      }
    }
    return "[" + String.join(",", rows) + "]";
  }

  static void write(String path) throws Exception {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(Path.of(path)))) {
      zip.setComment("made by Java");
      zip.putNextEntry(new ZipEntry("kit/"));
      for (String name : new String[] {"kit/a.txt", "kit/größe.txt", "kit/empty"}) {
        zip.putNextEntry(new ZipEntry(name));
        if (!name.endsWith("empty")) zip.write(("contents of " + name + "\n").repeat(1000).getBytes("UTF-8"));
      }
    }
  }
}
