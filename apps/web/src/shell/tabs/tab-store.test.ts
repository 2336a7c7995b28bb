import { describe, expect, it } from 'vitest'
import { close, closeBeside, HOME_TAB, type Side, type Tab, visit, withHome } from './tab-store.ts'

const tab = (key: string): Tab => ({
  key,
  pathname: key,
  search: '',
  title: key,
  keepAlive: true,
  isVisited: true,
  generation: 0,
})
const keys = (tabs: readonly Tab[]) => tabs.map(({ key }) => key)
const OPEN = [HOME_TAB, tab('/a'), tab('/b'), tab('/c')]

describe('tabs', () => {
  it('open once per path and query, and keep their order when revisited', () => {
    const opened = visit(visit([HOME_TAB], tab('/x?id=1')), tab('/x?id=2'))
    expect(keys(opened)).toEqual([HOME_TAB.key, '/x?id=1', '/x?id=2'])
    expect(keys(visit(opened, tab('/x?id=1')))).toEqual(keys(opened))
  })

  it('remember the list state of a tab', () => {
    const moved = visit(OPEN, { ...tab('/b'), search: '?~=%7B%22page%22%3A2%7D' })
    expect(moved[2]).toMatchObject({ key: '/b', search: '?~=%7B%22page%22%3A2%7D', generation: 0 })
  })

  it('keep a title set by the page itself', () => {
    const renamed = OPEN.map((one) => (one.key === '/b' ? { ...one, title: '江北 2#' } : one))
    expect(visit(renamed, { ...tab('/b'), search: '?~=1' })[2]?.title).toBe('江北 2#')
  })

  it('never close the home tab or the last one', () => {
    expect(close(OPEN, HOME_TAB.key, '/a')).toEqual({ tabs: OPEN, refused: 'home' })
    expect(close([tab('/a')], '/a', '/a')).toEqual({ tabs: [tab('/a')], refused: 'last' })
  })

  it.each([
    ['the right neighbour', '/b', '/b', '/c'],
    ['the left one at the end', '/c', '/c', '/b'],
    ['nothing when another tab is closed', '/a', '/b', undefined],
  ])('[SH-20] show %s', (_, closed, active, next) => {
    const result = close(OPEN, closed, active)
    expect(result.next?.key).toBe(next)
    expect(keys(result.tabs)).not.toContain(closed)
  })

  it.each<[Side, string, string[], string | undefined]>([
    ['left', '/b', [HOME_TAB.key, '/b', '/c'], '/b'],
    ['right', '/b', [HOME_TAB.key, '/a', '/b'], undefined],
    ['others', '/b', [HOME_TAB.key, '/b'], '/b'],
    ['left', HOME_TAB.key, [HOME_TAB.key, '/a', '/b', '/c'], undefined],
    ['right', HOME_TAB.key, [HOME_TAB.key], HOME_TAB.key],
    ['others', HOME_TAB.key, [HOME_TAB.key], HOME_TAB.key],
  ])('[SH-22] close to the %s of %s, and navigate only when the current page was closed', (side, at, left, next) => {
    const result = closeBeside(OPEN, at, side, '/a')
    expect(keys(result.tabs)).toEqual(left)
    expect(result.next?.key).toBe(next)
  })

  it('put 首页 first when they are turned on again', () => {
    expect(keys(withHome([tab('/b')]))).toEqual([HOME_TAB.key, '/b'])
    expect(keys(withHome([tab('/b'), HOME_TAB]))).toEqual([HOME_TAB.key, '/b'])
  })
})
