import { expect, it } from 'vitest'
import { PAGE_NEEDS, rightsOfPage } from './page-rights.ts'

it('a page grants read permissions and no others', () => {
  const brought = Object.keys(PAGE_NEEDS).flatMap((component) => rightsOfPage(component))
  expect(brought.filter((code) => !/:(?:view|list)$/.test(code))).toEqual([])
  expect(brought.length).toBeGreaterThan(25)
  expect(rightsOfPage('online/cgreport/ReportList')).toEqual([])
  expect(rightsOfPage(null)).toEqual([])
})
