"""What a new user does first with an installed wheel: asks, scores, checks."""

import stiction as st

scene = (
    st.Scene(dimension=2, gravity=(0, -10))
    .body("box", mass=1)
    .contact(id="left", on="box", point=(-1, 0), normal=(1, 0), friction=0.5, limit=20)
    .contact(id="right", on="box", point=(1, 0), normal=(-1, 0), friction=0.5, limit=20)
)
report = scene.stand()
assert report.verdict == "yes", report
assert report.verify().refused == 0
assert report.svg().startswith("<svg") or "<svg" in report.svg()
scores = st.score([[[-1, 0], [1, 0]]], [[[1, 0], [-1, 0]]], 0.5, measures=("force", "epsilon_l1"))
assert scores.force[0] == 1 and scores.report(0).force.verdict == "yes"
print(f"stiction {st.__version__}: {report.verdict}, {scores.epsilon_l1[0]:.6f}")
