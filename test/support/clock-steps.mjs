// Preloaded into a process: its time of day jumps by up to an hour, forward and back, several times a second.
const real = Date.now;
let stepMs = 0;
let turn = 0;
Date.now = () => real() + stepMs;
setInterval(() => {
  turn += 1;
  stepMs = ((turn * 7_919) % 7_200_000) * (turn % 2 === 0 ? 1 : -1);
  if (stepMs > 3_600_000 || stepMs < -3_600_000) stepMs /= 2;
}, 150).unref();
