"""Will it hold, slide, jam, tip or fall? Contact mechanics of rigid bodies with friction, with proofs.

>>> import stiction as st
>>> scene = (
...     st.Scene(dimension=2)
...     .body("box", mass=1)
...     .contact(id="left", on="box", point=(-1, 0), normal=(1, 0), friction=0.5)
...     .contact(id="right", on="box", point=(1, 0), normal=(-1, 0), friction=0.5)
... )
>>> report = st.closure(scene)
>>> report.force.verdict
'yes'
>>> report.verify().refused
0
"""

from ._batch import batch
from ._errors import Fault, QuestionError, SceneError, StictionError, Unfinished
from ._numbers import Written
from ._probability import Probability, probability
from ._questions import (
    check,
    closure,
    cone,
    contacts,
    hybrid,
    insert,
    jam,
    labels,
    lcp,
    modes,
    motions,
    outcomes,
    place,
    push,
    quasistatic,
    robust,
    simulate,
    stability,
    stand,
)
from ._report import Keys, Report, Verification, verify
from ._robot import Robot, robot
from ._scene import Scene, load, loads
from ._score import Scores, score
from ._stiction import version as __version__

__all__ = [
    "Fault",
    "Keys",
    "Probability",
    "QuestionError",
    "Report",
    "Robot",
    "Scene",
    "SceneError",
    "Scores",
    "StictionError",
    "Unfinished",
    "Verification",
    "Written",
    "__version__",
    "batch",
    "check",
    "closure",
    "cone",
    "contacts",
    "hybrid",
    "insert",
    "jam",
    "labels",
    "lcp",
    "load",
    "loads",
    "modes",
    "motions",
    "outcomes",
    "place",
    "probability",
    "push",
    "quasistatic",
    "robot",
    "robust",
    "score",
    "simulate",
    "stability",
    "stand",
    "verify",
]
