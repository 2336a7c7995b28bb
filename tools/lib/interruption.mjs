import { constants } from 'node:os'
import { watchNpm } from './foreground.mjs'

const SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])

/** Why work is ended early: somebody wants it to end. */
export class Interruption extends Error {
  /** @param {(typeof SIGNALS)[number]} signal */
  constructor(signal) {
    super(`ended by ${signal}`)
    /** As shells report it. */
    this.exitCode = 128 + constants.signals[signal]
  }
}

/**
 * Runs work that cleans up after itself. Where a signal or an uncaught error would end the process on the spot, the work
 * is told, and the process lives until it has cleaned up. Repeated signals change nothing: a terminal and npm both send
 * the same one.
 *
 * @param {(signal: AbortSignal) => Promise<number>} work ends when the signal is aborted; the reason is an
 *   `Interruption` or the uncaught error
 * @returns {Promise<number>} the exit code of the work, or if it threw because of a signal, that of the signal
 */
export async function interruptibly(work) {
  const controller = new AbortController()
  const { signal } = controller
  const onSignal = (/** @type {(typeof SIGNALS)[number]} */ name) => controller.abort(new Interruption(name))
  const onError = (/** @type {Error} */ error) => controller.abort(error)
  for (const name of SIGNALS) process.on(name, onSignal)
  process.on('uncaughtException', onError)
  const unwatch = watchNpm(() => onSignal('SIGTERM'))
  try {
    return await work(signal)
  } catch (error) {
    // What breaks because it was ended is not worth a word.
    if (signal.reason instanceof Interruption) return signal.reason.exitCode
    throw signal.aborted ? signal.reason : error
  } finally {
    unwatch()
    process.off('uncaughtException', onError)
    for (const name of SIGNALS) process.off(name, onSignal)
  }
}
