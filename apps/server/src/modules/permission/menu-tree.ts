import { MENU_TYPE } from '@natim/contract/dict'
import type { GrantTree, MenuChoice, MenuTreeRow } from '@natim/contract/system/permission'
import { growTree } from '../../platform/tree.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import type { MenuRecord } from './menu.repository.ts'

/** A row of the tree table; children are null for leaves, empty otherwise (contract/20 §3.2 [Q]). */
export function toTreeRow(menu: MenuRecord, children: MenuTreeRow[] = []): MenuTreeRow {
  const { isRoute, isLeaf, hasRules, ...columns } = menu
  return {
    ...columns,
    key: menu.id,
    title: menu.name,
    menuType_dictText: MENU_TYPE[menu.menuType as keyof typeof MENU_TYPE] ?? '',
    leaf: isLeaf,
    isLeaf,
    route: isRoute,
    ruleFlag: hasRules ? 1 : 0,
    createTime: toDateTimeText(menu.createTime),
    updateTime: toDateTimeText(menu.updateTime),
    children: isLeaf ? null : children,
  }
}

export const toTreeTable = (menus: readonly MenuRecord[]): MenuTreeRow[] => growTree(menus, null, shape(toTreeRow))

const shape = <Node>(toNode: (menu: MenuRecord, children: Node[]) => Node) => ({
  keyOf: ({ id }: MenuRecord): string | null => id,
  parentOf: ({ parentId }: MenuRecord) => parentId,
  toNode,
})

/** An option for choosing a parent. */
export const toChoice = (menu: MenuRecord, children: MenuChoice[] = []): MenuChoice => ({
  ...common(menu, children),
  title: menu.name,
  label: menu.name,
  scopedSlots: null,
  ruleFlag: null,
})

/** An option for granting: existing clients render it by its slot, with the data rule flag (contract/20 §3.3 [Q]). */
const toGrant = (menu: MenuRecord, children: MenuChoice[] = []): MenuChoice => ({
  ...common(menu, children),
  title: null,
  label: null,
  scopedSlots: { title: 'hasDatarule' },
  ruleFlag: menu.hasRules ? 1 : 0,
})

const common = (menu: MenuRecord, children: MenuChoice[]) => ({
  key: menu.id,
  value: menu.id,
  slotTitle: menu.name,
  isLeaf: menu.isLeaf,
  leaf: menu.isLeaf,
  icon: menu.icon,
  parentId: menu.parentId,
  children: menu.isLeaf ? null : children,
})

const toTree = (menus: readonly MenuRecord[], toNode: typeof toChoice): GrantTree => ({
  treeList: growTree(menus, null, shape(toNode)),
  ids: menus.map(({ id }) => id),
})

export const toParentTree = (menus: readonly MenuRecord[]): GrantTree => toTree(menus, toChoice)
/** The whole menu tree for grants to roles and departments. */
export const toGrantTree = (menus: readonly MenuRecord[]): GrantTree => toTree(menus, toGrant)
