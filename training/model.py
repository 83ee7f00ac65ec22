"""The networks in PyTorch: the player, with the shape of the kernel's network, and a critic that sees all hands."""

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from teahouse.kernels.arrays import dtype_of
from teahouse.kernels.classic.deals import features as fe
from teahouse.kernels.classic.deals import learned
from teahouse.kernels.classic.deals.deal_state import GROUPS, SEATS
from teahouse.kernels.classic.numbers import KINDS, RANKS, SUITS

BY_KIND = (
    [
        (fe.HAND, 4, KINDS),
        (fe.UNSEEN, 4, KINDS),
        (fe.OWN_HIDDEN, 1, KINDS),
        (fe.DRAWN, 1, KINDS),
        (fe.OFFERED, 1, KINDS),
    ]
    + [(fe.OWN_MELDS + KINDS * block, 1, KINDS) for block in range(3)]
    + [(fe.RIVAL_MELDS + KINDS * block, 1, KINDS) for block in range(9)]
    + [(fe.LAID + KINDS * block, 1, KINDS) for block in range(3)]
    + [(fe.SINCE + KINDS * block, 1, KINDS) for block in range(3)]
    + [(fe.LAST + KINDS * block, 1, KINDS) for block in range(SEATS)]
)
"""The blocks of features by kind: the first feature, how many each kind has, and the number of kinds."""
TURNS = [(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)]
"""The ways to exchange suits. They do not change what is best, apart from a few hands of certain suits."""


