import { CHUNK_TIMEOUT_MS } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { type ComponentType, createContext, type ReactNode, use } from 'react'
import { lazyComponent } from './lazy-component.ts'

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

/** What a page shows while its code is on the way. */
export const PageFallback = createContext<ReactNode>(undefined)

/** Stands in for a page. */
export const PageWaiting = () => use(PageFallback)

/** A page whose code comes when it is first drawn, with a limit of time. */
export const lazyPage = (load: () => Promise<{ readonly default: ComponentType }>) =>
  lazyComponent(() => loadChunk(async () => (await load()).default), PageWaiting)
