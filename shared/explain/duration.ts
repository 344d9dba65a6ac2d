/** 'in 7 s', '2 min 5 s': a duration a person reads at a glance. */
export function durationWords(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.round(ms / 100) / 10;
  if (seconds < 60) return `${seconds % 1 === 0 ? seconds : seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  const h = Math.floor(whole / 3600);
  const m = Math.floor((whole % 3600) / 60);
  const s = whole % 60;
  return [h && `${h} h`, m && `${m} min`, s && !h && `${s} s`].filter(Boolean).join(' ') || '0 s';
}
