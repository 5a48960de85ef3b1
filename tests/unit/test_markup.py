"""How LaTeX and Markdown, mixed as authors mix them, are read."""

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.papers.markup import Document, Face, Run, discord_markdown, parse, plain

SEEDS = Path(__file__).parents[2] / "seeds"

FROM_THE_LISTS = [
    (r"G\"odel", "Gödel"),
    (r"which computes $g(f(x))$.", "which computes g(f(x))."),
    (r"$z = f(x)$ and $y = g(z)$", "z = f(x) and y = g(z)"),
    (r"is $6.49\times$ lower", "is 6.49× lower"),
    (r"up to 4.2$\times$.", "up to 4.2×."),
    (r"a vector, $\mu_\Delta$, and", "a vector, μ_Δ, and"),
    (r"an $n^{\Theta(m!)}$ improvement", "an n^(Θ(m!)) improvement"),
    (r"a \(\diag(\bH)^{-1/2}\) preconditioner", "a diag(H)^(−1/2) preconditioner"),
    (r"where $\bH$ is", "where H is"),
    (r"called $\delta$-anonymity.", "called δ-anonymity."),
    (r"achieves $83.20\%$ success", "achieves 83.20% success"),
    (r"from $2.94$ to $1.87$ seconds", "from 2.94 to 1.87 seconds"),
    (r"are 40 - 60\% smaller", "are 40 - 60% smaller"),
    ("large models~(LLMs)", "large models (LLMs)"),
    ("a clean ``forget set.'' We", "a clean “forget set.” We"),
    ("profile--token", "profile–token"),
    ("paradigm---fine-tuning---encourages", "paradigm—fine-tuning—encourages"),
    ("Allen WTC--11 hiPSC", "Allen WTC–11 hiPSC"),
    (r"Electronic $\mbox{Design}$ Automation", "Electronic Design Automation"),
    (r"we $\mbox{propose} \textbf{FuncFormer}$, a", "we propose FuncFormer, a"),
    (r"develop \textsc{RPEval}, a", "develop RPEval, a"),
    (r"reverse conclusions \citep{a2025b, c2026d}; so", "reverse conclusions; so"),
    (r"exploits \citep{x}.", "exploits."),
    ("56 to 32 Elo ($K=27$), below", "56 to 32 Elo (K=27), below"),
    ("pronounced /ækˈtɑːnəmi/), a", "pronounced /ækˈtɑːnəmi/), a"),
    ("(Padmakumar et al., 2024; Jiang et al., 2025)",) * 2,
    ("across ~100,000 trials", "across ~100,000 trials"),
    ('the "compositionality gap", i.e.', 'the "compositionality gap", i.e.'),
    ("introduce ACT*ONOMY (a combination", "introduce ACT*ONOMY (a combination"),
    ("spatial chain\u2011of\u2011thought", "spatial chain-of-thought"),
]
LATEX = [  # B01
    (r"Variational Schr\"odinger Matching", "Variational Schrödinger Matching"),
    (r"H\"{o}lder Bounds", "Hölder Bounds"),
    (r"Fr\'echet Means", "Fréchet Means"),
    (r"Jo\~{a}o and Mu\~noz", "João and Muñoz"),
    (r"{\o}rsted, {\L}ukasz, Gro{\ss}", "ørsted, Łukasz, Groß"),
    (r"\'{\i}ndice", "índice"),
    ("{BERT}: {P}re-training {{Twice}}", "BERT: Pre-training Twice"),
    ("``Fact'' or `Fiction'", "“Fact” or ‘Fiction’"),
    ("pages 3--5 --- done", "pages 3–5 — done"),
    (r"$\omega$-regular games", "ω-regular games"),
    (r"$\mathcal{X}$-armed bandits", "X-armed bandits"),
    (r"Sparsistency of \ell_1-penalised fits", "Sparsistency of ℓ₁-penalised fits"),
    ("CO$_2$ and $K^2$-Nets", "CO₂ and K²-Nets"),
    ("in~Section~2", "in Section 2"),
    (r"R&D at 5\,GHz \& up", "R&D at 5 GHz & up"),
    ("C# and F# users", "C# and F# users"),
    (r"with $\textbf{J}$oint $\textbf{E}$ncoding", "with Joint Encoding"),
    ("plain title, no markup (ok)", "plain title, no markup (ok)"),
    ("", ""),
    (r"the model\'s own, don\'t", "the model's own, don't"),
    (r"$x_{max}$, $x_{i,j}$, $x_{t+1}$, $x^*$", "x_max, x_(i,j), xₜ₊₁, x*"),
    (r"$\frac{1}{2}$ and $\frac{a+b}{c}$, $\sqrt{n}$", "1/2 and (a+b)/c, √n"),
    (r"$\hat{\theta} \in \mathbb{R}^d$", "θ̂ ∈ ℝᵈ"),
    (r"$\left(\vx, \mA\right)$ at 90$^\circ$", "(x, A) at 90°"),
    (r"as shown in (\cite{a}; \cite{b}) and [\citep{c}].", "as shown in and."),
    (r"10^{-3} loss, H<sub>2</sub>O &amp; more", "10⁻³ loss, H₂O & more"),
    (r"\begin{equation} E = mc^2 \end{equation} holds", "E = mc² holds"),
    (r"\method{} beats \textcolor{red}{all} \unknown{others}", "method beats all others"),
]
PERCENT = [  # B02: a bare percent sign is a number, not a comment
    ("rises by 12% over it. Memory falls by half.",) * 2,
    ("from 40% to 65%,\nwhile latency stays flat", "from 40% to 65%, while latency stays flat"),
    (r"a gain of 97\% on tests, then more", "a gain of 97% on tests, then more"),
    ("F1 of 90% (vs. 85%) & rising",) * 2,
    (r"At 5% cost, $\alpha=3$ and 7\% noise, we win.", "At 5% cost, α=3 and 7% noise, we win."),
]
MONEY = [  # B05
    (r"It costs \$0.23 to \$0.27 per item", "It costs $0.23 to $0.27 per item"),
    ("a prize of $100K, using a $10K tool, or another",) * 2,
    ("spend $5 more",) * 2,
    ("profit of $10,301 on less than $1000 invested",) * 2,
    (r"for $x>0$ the fee is \$5", "for x>0 the fee is $5"),
    ("US$20 per hour; $n$ workers", "US$20 per hour; n workers"),
]
LINKS = [  # B03: the text, and where it leads
    (r"\href{https://example.org/demo}{project page}", "project page", "https://example.org/demo"),
    (
        r"\href{https://example.org/a_b%20c}{https://example.org/a_b}",
        "https://example.org/a_b",
        "https://example.org/a_b%20c",
    ),
    (r"\url{https://example.org/lab/fast_net_v2}", "https://example.org/lab/fast_net_v2", None),
    (r"\urlhttps://example.org/oops", "https://example.org/oops", None),
    ("[https://example.org/z](https://example.org/z)", "https://example.org/z", None),
    ("[page](https://example.org/z_(1))", "page", "https://example.org/z_(1)"),
    (r"\url{https://example.org/a\_b\%20c\#d}", "https://example.org/a_b%20c#d", None),
]


