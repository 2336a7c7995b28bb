import type { Page } from './page.ts'

/** What a page looks like from afar. */
export type OutlineKind = 'home' | 'map' | 'list' | 'tree' | 'detail' | 'plain'

/** Lists are called so; those beside a tree, and what is called otherwise. */
const KINDS: Readonly<Record<string, OutlineKind>> = {
  'dashboard/Analysis': 'home',
  'mon/HomeMap': 'map',
  'mon/Replay': 'map',
  'mon/device/DeviceList': 'tree',
  'system/DepartList': 'tree',
  'system/DepartUserList': 'tree',
  'system/AddressList': 'tree',
  SensorData: 'list',
}

/** The kind of a page by what the menu calls it, before any of its code is there. */
export function outlineOf(page: Pick<Page, 'component'> | undefined): OutlineKind {
  const component = page?.component ?? ''
  if (Object.hasOwn(KINDS, component)) return KINDS[component] ?? 'plain'
  if (component.endsWith('List')) return 'list'
  return component.endsWith('Detail') ? 'detail' : 'plain'
}
