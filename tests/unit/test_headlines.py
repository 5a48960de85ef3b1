"""The one line that stands for a paper."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.papers.headlines import headline

SEEDS = Path(__file__).parents[2] / "seeds"

# The beginning of each abstract of the lists that come with Paperboy, and its headline.
SEED_HEADLINES = {
    "Building general-purpose role-playing": (
        "Psy-CoT: a psychology-grounded chain-of-thought framework that decomposes pre-"
        "response reasoning"
    ),
    "Hypergraphs record multi-way": (
        "A general framework for hypergraph representation learning using hyperlink random effects"
    ),
    "Self-improving AI systems": (
        "Hyperagents: self-referential agents that integrate a task agent and a meta agent"
    ),
    "Real-world image datasets": (
        "HyperTree: fully unsupervised framework for hierarchical representation learning in "
        "hyperbolic space"
    ),
    "While large language": "How feedforward LLMs solve two-hop factual recall tasks",
    "We study signSGD": (
        "FSL: a functional scaling law for signSGD under general learning rate schedules"
    ),
    "Spatial transcriptomics (ST)": (
        "HoloGene: anisotropic conditional INR framework for estimating continuous 3D gene-"
        "expression fields"
    ),
    "Selective unlearning in": (
        "HGU: Hallucination-Guided Unlearning, which treats hallucinations as diagnostic signals"
    ),
    "Understanding how aligned": (
        "HARC: Harmfulness-And-Refusal Coupling, a fine-tuning method that pairs the two directions"
    ),
    "Hallucinations in large": "An efficient unsupervised hallucination detection method",
    "Gradient descent dynamics": (
        "Polynomial-time global convergence guarantee for gradient descent on four-layer "
        "matrix factorization"
    ),
    "Packed high-token 3D": (
        "Pack3D: a geometry-aware local–global attention operator that separates memory layout"
    ),
    "Model merging aims": "Merging as Fréchet averaging",
    "General-purpose agents perform": (
        "The first systematic study, comparing tool-calling, MCP, code-generation, and CLI agents"
    ),
    "Transformers excel at": "GPA: a linearized attention model that inherits pretrained weights",
    "The advancement of": (
        "GISA: a benchmark for General Information-Seeking Assistants comprising 373 human-"
        "crafted queries"
    ),
    "Learning expressive representations": (
        "FuncFormer: a Graph Transformer that incorporates functional simulation"
    ),
    "Large language models": (
        "A family of self-consistency checks for LLMs grounded in the law of total probability"
    ),
    "Tools from random": "A general free decompression methodology for spectral densities",
    "Evaluating general-purpose multimodal": (
        "SURGKNOWBENCH: a diagnostic benchmark that harmonizes public surgical datasets"
    ),
    "Autonomous agents such": (
        "ACT*ONOMY: a taxonomy for describing and analyzing agent behavior at runtime"
    ),
    "Using prompted language": (
        "Does training on multiple classification tasks improve performance on new domains?"
    ),
    "In social choice,": "A quantitative ANR impossibility theorem",
    "Threats and offers": "A formal theory of threats and offers grounded in causal games",
    "Large language model (LLM)-powered": (
        "RPEval: a benchmark comprising a personalized intent reasoning dataset"
    ),
    "Tool calling, the": (
        "A method to convert complex agentic prompts into minimal contrastive pairs"
    ),
    "The deployment of": (
        "HireWatch: a benchmark that assesses whether LLM hiring assistants comply with U.S. "
        "employment…"
    ),
    "Open-vocabulary indoor scene": (
        "HierRR: a Hierarchical Reasoning and Reflection agent framework"
    ),
    "Agentic AI systems": "HierFlow: a training-free hierarchical test-time search framework",
    "Reinforcement learning with": (
        "SMEPO: Semantic Masked Expert Policy Optimization, a fine-grained semantic masking "
        "strategy"
    ),
    "LLM evaluations drive": (
        "Total evaluation error (TEE): decomposing LLM pipeline uncertainty into its sources"
    ),
    "Autonomous AI research": (
        "Heuresis: a framework that abstracts the research pipeline into general and "
        "composable primitives"
    ),
    "We introduce Heterogeneous": "HACRL: Heterogeneous Agent Collaborative Reinforcement Learning",
    "The rapid growth": (
        "HetCCL: a collective communication library that unifies vendor-specific backends"
    ),
    "Embodied agents make": "HeMeR: an inference framework that performs KV reconciliation",
    "Memory is becoming": (
        "A controlled harness evaluation of memory substrates for memory-augmented agents"
    ),
    "Evaluating agents on": (
        "Harbor Adapters: a unified evaluation infrastructure for agentic benchmarks"
    ),
}


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the lists that come with Paperboy are not here")
def test_the_lists_that_come_with_paperboy_read_as_titles_do() -> None:
    found = {}
    for listing in sorted(SEEDS.glob("*.txt")):
        for abstract in listing.read_text(encoding="utf-8").split("\n\n")[1:]:
            start = next(
                (start for start in SEED_HEADLINES if abstract.startswith(start)), abstract
            )
            found[start] = headline(None, abstract)
    assert found == SEED_HEADLINES


@pytest.mark.parametrize(
    ("abstract", "line"),
    [
        (
            "Trees are deep. We present HyperTree, a scalable framework for trees that wins.",
            "HyperTree: a scalable framework for trees that wins",
        ),
        (
            "We propose Hidden Unlearning (HUNL), which treats errors as signals. It works.",
            "HUNL: Hidden Unlearning, which treats errors as signals",
        ),
        (
            "We propose FedSoft, which trains both local and central models.",
            "FedSoft: training both local and central models",
        ),
        (
            "Planning is hard. We study whether language models can plan in small worlds.",
            "Can language models plan in small worlds?",
        ),
        (
            "A non-gaited framework for legged locomotion is presented. It walks.",
            "A non-gaited framework for legged locomotion",
        ),
        (
            "This paper decomposes the uncertainty of pipelines into its sources.",
            "Decomposing the uncertainty of pipelines into its sources",
        ),
        (
            "We find that small models fail at long sums. They do not count.",
            "Small models fail at long sums",
        ),
        (
            "Free energy (FE) is dear. We provide a general FE methodology for large matrices.",
            "A general free energy methodology for large matrices",
        ),
        ("我们研究大语言模型的组合推理能力。结果很好。", "我们研究大语言模型的组合推理能力"),
        (
            "We present a system, called FaceGrid, that maps faces to a compact space.",
            "FaceGrid: a system that maps faces to a compact space",
        ),
        (
            "We introduce GridGAN to discover the 3D structure of objects from photos.",
            "GridGAN: discovering the 3D structure of objects from photos",
        ),
        (
            "In this paper, an augmented Bug algorithm (OABug) is proposed for swarms of robots.",
            "OABug: an augmented Bug algorithm for swarms of robots",
        ),
        (
            "We introduce Online-Net a novel framework for continual learning of streams.",
            "Online-Net: a framework for continual learning of streams",
        ),
        (
            "We propose a novel unsupervised method for graphs of words to address this issue.",
            "An unsupervised method for graphs of words",
        ),
        (
            "In this paper, we present a way to automatically collect poses of human hands.",
            "A way to automatically collect poses of human hands",
        ),
        (
            "The experimental design problem is old. We consider tractable methods for the"
            " experimental design problem, where k of n points are chosen.",
            "Tractable methods for the experimental design problem",
        ),
        (
            "We give a bound on the cost of search, which holds for every tree that a planner of"
            " robots may meet in the trade-off between speed and the memory of the whole machine.",
            "A bound on the cost of search",
        ),
        ("", "A paper without title or abstract"),
        (None, "A paper without title or abstract"),
    ],
)
def test_an_abstract_makes_a_headline(abstract: str | None, line: str) -> None:
    assert headline(None, abstract) == line


@pytest.mark.parametrize(
    ("title", "line"),
    [
        (r"{BERT}: {P}re-training for $\omega$-languages", "BERT: Pre-training for ω-languages"),
        ("A*+Beam and **not** bold __init__", "A*+Beam and **not** bold __init__"),
        ("long " * 30, "long " * 19 + "long…"),
    ],
)
def test_a_real_title_always_wins(title: str, line: str) -> None:
    assert headline(title, "We present HyperTree, a framework.") == line


LOOSE = ("the", "of", "that", "a", "and", "for", "with")


@settings(max_examples=150, deadline=None)
@given(
    st.lists(
        st.sampled_from([*LOOSE, "we", "propose", "NetX,", "(NX)", "models.", "which", "中文"])
    )
)
def test_a_headline_is_short_and_never_empty(words: list[str]) -> None:
    line = headline(None, " ".join(words))
    assert 0 < len(line) <= 100
    assert line == line.strip()
    assert " " not in line or line.rstrip("…").split()[-1] not in LOOSE
