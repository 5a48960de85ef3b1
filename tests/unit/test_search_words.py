"""What people type, and the paper they mean by it."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.papers.paper import Record
from tests.library import HOME, Library
from tests.unit.test_search_names import slips

PUNCTUATED = """Psy-CoT: Stepwise Counselling Dialogues
LoRA+ for Tiny Adapters
A C++ Toolkit for Legged Robots
Auditing GPT-4 on Tax Questions
FaceGate: Raising TAR@FAR on Low-Power Cameras
#Wander: Count-Based Curiosity
A*+Beam and IDA* Revisited
Mining Release Notes with v1.1.6 Tags
Vitamin C and Cognition
State-of-the-Art or Not? A Reality Check
Ask/Answer: Q&A Under 50% Label Noise
Don't Assume a Spherical Robot""".splitlines()


@pytest.mark.parametrize(
    ("first", "queries"),
    [
        (0, "Psy-CoT|psy-cot|psy cot|PSYCOT|counselling, dialogues|counseling dialogs"),
        (1, "LoRA+|lora+|lora plus"),
        (2, "C++|c++|c++ robots|(legged) robots!|C++ toolkit"),
        (3, "GPT-4|gpt 4|gpt4|GPT4|tax questions?|GPT-4?"),
        (4, "TAR@FAR|tar far|face gate"),
        (5, "#Wander|wander:|wander"),
        (6, "IDA*|ida*|a* beam"),
        (7, "v1.1.6|1.1.6"),
        (8, "vitamin c|Vitamin-C"),
        (9, "state-of-the-art|state of the art|State Of The Art"),
        (10, "Q&A|50%|ask/answer|q & a"),
        (11, "don't assume|don\u2019t assume|dont assume"),
    ],
)
async def test_signs_tell_names_apart(library: Library, first: int, queries: str) -> None:
    await library.hold(PUNCTUATED)
    for query in queries.split("|"):
        assert (await library.found(query))[:1] == [PUNCTUATED[first]], query


CHINESE = [
    "基于扩散模型的图像生成综述",
    "面向低资源语言的语音识别",
    "テキスト要約のための対照学習",
    "한국어 질의응답을 위한 사전학습",
    "A Survey of Diffusion Models",
    "GPT与神经网络",
    "用BERT做检索",
]


@pytest.mark.parametrize(
    ("first", "queries"),
    [
        (0, "扩散模型|图像生成|扩散|综述|扩|扩散模型 综述|综述 扩散|扩散模型的图像|" + CHINESE[0]),
        (1, "语音识别|低资源|音识"),
        (2, "対照学習|要約|テキスト|ﾃｷｽﾄ|テキスト 学習"),
        (3, "질의응답|한국어|사전학습|질의"),
        (4, "diffusion|diffusion survey"),
        (5, "gpt|神经|GPT与神经网络|gpt与|gpt 网络|ＧＰＴ 神经网络"),
        (6, "bert|BERT 检索|用bert|bert做检索"),
    ],
)
async def test_any_part_of_a_run_of_ideographs(library: Library, first: int, queries: str) -> None:
    await library.hold(CHINESE)
    for query in queries.split("|"):
        assert (await library.found(query))[:1] == [CHINESE[first]], query


async def test_a_word_in_the_title_counts_more_in_any_script(library: Library) -> None:
    often = (
        "扩散模型很好。我们用扩散模型，扩散模型又快又好。",
        "A diffusion model is a diffusion model.",
    )
    titles = "基于扩散模型的图像生成综述", "A Diffusion Model Survey of Images"
    records = [Record(title, "我们研究许多方法 and compare them. " * 8) for title in titles]
    records += [Record(f"新的方法 {n}", text + n) for text in often for n in "abc"]
    await library.hold([replace(record, line=line) for line, record in enumerate(records)])
    assert (await library.found("diffusion model"))[0] == titles[1]
    assert (await library.found("扩散模型"))[0] == titles[0]


