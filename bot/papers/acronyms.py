"""Acronyms and coined words: what they stand for, and which belong to everyone."""

import re
from typing import Final

from bot.papers.wording import any_of

# What a field shares is no paper's own name, however often a paper says it.
COMMON: Final = frozenset(
    """
    AI AGI AGIs AL ANN ANNs API APIs AR AR/VR ASR AST ASTs AUC AUROC AWS BCI BERT BFS BLEU CAD
    CCA CFG CI CIs CIFAR CIFAR-10 CIFAR-100 CLI CLIP CNN CNNs COCO COVID COVID-19 CoT CPU CPUs
    CRF CRFs CS CT CTC CTR CUDA CV DAG DAGs DDIM DDPM DDPG DFS DL DM DNA DNN DNNs DPO DQN DRL
    ECG EDA EEG ELBO EM EMR EHR EHRs ERM FID FL FLOP FLOPs FPGA FPS GAN GANs GAT GCN GCNs GD
    GDPR GEMM GMM GNN GNNs GP GPs GPT GPT-2 GPT-3 GPT-3.5 GPT-4 GPT-4o GPT-4V GPU GPUs GRPO GRU
    HCI HMM HMMs HPC HPO HTML ICL ICLR ICML ID IID IL IMU INR INRs IoT IoU IR IRL IRM JSON KD KG
    KGs KL KNN KV LDA LiDAR LIDAR LLaMA LLM LLMs LM LMs LoRA LSTM LSTMs LTL MAB MAE MAP MARL
    MCMC MCP MCTS MDP MDPs ML MLE MLLM MLLMs MLP MLPs MMD MMLU MNIST MoE MPC MRI MSE NAS NCCL
    NeRF NeRFs NER NLG NLI NLP NLU NMT NN NNs NP OCR ODE ODEs OOD OT PAC PCA PDE PDEs PEFT PINN
    PINNs PLM PLMs POMDP POMDPs PPO PSNR PTQ QA RAG RCT RCTs RDMA ReLU ResNet RGB RGB-D RKHS RL
    RLHF RLVR RMSE RNA RNN RNNs ROC ROS RoPE ROUGE RSA SAE SAEs SAM SAT SDE SDEs SDPA SFT SGD
    SGX SLAM SMT SNN SNNs SNR SOTA SQL SSL SSM SSMs STEM SVD SVM SVMs TD TF-IDF TPU TPUs TTS UAV
    UAVs UCB UI URL URLs VAE VAEs VC ViT ViTs VLA VLM VLMs VQA VR WER XAI XML YOLO 2D 3D 4D 1D
    6D 6-DoF DoF DOF US U.S UK EU Adam AdamW ImageNet ImageNet-1k CITATION LNL DETR GSPO HR RGBD
    k-NN GitHub PyTorch TensorFlow Python Java ChatGPT OpenAI Stage State NVIDIA AMD BibTeX
    LaTeX RMSprop DeepMind Google Wikipedia YouTube Twitter iOS Llama Qwen Claude Gemini Mistral
    SfM HRI BIM AUV AUVs UGV UGVs USV USVs UAS HIFU fMRI XR ADMM LQR PID EKF UKF RRT PRM NMPC DMP
    DMPs GPS GNSS VIO ICP NMF MLM VLP VLN ICA
    Transformer Transformers Bayesian Gaussian Markov
    """.split()
)
_SMALL_WORDS: Final = frozenset(
    "a an and as at by for from in into of on or over the to under via with".split()
)
_WORD: Final = re.compile(r"[^\W_][\w*+'’]*")
_NO_LETTER: Final = re.compile(r"[\W_]")
_NO_NAME: Final = re.compile(r"[IVX]+|.|\W*\d[\d.,]*[A-Za-z]?")
_CAPITALISED: Final = re.compile(r"[A-Z][\w’'-]*")
_NUMBERED: Final = re.compile(r"[A-Za-z]\d")
_ORDINARY: Final = re.compile(r"[A-Z]?[a-z]{2,}|[a-z]|\d+")
_SUFFIX: Final = re.compile(
    any_of(
        "based aware free driven like level style specific oriented agnostic only centric friendly"
        r" shot time invariant equivariant optimal hard complete compatible \w{2,}(?:ed|ing)"
    )
)


