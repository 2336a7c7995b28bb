import { CHUNK_TIMEOUT_MS } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { lazyComponent } from './lazy-component.ts'

/** The code of a page failed to load, or timed out (ER-21, ER-22). */
export class ChunkLoadError extends Error {
  override readonly name = MESSAGES['chunk.failed']
  /** Set when a style sheet failed. */
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

/** Shown while the code of a page is loading. */
export const PageFallback = createContext<ReactNode>(undefined)

/** Placeholder of a page. */
export const PageWaiting = () => use(PageFallback)

/** A page whose code is loaded on first render, with a timeout. */
export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazyComponent(() => loadChunk(async () => (await load()).default), PageWaiting)
