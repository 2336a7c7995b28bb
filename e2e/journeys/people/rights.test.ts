import { permissionEndpoints } from '@natim/contract/system/permission'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount } from '../../drivers/database.ts'
import type { Operator } from '../../drivers/operator.ts'
import { setStage } from '../../drivers/stage.ts'

const ROLES = '/isystem/roleUserList'
const MENUS = '/isystem/newPermissionList'

const dialogOf = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title })

/** The form is open and its first field has the focus: before that, it would take it from what is typed elsewhere. */
async function untilFocused(page: Page, title: string, label: string): Promise<void> {
  await dialogOf(page, title).getByLabel(label, { exact: true }).and(page.locator(':focus')).waitFor()
}

async function save(page: Page, title: string): Promise<void> {
  await dialogOf(page, title)
    .getByRole('button', { name: /^保\s*存$/ })
    .click()
  await dialogOf(page, title).waitFor({ state: 'hidden' })
}

/** A node of the tree of grants, by its words. */
const node = (drawer: Locator, name: string) =>
  drawer.locator('.ant-tree-treenode').filter({ has: drawer.page().getByText(name, { exact: true }) })
const isTicked = async (drawer: Locator, name: string) =>
  (await node(drawer, name).locator('.ant-tree-checkbox-checked').count()) === 1
const tick = (drawer: Locator, name: string) => node(drawer, name).locator('.ant-tree-checkbox').click()

/** Opens or folds a row of the menu table. */
const unfold = (operator: Operator, name: string) =>
  operator.row(name).locator('.ant-table-row-expand-icon').first().click()

