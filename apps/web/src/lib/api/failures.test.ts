import { beforeEach, expect, it, vi } from 'vitest'

// What waits belongs to the module: each test has its own.
let failures: typeof import('./failures.ts')
let failure: InstanceType<typeof import('./api-error.ts').ApiError>
beforeEach(async () => {
  vi.resetModules()
  failures = await import('./failures.ts')
  const { ApiError } = await import('./api-error.ts')
  failure = new ApiError('数据库忙', { status: 503, code: 503 })
})

it('what failed before there was anybody to show it waits for them, and is shown once', () => {
  const [first, second] = [vi.fn(), vi.fn()]
  failures.report(failure, { token: 't0' })
  failures.onApiFailure(first)
  expect(first.mock.calls).toEqual([[failure, { token: 't0' }]])
  failures.onApiFailure(second)
  expect(second).not.toHaveBeenCalled()
})
