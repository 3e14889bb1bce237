// Trajectories of Rapier for the planar scenes of this folder, as logs for `stiction simulate SCENE --compare LOG`.
//
//     npm install @dimforge/rapier2d-compat@0.21.0 && node make_rapier.mjs
//
// The parameters are Rapier's own but for gravity: 60 steps a second.  A record every third step.
import RAPIER from "@dimforge/rapier2d-compat";
import { writeFileSync } from "node:fs";

await RAPIER.init();

function log(name, body, { shape, com, twist, mass, inertia, friction, restitution = 0, until }) {
  const world = new RAPIER.World({ x: 0, y: -10 });
  const floor = world.createRigidBody(RAPIER.RigidBodyDesc.fixed().setTranslation(0, -5));
  const law = (desc) => desc.setFriction(friction).setRestitution(restitution);
  world.createCollider(law(RAPIER.ColliderDesc.cuboid(100, 5)), floor);
  const desc = RAPIER.RigidBodyDesc.dynamic()
    .setTranslation(...com)
    .setLinvel(twist[1], twist[2])
    .setAngvel(twist[0])
    .setCanSleep(false);
  const rigid = world.createRigidBody(desc);
  world.createCollider(law(shape).setMassProperties(mass, { x: 0, y: 0 }, inertia), rigid);
  const records = [];
  let turned = 0;
  let before = rigid.rotation();
  for (let step = 0; step <= 60 * until; step += 1) {
    if (step > 0) world.step();
    const now = rigid.rotation();
    turned += Math.atan2(Math.sin(now - before), Math.cos(now - before));
    before = now;
    if (step % 3 === 0) {
      const { x, y } = rigid.translation();
      records.push({ t: Number((step / 60).toFixed(6)), bodies: { [body]: { com: [x, y], angle: turned } } });
    }
  }
  writeFileSync(`rapier_${name}.json`, "[\n" + records.map((one) => "  " + JSON.stringify(one)).join(",\n") + "\n]\n");
}

log("sliding_block", "block", { shape: RAPIER.ColliderDesc.cuboid(1, 0.25), com: [0, 0.25], twist: [0, 3, 0], mass: 1, inertia: 5 / 12, friction: 0.4, until: 1 });
log("backspin", "disc", { shape: RAPIER.ColliderDesc.ball(0.5), com: [0, 0.5], twist: [15, 2, 0], mass: 1, inertia: 0.125, friction: 0.3, until: 2 });
log("bouncing_ball", "ball", { shape: RAPIER.ColliderDesc.ball(0.4), com: [0, 1.2], twist: [0, 0, 0], mass: 1, inertia: 0.08, friction: 0.2, restitution: 0.5, until: 1.5 });
console.log("Rapier", RAPIER.version());
