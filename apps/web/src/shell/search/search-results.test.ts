import type { SearchGroup, SearchHit } from '@natim/contract/system/search'
import { describe, expect, it } from 'vitest'
import { markedParts, pagePaths, resultGroups, shownGroups } from './search-results.ts'

const hit = (id: string, given: Partial<SearchHit> = {}): SearchHit => ({
  id,
  name: `江北 ${id}`,
  code: `C-${id}`,
  noun: '国控',
  place: null,
  region: null,
  device: null,
  list: { component: 'mon/station/StationList', filter: { code: `C-${id}` } },
  ...given,
})
const PATHS = new Map([
  ['mon/station/StationList', '/mon/station/list'],
  ['mon/device/DeviceDetail', '/mon/device/detail/:id'],
  ['mon/HomeMap', '/mon/homemap'],
  ['system/DepartList', '/isystem/depart'],
])
const page = (title: string) =>
  ({ key: `/${title}`, title, groups: [], link: { kind: 'page', path: `/${title}` } }) as const
const linksOf = (kind: SearchGroup['kind'], found: SearchHit) =>
  resultGroups('x', [], [{ kind, total: 1, rows: [found] }], PATHS)[0]?.results[0]?.actions.map(({ path }) =>
    decodeURIComponent(path),
  )

describe('search results', () => {
  it('link devices to their pages, stations to list and map, and trees to their page', () => {
    const device = hit('d1', { list: { component: 'mon/device/DeviceList', filter: { keyword: 'C-d1' } } })
    expect(linksOf('device', device)).toEqual(['/mon/device/detail/d1', '/mon/device/detail/d1?~={"tab":"history"}'])
    expect(linksOf('station', hit('s1'))).toEqual([
      '/mon/station/list?~={"filters":{"code":"C-s1"}}',
      '/mon/homemap?~={"station":"s1"}',
    ])
    expect(linksOf('record', hit('p1', { list: { component: 'system/DepartList', filter: {} } }))).toEqual([
      '/isystem/depart',
    ])
  })

  it('omit results without a menu page, and do not count them', () => {
    const rows = [hit('a'), hit('b', { list: { component: 'system/UserList', filter: { username: 'b' } } })]
    const [group] = resultGroups('x', [], [{ kind: 'record', total: 9, rows }], PATHS)
    expect([group?.total, group?.results.map(({ title }) => title)]).toEqual([8, ['江北 a']])
    expect(resultGroups('x', [], [{ kind: 'person', total: 1, rows: rows.slice(1) }], PATHS)).toEqual([])
  })

  it('keep their groups in fixed order; pages come first only when one begins with the text', () => {
    const answered: SearchGroup[] = [
      { kind: 'person', total: 1, rows: [hit('p')] },
      { kind: 'station', total: 1, rows: [hit('s')] },
    ]
    const kinds = (text: string) =>
      resultGroups(text, [page('站点管理'), page('实时数据')], answered, PATHS).map(({ kind }) => kind)
    expect(kinds('站点')).toEqual(['menu', 'station', 'person'])
    expect(kinds('数据')).toEqual(['station', 'person', 'menu'])
    expect(kinds('江北')).toEqual(['station', 'person'])
  })

  it('show three of each kind together, and all of a kind alone', () => {
    const rows = ['1', '2', '3', '4', '5'].map((id) => hit(id))
    const groups = resultGroups('x', [], [{ kind: 'station', total: 12, rows }], PATHS)
    expect(shownGroups(groups, undefined)[0]?.results).toHaveLength(3)
    expect(shownGroups(groups, 'station')[0]?.results).toHaveLength(5)
    expect(shownGroups(groups, 'device')).toEqual([])
  })

  it('include the paths of hidden pages', () => {
    const meta = { title: '', keepAlive: false, internalOrExternal: false, componentName: '' }
    const child = { id: '2', path: '/b', name: '', component: 'b', route: '1' as const, hidden: true as const, meta }
    const menu = [{ id: '1', path: '/a', name: '', component: 'a', route: '1' as const, meta, children: [child] }]
    expect([...pagePaths(menu)]).toEqual([
      ['a', '/a'],
      ['b', '/b'],
    ])
  })

  it.each([
    ['AT-01 at', 'at', ['', 'AT', '-01 ', 'at', '']],
    ['江北 2#', '2#', ['江北 ', '2#', '']],
    ['江北', ' ', ['江北']],
    ['a.c', '.', ['a', '.', 'c']],
    ['İstanbul', 'st', ['İstanbul']],
  ])('mark in %j the matches of the query: %j', (text, wanted, parts) => {
    expect(markedParts(text, wanted)).toEqual(parts)
  })
})
