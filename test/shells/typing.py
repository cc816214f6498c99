"""Types lines into a shell on a terminal of its own.

python3 typing.py '{"command": [...], "setup": "...", "lines": ["..."]}': each line is typed and ENTER follows; a shell reads its keys one after
the other. Ctrl-C leaves a quote that is open then. Ends when the shell has done the last one; prints what the screen showed after each line.
"""
import fcntl, json, os, pty, re, select, struct, sys, termios, time

asked = json.load(sys.stdin)
pid, screen = pty.fork()
if pid == 0:
    os.execvp(asked["command"][0], asked["command"])
fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 400, 0, 0))


def shown(until, seconds, quiet=None):
    """What the screen shows until it holds `until`, or nothing more comes for `quiet` seconds, without control sequences."""
    raw, end = b"", time.time() + seconds
    while True:
        text = re.sub(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|\][^\x07]*\x07|[()=>].?)", "", raw.decode(errors="replace"))
        if (until and until in text) or time.time() > end:
            return text
        if select.select([screen], [], [], quiet or 0.1)[0]:
            try:
                raw += os.read(screen, 65536)
            except OSError:
                return text
        elif quiet:
            return text


def wait(number, seconds):
    # the shell puts the marker together: its echo on the screen is not the answer
    os.write(screen, b"echo AT''%d''END\r" % number)
    return shown("AT%dEND" % number, seconds)


def done(number):
    """A quote that is still open takes the marker in: Ctrl-C leaves it."""
    seen = wait(number, asked.get("patience", 1))
    while "AT%dEND" % number not in seen:
        os.write(screen, b"\x03")
        shown(None, 5, 0.05)
        seen += wait(number, 5)
    return seen


os.write(screen, asked["setup"].encode() + b"\r")
wait(0, 30)
answers = []
for number, line in enumerate(asked["lines"], 1):
    os.write(screen, line.encode())
    os.write(screen, b"\r")
    answers.append(done(number))
os.kill(pid, 9)
print(json.dumps(answers))
