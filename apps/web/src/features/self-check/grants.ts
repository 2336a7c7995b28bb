import type { MenuNode, PermissionResult } from '@natim/contract/system/session'

/** One row of the granted rights. */
export interface Grant {
  readonly key: string
  readonly kind: '页面' | '按钮' | '字段'
  readonly name: string
  /** Path of a page, or code of a permission. */
  readonly code: string
  readonly state: '有效' | '已停用'
}

const VISIBILITY = '1'
const OFF = '0'

/** Menu pages, then codes; a code whose rule is disabled is marked so, as {@link can} judges it. */
export function grantsOf({ menu, auth, allAuth }: Pick<PermissionResult, 'menu' | 'auth' | 'allAuth'>): Grant[] {
  const off = new Set(allAuth.filter(({ status }) => status === OFF).map(({ action }) => action))
  const codes = auth.map(({ action, describe, type }, n): Grant => {
    const kind = type === VISIBILITY ? '字段' : '按钮'
    return {
      key: `${n} ${action}`,
      kind,
      name: describe || action,
      code: action,
      state: off.has(action) ? '已停用' : '有效',
    }
  })
  return [...pagesOf(menu), ...codes]
}

function pagesOf(menu: readonly MenuNode[]): Grant[] {
  return menu.flatMap((node) => {
    const children = node.children ?? []
    const own: Grant = { key: node.id, kind: '页面', name: node.meta.title, code: node.path, state: '有效' }
    return children.length > 0 ? pagesOf(children) : [own]
  })
}