def kind_map(order: tuple[int, ...]) -> list[int]:
    """The new kind of each kind when suits are exchanged."""
    return [order[kind // RANKS] * RANKS + kind % RANKS if kind < SUITS * RANKS else kind for kind in range(KINDS)]


def feature_map(order: tuple[int, ...]) -> list[int]:
    """The new feature of each feature when suits are exchanged; the last one is the padding."""
    kinds, found = kind_map(order), list(range(fe.FEATURES + 1))
    for first, each, count in BY_KIND:
        for kind in range(count):
            for step in range(each):
                found[first + each * kind + step] = first + each * kinds[kind] + step
    for group in range(GROUPS):
        for size in range(15):
            there = order[group] if group < SUITS else group
            found[fe.SUIT_SIZE + 15 * group + size] = fe.SUIT_SIZE + 15 * there + size
    return found


def move_map(order: tuple[int, ...]) -> list[int]:
    """The new move of each rated move when suits are exchanged."""
    kinds = kind_map(order)
    rest = range(2 * KINDS, learned.MOVES)
    return [*kinds, *(KINDS + kind for kind in kinds), *rest]


class Player(nn.Module):
    """The network of the player."""

    def __init__(self) -> None:
        """Begin with small random weights."""
        super().__init__()
        self.first = nn.Linear(fe.FEATURES, learned.FIRST_LAYER)
        self.second = nn.Linear(learned.FIRST_LAYER, learned.SECOND_LAYER)
        self.last = nn.Linear(learned.SECOND_LAYER, learned.MOVES)
        self.trait_weights = nn.Linear(learned.SECOND_LAYER, fe.TRAITS)
        for layer in (self.last, self.trait_weights):
            nn.init.normal_(layer.weight, std=0.01)
            nn.init.zeros_(layer.bias)

    def forward(self, seen: Tensor, traits: Tensor, legal: Tensor) -> Tensor:
        """The logarithm of each move's probability."""
        hidden = torch.relu(self.second(torch.relu(self.first(seen))))
        ratings = self.last(hidden)
        discards = torch.einsum("bkt,bt->bk", traits, self.trait_weights(hidden))
        ratings = torch.cat([ratings[:, :KINDS] + discards, ratings[:, KINDS:]], 1)
        return torch.log_softmax(ratings.masked_fill(legal == 0, -1e9), 1)

    def _fields(self) -> list[Tensor]:
        """The weights in the order of the kernel's fields."""
        named = {
            "first": self.first.weight.T,
            "first_bias": self.first.bias,
            "second": self.second.weight.T,
            "second_bias": self.second.bias,
            "last": self.last.weight.T,
            "last_bias": self.last.bias,
            "trait_weights": self.trait_weights.weight.T,
            "trait_bias": self.trait_weights.bias,
        }
        names = dtype_of(learned.Network).names
        assert names is not None
        return [named[name].detach() for name in names]

    def numbers(self) -> Any:
        """All weights in one row."""
        rows = [field.float().cpu().numpy().ravel() for field in self._fields()]
        return np.concatenate(rows).astype(np.float32)

    def load_numbers(self, numbers: Any) -> None:
        """Load all weights from one row."""
        sizes = [field.numel() for field in self._fields()]
        assert sum(sizes) == len(numbers), "the weights are of another network"
        for field, row in zip(self._fields(), torch.from_numpy(numbers).float().split(sizes), strict=True):
            field.copy_(row.reshape(field.shape))


class Critic(nn.Module):
    """The network that estimates the reward of a choice, with all hands and the next tiles known."""

    def __init__(self) -> None:
        """Begin with small random weights."""
        super().__init__()
        size = fe.FEATURES + 4 * (SEATS - 1) * KINDS + learned.COMING * KINDS
        self.layers = nn.Sequential(
            nn.Linear(size, 768),
            nn.ReLU(),
            nn.Linear(768, 512),
            nn.ReLU(),
            nn.Linear(512, 256),
            nn.ReLU(),
            nn.Linear(256, 1),
        )

    def forward(self, seen: Tensor, hidden: Tensor) -> Tensor:
        """The expected reward."""
        found: Tensor = self.layers(torch.cat([seen, hidden], 1)).squeeze(1)
        return found


class Batch:
    """Samples on the training device; suits are exchanged at random."""

    def __init__(self, columns: dict[str, Any], device: str) -> None:
        """Copy the columns there."""
        self.device = device
        features = columns["features"]
        features[np.arange(features.shape[1], dtype=np.int16)[None] >= columns["count"].astype(np.int16)[:, None]] = (
            fe.FEATURES
        )
        self.features = torch.from_numpy(features).to(device)
        self.traits = torch.from_numpy(columns["traits"]).to(device)
        self.legal = torch.from_numpy(columns["legal"]).to(device)
        self.chosen = torch.from_numpy(columns["chosen"]).to(device)
        self.hands = torch.from_numpy(columns["hands"]).to(device)
        self.coming = torch.from_numpy(columns["coming"]).to(device)
        self.reward = torch.from_numpy(columns["reward"]).to(device)
        self.turn = torch.randint(len(TURNS), (len(features),), device=device)
        self._features = torch.tensor([feature_map(order) for order in TURNS], device=device)
        self._moves = torch.tensor([move_map(order) for order in TURNS], device=device)
        self._kinds = torch.tensor([kind_map(order) for order in TURNS], device=device)
        self._bits = torch.arange(fe.TRAITS, device=device)

    def __len__(self) -> int:
        """How many samples there are."""
        return len(self.features)

    def look(self, rows: Tensor) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        """The player's view in these samples: features, traits of its tiles, legal moves, and the chosen move."""
        turn = self.turn[rows]
        active = torch.gather(self._features[turn], 1, self.features[rows].long())
        seen = torch.zeros(len(rows), fe.FEATURES + 1, device=self.device).scatter_(1, active, 1.0)[:, : fe.FEATURES]
        kinds, moves = self._kinds[turn], self._moves[turn]
        masks = torch.zeros_like(self.traits[rows]).scatter_(1, kinds, self.traits[rows])
        traits = ((masks[:, :, None] >> self._bits) & 1).float()
        legal = torch.zeros_like(self.legal[rows]).scatter_(1, moves, self.legal[rows])
        chosen = torch.gather(moves, 1, self.chosen[rows][:, None])
        return seen, traits, legal, chosen

    def hidden(self, rows: Tensor) -> Tensor:
        """The critic's additional input: the other hands and the next tiles, with suits exchanged as for the player."""
        kinds = self._kinds[self.turn[rows]]
        hands = self.hands[rows][:, 1:].long()
        turned = torch.zeros_like(hands).scatter_(2, kinds[:, None].expand(-1, SEATS - 1, -1), hands)
        held = (turned[..., None] > torch.arange(4, device=self.device)).float().flatten(1)
        coming = self.coming[rows].long()
        there = torch.gather(kinds, 1, coming.clamp(0, KINDS - 1))
        tiles = torch.zeros(len(rows), learned.COMING, KINDS + 1, device=self.device)
        tiles.scatter_(2, torch.where((coming >= 0) & (coming < KINDS), there, KINDS)[..., None], 1.0)
        return torch.cat([held, tiles[..., :KINDS].flatten(1)], 1)
