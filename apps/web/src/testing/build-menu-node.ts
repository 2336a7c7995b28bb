import type { MenuNode } from '@natim/contract/system/session'

/** A menu row of a page, titled with its path by default. */
export const buildMenuNode = (path: string, title = path, given: Partial<MenuNode> = {}): MenuNode => ({
  id: path,
  path,
  name: path,
  component: 'a/Page',
  route: '1',
  meta: { title, keepAlive: false, internalOrExternal: false, componentName: 'X' },
  ...given,
})
