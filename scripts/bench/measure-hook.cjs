// Loaded first into a measured process (node --require): writes at its end what it cost.
const { readFileSync, writeFileSync } = require('node:fs');

process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  const peak = /VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'));
  writeFileSync(
    process.env.BENCH_MEASURE,
    JSON.stringify({ userUs: user, systemUs: system, peakKib: peak ? Number(peak[1]) : 0 }),
  );
});
