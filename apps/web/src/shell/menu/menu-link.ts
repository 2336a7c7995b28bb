import type { MenuNode } from '@natim/contract/system/session'
import { resolveAddress } from '../../lib/resolve-address.ts'

/** Where a menu entry leads. */
export type MenuLink =
  /** A page of the console, shown in its own tab bar. */
  | { readonly kind: 'page'; readonly path: string }
  /** A new tab of the browser. */
  | { readonly kind: 'window'; readonly href: string }

const ADDRESS = /^(?:https?:\/\/|\{\{)/

/** Entries for another site carry its address and, as path, a hash of it (contract/10 §2.1). */
export const isAddress = (url: string | undefined): url is string => url !== undefined && ADDRESS.test(url)

/** Path of a node below `/`; a hashed one comes without its slash. */
export const routePath = (node: MenuNode): string => (node.path.startsWith('/') ? node.path : `/${node.path}`)

/** `internalOrExternal` asks for a window of its own; an address that cannot be resolved gets a page that says so. */
export function menuLink(node: MenuNode, variables: Readonly<Record<string, string>>): MenuLink {
  const path = routePath(node)
  if (!node.meta.internalOrExternal) return { kind: 'page', path }
  if (!isAddress(node.meta.url)) return { kind: 'window', href: path }
  const href = resolveAddress(node.meta.url, variables)
  return href === undefined ? { kind: 'page', path } : { kind: 'window', href }
}