SHORT = """Attention Is All You Share
Training Detail Matters
BERT for Tables
C# Static Analysis
C++ Template Repair
Photographer Telegraph Archive
Graph Nets for Roads
AI Safety Checklist
0
.NET Decompilation
Neural Net Pruning
Offline RL with Few Samples
LoRA+ for Tiny Adapters
LoRA for Large Adapters""".splitlines()


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("bert", 2),
        ("BRET for tabels", 2),
        ("attenton is al you shar", 0),
        ("attenion is all yuo share", 0),
        ("AI", 7),
        ("ai safety", 7),
        ("RL", 11),
        ("rl", 11),
        ("graph", 6),
        ("C++", 4),
        ("C#", 3),
        ("c# analysis", 3),
        ("0", 8),
        (".NET", 9),
        (".net decompilation", 9),
        ("neural net", 10),
        ("LoRA+", 12),
        ("LoRA", 13),
    ],
)
async def test_short_words_are_whole_words(library: Library, query: str, first: int) -> None:
    await library.hold(SHORT)
    assert (await library.found(query))[:1] == [SHORT[first]]


@pytest.mark.parametrize("query", ["zzzzqqqq", "++", "-", "qx", "xylophone kazoo", "bqqt", "网"])
async def test_nothing_is_made_up(library: Library, query: str) -> None:
    await library.hold(SHORT)
    results = await library.search.find(query, HOME)
    assert (results.paper_ids, results.nearest, results.corrected) == ((), (), None)


async def test_a_word_inside_another_is_not_that_word(library: Library) -> None:
    await library.hold(SHORT)
    assert {SHORT[5], SHORT[1]}.isdisjoint(await library.found("graph") + await library.found("AI"))


SHELF = [
    Record("Few-Shot Segmentation of Retinal Scans", authors=("Jürgen Müller", "Łukasz Økland")),
    Record("Colour Constancy in Labelled Archives", "Modelling generalisation at the centre."),
    Record("Learning to Rank with Reinforcement", url="https://arxiv.org/abs/2401.01234v2"),
    Record("Straße Maps and Oﬃce Plans", authors=("Zoë Groß",), url="https://doi.org/10.1145/3292"),
    Record("ＦＵＬＬ Ｗｉｄｔｈ Printing", authors=("Ann Mueller", "Søren Aa")),
    Record(
        "Sparse Recovery with $\\ell_1$ Norms",
        "We bound $\\mu_\\Delta$ by its $\\alpha$-divergence.",
    ),
    Record("A Dataset of Quilts", "A low-rank and open-source set of $\\ell_2$ quilts."),
    Record("Aligning Multilingual Encoders without Parallel Corpora", "We analyse the behaviour."),
    Record(
        "Bounds on Coverings", "We cover with radius $\\varepsilon$ in the $\\ell_\\infty$ metric."
    ),
]
SHELF = [replace(record, line=line) for line, record in enumerate(SHELF)]
MEANT = [
    ("few shot|fewshot|few-shot|FEW‑SHOT|segmentation few shot|retinal segmentations", 0),
    ("segmentations|segment|scan|segmentation of retinal scans|few shot segm|retin", 0),
    ("Müller|Muller jurgen|Lukasz|Økland|okland|jurgen muller|juergen mueller|Jürgen Mueller", 0),
    ("colour|color|colors|colours|modelling|modeling|generalisation|generalization", 1),
    ("centre|center|centers|labelled|labeled|label|archive|COLOR constancy", 1),
    ("learned|learning|learns|ranking|rank learned|reinforcement|reinforce rank", 2),
    ("https://arxiv.org/pdf/2401.01234|arXiv:2401.01234v1 [cs.LG]|2401.01234|P-3|p3", 2),
    ("http://www.arxiv.org/abs/2401.01234v3|10.48550/arXiv.2401.01234", 2),
    ("strasse|Straße|STRASSE maps|office|oﬃce|offices|Gross|groß|zoe", 3),
    ("10.1145/3292|doi:10.1145/3292|http://dx.doi.org/10.1145/3292", 3),
    ("full width|ＦＵＬＬ|ｐｒｉｎｔｉｎｇ|Mueller ann|ann müller|soren|soeren|søren", 4),
    ("l1|ℓ₁|ℓ_1|ℓ1|L1 norm|$\\ell_1$|$\\ell_1$ norms|sparse $l_1$ recovery", 5),
    ("mu delta|μ_Δ|μΔ|$\\mu_\\Delta$|alpha divergence|α-divergence|$\\alpha$ divergence", 5),
    ("dataset|data set|data-set|Datasets|data sets|l2|$\\ell_2$|quilt", 6),
    ("low rank|lowrank|low-rank|open source|opensource|open-source quilt", 6),
    ("encoders corpora multilingual|corpora aligning|parallel corpus|encoder", 7),
    ("multi lingual|multi-lingual|aligning multilngual encoders wihtout parallel corpora", 7),
    ("varepsilon|epsilon|ε|$\\varepsilon$|infty|infinity|∞|l∞ metric|\\ell_\\infty metric", 8),
    ("aligning multilingual enc|multili|behavior|behaviour|behaviors|analyze|analyse", 7),
]


