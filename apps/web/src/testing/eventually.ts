import { vi } from 'vitest'

/** Waits until a check passes, on a busy machine too: vitest's own second is over before a process is looked at. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 })