@pytest.mark.parametrize(("raw", "shown"), FROM_THE_LISTS + LATEX + PERCENT + MONEY)
def test_text_is_read_as_its_author_meant_it(raw: str, shown: str) -> None:
    assert plain(parse(raw)) == shown


@pytest.mark.parametrize(("raw", "text", "target"), LINKS)
def test_a_link_keeps_its_label_and_its_target(raw: str, text: str, target: str | None) -> None:
    (runs,) = parse(f"See {raw}.").paragraphs
    assert runs == (Run("See "), Run(text, link=target or text), Run("."))


def test_a_footnote_stands_in_brackets() -> None:
    raw = r"public repository\footnote{https://example.org/x}."
    assert plain(parse(raw)) == "public repository (https://example.org/x)."


@pytest.mark.parametrize("target", ["javascript:alert(1)", "ftp://example.org", "x", "file:///etc"])
def test_only_web_addresses_become_links(target: str) -> None:
    (runs,) = parse(rf"\href{{{target}}}{{label}} here").paragraphs
    assert runs == (Run("label here"),)


@pytest.mark.parametrize(
    ("raw", "run"),
    [
        (r"\textbf{hyperagents}", Run("hyperagents", Face.BOLD)),
        (r"{\it curvature-aligned}", Run("curvature-aligned", Face.ITALIC)),
        ("*compositionally*", Run("compositionally", Face.ITALIC)),
        ("**boldly**", Run("boldly", Face.BOLD)),
        (r"\textbf{\emph{both}}", Run("both", Face.BOLD | Face.ITALIC)),
        ("_slanted_", Run("slanted", Face.ITALIC)),
        ("***both***", Run("both", Face.BOLD | Face.ITALIC)),
        ("_**both**_", Run("both", Face.BOLD | Face.ITALIC)),
        ("`code_it`", Run("code_it", Face.CODE)),
        (r"$\textbf{functional simulation}$", Run("functional simulation", Face.BOLD)),
    ],
)
def test_emphasis_is_kept_and_ends_where_it_ends(raw: str, run: Run) -> None:
    (runs,) = parse(f"the {raw}, and").paragraphs
    assert runs == (Run("the "), run, Run(", and"))


