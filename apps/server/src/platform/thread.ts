import { Worker, type WorkerOptions } from 'node:worker_threads'

const IS_SOURCE = import.meta.url.endsWith('.ts')

/**
 * Starts a thread of ours: `new URL('./sheet-worker.ts', import.meta.url)` names its source, in a build what became of
 * it. Run from sources, the thread is taught TypeScript first, since it does not take that over from its parent.
 */
export function startThread(source: URL, options: WorkerOptions): Worker {
  if (!IS_SOURCE) return new Worker(new URL(source.href.replace(/\.ts$/, '.js')), options)
  const teach = `import('tsx/esm/api').then(({ register }) => { register(); return import('${source.href}') })`
  return new Worker(teach, { ...options, eval: true })
}
