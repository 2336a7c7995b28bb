import type { MenuNode } from '@natim/contract/system/session'
import { describe, expect, it } from 'vitest'
import { landingPath, ownMenu } from './landing.ts'

const node = (path: string, component = 'x', given: Partial<MenuNode> = {}): MenuNode => ({
  id: path,
  path,
  name: path,
  component,
  route: '1',
  meta: { title: path, keepAlive: true, internalOrExternal: false, componentName: 'X' },
  ...given,
})
const HOME = node('/dashboard/analysis', 'dashboard/Analysis')
const LIST = node('/mon/alarm', 'layouts/RouteView', {
  children: [node('/mon/alarm/list', 'mon/alarm/AlarmList'), node('/mon/alarm/duty', 'mon/alarm/DutyRoster')],
})
const rights = (menu: readonly MenuNode[], ...codes: string[]) => ({
  menu: [...menu],
  auth: codes.map((action) => ({ action, type: '1', describe: action })),
  allAuth: [],
})

describe('the page to start on', () => {
  it('[SS-13] is 首页 for users who may see its figures', () => {
    const held = rights([HOME, LIST], 'mon:home:view', 'mon:alarm:view')
    expect(landingPath(held)).toBe('/dashboard/analysis')
    expect(ownMenu(held)).toEqual([HOME, LIST])
    expect(landingPath(undefined)).toBe('/dashboard/analysis')
  })

  it('[SS-13] is else the first page of the menu that may be opened, and 首页 is not offered', () => {
    const menu = [HOME, node('/secret', 'x', { hidden: true }), node('/device/:id'), LIST]
    expect(landingPath(rights(menu, 'mon:duty:view'))).toBe('/mon/alarm/duty')
    expect(ownMenu(rights(menu, 'mon:duty:view'))).toEqual(menu.slice(1))
  })

  it('is 首页 when there is no other, which tells whom to ask', () => {
    expect(landingPath(rights([HOME]))).toBe('/dashboard/analysis')
    expect(ownMenu(rights([HOME]))).toEqual([HOME])
  })
})
