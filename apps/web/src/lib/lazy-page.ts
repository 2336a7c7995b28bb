import { CHUNK_TIMEOUT_MS } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { type ComponentType, createElement, use } from 'react'

/** Code of a page that could not be loaded, or not in time (ER-21, ER-22). */
export class ChunkLoadError extends Error {
  override readonly name = MESSAGES['chunk.failed']
  /** Which part failed, where it was a style sheet. */
  readonly code: (typeof MESSAGES)['chunk.styleFailed'] | undefined

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.code = /preload CSS/i.test(this.message) ? MESSAGES['chunk.styleFailed'] : undefined
  }
}

/** @throws ChunkLoadError when loading fails or takes longer than 120 s */
export function loadChunk<T>(load: () => Promise<T>, timeoutMs: number = CHUNK_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ChunkLoadError(`not loaded within ${timeoutMs} ms`)), timeoutMs)
    load()
      .then(resolve, (error: unknown) => reject(new ChunkLoadError(error)))
      .finally(() => clearTimeout(timer))
  })
}

const failed = new Set<() => void>()

/** What failed to load is loaded again when it is next drawn. */
export function forgetFailedChunks(): void {
  for (const forget of failed) forget()
  failed.clear()
}

/** `React.lazy` with a limit of time, and a second try after {@link forgetFailedChunks}. */
export function lazyPage(load: () => Promise<{ readonly default: ComponentType }>): ComponentType {
  let pending: Promise<ComponentType> | undefined
  const start = () => {
    const promise = loadChunk(load).then((module) => module.default)
    promise.catch(() => failed.add(() => (pending = undefined)))
    return promise
  }
  return function LazyPage() {
    pending ??= start()
    return createElement(use(pending))
  }
}
