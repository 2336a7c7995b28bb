import type { Log } from '../platform/logger.ts'

/** Started components, in order; `stop` ends them in reverse and continues after a failure. */
export interface Lifecycle {
  add(name: string, stop: () => Promise<unknown> | void): void
  stop(): Promise<void>
}

export function createLifecycle(log: Log): Lifecycle {
  const parts: { readonly name: string; readonly stop: () => Promise<unknown> | void }[] = []
  return {
    add: (name, stop) => parts.push({ name, stop }),
    async stop() {
      for (const { name, stop } of parts.splice(0).reverse()) {
        try {
          await stop()
        } catch (error) {
          log.error({ err: error, part: name }, 'part did not stop cleanly')
        }
      }
    },
  }
}
