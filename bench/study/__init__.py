"""Does sharing the table lower the validation perplexity? ``python -m bench.study``.

The same small model is trained with one table (tied), with two (untied), and, as "wide", with one
table and so much more width that it has the untied model's number of parameters. All else is
equal in a pair: the text, the order of the batches, the recipe, and the seed of the first
weights and of dropout.

**Text.** `docstrings`, 10,000 words. A cell trains on every n-th passage of it, from the first: a
third of them, a tenth, a thirtieth. Runs of a body see equally many tokens whatever the text, so
one pass over a third is three over a tenth and ten over a thirtieth: only how often the same
text comes back differs. One cell goes on three times as long, over the whole text. Validation and
test are every sixth passage of theirs, the same in all cells, since a whole validation would cost
as much as the steps.

**Bodies.** A transformer of width 64 (2 layers, 4 heads), 640 steps of 8 × 64 tokens. The "small"
cells have one of width 32, 400 steps of 8 × 32 tokens, and keep the 2,000 commonest words, the
others being `<unk>`: a run takes ten seconds, so that they are complete whatever happens. The
papers' LSTM (2 layers of 200) makes 1,600 steps of 4 × 35 tokens, from a state of zeros in every
window, with the same optimiser, on 2,000 words too: the head's cost grows with the vocabulary.
All are far from the papers' passes over 930,000 tokens: a laptop's minutes.

**Rates.** In a cell with a sweep, each head is trained with seed 0 at rates a factor of 2 apart,
from three in the middle on; where the best (lowest validation loss) is at an edge, the next one
beyond is run too, until it is not. The best rate of each head is then used for its other seeds;
the sweep's run is seed 0's. Cells without a sweep take the rates of the cell they name. The wide
model takes the tied one's rate. So the rates are chosen on the text that is validated on; the
test text, on which nothing is chosen, is reported too.

**Seeds.** 0, 1, 2, paired. A difference is tied minus untied in nats; it is called decided where
the 95 % interval of the mean of the pairs (Student's t) leaves out zero. That speaks of seeds and
not of other texts. Two cells that three pairs had left undecided, and in which two more could
decide, have seeds 3 and 4 too. Whoever looks a second time is wrong up to twice as often: in one
such cell of ten at most where sharing makes no difference, and not in one of twenty.

**When.** Early: at a third of the steps. Best: each run's lowest validation loss, where one would
stop. Last: after all steps. Early points lie on the way of a cosine that ends later.

Cells are in `design.CELLS`, in the order in which they are run, so that a study that is cut
short has whole comparisons. Every finished run is written down at once; the same command goes
on where it was stopped.
"""