def is_common(word: str) -> bool:
    """True if `word` is shared by the whole field: LLM, GPUs, CIFAR-10."""
    return word in COMMON or (word.endswith("s") and word[:-1] in COMMON) or word.upper() in COMMON


def is_coined(word: str) -> bool:
    """True if `word` looks made up: HyperTree, GISA, Psy-CoT, ACT*ONOMY, T5."""
    if is_common(word) or " " in word or _NO_NAME.fullmatch(word):
        return False
    parts = word.split("-")
    if len(parts) > 1 and (_SUFFIX.fullmatch(parts[-1]) or all(map(_is_ordinary, parts))):
        return False  # "LLM-based", "Quality-Diversity", "RGB-D": put together, not made up
    capitals = sum(map(str.isupper, word))
    is_odd = _CAPITALISED.fullmatch(word) is None or _NUMBERED.search(word) is not None
    return capitals >= 2 or (capitals == 1 and is_odd)


def is_proper(word: str) -> bool:
    """True for "Heuresis" and "Harbor-Mix": a capital, and no word that all use."""
    return (
        word[0].isupper()
        and len(word) > 2
        and not is_common(word)
        and not _SUFFIX.fullmatch(word.rsplit("-", maxsplit=1)[-1])
    )


def _is_ordinary(part: str) -> bool:
    return is_common(part) or _ORDINARY.fullmatch(part) is not None


def expansion_before(text: str, acronym: str) -> str | None:
    """Return the words at the end of `text` that `acronym` abbreviates, or None.

    Every letter must begin a word or follow one already taken ("HierRR" from
    "Hierarchical Reasoning and Reflection"); up to two trailing words may be
    the kind of thing ("agent framework").
    """
    found = list(_WORD.finditer(text))[-14:]
    words = [word[0].lower() for word in found]
    letters = _letters(acronym)
    for stop in range(len(words), max(0, len(words) - 3), -1):
        for start in range(stop - 2, -1, -1):
            if words[start] in _SMALL_WORDS or words[start][0] != letters[:1]:
                continue
            if _abbreviates(letters, words[start:stop]):
                return text[found[start].start() : found[stop - 1].end()]
    return None


def expands(acronym: str, phrase: str) -> bool:
    """True if `acronym` can be read off the whole of `phrase`."""
    words = [word.lower() for word in _WORD.findall(phrase)]
    return len(words) > 1 and _abbreviates(_letters(acronym), words)


def _letters(acronym: str) -> str:
    """Return the letters that words must give: lower case, without the s of a plural."""
    letters = _NO_LETTER.sub("", acronym).lower()
    return letters[:-1] if letters.endswith("s") and acronym[-1] == "s" else letters


def _abbreviates(letters: str, words: list[str]) -> bool:
    if not letters or words[-1] in _SMALL_WORDS:
        return False
    first = next(word for word in words if word not in _SMALL_WORDS)
    return letters[0] == first[0] and _reads_off(letters, words)


def _reads_off(letters: str, words: list[str]) -> bool:
    """True if `letters` can be taken in order from `words`, from the start of each.

    A small word may give nothing; any other must give its first letter. Positions
    are tracked as a set, so the work stays words × letters.
    """
    reached = {0}
    for word in words:
        ahead: set[int] = set()
        for position in reached:
            if word in _SMALL_WORDS:
                ahead.add(position)
            taken = 0
            while position + taken < len(letters) and _is_prefix_like(
                letters[position : position + taken + 1], word
            ):
                taken += 1
                ahead.add(position + taken)
        reached = ahead
    return len(letters) in reached


def _is_prefix_like(letters: str, word: str) -> bool:
    if letters[0] != word[0]:
        return False
    at = 0
    for letter in letters:
        at = word.find(letter, at) + 1
        if at == 0:
            return False
    return True
