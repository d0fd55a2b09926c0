"""Slimming removes icon rules, rules for classes that nothing has, and nothing else."""

from web.page_weight import classes_in, without_icon_rules, without_unused_rules


def test_icon_rules_and_faces_go_and_the_rest_stays_in_order():
    css = (
        "/* licence */.fa-cat:before{content:'\\f6be'}a{color:red}.fas,.fa-solid{font:x}"
        "@font-face{font-family:Font Awesome\\ 6 Free;src:url(fa.woff2)}"
        "@font-face{font-family:Other;src:url(o.woff2)}"
        "@media print{.fa-dog:before{content:'d'}.fa-box p{color:blue}}"
        ".btn .fa-cat:before{margin:0}.fabric{color:green}"
    )
    assert without_icon_rules(css) == (
        "a{color:red}@font-face{font-family:Other;src:url(o.woff2)}"
        "@media print{.fa-box p{color:blue}}.btn .fa-cat:before{margin:0}.fabric{color:green}"
    )


def test_rules_for_classes_that_nothing_has_go_and_the_rest_stays_in_order():
    css = (
        '@charset "UTF-8";/*! Kit, see kit.example, 1.0 */:root,[data-a=".x"]{--a:1}'
        "/* note */.used .gone{a:b}.used,.gone,a.used:hover{c:d}"
        "p:not(.gone,.other){e:f}.used:is(.gone a,.x){g:h}.a\\:b{i:j}"
        "@media (min-width:1px){.gone{k:l}}@media print{.gone{m:n}.used{o:p}}"
        "@keyframes turn{from{q:r}50%{s:t}}@font-face{font-family:x}"
    )
    assert without_unused_rules(css, {"used"}) == (
        '@charset "UTF-8";/*! Kit, see kit.example, 1.0 */:root,[data-a=".x"]{--a:1}'
        ".used,a.used:hover{c:d}"
        "p:not(.gone,.other){e:f}.used:is(.gone a,.x){g:h}.a\\:b{i:j}"
        "@media print{.used{o:p}}"
        "@keyframes turn{from{q:r}50%{s:t}}@font-face{font-family:x}"
    )


def test_a_class_is_known_from_a_page_or_from_a_script_that_may_set_it(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "page.html").write_text('<p class="one two-x">three</p>')
    (tmp_path / "s.js").write_text('e.classList.add("is-open")')
    assert {"one", "two-x", "is-open"} <= classes_in(tmp_path)
    assert "three" not in classes_in(tmp_path)
