import { beforeEach, expect, it, vi } from 'vitest'
import type { ApiError } from './api-error.ts'
import type * as Failures from './failures.ts'

// Pending failures are module state: each test loads a fresh module.
let report: typeof Failures.report
let onApiFailure: typeof Failures.onApiFailure
let failure: ApiError
beforeEach(async () => {
  vi.resetModules()
  ;({ report, onApiFailure } = await import('./failures.ts'))
  const fresh = await import('./api-error.ts')
  failure = new fresh.ApiError('数据库忙', { status: 503, code: 503 })
})

it('keeps failures reported before a handler exists, and shows each once', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  report(failure, { token: 't0' })
  onApiFailure(first)
  expect(first.mock.calls).toEqual([[failure, { token: 't0' }]])
  onApiFailure(second)
  expect(second).not.toHaveBeenCalled()
})
