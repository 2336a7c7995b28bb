import { parentPort } from 'node:worker_threads'
import { factsOf } from './picture-facts.ts'

/** Reads one picture after the other: sums over megabytes and metadata of strangers, which the process must not feel. */

parentPort?.on('message', ({ id, bytes }: { readonly id: number; readonly bytes: Uint8Array }) => {
  void factsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then(
    // To the process; the origin the rule asks for is that of a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    (facts) => parentPort?.postMessage({ id, facts }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
