import { describe, expect, it } from 'vitest'
import { buildMenu, type MenuRow, withoutOwnPages } from './menu.ts'

const row = (given: Partial<MenuRow> & { id: string }): MenuRow => ({
  parentId: null,
  name: given.id,
  url: `/${given.id}`,
  component: `views/${given.id}`,
  componentName: null,
  redirect: null,
  sortNo: 1,
  icon: null,
  isRoute: true,
  keepAlive: false,
  hidden: false,
  alwaysShow: false,
  internalOrExternal: false,
  ...given,
})
const HOME = row({ id: 'home', name: '首页', url: '/dashboard/analysis', component: 'dashboard/Analysis' })
const build = (...rows: MenuRow[]) => buildMenu(rows, HOME)

describe('menu of a user', () => {
  it('is ordered by sort number', () => {
    const menu = build(row({ id: 'b', sortNo: 2 }), HOME, row({ id: 'a', sortNo: 1.5 }))
    expect(menu.map((node) => node.id)).toEqual(['home', 'a', 'b'])
  })

  it('starts with the home page when it is not granted', () => {
    expect(build(row({ id: 'a', sortNo: -5 }))[0]?.path).toBe('/dashboard/analysis')
  })

  it('leaves out a child whose parent is not granted', () => {
    expect(build(row({ id: 'orphan', parentId: 'elsewhere' })).map((node) => node.id)).toEqual(['home'])
  })

  it('does not loop over a cycle of parents', () => {
    const menu = build(row({ id: 'a', parentId: 'b' }), row({ id: 'b', parentId: 'a' }))
    expect(menu.map((node) => node.id)).toEqual(['home'])
  })

  it('hides a top entry whose children are all hidden, and keeps its title', () => {
    const menu = build(row({ id: 'top' }), row({ id: 'child', parentId: 'top', hidden: true }))
    expect(menu[1]).toMatchObject({ hidden: true, meta: { title: 'top' } })
  })

  it('never contains a missing component, nor a name twice', () => {
    const menu = build(row({ id: 'a', url: '/x/:id', component: null }), row({ id: 'b', url: '/x/:id' }))
    expect(menu[1]).toMatchObject({ component: 'layouts/RouteView', name: 'x-@id' })
    expect(menu[2]?.name).toBe('x-@id-2')
  })

  it('turns an external address into its hash and keeps it in meta', () => {
    const [, node] = build(row({ id: 'a', url: 'https://example.org/' }))
    expect(node?.path).toMatch(/^[0-9a-f]{32}$/)
    expect(node?.meta.url).toBe('https://example.org/')
  })

  it('flags a row that is no route', () => {
    expect(build(row({ id: 'a', isRoute: false }))[1]?.route).toBe('0')
  })
})

describe('the menu of an existing client', () => {
  const idsOf = (...rows: MenuRow[]) => withoutOwnPages(rows).map(({ id }) => id)
  const group = (id: string, parentId: string | null = null) => row({ id, parentId, component: 'layouts/RouteView' })
  const own = (id: string, parentId: string | null = null) => row({ id, parentId, component: 'mon/HomeMap' })

  it('has no pages of this console only, and keeps components an operator has added', () => {
    expect(idsOf(HOME, own('map'), row({ id: 'custom', component: 'modules/mine/List' }))).toEqual(['home', 'custom'])
  })

  it('drops groups that become empty, at any depth, but keeps groups that were empty before', () => {
    const rows = [
      group('a'),
      group('b', 'a'),
      own('map', 'b'),
      group('bare'),
      group('c'),
      row({ id: 'd', parentId: 'c' }),
    ]
    expect(idsOf(...rows, own('other', 'c'))).toEqual(['bare', 'c', 'd'])
  })

  it('keeps a page whose child pages are dropped', () => {
    expect(idsOf(row({ id: 'page' }), own('map', 'page'))).toEqual(['page'])
  })

  it('drops redirects to dropped pages', () => {
    const rows = [{ ...group('a'), redirect: '/map' }, own('map'), row({ id: 'd', parentId: 'a' })]
    expect(withoutOwnPages(rows)[0]?.redirect).toBeNull()
  })
})
