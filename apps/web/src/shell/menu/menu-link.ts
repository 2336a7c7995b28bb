import type { MenuNode } from '@natim/contract/system/session'
import { resolveAddress } from '../../lib/resolve-address.ts'

/** Target of a menu entry. */
export type MenuLink =
  /** A page of the console, shown in its own tab bar. */
  | { readonly kind: 'page'; readonly path: string }
  /** A new browser tab. */
  | { readonly kind: 'window'; readonly href: string }

const ADDRESS = /^(?:https?:\/\/|\{\{)/

/** Entries for another site have its address as URL and a hash of it as path (contract/10 §2.1). */
export const isAddress = (url: string | undefined): url is string => url !== undefined && ADDRESS.test(url)

/** Path of a node below `/`; hashed paths have no leading slash. */
export const routePath = (node: MenuNode): string => (node.path.startsWith('/') ? node.path : `/${node.path}`)

/** `internalOrExternal` opens a new browser tab; an unresolvable address gets a page that reports it. */
export function menuLink(node: MenuNode, variables: Readonly<Record<string, string>>): MenuLink {
  const path = routePath(node)
  if (!node.meta.internalOrExternal) return { kind: 'page', path }
  if (!isAddress(node.meta.url)) return { kind: 'window', href: path }
  const href = resolveAddress(node.meta.url, variables)
  return href === undefined ? { kind: 'page', path } : { kind: 'window', href }
}
