"""An environment for learning: Gymnasium's interface over real shoes (extra ``learn``).

    env = BaccaratEnv("section-42")
    observation, info = env.reset(seed=7)

An episode is a shoe, from the burn to the coup after the cutting card. `shoes` deals it, `stakes` says what may be put
down and what it comes to, `env` is one guest at one table, `vector` many tables side by side.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from minibac.voice.extras import how_to_install

if TYPE_CHECKING:
    from minibac.learn.env import BaccaratEnv
    from minibac.learn.vector import BaccaratVectorEnv

__all__ = ["BaccaratEnv", "BaccaratVectorEnv"]

_HOMES = {"BaccaratEnv": "env", "BaccaratVectorEnv": "vector"}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'minibac.learn' has no attribute {name!r}")
    try:
        return getattr(import_module(f"minibac.learn.{_HOMES[name]}"), name)
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] not in ("gymnasium", "numpy"):
            raise
        sentence = f"the environment for learning needs the extra learn; {how_to_install('learn')}"
        raise ImportError(sentence) from missing


def __dir__() -> list[str]:
    return __all__
