import type { Page } from './page.ts'

/** Rough layout of a page, for its skeleton. */
export type OutlineKind = 'home' | 'map' | 'list' | 'tree' | 'detail' | 'plain'

/** Exceptions to the naming rule (`…List` is a list): lists beside a tree, and pages with other names. */
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

/** The kind of a page by its component name in the menu, before its code is loaded. */
export function outlineOf(page: Pick<Page, 'component'> | undefined): OutlineKind {
  const component = page?.component ?? ''
  if (Object.hasOwn(KINDS, component)) return KINDS[component] ?? 'plain'
  if (component.endsWith('List')) return 'list'
  return component.endsWith('Detail') ? 'detail' : 'plain'
}
