"""Formulas are read as one line of Unicode; each construct has its exact form."""

import pytest

from bot.papers.markup import discord_markdown, parse, plain

FORMULAS = [
    (r"$\frac{1}{2}$, $\tfrac{a+b}{c}$, $\nicefrac{x}{y}$", "1/2, (a+b)/c, x/y"),
    (r"$\sqrt{n}$, $\sqrt{a+b}$, $\sqrt[3]{x}$, $\sqrt[k]{x}$", "√n, √(a+b), ∛x, ᵏ√x"),
    (r"$\mathcal{O}(n)$ and $\cal X$, $\mathbf{w}$, $\mathrm{KL}$", "O(n) and X, w, KL"),
    (r"$\mathbb{R}^d$, $\mathbb{E}[X]$, $\mathbb{N}$", "ℝᵈ, E[X], ℕ"),
    (r"$\operatorname{softmax}(x)$, $\operatorname*{argmin}_w f$", "softmax(x), argmin_w f"),
    (r"$\sum_{i=1}^n x_i$, $\prod_j y_j$, $\int_0^1 f$", "∑ᵢ₌₁ⁿ xᵢ, ∏ⱼ yⱼ, ∫₀¹ f"),
    (r"$\|x\|_2$, $\norm{ A - B }_p$, $\lVert v\rVert$, $\abs{z}$", "‖x‖₂, ‖A − B‖ₚ, ‖v‖, |z|"),
    (
        r"$f: X \to Y$, $a \rightarrow b$, $x\mapsto y$, $A \Rightarrow B$",
        "f: X → Y, a → b, x↦y, A ⇒ B",
    ),
    (r"$\alpha, \beta, \Gamma, \varepsilon, \epsilon, \phi, \Omega$", "α, β, Γ, ε, ε, φ, Ω"),
    (r"$x^2$, $x^{10}$, $x_i$, $x_{max}$, $x_{i,j}$, $e^{-t}$", "x², x¹⁰, xᵢ, x_max, x_(i,j), e⁻ᵗ"),
    (r"$x_{t+1}^{(k)}$, $x^*$, $A^\top$, $90^\circ$, $f'$", "xₜ₊₁⁽ᵏ⁾, x*, Aᵀ, 90°, f′"),
    (r"$\hat{\theta}$, $\tilde O(k)$, $\bar{x}$, $\vec{v}$, $\Tilde{O}$", "θ̂, Õ(k), x̄, v⃗, Õ"),
    (r"$a \leq b \neq c \approx d \in \mathcal{D}$, $\forall x$", "a ≤ b ≠ c ≈ d ∈ D, ∀x"),
    (r"$\binom{n}{k}$, $\{0,1\}^n$, $\lceil x \rceil$", "(n choose k), {0,1}ⁿ, ⌈x⌉"),
    (r"$O(d\log(dT))$, $n\log n$, $\min_x f(x)$", "O(d log(dT)), n log n, minₓ f(x)"),
    (r"$m\times n$, $M\approx AW$, $\Delta Z$, $a \cdot b$", "m×n, M≈AW, ΔZ, a · b"),
    (r"a set $ D_p $. Then $ L_k $-margin", "a set Dₚ. Then Lₖ-margin"),
    (r"$O\left(\frac{1}{k} \right)$, $O( n )$", "O(1/k), O(n)"),
    (r"$\bX\vtheta\mA\bbR$ and \diag(x), $\rank{A}$", "XθAℝ and diag(x), rank(A)"),
    (r"$\sqrt{d} \over n$, $n \choose 2$", "√d / n, n choose 2"),
]
WITHOUT_DOLLARS = [
    ("n_1 and n_2 samples, O(n^2) time, 10^-3 loss", "n₁ and n₂ samples, O(n²) time, 10⁻³ loss"),
    (r"time O(n\log n)", "time O(n log n)"),
    ("file_1, snake_case_2, K^1/4, a^b", "file_1, snake_case_2, K^1/4, a^b"),
    ("in {-1,+1} and {0, 1, …, k-1}, but {BERT}", "in {-1,+1} and {0, 1, …, k-1}, but BERT"),
]


@pytest.mark.parametrize(("raw", "shown"), FORMULAS + WITHOUT_DOLLARS)
def test_a_formula_is_read_as_one_line(raw: str, shown: str) -> None:
    assert plain(parse(raw)) == shown


@pytest.mark.parametrize(("raw", "_shown"), FORMULAS)
def test_a_formula_never_formats(raw: str, _shown: str) -> None:
    bare = discord_markdown(parse(raw)).replace("\\*", "").replace("\\_", "")
    assert "*" not in bare
    assert "_" not in bare
