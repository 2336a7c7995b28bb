import { parentPort, workerData } from 'node:worker_threads'
import { findPasses } from './find-passes.ts'
import type { PassAnswer, PassOrder } from './pass-order.ts'

/** Computes passes in a separate thread: seconds of arithmetic must not block the process. */

const begin = performance.now()
const passes = findPasses(workerData as PassOrder)
const answer: PassAnswer = { passes, tookMs: Math.round(performance.now() - begin) }
// To the process; the origin the rule asks for is that of a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(answer)
