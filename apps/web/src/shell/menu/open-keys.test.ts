import { describe, expect, it } from 'vitest'
import { afterNavigation, afterToggle } from './open-keys.ts'

const ROOTS = new Set(['/a', '/b'])

describe('open groups', () => {
  it('include at most one of the top level', () => {
    expect(afterToggle(['/a', '/a/x'], ['/a', '/a/x', '/b'], ROOTS)).toEqual(['/a/x', '/b'])
  })

  it('are independent below the top level', () => {
    expect(afterToggle(['/a', '/a/x'], ['/a', '/a/x', '/a/y'], ROOTS)).toEqual(['/a', '/a/x', '/a/y'])
    expect(afterToggle(['/a', '/a/x', '/a/y'], ['/a', '/a/y'], ROOTS)).toEqual(['/a', '/a/y'])
  })

  it('follow the page, and stay when it belongs to no group', () => {
    expect(afterNavigation(['/a', '/a/x'], ['/b', '/b/z'], ROOTS)).toEqual(['/a/x', '/b', '/b/z'])
    expect(afterNavigation(['/a'], [], ROOTS)).toEqual(['/a'])
  })
})
