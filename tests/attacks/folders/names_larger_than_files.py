"""Names of control characters, which take six times their room where they are written as JSON."""

from tests.attacks.bank import REAL, write

SAYS = ()


def hand_in(folder, notebook):
    write(folder, notebook, REAL)
    below = folder.joinpath(*["\x01" * 240] * 4)
    below.mkdir(parents=True)
    for number in range(900):
        (below / str(number)).write_bytes(bytes(17_500))
