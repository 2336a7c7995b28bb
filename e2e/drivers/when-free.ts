import { setTimeout as pause } from 'node:timers/promises'

const BUSY = 503
const TRIES = 10

/** A server that has too much to do for a moment says so, and whoever is at it tries again. */
export async function whenFree<T>(ask: () => Promise<T>, statusOf: (answer: T) => number): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (statusOf(answer) !== BUSY || tries >= TRIES) return answer
    await pause(1_000)
  }
}
