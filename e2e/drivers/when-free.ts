import { setTimeout as pause } from 'node:timers/promises'

const BUSY = 503
const TRIES = 10

/** Retries while the server reports that it is overloaded. */
export async function whenFree<T>(ask: () => Promise<T>, statusOf: (answer: T) => number): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask()
    if (statusOf(answer) !== BUSY || tries >= TRIES) return answer
    await pause(1_000)
  }
}
