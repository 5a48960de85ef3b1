"""Which names an abstract claims for its own work."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.papers.naming import Name, find_names

SEEDS = Path(__file__).parents[2] / "seeds"

# The beginning of each named abstract of the lists that come with Paperboy, and its names.
SEED_NAMES = {
    "Building general-purpose role-playing": ["Psy-CoT", "RAPO"],
    "Self-improving AI systems": ["hyperagents", "DGM-H", "DGM-Hyperagents"],
    "Real-world image datasets": ["HyperTree"],
    "We study signSGD": ["FSL"],
    "Spatial transcriptomics": ["HoloGene"],
    "Selective unlearning": ["HGU"],
    "Understanding how aligned LLMs": ["HARC"],
    "Packed high-token 3D fields": ["Pack3D"],
    "Transformers excel at": ["GPA"],
    "The advancement of large language": ["GISA"],
    "Learning expressive representations": ["FuncFormer"],
    "Evaluating general-purpose multimodal": ["SURGKNOWBENCH", "SURGAGENTGYM"],
    "Autonomous agents such as": ["ACT*ONOMY"],
    "Large language model (LLM)-powered": ["RPEval", "RP-Reasoner"],
    "The deployment of large language": ["HireWatch"],
    "Open-vocabulary indoor scene": ["HierRR"],
    "Agentic AI systems enable": ["HierFlow"],
    "Reinforcement learning with verifiable": ["SMEPO"],
    "LLM evaluations drive": ["TEE"],
    "Autonomous AI research": ["Heuresis"],
    "We introduce Heterogeneous": ["HACRL", "HACPO"],
    "The rapid growth of large": ["HetCCL"],
    "Embodied agents make decisions": ["HeMeR"],
    "Evaluating agents on the growing": ["Harbor Adapters", "Harbor-Mix"],
}

WAYS_TO_NAME = [
    ("We introduce HyperTree, a scalable framework for trees.", ["HyperTree"]),
    ("We bridge this gap with HyperTree, a fully unsupervised framework.", ["HyperTree"]),
    ("This paper presents Flowstorm, a platform for dialogue.", ["Flowstorm"]),
    (r"To this end we propose \textsc{RP-Reasoner}, which reasons.", ["RP-Reasoner"]),
    ("We propose a framework called Auto-Assembly for assembly.", ["Auto-Assembly"]),
    ("Our method, dubbed “ITERATE”, retrieves images.", ["ITERATE"]),
    ("We propose a new adversarial text generation solution, ArgotGen, for it.", ["ArgotGen"]),
    ("We develop the Bias Benchmark for QA (BBQ), a dataset.", ["BBQ"]),
    ("LangXAI is a framework for saliency maps. We test it.", ["LangXAI"]),
    (
        "SimuScope runs. SimuScope wins. SimuScope ends. See https://github.com/x/SimuScope.",
        ["SimuScope"],
    ),
    ("The paper introduces DiSProX, an online planner.", ["DiSProX"]),
    ("We propose Style-Pro a novel framework for prompts.", ["Style-Pro"]),
    ("Our method, Crowd-Calibrator, models the crowd.", ["Crowd-Calibrator"]),
    ("We introduce the Courtroom-LLM framework, a structure.", ["Courtroom-LLM"]),
    (r"We introduce \textbf{hyperagents}, agents that edit themselves.", ["hyperagents"]),
]
NOT_FIRST = [  # a part, a task, another's work: the paper is not called after it
    ("We propose NetOne, a model. We design an Adaptive Residual Module (ARMX).", "NetOne"),
    ("We build on the recently introduced OldNet (ON). We propose NewNet, a model.", "NewNet"),
    ("For the task of Frame Reading (FRX) we propose ReadNet, a model for FRX.", "ReadNet"),
    ("We propose a micro reading (MRX) framework, namely ReadNet. MRX is hard.", "ReadNet"),
]
NO_NAMES = [
    "",
    "We study how LLMs use GPUs, KV caches and LoRA under RLVR, MCP and SGD.",
    "Large language models (LLMs) matter. We compare GRPO with PPO on MMLU.",
    "We propose an efficient unsupervised hallucination detection method.",
    "Gradient descent works. We prove Bayesian bounds for Quality-Diversity search.",
    "我们研究大语言模型的推理能力。",
]


@pytest.mark.parametrize(("abstract", "names"), WAYS_TO_NAME)
def test_a_claimed_name_is_found(abstract: str, names: list[str]) -> None:
    assert [name.text for name in find_names(abstract)] == names


@pytest.mark.parametrize(("abstract", "name"), NOT_FIRST)
def test_the_whole_comes_before_its_parts_and_fields(abstract: str, name: str) -> None:
    assert find_names(abstract)[0].text == name


@pytest.mark.parametrize("abstract", NO_NAMES)
def test_what_everyone_uses_is_nobodys_name(abstract: str) -> None:
    assert find_names(abstract) == ()


@pytest.mark.parametrize(
    ("abstract", "name"),
    [
        (
            "We propose Role-Aware Policy Optimization (RAPO), which uses profiles.",
            Name("RAPO", "Role-Aware Policy Optimization"),
        ),
        (
            "We introduce HARC (Harmfulness-And-Refusal Coupling), a fine-tuning method.",
            Name("HARC", "Harmfulness-And-Refusal Coupling"),
        ),
        (
            "We propose a Hierarchical Reasoning and Reflection agent framework (HierRR).",
            Name("HierRR", "Hierarchical Reasoning and Reflection"),
        ),
        (
            "We establish a functional scaling law (FSL) for signSGD.",
            Name("FSL", "functional scaling law"),
        ),
    ],
)
def test_a_name_knows_the_words_it_stands_for(abstract: str, name: Name) -> None:
    assert find_names(abstract) == (name,)


def test_a_rivals_name_comes_after_none_of_ours() -> None:
    abstract = (
        "Learning with noisy labels (LNL) is hard. DivideMix is strong. We propose a novel LNL"
        " framework ProMix, which selects samples. ProMix outperforms DivideMix."
    )
    assert find_names(abstract)[0] == Name("ProMix", None)


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the lists that come with Paperboy are not here")
def test_the_lists_that_come_with_paperboy_are_named_right() -> None:
    found = {}
    for listing in sorted(SEEDS.glob("*.txt")):
        for abstract in listing.read_text(encoding="utf-8").split("\n\n")[1:]:
            names = [name.text for name in find_names(abstract)]
            start = next((start for start in SEED_NAMES if abstract.startswith(start)), abstract)
            if names:
                found[start] = names
    assert found == SEED_NAMES


@settings(max_examples=100, deadline=None)
@given(st.text(st.sampled_from("We propose X(Y), a b.Ab-C*\\{$\n中"), max_size=80))
def test_any_text_may_be_searched_for_names(text: str) -> None:
    for name in find_names(text):
        assert name.text.strip() == name.text != ""
