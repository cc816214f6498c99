"""list FILE...: one JSON line an archive, as zipfile reads it. write FOLDER: archives as zipfile writes them."""
import hashlib, io, json, sys, zipfile


def listed(path):
    with zipfile.ZipFile(path) as archive:
        bad = archive.testzip()
        if bad is not None:
            raise SystemExit(f"{path}: {bad} is damaged")
        rows = []
        for info in archive.infolist():
            sha = hashlib.sha256(archive.read(info)).hexdigest()
            fixed = [info.create_version, info.create_system, info.extract_version, info.flag_bits, info.external_attr]
            name = info.filename.encode().hex()
            rows.append([name, info.compress_type, info.file_size, info.CRC, sha, list(info.date_time), fixed, info.extra.hex()])
        return rows


class Unseekable(io.RawIOBase):
    """A pipe: zipfile writes descriptors behind the contents."""

    def __init__(self, target):
        self.target = target

    def writable(self):
        return True

    def write(self, data):
        return self.target.write(data)


def fill(archive, method):
    archive.writestr("kit/", b"")
    archive.writestr("kit/a.txt", b"contents\n" * 5000, method)
    archive.writestr("kit/größe.txt", b"x", method)
    with archive.open("kit/zip64", "w", force_zip64=True) as entry:
        entry.write(b"y" * 70000)


def write(folder):
    for word, method in (("stored", zipfile.ZIP_STORED), ("deflated", zipfile.ZIP_DEFLATED)):
        with zipfile.ZipFile(f"{folder}/{word}.zip", "w", method) as archive:
            fill(archive, method)
        with open(f"{folder}/{word}-piped.zip", "wb") as target:
            with zipfile.ZipFile(Unseekable(target), "w", method) as archive:
                fill(archive, method)


if sys.argv[1] == "write":
    write(sys.argv[2])
else:
    for path in sys.argv[2:]:
        print(json.dumps(listed(path)))
