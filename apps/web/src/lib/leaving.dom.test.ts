import { expect, it, vi } from 'vitest'
import { isLeavingPage } from './leaving.ts'

it('is leaving once unload begins, and no longer when the page still exists after a while', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(10_000)
  expect(isLeavingPage()).toBe(false)
  window.dispatchEvent(new Event('beforeunload'))
  expect(isLeavingPage()).toBe(true)
  now.mockReturnValue(13_000)
  expect(isLeavingPage()).toBe(false)
})
