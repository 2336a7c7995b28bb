import { LANDING_PATH } from '@natim/contract/constants'
import type { MenuNode } from '@natim/contract/system/session'
import { isAddress, routePath } from '../shell/menu/menu-link.ts'

/** Limits nesting; no sensible menu is deeper. */
const MAX_DEPTH = 16
/** Layout of the newer framework: a menu table that contains it belongs to another product (SS-20). */
const VUE3_LAYOUT = 'layouts/default/index'

/** A menu item as a route (SS-14). */
export interface ConsoleRoute {
  /** Absolute react-router pattern. */
  readonly path: string
  readonly name: string
  readonly redirect?: string | undefined
  readonly component: string
  readonly hidden: boolean
  readonly alwaysShow: boolean
  readonly meta: Pick<
    MenuNode['meta'],
    'title' | 'icon' | 'url' | 'keepAlive' | 'internalOrExternal' | 'componentName'
  > & {
    readonly permissionList: NonNullable<MenuNode['meta']['permissionList']>
  }
  /** False for items with `route: "0"`: in the menu and linked by path, but without a route (SS-16). */
  readonly isRegistered: boolean
  readonly children: readonly ConsoleRoute[]
}

/** The root route with the console's routes from the server's menu (SS-06). */
export function buildRoutes(menu: readonly MenuNode[]): ConsoleRoute {
  return {
    path: '/',
    name: 'dashboard',
    redirect: LANDING_PATH,
    component: 'layouts/TabLayout',
    hidden: false,
    alwaysShow: false,
    meta: {
      title: '首页',
      keepAlive: false,
      internalOrExternal: false,
      componentName: 'TabLayout',
      permissionList: [],
    },
    isRegistered: true,
    children: menu.map((node) => toRoute(node, 1)),
  }
}

function toRoute(node: MenuNode, depth: number): ConsoleRoute {
  const { title, icon, url, keepAlive, internalOrExternal, componentName, permissionList = [] } = node.meta
  const alwaysShow = node.alwaysShow === true
  const path = routePath(node)
  return {
    path,
    name: node.name,
    // Redirecting to its own path means no redirect: the page itself is there (SS-17).
    redirect: alwaysShow ? path : (node.redirect ?? undefined),
    component: node.component,
    hidden: node.hidden === true,
    alwaysShow,
    meta: {
      title,
      keepAlive,
      internalOrExternal,
      componentName,
      permissionList,
      ...(icon === undefined ? {} : { icon }),
      ...(url === undefined ? {} : { url }),
    },
    isRegistered: node.route !== '0',
    // A row that is its own ancestor would recurse endlessly.
    children: depth < MAX_DEPTH ? (node.children ?? []).map((child) => toRoute(child, depth + 1)) : [],
  }
}

/** Whether the component of a route is a layout (SS-15). */
export const isLayout = ({ component }: Pick<ConsoleRoute, 'component'>): boolean => component.includes('layouts')

/** Whether a route shows another site in a frame: an address that is not opened in a new tab (SS-18). */
export const isFrame = ({ meta }: ConsoleRoute): boolean => isAddress(meta.url) && !meta.internalOrExternal

/** SS-20: any item, at any depth. */
export function isOfNewerFramework(menu: readonly MenuNode[], depth = 1): boolean {
  return menu.some(
    ({ component, children = [] }) =>
      component === VUE3_LAYOUT || (depth < MAX_DEPTH && isOfNewerFramework(children, depth + 1)),
  )
}
