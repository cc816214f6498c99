"""Types into a shell on a terminal of its own and tells what the screen shows.

python3 keyboard.py '{"command": [...], "setup": "...", "lines": [{"typed": "...", "until": "..."}]}' prints a JSON list: for each line the text
that came after it was typed, until it held `until` or half a minute was over. Each line is cleared before the next one.
"""
import fcntl, json, os, pty, re, select, struct, sys, termios, time

asked = json.loads(sys.argv[1])
pid, screen = pty.fork()
if pid == 0:
    os.execvp(asked["command"][0], asked["command"])
fcntl.ioctl(screen, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))


def shown(until, seconds):
    """What the screen shows until it holds `until`, without the terminal's control sequences."""
    raw, end = b"", time.time() + seconds
    while True:
        text = re.sub(r"\x1b(\[[0-9;?<>=]*[a-zA-Z]|\][^\x07]*\x07|[()=>].?)", "", raw.decode(errors="replace"))
        if until in text or time.time() > end:
            return text
        if select.select([screen], [], [], 0.1)[0]:
            try:
                raw += os.read(screen, 65536)
            except OSError:
                return text


# the marker is put together by the shell: its echo on the screen is not the answer
os.write(screen, asked["setup"].encode() + b"; echo READY''TO''TYPE\n")
shown("READYTOTYPE", 30)
answers = []
for line in asked["lines"]:
    os.write(screen, line["typed"].encode())
    answers.append(shown(line["until"], 30))
    os.write(screen, b"\x15")
    shown("nothing that is shown", 0.3)
os.kill(pid, 9)
print(json.dumps(answers))
