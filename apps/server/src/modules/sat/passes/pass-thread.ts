import { parentPort, workerData } from 'node:worker_threads'
import { findPasses } from './find-passes.ts'
import type { PassAnswer, PassOrder } from './pass-order.ts'

/** Computes passes in a thread of its own: seconds of arithmetic, which the process must not feel. */

const begin = process.threadCpuUsage?.() ?? process.cpuUsage()
const passes = findPasses(workerData as PassOrder)
const used = process.threadCpuUsage?.(begin) ?? process.cpuUsage(begin)
const answer: PassAnswer = { passes, cpuMs: Math.round((used.user + used.system) / 1_000) }
parentPort?.postMessage(answer)
