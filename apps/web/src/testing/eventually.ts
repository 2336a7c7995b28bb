import { vi } from 'vitest'

/** Waits until a check passes, with a timeout for busy machines: vitest's default second is too short. */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> => vi.waitFor(check, { timeout: 60_000 })
