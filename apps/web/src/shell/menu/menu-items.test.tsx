import type { MenuNode } from '@natim/contract/system/session'
import { describe, expect, it } from 'vitest'
import { buildMenuNode } from '../../testing/build-menu-node.ts'
import { menuItems, namedIcon, selectedKeys } from './menu-items.tsx'

const node = (path: string, given?: Partial<MenuNode>) => buildMenuNode(path, path, given)
const OPTIONS = { icon: namedIcon, variables: {} }
const keys = (nodes: MenuNode[]) => menuItems(nodes, OPTIONS).map((item) => item?.key)

describe('the menu', () => {
  it('[SH-12] leaves hidden entries and groups of hidden entries out, and shows an always-show group as one entry', () => {
    const menu = [
      node('/hidden', { hidden: true }),
      node('/empty', { children: [node('/empty/a', { hidden: true })] }),
      node('/one', { alwaysShow: true, children: [node('/one/a')] }),
      node('/group', { children: [node('/group/a'), node('/group/b', { hidden: true })] }),
    ]
    expect(keys(menu)).toEqual(['/one', '/group'])
    const [one, group] = menuItems(menu, OPTIONS)
    expect(one).not.toHaveProperty('children')
    expect(group).toHaveProperty('children.length', 1)
  })

  it('[SH-13] highlights the visible sibling of a hidden page', () => {
    const menu = [node('/device', { children: [node('/device/list'), node('/device/detail/:id', { hidden: true })] })]
    const trail = [{ path: '/device' }, { path: '/device/detail/:id' }]
    expect(selectedKeys(menu, trail)).toEqual(['/device', '/device/list'])
  })

  it('[SH-14] has no icon where none is named', () => {
    const icons = menuItems(
      [
        node('/a', { meta: { ...node('/a').meta, icon: 'none' } }),
        node('/b', { meta: { ...node('/b').meta, icon: 'home' } }),
      ],
      OPTIONS,
    )
    expect(icons[0]).not.toHaveProperty('icon')
    expect(icons[1]).toHaveProperty('icon')
  })
})