describeInBrowser('roles, menus and rights', () => {
  const stage = setStage()
  beforeAll(async () => {
    await addAccount(stage.server.dataDir, 'reader', 'analyst')
  })

  it('[SY-25][SY-26][SY-28] a role is made, given rights and people, and its people see it at once', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open(ROLES)
    await operator.press('新增角色')
    await untilFocused(page, '新增角色', '角色名称')
    await operator.fillIn({ 角色名称: '甲', 角色编码: 'admin' })
    await dialogOf(page, '新增角色')
      .getByRole('button', { name: /^保\s*存$/ })
      .click()
    await page.getByText('长度为 2 到 30 个字符').waitFor()
    await operator.fillIn({ 角色名称: '夜班值班' })
    await dialogOf(page, '新增角色')
      .getByRole('button', { name: /^保\s*存$/ })
      .click()
    await page.getByText('角色编码已存在！').waitFor()
    await operator.fillIn({ 角色编码: 'night', 备注: '只看夜里' })
    await save(page, '新增角色')
    const row = operator.row('夜班值班')
    await row.waitFor()
    expect(await row.innerText()).toMatch(/night[\s\S]*只看夜里/)

    await operator.press('授权 夜班值班')
    const drawer = dialogOf(page, '夜班值班 · 角色授权')
    await node(drawer, '角色管理').waitFor()
    // Linked: a branch goes along, and what leads to it.
    await tick(drawer, '职务管理')
    expect(await isTicked(drawer, '系统管理')).toBe(true)
    await drawer.getByRole('button', { name: '展开所有' }).click()
    expect(await isTicked(drawer, '查看职务')).toBe(true)
    await drawer.getByText('各自勾选').click()
    await tick(drawer, '职务管理')
    expect(await isTicked(drawer, '查看职务')).toBe(true)
    await tick(drawer, '职务管理')
    await drawer.getByRole('button', { name: '取消全选' }).click()
    expect(await drawer.getByText(/已选 0 \//).count()).toBe(1)
    await drawer.getByText('父子关联').click()
    await tick(drawer, '职务管理')
    await drawer.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByText('保存成功！').first().waitFor()
    expect(await drawer.isVisible()).toBe(true)
    await tick(drawer, '监测一张图')
    await drawer.getByRole('button', { name: '保存并关闭' }).click()
    await drawer.waitFor({ state: 'hidden' })

    const reader = await stage.openMachine()
    await reader.signIn({ username: 'reader', password: ADMIN.password })
    const positions = reader.page.getByRole('menuitem', { name: '职务管理' }).or(reader.page.getByText('职务管理'))
    expect(await positions.count()).toBe(0)
    await operator.press('夜班值班 的用户')
    await page.getByText('还没有人拥有这个角色').waitFor()
    await operator.press('添加已有用户')
    const picker = dialogOf(page, '根据部门选择用户')
    await picker.getByRole('row', { name: /reader/ }).click()
    await picker.getByRole('button', { name: /^确\s*定$/ }).click()
    await page.getByText('1 人', { exact: true }).waitFor()
    await reader.load('/isystem/position')
    await reader.page.getByRole('heading', { name: '职务管理' }).waitFor()

    await operator.press('新增用户')
    await untilFocused(page, '新增用户', '用户账号')
    await operator.fillIn({ 用户账号: 'nightowl', 用户姓名: '夜猫子' })
    await dialogOf(page, '新增用户')
      .getByRole('button', { name: /^保\s*存$/ })
      .click()
    await page.getByText('仅显示这一次，首次登录后须修改：').waitFor()
    await page.getByRole('button', { name: '已记下' }).click()
    await page.getByText('2 人', { exact: true }).waitFor()
    await page.getByRole('table', { name: '角色的用户' }).getByRole('checkbox', { name: '选择本页' }).check()
    await operator.press('移除 2 人')
    await operator.agree()
    await page.getByText('还没有人拥有这个角色').waitFor()
  })

  it('[SY-30][SY-31][SY-35] menus as a tree: the form follows the type, branches stay open, the own menu follows at once', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open(MENUS)
    await operator.press('新增菜单')
    const form = dialogOf(page, '新增菜单')
    expect(await form.getByLabel('上级菜单').count()).toBe(0)
    await operator.fillIn({ 菜单名称: '旅程菜单', 访问路径: 'journey' })
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByText('路径必须以 / 开头').waitFor()
    await operator.fillIn({ 访问路径: '/journey', 排序: '99' })
    await form.getByLabel('菜单图标').click()
    await page.getByRole('option', { name: 'book', exact: true }).click()
    await save(page, '新增菜单')
    const top = operator.row('旅程菜单').first()
    await top.waitFor()
    expect(await top.innerText()).toMatch(/一级菜单[\s\S]*\/journey[\s\S]*layouts\/RouteView[\s\S]*99/)

    await operator.press('在 旅程菜单 下新增')
    await operator.fillIn({
      菜单名称: '旅程页面',
      访问路径: '/journey/page',
      前端组件: 'src/views/system/SysPositionList.vue',
    })
    await save(page, '新增菜单')
    await unfold(operator, '旅程菜单')
    const child = operator.row('旅程页面')
    await child.waitFor()
    expect(await child.innerText()).toContain('system/SysPositionList')
    await operator.press('在 旅程页面 下新增')
    await form.getByRole('radio', { name: '按钮权限' }).check()
    await form.getByLabel('访问路径').waitFor({ state: 'detached' })
    await operator.fillIn({ '按钮/权限名称': '旅程按钮', 授权标识: 'journey:press' })
    await form.getByRole('radio', { name: /可编辑/ }).check()
    await save(page, '新增菜单')
    // The branch that was open is open still.
    await child.waitFor()
    await unfold(operator, '旅程页面')
    await operator.row('journey:press').waitFor()

    // What was made is in the own menu without a reload, under the name it has now.
    await operator.markPage()
    await operator.press('编辑 旅程菜单')
    await operator.fillIn({ 菜单名称: '改名菜单' })
    await save(page, '编辑菜单')
    await page.keyboard.press('Control+k')
    const finder = page.getByRole('combobox', { name: '搜索菜单' })
    await finder.fill('旅程页面')
    await page.getByText('改名菜单').filter({ visible: true }).first().waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/journey/page')
    await page.getByRole('heading', { name: '职务管理' }).waitFor()
    expect(await operator.isSamePage()).toBe(true)
    await page.goBack()

    await operator.press('删除 改名菜单')
    await page.getByText('下级菜单 1 个、按钮权限 1 个').waitFor()
    await operator.agree()
    await operator.row('改名菜单').waitFor({ state: 'hidden' })
  })

  it('[SY-27][SY-33] rules of a menu are written without SQL, and bind a role', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open(MENUS)
    await operator.press('站点管理 的数据规则')
    const rules = dialogOf(page, '站点管理 · 数据规则')
    await rules.getByRole('button', { name: '新增规则' }).click()
    const form = dialogOf(page, '新增数据规则')
    await untilFocused(page, '新增数据规则', '规则名称')
    await form.getByRole('textbox', { name: '规则名称' }).fill('只看江苏')
    await form.getByRole('textbox', { name: '规则字段' }).fill('regionCode')
    await form.getByRole('combobox', { name: '条件规则' }).click()
    expect(await page.getByTitle(/SQL/).count()).toBe(0)
    await page.getByTitle('右模糊', { exact: true }).click()
    await form.getByRole('textbox', { name: '规则值' }).fill('#{password}')
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByText('规则值中有不支持的变量：password').waitFor()
    await form.getByRole('textbox', { name: '规则值' }).fill('32')
    await save(page, '新增数据规则')
    await rules.getByRole('row', { name: /只看江苏/ }).waitFor()
    await rules.getByRole('button', { name: '关闭' }).click()

    await operator.open(ROLES)
    await operator.press('授权 分析员')
    const drawer = dialogOf(page, '分析员 · 角色授权')
    await drawer.getByRole('button', { name: '站点管理的数据规则' }).click()
    const choice = dialogOf(page, '站点管理 · 数据规则')
    await choice.getByRole('checkbox').check()
    await save(page, '站点管理 · 数据规则')
    await drawer.getByRole('button', { name: '站点管理的数据规则' }).click()
    expect(await choice.getByRole('checkbox').isChecked()).toBe(true)
    await choice.getByRole('checkbox').uncheck()
    await choice.getByRole('button', { name: /^保\s*存$/ }).click()
    await page.getByText('未选择任何数据规则，将不限制数据范围').waitFor()
    await choice.waitFor({ state: 'hidden' })
    const colleague = await Colleague.signIn(stage.server.url, ADMIN)
    const menus = await colleague.call(permissionEndpoints.roots, {})
    expect(menus.find(({ id }) => id === 'm-station-list')?.ruleFlag).toBe(1)
  })
})
