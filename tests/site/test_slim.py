"""Slimming removes icon rules and nothing else."""

from web.slim import without_icon_rules


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
