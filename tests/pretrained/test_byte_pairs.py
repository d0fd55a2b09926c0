"""Tokens of a text, against the package `tokenizers`, put together as SmolLM2's tokens are made."""

import heapq
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lmhead.pretrained.byte_pairs import SHOWN, BytePairs, pieces
from tests.pretrained.example import CONTROL, MERGES, VOCABULARY

#: What has no meaning yet differs from one edition of Unicode to the next.
ASSIGNED = [
    chr(code)
    for code in range(0x110000)
    if unicodedata.category(chr(code)) not in ("Cn", "Cs", "Co")
]
PLAIN = st.text(st.sampled_from("the cat in1²½ 猫猫\n\t\x85\x1c'sll_e\u0301!\xa0٣ⅧǅaA"))


@pytest.fixture(scope="module")
def tokens():
    return BytePairs(VOCABULARY, MERGES, set(range(len(CONTROL))), unknown=0)


@pytest.fixture(scope="module")
def theirs():
    from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

    made = Tokenizer(
        models.BPE(
            {token: number for number, token in enumerate(VOCABULARY)},
            [tuple(merge.split(" ")) for merge in MERGES],
        )
    )
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Digits(individual_digits=True),
            pre_tokenizers.ByteLevel(add_prefix_space=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens([AddedToken(name, normalized=False) for name in CONTROL])
    return made


def compare_cuts(theirs, characters):
    for character in characters:
        text = f"a{character} {character}b1{character}  {character}'s"
        expected = [piece for piece, _ in theirs.pre_tokenizer.pre_tokenize_str(text)]
        ours = ["".join(SHOWN[byte] for byte in piece.encode()) for piece in pieces(text)]
        assert ours == expected, f"U+{ord(character):04X}"


@pytest.mark.torch
def test_a_text_is_cut_as_theirs_is(theirs):
    # All that the Latin, Greek and Cyrillic alphabets hold, and a sample of the rest.
    compare_cuts(theirs, ASSIGNED[:1300] + ASSIGNED[1300::61])


@pytest.mark.torch
@pytest.mark.survey
def test_a_text_is_cut_as_theirs_is_around_each_character(theirs):
    assert len(ASSIGNED) > 130_000
    compare_cuts(theirs, ASSIGNED)


@pytest.mark.torch
@given(text=PLAIN | st.text())
def test_the_numbers_are_theirs(theirs, tokens, text):
    assert tokens.encode(text) == theirs.encode(text, add_special_tokens=False).ids


@pytest.mark.torch
@given(parts=st.lists(st.sampled_from([*CONTROL, "the", " ", "<|", "1"])))
def test_names_of_control_tokens_are_theirs(theirs, tokens, parts):
    text = "".join(parts)
    assert tokens.encode(text) == theirs.encode(text, add_special_tokens=False).ids


@given(text=PLAIN | st.text())
def test_tokens_give_their_text_back(tokens, text):
    assert tokens.decode(tokens.encode(text)) == text


def test_the_earliest_merge_comes_first(tokens):
    # "Ġ t" and "h e" before "Ġt he"; nothing merges "c" and "at".
    assert [VOCABULARY[number] for number in tokens.encode(" the cat chat")] == [
        *("Ġthe", "Ġcat", "Ġc", "h", "at")
    ]
    assert [VOCABULARY[number] for number in tokens.encode("aaaaaaa")] == ["aaaa", "aa", "a"]


def test_a_part_of_a_character_is_shown_as_such(tokens):
    assert tokens.decode(tokens.encode("囚")[:1]) == "\ufffd"
    assert tokens.decode(tokens.encode("囚")) == "囚"


def test_a_byte_without_a_token_is_the_unknown_one():
    few = [token for token in VOCABULARY if token != SHOWN[4]]
    tokens = BytePairs(few, MERGES, set(range(len(CONTROL))), unknown=0)
    assert tokens.encode("a\x04")[1:] == [0]


def test_a_merge_of_what_is_not_there_is_named():
    with pytest.raises(ValueError, match="the merge 'q x' is of tokens that the vocabulary lacks"):
        BytePairs(VOCABULARY, ["q x"], set(), unknown=0)


def test_the_work_grows_with_a_word_and_not_with_its_square(tokens, monkeypatch):
    taken, pop = [], heapq.heappop
    monkeypatch.setattr(heapq, "heappop", lambda heap: taken.append(1) or pop(heap))
    assert len(tokens.encode("a" * 20_000)) == 5_000
    assert 15_000 <= len(taken) < 3 * 20_000
