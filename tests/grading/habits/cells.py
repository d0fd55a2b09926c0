"""The habits: name -> the source of a cell. Each prints what it found, the same everywhere.

Beside the notebook lie `FILES`. A name that two cells share is none: they run in one process.
"""

import io

import numpy as np


def _array() -> bytes:
    stream = io.BytesIO()
    np.save(stream, np.array([1.5, 2.0]))
    return stream.getvalue()


#: What a learner has beside the notebook.
FILES = {
    "helpers.py": b"LIMIT = 3\ndef double(x):\n    return 2 * x\n",
    "tools/__init__.py": b"from .deep import triple\n",
    "tools/deep.py": b"def triple(x):\n    return 3 * x\n",
    "json.py": b"raise RuntimeError('the wrong json')\n",  # the folder is last on the path
    "data.csv": "word,score\n猫,2\n狗,1\n".encode(),
    "weights.npy": _array(),
}

#: Cells of which only the error counts: they print times, versions, or in another place.
LOOSE = {"time of a line", "time of a cell", "cell timeit", "help", "pinfo", "pip"}

HABITS: dict[str, str] = {
    # -- IPython's own notation
    "inline": "%matplotlib inline\nprint('ok')",
    "inline with spaces": "%matplotlib   inline\n\nprint('ok')",
    "retina": "%config InlineBackend.figure_format = 'retina'\nprint('ok')",
    "autoreload": "%load_ext autoreload\n%autoreload 2\nprint('ok')",
    "time of a line": "%time x_time = sum(range(10))\nprint(x_time)",
    "time of a cell": "%%time\nprint(1 + 1)",
    "timeit": "t_line = %timeit -n 1 -r 1 -o -q sum(range(10))\nprint(t_line.loops)",
    "cell timeit": "%%timeit -n 1 -r 1\nsum(range(10))",
    "capture": "%%capture kept\nprint('hidden')",
    "captured": "print(kept.stdout)",
    "shell": "!echo hello",
    "shell into a name": "listed = !echo one two\nprint(listed)",
    "shell cell": "%%bash\necho from bash",
    "sh cell": "%%sh\necho from sh",
    "list of names": "value_here = 3\n%who_ls\nprint('value_here' in dir())",
    "where": "here = %pwd\nprint(isinstance(here, str))",
    "precision": "%precision 3\nprint(0.5)",
    "write a file": "%%writefile written.py\nNUMBER = 7",
    "run it": "%run written.py\nprint(NUMBER)",
    "environment": "%env LMHEAD_HABIT=1\nimport os\nprint(os.environ['LMHEAD_HABIT'])",
    "help": "len?\nprint('ok')",
    "pinfo": "?sum\nprint('ok')",
    "last value": "6 * 7",
    "underscore": "print(_)",
    "javascript": "%%javascript\nconsole.log(1)",
    "html": "%%html\n<b>bold</b>",
    "latex": "%%latex\n$x$",
    "markdown": "%%markdown\n**x**",
    "pip": "%pip --version\nprint('ok')",
    "reset": "print('kept')",
    "pasted prompt": ">>> 1 + 1",
    "await": "import asyncio\nawait asyncio.sleep(0)\nprint('awaited')",
    # -- display
    "display": "from IPython.display import display\ndisplay({'a': 1})",
    "html object": "from IPython.display import HTML\nHTML('<b>x</b>')",
    "math object": "from IPython.display import Math\ndisplay(Math('x'))",
    "clear": "from IPython.display import clear_output\nclear_output()\nprint('after')",
    "plot": (
        "import matplotlib.pyplot as plt\nfig, ax = plt.subplots()\nax.plot([1, 2])\n"
        "ax.set_title('概率')\nplt.show()\nprint('drawn')"
    ),
    "second plot": "plt.figure(figsize=(2, 2)); plt.bar(['a', 'b'], [1, 2]); plt.show()",
    "save a figure": "fig.savefig('figure.png')\nimport os\nprint(os.path.getsize('figure.png') > 0)",
    "style": "plt.style.use('ggplot')\nplt.rcParams['figure.dpi'] = 80\nprint('ok')",
    "progress": "import sys\nfor i in range(3): print('\\r', i, end='', file=sys.stderr)\nprint('ok')",
    "own repr": "class Vec:\n    def _repr_html_(self): return '<b>v</b>'\n    def __repr__(self): return 'v'\nVec()",
    # -- files and modules
    "own module": "import helpers\nprint(helpers.double(4), helpers.LIMIT)",
    "own package": "from tools import triple\nprint(triple(2))",
    "own name of a library's": "import json\nprint(json.dumps([1]))",
    "reload": "import importlib\nimportlib.reload(helpers)\nprint(helpers.LIMIT)",
    "read a file": "print(open('data.csv', encoding='utf-8').read().splitlines()[0])",
    "csv": "import csv\nprint(list(csv.DictReader(open('data.csv', encoding='utf-8')))[0]['score'])",
    "default encoding": "print(open('data.csv').read().splitlines()[1])",
    "path": "from pathlib import Path\nprint(sorted(p.name for p in Path().glob('*.csv')))",
    "load an array": "import numpy as np\nprint(np.load('weights.npy').tolist())",
    "save an array": "np.savez('mine.npz', a=np.arange(3))\nprint(np.load('mine.npz')['a'].tolist())",
    "memory map": (
        "big = np.memmap('map.bin', dtype='float32', mode='w+', shape=(4,))\nbig[:] = 2\n"
        "big.flush()\nprint(np.memmap('map.bin', dtype='float32', mode='r').tolist())"
    ),
    "mmap": (
        "import mmap\nwith open('data.csv', 'rb') as f, mmap.mmap(f.fileno(), 0, access=1) as m:\n"
        "    print(m[:4])"
    ),
    "mmap of its own": "m = mmap.mmap(-1, 16, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)\nprint(len(m))",
    "pickle": "import pickle\npickle.dump([1], open('a.pkl', 'wb'))\nprint(pickle.load(open('a.pkl', 'rb')))",
    "temporary file": "import tempfile\nwith tempfile.NamedTemporaryFile('w+') as f: f.write('x'); print('ok')",
    "make a folder": "os.makedirs('out/deep', exist_ok=True)\nprint(os.path.isdir('out/deep'))",
    "change folder": "os.chdir('out'); os.chdir('..')\nprint('back')",
    "home": "print(os.path.expanduser('~') != '~')",
    "module's own folder": "print('tools' in os.listdir())",
    # -- the system
    "locale": "import locale\nlocale.setlocale(locale.LC_ALL, '')\nprint(locale.getlocale()[1])",
    "locale format": "print(locale.format_string('%d', 1234, grouping=False))",
    "time zone": "import datetime, time\nprint(datetime.datetime(2026, 1, 1).isoformat())",
    "zone info": "import zoneinfo\nprint(zoneinfo.ZoneInfo('Asia/Shanghai').key)",
    "threads": (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "with ThreadPoolExecutor(2) as pool: print(list(pool.map(abs, [-1, -2])))"
    ),
    "subprocess": "import subprocess\nprint(subprocess.run(['echo', 'x'], capture_output=True, text=True).stdout)",
    "own Python": "print(subprocess.run([sys.executable, '-c', 'print(3)'], capture_output=True, text=True).stdout)",
    "platform": "import platform\nprint(platform.system())",
    "processors": "print(os.cpu_count() > 0)",
    "user": "import getpass\nprint(isinstance(getpass.getuser(), str))",
    "warnings": "import warnings\nwarnings.filterwarnings('ignore')\nwarnings.warn('x')\nprint('quiet')",
    "logging": "import logging\nlogging.basicConfig(level=logging.INFO)\nlogging.info('to stderr')\nprint('ok')",
    "print to stderr": "print('err', file=sys.stderr)",
    "recursion": "sys.setrecursionlimit(5000)\nprint(sys.getrecursionlimit())",
    "seed": "import random\nrandom.seed(0)\nprint(random.random())",
    "numpy seed": "np.random.seed(0)\nprint(np.random.rand())",
    "numpy options": "np.set_printoptions(precision=3, suppress=True)\nprint(np.array([1 / 3]))",
    "numpy errors": "old = np.seterr(all='ignore')\nprint(np.float64(1) / 0)\n_ = np.seterr(**old)",
    "signal": "import signal\nprint(signal.getsignal(signal.SIGINT) is not None)",
    "garbage": "import gc\nprint(gc.collect() >= 0)",
    "uuid": "import uuid\nprint(len(str(uuid.uuid4())))",
    "sqlite": "import sqlite3\nprint(sqlite3.connect('a.db').execute('select 1').fetchall())",
    "lock": "import fcntl\nwith open('l', 'w') as f: fcntl.flock(f, fcntl.LOCK_EX); print('locked')",
    # -- the language
    "dataclass": "from dataclasses import dataclass\n@dataclass\nclass P:\n    x: int = 1\nprint(P())",
    "typing": "from __future__ import annotations\ndef g(x: list[int]) -> int: return len(x)\nprint(g([1]))",
    "main": "if __name__ == '__main__': print('main')",
    "doctest": (
        "import doctest\ndef inc(x):\n    '''\n    >>> inc(1)\n    2\n    '''\n    return x + 1\n"
        "print(doctest.testmod().failed)"
    ),
    "source": "import inspect\nprint(inspect.getsource(inc).splitlines()[0])",
    "traceback": "import traceback\ntry: 1 / 0\nexcept ZeroDivisionError: print(traceback.format_exc().splitlines()[-1])",
    "assert": "assert 1 + 1 == 2, 'no'\nprint('ok')",
    "exec": "exec('made = 5')\nprint(made)",
    "globals": "print('np' in globals())",
    "cache": "from functools import lru_cache\n@lru_cache\ndef f(n): return n\nprint(f(2))",
    "unittest": (
        "import unittest\nclass T(unittest.TestCase):\n    def test_a(self): self.assertEqual(1, 1)\n"
        "done = unittest.main(argv=['x'], exit=False, verbosity=0)\nprint(done.result.wasSuccessful())"
    ),
}
