import { parentPort, workerData } from 'node:worker_threads'
import { parseShape } from './parse-shape.ts'

/** Reads one package in a separate thread, so that large or malicious files do not affect the process. */

const { buffer, byteOffset, byteLength }: Uint8Array = workerData
// To the process; the origin the rule asks for is that of a window.
// oxlint-disable-next-line unicorn/require-post-message-target-origin
parentPort?.postMessage(await parseShape(Buffer.from(buffer, byteOffset, byteLength)))
