import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const IS_SOURCE = import.meta.url.endsWith('.ts')

/**
 * Starts a thread of ours: `new URL('./sheet-worker.ts', import.meta.url)` names its source, in a build what became of it.
 */
export async function startThread(source: URL, options: WorkerOptions): Promise<Worker> {
  const script = IS_SOURCE ? await bundleOf(source) : new URL(source.href.replace(/\.ts$/, '.js'))
  return new Worker(script, options)
}

const bundles = new Map<string, Promise<URL>>()

/** Made once a process: teaching every thread TypeScript takes five times as long as starting it. */
function bundleOf({ href }: URL): Promise<URL> {
  const known = bundles.get(href)
  if (known !== undefined) return known
  const made = bundle(href)
  bundles.set(href, made)
  return made
}

async function bundle(href: string): Promise<URL> {
  const { build } = await import('rolldown')
  const folder = await mkdtemp(join(tmpdir(), 'natim-thread-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'thread.mjs')
  await build({ input: fileURLToPath(href), platform: 'node', logLevel: 'silent', output: { file, format: 'esm' } })
  return pathToFileURL(file)
}
