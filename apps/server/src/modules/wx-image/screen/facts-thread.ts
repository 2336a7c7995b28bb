import { parentPort } from 'node:worker_threads'
import { factsOf } from './picture-facts.ts'

/** Processes one picture after another: hashing of megabytes and untrusted metadata, kept off the main thread. */

parentPort?.on('message', ({ id, bytes }: { readonly id: number; readonly bytes: Uint8Array }) => {
  void factsOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)).then(
    // To the process; the origin the rule asks for is that of a window.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    (facts) => parentPort?.postMessage({ id, facts }),
    // oxlint-disable-next-line unicorn/require-post-message-target-origin
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) }),
  )
})
