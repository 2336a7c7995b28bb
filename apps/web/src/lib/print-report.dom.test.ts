import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { provideCredentials } from './api/transport.ts'
import { configure } from './config.ts'
import { printReport } from './print-report.ts'

const open = vi.fn()
beforeEach(() => {
  open.mockClear()
  vi.stubGlobal('open', open)
  provideCredentials({ token: () => 'a+b', tenantId: () => undefined })
  configure({ menuVariables: { reports: 'https://reports.example.org' } })
})
afterEach(() => configure({}))

it.each([
  ['https://r.example.org/view', 'https://r.example.org/view?id=7&token=a%2Bb'],
  ['https://r.example.org/view?code=x', 'https://r.example.org/view?code=x&id=7&token=a%2Bb'],
  ['https://r.example.org/view#top', 'https://r.example.org/view?id=7&token=a%2Bb#top'],
  ['/reports/view', '/reports/view?id=7&token=a%2Bb'],
  ['{{ window.reports }}/view', 'https://reports.example.org/view?id=7&token=a%2Bb'],
])('[WG-28] opens %s as %s and returns it', (url, address) => {
  expect(printReport(url, '7')).toBe(address)
  expect(open).toHaveBeenCalledWith(address, '_blank', 'noopener')
})

it.each([
  '{{ window.secret }}/view',
  '{{ window.localStorage.token }}',
  'javascript:alert(1)',
  '//evil.example.org',
  '/\\evil.example.org',
  '',
])('[WG-28] does not open %s', (url) => {
  expect(printReport(url, '7')).toBeUndefined()
  expect(open).not.toHaveBeenCalled()
})
