import { LANDING_PATH } from '@natim/contract/constants'
import { PAGE_NEEDS } from '@natim/contract/page-rights'
import type { MenuNode, PermissionResult } from '@natim/contract/system/session'
import { useSession } from '../session/session-store.ts'
import { can } from './can.ts'

type Rights = Pick<PermissionResult, 'menu' | 'auth' | 'allAuth'>

/** Menu entries that can be opened as they are, in menu order. */
export const openableEntries = (menu: readonly MenuNode[]): readonly MenuNode[] =>
  menu
    .filter(({ hidden }) => !hidden)
    .flatMap((node) => (node.children?.length ? openableEntries(node.children) : [node]))
    .filter(({ path }) => path.startsWith('/') && !path.includes(':'))

const isHome = ({ path }: MenuNode): boolean => path === LANDING_PATH

/**
 * Where the user starts: 首页, or the first page of the menu for those who may not see its figures; 首页 again if there
 * is no other, since it tells whom to ask. The server puts 首页 in every menu (contract/10 §2.1).
 */
export function landingPath(rights: Rights | undefined): string {
  if (rights === undefined) return LANDING_PATH
  const mayOpen = ({ component }: MenuNode) => (PAGE_NEEDS[component] ?? []).every((code) => can(code, rights))
  const open = openableEntries(rights.menu).filter(mayOpen)
  return (open.find(isHome) ?? open[0])?.path ?? LANDING_PATH
}

/** The menu without 首页 for users who start elsewhere. */
export const ownMenu = (rights: Rights): readonly MenuNode[] =>
  landingPath(rights) === LANDING_PATH ? rights.menu : rights.menu.filter((node) => !isHome(node))

/** {@link landingPath} of the signed-in user. */
export const useLandingPath = (): string => useSession(({ permissions }) => landingPath(permissions))
