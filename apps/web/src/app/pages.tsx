import type { MenuNode } from '@natim/contract/system/session'
import { ExceptionPage, MissingView, NoRights } from '../shell/exception-page.tsx'
import { FramePage } from '../shell/frame-page.tsx'
import {
  FORBIDDEN_PATH,
  findPage,
  NOT_FOUND_PATH,
  type Page,
  type TrailStep,
  type View,
  type ViewTable,
} from '../shell/page.ts'
import { buildRoutes, type ConsoleRoute, isFrame, isLayout } from './routes.ts'

const FULL_BLEED: readonly string[] = ['mon/HomeMap', 'mon/Replay', 'SensorData']
/** Walls are shown without the shell. */
const BLANK: readonly string[] = ['mon/wall/Wall']

/** Pages that exist without a menu item (spec §2); the server checks the right to their data. */
const STATIC_PAGES: readonly { path: string; title: string; component: string }[] = [
  { path: '/sensordata', title: '实时数据', component: 'SensorData' },
  { path: '/test/home', title: '自检', component: 'test/Home' },
  { path: '/test/gallery', title: '组件图库', component: 'test/Gallery' },
]

const exception = (path: string, title: string, View: View): Page => ({
  path,
  title,
  View,
  keepAlive: false,
  trail: [{ title, path, isPage: true }],
  isFullBleed: false,
  hasTab: false,
})

const EXCEPTION_PAGES: readonly Page[] = [
  exception(FORBIDDEN_PATH, '没有权限', () => <NoRights />),
  exception(NOT_FOUND_PATH, '页面不存在', () => <ExceptionPage status={404} />),
  exception('/500', '页面出错', () => <ExceptionPage status={500} />),
]

/**
 * Pages of the console: the menu routes, then the static ones. Layouts only group, `route: "0"` registers nothing,
 * external addresses are shown in a frame. A component missing in this build gets a page that says so.
 */
export function buildPages(menu: readonly MenuNode[], views: ViewTable): Page[] {
  const pages: Page[] = []
  const visit = (route: ConsoleRoute, trail: readonly TrailStep[]): void => {
    const here = [...trail, stepOf(route)]
    const View = viewOf(route, views)
    const isTaken = pages.some((page) => page.path === route.path)
    if (View !== undefined && route.isRegistered && !isTaken) pages.push(pageOf(route, View, here))
    for (const child of route.children) visit(child, here)
  }
  const { children } = buildRoutes(menu)
  for (const route of children) visit(route, [])
  const own = [...staticPages(views), ...EXCEPTION_PAGES]
  const all = [...pages, ...own.filter(({ path }) => !pages.some((page) => page.path === path))]
  return withTitles(all, children)
}

/** Menu items without their own route name addresses of a pattern; takes their titles (SH-26). */
function withTitles(pages: readonly Page[], routes: readonly ConsoleRoute[]): Page[] {
  const titles = new Map<Page, Map<string, string>>()
  const visit = (route: ConsoleRoute): void => {
    const page = route.isRegistered ? undefined : findPage(pages, route.path)
    if (page && isParametrised(page.path)) titles.set(page, new Map(titles.get(page)).set(route.path, route.meta.title))
    route.children.forEach(visit)
  }
  routes.forEach(visit)
  return pages.map((page) => {
    const own = titles.get(page)
    return own ? { ...page, titles: own } : page
  })
}

const isParametrised = (path: string) => path.includes(':')

const stepOf = (route: ConsoleRoute): TrailStep => ({
  title: route.meta.title,
  path: route.path,
  isPage: !isLayout(route) && route.isRegistered && !isParametrised(route.path),
})

const pageOf = (route: ConsoleRoute, View: View, trail: readonly TrailStep[]): Page => ({
  path: route.path,
  title: route.meta.title,
  keepAlive: route.meta.keepAlive,
  View,
  component: route.component,
  trail,
  isFullBleed: isFrame(route) || FULL_BLEED.includes(route.component),
  ...(BLANK.includes(route.component) && { isBlank: true }),
  hasTab: true,
})

function viewOf(route: ConsoleRoute, views: ViewTable): View | undefined {
  const { component, meta } = route
  if (isFrame(route)) return () => <FramePage title={meta.title} url={meta.url ?? ''} />
  if (isLayout(route)) return undefined
  return Object.hasOwn(views, component) ? views[component] : () => <MissingView component={component} />
}

function staticPages(views: ViewTable): Page[] {
  return STATIC_PAGES.flatMap(({ path, title, component }) => {
    const View = views[component]
    if (View === undefined) return []
    return [
      {
        path,
        title,
        View,
        component,
        keepAlive: true,
        trail: [{ title, path, isPage: true }],
        isFullBleed: FULL_BLEED.includes(component),
        hasTab: true,
      },
    ]
  })
}
