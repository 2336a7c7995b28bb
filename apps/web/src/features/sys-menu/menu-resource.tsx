import { requiredText } from '@natim/contract/fields'
import { MENU, MENU_RESTORED, type MenuTreeRow, menuForm, permissionEndpoints } from '@natim/contract/system/permission'
import * as R from '@/resource/index.ts'
import {
  iconWidget,
  openWidget,
  parentWidget,
  statusWidget,
  strategyWidget,
  switchWidget,
  typeWidget,
} from './menu-inputs.tsx'

const { create, update, remove, removeMany, tree, history, restore } = permissionEndpoints

/** SY-32. External addresses are kept unchanged. */
const path = requiredText(255).regex(/^(\/|https?:\/\/|\{\{)/, '路径必须以 / 开头')

const common = {
  title: '菜单管理',
  entityLabel: '菜单',
  measureWord: '个',
  endpoints: { list: tree, create, update, remove, removeMany, history, restore },
  restored: MENU_RESTORED,
  defaultSort: { field: 'sortNo', order: 'asc' },
} as const

const type = { label: '菜单类型', widget: typeWidget, isWide: true } as const
const parentId = { label: '上级菜单', widget: parentWidget } as const
const sortNo = { label: '排序', widget: R.numberWidget(undefined, 1) } as const

const pageFields = {
  url: { label: '访问路径', help: '以 / 开头；其他网站写完整地址', refusals: ['menu.url_in_use'] },
  redirect: { label: '默认跳转地址' },
  icon: { label: '菜单图标', widget: iconWidget },
  sortNo,
  route: { label: '是否路由菜单', widget: switchWidget },
  hidden: { label: '隐藏路由', widget: switchWidget },
  keepAlive: { label: '缓存页面', widget: switchWidget },
  hideTab: { label: '不显示标签页', widget: switchWidget },
  alwaysShow: { label: '聚合路由', widget: switchWidget },
  internalOrExternal: { label: '打开方式', widget: openWidget },
  description: { label: '说明', isWide: true },
} as const

/** A top menu; without a component it is a group. */
const topMenu = R.defineResource({
  ...common,
  form: menuForm.extend({ url: path }),
  fields: {
    menuType: type,
    name: { label: '菜单名称' },
    component: { label: '前端组件', help: '留空为分组' },
    componentName: { label: '组件名称' },
    ...pageFields,
  },
})

const subMenu = R.defineResource({
  ...common,
  form: menuForm.extend({ parentId: requiredText(64), url: path }),
  fields: {
    menuType: type,
    name: { label: '菜单名称' },
    parentId,
    component: { label: '前端组件', help: '如 system/UserList' },
    componentName: { label: '组件名称' },
    ...pageFields,
  },
})

/** A button, field or call that can be granted. */
const button = R.defineResource({
  ...common,
  form: menuForm.extend({ parentId: requiredText(64), perms: requiredText(255) }),
  fields: {
    menuType: type,
    name: { label: '按钮/权限名称' },
    parentId,
    perms: { label: '授权标识', help: '多个用逗号分隔', refusals: ['menu.perms_in_use'] },
    permsType: { label: '授权策略', widget: strategyWidget, isWide: true },
    status: { label: '状态', widget: statusWidget },
    sortNo,
  },
})

/** Fields by type (SY-31). */
export const resourceOf = (menuType: number) =>
  menuType === MENU.button ? button : menuType === MENU.sub ? subMenu : topMenu

/** All fields a menu can have: the base for comparing edits. */
export const menu = R.defineResource({
  ...common,
  form: menuForm,
  fields: { ...subMenu.fields, ...button.fields, name: { label: '名称' } },
})

/** Initial values of a new entry. */
export const startOf = (parent: MenuTreeRow | undefined) => ({
  menuType: parent ? MENU.sub : MENU.top,
  ...(parent && { parentId: parent.id }),
  permsType: '1',
  status: '1',
  sortNo: 1,
  route: true,
  internalOrExternal: false,
})
