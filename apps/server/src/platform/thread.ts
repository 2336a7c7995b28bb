import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const IS_SOURCE = import.meta.url.endsWith('.ts')

/**
 * Starts a worker thread: `new URL('./sheet-worker.ts', import.meta.url)` names its source, and in a build the compiled
 * file.
 */
export function startThread(source: URL, options: WorkerOptions): Promise<Worker> {
  if (IS_SOURCE) return startFromSource(source, options)
  return Promise.resolve(new Worker(new URL(source.href.replace(/\.ts$/, '.js')), options))
}

const bundles = new Map<string, Promise<string>>()

/** Bundled once per process: loading TypeScript support in every thread takes five times as long as starting it. */
async function startFromSource({ href }: URL, options: WorkerOptions): Promise<Worker> {
  const code = bundles.get(href) ?? bundle(href)
  bundles.set(href, code)
  const folder = await mkdtemp(join(tmpdir(), 'natim-thread-'))
  const file = join(folder, 'thread.mjs')
  await writeFile(file, await code)
  const worker = new Worker(pathToFileURL(file), options)
  worker.once('exit', () => void rm(folder, { recursive: true, force: true }))
  return worker
}

async function bundle(href: string): Promise<string> {
  const { build } = await import('rolldown')
  const input = { input: fileURLToPath(href), platform: 'node', logLevel: 'silent', write: false } as const
  const { output } = await build({ ...input, output: { format: 'esm', codeSplitting: false } })
  return output[0].code
}