@pytest.mark.parametrize(
    ("query", "first"), [(q, first) for queries, first in MEANT for q in queries.split("|")]
)
async def test_spellings_of_one_word_meet(library: Library, query: str, first: int) -> None:
    await library.hold(SHELF)
    paper_ids = (await library.search.find(query, HOME)).paper_ids
    assert paper_ids[:1] == (first + 1,)


@pytest.mark.parametrize("word", "segmentation retinal constancy reinforcement sparse maps".split())
async def test_a_word_is_found_with_a_slip_at_any_letter(library: Library, word: str) -> None:
    await library.hold(SHELF)
    [meant] = (await library.search.find(word, HOME)).paper_ids
    typos = {typo for typo in slips(word) if len(typo) > 3}
    found = {typo: (await library.search.find(typo, HOME)).paper_ids[:1] for typo in typos}
    assert [typo for typo in sorted(typos) if found[typo] != (meant,)] == []


async def test_a_word_is_found_while_it_is_typed(library: Library) -> None:
    await library.hold(SHELF)
    for end in range(3, len("reinforcement")):
        typed = "reinforcement"[:end]
        assert (await library.search.find(typed, HOME)).paper_ids[:1] == (3,), typed


@pytest.mark.parametrize(
    ("query", "corrected", "relaxed", "complete"),
    [
        ("segmentation", None, False, 1),
        ("segmentatoin", "segmentation", False, 1),
        ("retnial segmentation", "retinal segmentation", False, 1),
        ("segmentations", None, False, 1),
        ("labeled", None, False, 1),
        ("colors", None, False, 1),
        ("segm", None, False, 1),
        ("lowrank", None, False, 1),
        ("segmentation quilts", None, True, 0),
        ("segmentation kazoo", None, True, 0),
        ("retnial kazoo", "retinal kazoo", True, 0),
    ],
)
async def test_results_say_how_they_were_found(
    library: Library, query: str, corrected: str | None, relaxed: bool, complete: int
) -> None:
    await library.hold(SHELF)
    said = await library.search.find(query, HOME)
    assert (said.corrected, said.relaxed, said.complete) == (corrected, relaxed, complete)


async def test_a_sentence_of_an_abstract_finds_its_paper(seeded: Library) -> None:
    for paper in await seeded.papers():
        for sentence in re.split(r"(?<=[.!?])\s+", paper.plain)[1:4]:
            if len(sentence.split()) > 5:
                assert (await seeded.search.find(sentence, HOME)).paper_ids[0] == paper.id, sentence


async def test_a_whole_abstract_finds_its_paper(seeded: Library) -> None:
    for paper in (await seeded.papers())[::4]:
        for pasted in (str(paper.abstract), paper.plain.upper()):
            assert (await seeded.search.find(pasted, HOME)).paper_ids[0] == paper.id


async def test_words_of_a_headline_in_another_order_find_it(seeded: Library) -> None:
    for paper in await seeded.papers():
        turned = " ".join(reversed(paper.headline.rstrip("…").split()))
        assert (await seeded.search.find(turned, HOME)).paper_ids[0] == paper.id, turned