@pytest.mark.parametrize(
    "raw",
    [
        "ACT*ONOMY and ACT*ONOMY again",
        "A*+Beam and IDA*",
        "5 * 3 and 4 * 2",
        "*equal contribution, p<0.05",
        "snake_case_name and __init__",
        "an open { brace",
    ],
)
def test_a_lone_mark_formats_nothing(raw: str) -> None:
    (runs,) = parse(raw).paragraphs
    assert [run.face for run in runs] == [Face.PLAIN]


def test_a_title_may_be_read_without_markdown() -> None:
    assert plain(parse("**not** `bold` [x](https://e.org)", markdown=False)) == (
        "**not** `bold` [x](https://e.org)"
    )


def test_a_blank_line_parts_paragraphs() -> None:
    document = parse("one\ntwo\r\n\r\n  three \\par four")
    assert document == Document(((Run("one two"),), (Run("three"),), (Run("four"),)))
    assert discord_markdown(document) == "one two\n\nthree\n\nfour"
    assert plain(document) == "one two three four"


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the lists that come with Paperboy are not here")
def test_no_markup_is_left_in_the_lists_that_come_with_paperboy() -> None:
    for listing in SEEDS.glob("*.txt"):
        for abstract in listing.read_text(encoding="utf-8").split("\n\n"):
            shown = plain(parse(abstract))
            assert not any(mark in shown for mark in ("$", "\\", "{", "}", "  ", " .", " ,")), shown


HOSTILE = r"{ } * $ ` [ ]( \ \hat {\it \( ^ _{ \frac **a [a](https:// \cite[ \begin{align}x < - 中"
PIECES = [
    *HOSTILE.split(),
    "$ ",
    "\n\n",
    "**a ",
    "*a**b** ",
    "\\textbf{",
    "$a $",
    "\\sqrt{x}^",
    "(\\cite{a} ",
]


@pytest.mark.parametrize("piece", PIECES)
def test_hostile_repetition_takes_linear_time(piece: str) -> None:
    started = time.process_time()
    document = parse((piece * 20_000)[:20_000])
    discord_markdown(document, 500)
    assert time.process_time() - started < 0.5  # some 0.05 s; a quadratic pass takes minutes


@pytest.mark.parametrize("raw", ["".join(PIECES) * 900, "{" * 50_000 + "}" * 50_000])
def test_a_hundred_kilobytes_are_read_within_a_second(raw: str) -> None:
    started = time.process_time()
    discord_markdown(parse(raw[:100_000]), 500)
    assert time.process_time() - started < 1.0


MIXED = st.text(st.sampled_from("aB1 .,$\\{}*_`[]()^~-'\"%&<>|#\n中é👍🏽"), max_size=60)


@settings(max_examples=150, deadline=None)
@given(MIXED | st.text(max_size=40))
def test_reading_never_fails_and_leaves_clean_text(raw: str) -> None:
    shown = plain(parse(raw))
    assert shown == " ".join(shown.split())
    assert shown or not any(character.isalpha() for character in raw)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.text("abcXYZ019中é", min_size=1), max_size=12).map(" ".join))
def test_text_without_markup_comes_back_as_it_was(raw: str) -> None:
    assert plain(parse(raw)) == raw
