const LOOK_EVERY_MS = 10_000
/** Timers of hidden pages fire once a minute; a longer gap means that the machine slept. */
const SLEPT_MS = 90_000

/** Calls back when the network returns or the machine wakes up (CA-120). Returns a function that stops it. */
export function onWake(handler: () => void): () => void {
  let lookedAtMs = Date.now()
  const timer = window.setInterval(() => {
    const nowMs = Date.now()
    const hasSlept = nowMs - lookedAtMs > SLEPT_MS
    lookedAtMs = nowMs
    if (hasSlept) handler()
  }, LOOK_EVERY_MS)
  window.addEventListener('online', handler)
  return () => {
    window.clearInterval(timer)
    window.removeEventListener('online', handler)
  }
}
