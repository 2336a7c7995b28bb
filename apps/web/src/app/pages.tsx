import type { MenuNode } from '@natim/contract/system/session'
import { MissingView } from '../shell/exception-page.tsx'
import type { Page, ViewTable } from '../shell/page.ts'

const MAX_DEPTH = 10
const FULL_BLEED: readonly string[] = ['mon/HomeMap', 'SensorData']

/** Pages that exist whether or not a menu names them (spec §2); a right to see one is checked by the server. */
const STATIC_PAGES: readonly { path: string; title: string; component: string }[] = [
  { path: '/sensordata', title: '实时数据', component: 'SensorData' },
]

/**
 * Menu nodes become routes: layouts only group, `route: "0"` registers nothing, external addresses open elsewhere.
 * A component this build does not have gets a page that says so, instead of breaking the menu.
 */
export function buildPages(menu: readonly MenuNode[], views: ViewTable): Page[] {
  const pages: Page[] = []
  const visit = (node: MenuNode, trail: Page['trail'], depth: number): void => {
    const isGroup = node.component.includes('layouts')
    const here = [...trail, { title: node.meta.title, path: node.path, isPage: !isGroup && !node.path.includes(':') }]
    if (!isGroup && node.route === '1' && node.path.startsWith('/')) {
      pages.push({
        path: node.path,
        title: node.meta.title,
        keepAlive: node.meta.keepAlive,
        View: views[node.component] ?? (() => <MissingView component={node.component} />),
        trail: here,
        isFullBleed: FULL_BLEED.includes(node.component),
      })
    }
    if (depth < MAX_DEPTH) for (const child of node.children ?? []) visit(child, here, depth + 1)
  }
  for (const node of menu) visit(node, [], 0)
  return [...pages, ...staticPages(pages, views)]
}

function staticPages(pages: readonly Page[], views: ViewTable): Page[] {
  return STATIC_PAGES.flatMap(({ path, title, component }) => {
    const View = views[component]
    if (View === undefined || pages.some((page) => page.path === path)) return []
    return [
      {
        path,
        title,
        View,
        keepAlive: true,
        trail: [{ title, path, isPage: true }],
        isFullBleed: FULL_BLEED.includes(component),
      },
    ]
  })
}
