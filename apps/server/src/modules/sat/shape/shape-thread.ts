import { parentPort, workerData } from 'node:worker_threads'
import { parseShape } from './parse-shape.ts'

/** Reads one package in a thread of its own, so that neither its size nor its malice is felt by anybody else. */

const { buffer, byteOffset, byteLength } = workerData as Uint8Array
parentPort?.postMessage(await parseShape(Buffer.from(buffer, byteOffset, byteLength)))
