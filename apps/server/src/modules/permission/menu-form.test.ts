import { describe, expect, it } from 'vitest'
import type { MenuRecord } from './menu.repository.ts'
import { checkMenu, codesOf, nextMenu, withDescendants } from './menu-form.ts'

const menu = (id: string, more: Partial<MenuRecord> = {}): MenuRecord => ({
  ...nextMenu(undefined, { menuType: 0, name: id, url: `/${id}` }),
  id,
  delFlag: 0,
  createBy: 'somebody',
  createTime: new Date(0),
  updateBy: null,
  updateTime: null,
  isLeaf: true,
  hasRules: false,
  ...more,
})
const page = { menuType: 1, name: '页面', parentId: 'top', url: '/page', component: 'x/Page' }
const ALL = [menu('top'), menu('child', { menuType: 1, parentId: 'top', perms: 'a:b,a:c' })]
const check = (form: object, now?: MenuRecord, held: readonly string[] = []) =>
  checkMenu(nextMenu(now, form), { all: ALL, now, held: new Set(held) })

describe('normalization of menu forms', () => {
  it.each([
    ['/src/views/system/UserList.vue', 'system/UserList'],
    ['src/views/system/UserList', 'system/UserList'],
    ['views/system/UserList', 'system/UserList'],
    ['/system/UserList', 'system/UserList'],
    ['layouts/RouteView', 'layouts/RouteView'],
  ])('component %s is %s', (component, tidy) => {
    expect(nextMenu(undefined, { ...page, component }).component).toBe(tidy)
  })

  it.each([
    ['page', '/page'],
    ['//page.vue', '/page'],
    ['https://example.org/x.vue', 'https://example.org/x.vue'],
    ['{{ window.docs }}/x', '{{ window.docs }}/x'],
  ])('path %s is %s', (url, tidy) => {
    expect(nextMenu(undefined, { ...page, url }).url).toBe(tidy)
  })

  it('a top menu has no parent, a permission has no page', () => {
    expect(nextMenu(undefined, { menuType: 0, name: '组', parentId: 'x', url: '/g' })).toMatchObject({
      parentId: null,
      component: 'layouts/RouteView',
    })
    expect(nextMenu(undefined, { ...page, menuType: 2, perms: ' a:b , a:c ,' })).toMatchObject({
      url: null,
      component: null,
      perms: 'a:b,a:c',
    })
  })

  it('a patch keeps the fields it omits', () => {
    const now = menu('m', { keepAlive: true, isRoute: false, icon: 'bank' })
    expect(nextMenu(now, { name: '改名' })).toMatchObject({
      name: '改名',
      keepAlive: true,
      isRoute: false,
      icon: 'bank',
    })
    expect(nextMenu(now, { icon: '', route: true })).toMatchObject({ icon: null, isRoute: true })
  })
})

describe('rejected menu forms', () => {
  it('a code used by another row, alone or in a list, and a server permission the author lacks', () => {
    expect(() => check({ ...page, menuType: 2, perms: 'x:y,a:c' })).toThrow('授权标识已存在：a:c')
    expect(() => check({ ...page, menuType: 2, perms: 'system:role:grant' })).toThrow('不能授予自己没有的权限')
    expect(() =>
      check({ ...page, menuType: 2, perms: 'system:role:grant' }, undefined, ['system:role:grant']),
    ).not.toThrow()
    expect(() => check({ ...page, menuType: 2, perms: 'our:own' })).not.toThrow()
  })

  it('a menu with children changed into a permission, and a parent below the row itself', () => {
    expect(() => check({ menuType: 2, parentId: 'child', perms: 'z:z' }, ALL[0])).toThrow('不能改为按钮权限')
    expect(() => check({ menuType: 1, parentId: 'child', component: 'x/Y' }, ALL[0])).toThrow('不能是自己或自己的下级')
  })

  it('a changed identifying field of a built-in row, even when the whole row is sent back', () => {
    const shipped = menu('top', { createBy: null })
    expect(() => check({ url: '/elsewhere' }, shipped)).toThrow('不能修改路径')
    expect(() => check({ ...shipped, name: '别名', icon: 'team', hidden: true } as object, shipped)).not.toThrow()
  })
})

it('finds all descendants, also in a loop', () => {
  const rows = [
    { id: 'a', parentId: 'c' },
    { id: 'b', parentId: 'a' },
    { id: 'c', parentId: 'b' },
    { id: 'd', parentId: null },
  ]
  expect(withDescendants(rows, ['a']).sort()).toEqual(['a', 'b', 'c'])
  expect(withDescendants(rows, ['d'])).toEqual(['d'])
  expect(codesOf(null)).toEqual([])
})
