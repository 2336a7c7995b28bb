import { userEndpoints } from '@natim/contract/system/choosers'
import { departEndpoints } from '@natim/contract/system/depart'
import { departPermissionEndpoints } from '@natim/contract/system/depart-role'
import { sessionEndpoints } from '@natim/contract/system/session'
import { userAdminEndpoints } from '@natim/contract/system/user'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

const node = (page: Page, name: string) =>
  page.locator('.ant-tree-treenode').filter({ has: page.getByText(name, { exact: true }) })
const open = (page: Page, name: string) => node(page, name).locator('.ant-tree-node-content-wrapper').click()
const tick = (page: Page, name: string) => node(page, name).locator('.ant-tree-checkbox').click()
const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor()
async function save(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
  await dialog.waitFor({ state: 'hidden' })
}

describeInBrowser('departments, dictionaries and categories', () => {
  const stage = setStage()

  it('[SY-36][SY-37][SY-38][SY-39][CA-59] a department is added, found, changed, given rights and deleted', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open('/isystem/depart')
    await said(page, '国家监测中心')
    await operator.press('添加下级')
    await said(page, '请先选中一个上级部门')
    await operator.press('添加一级部门')
    await page.getByRole('dialog').waitFor()
    await operator.fillIn({ 机构名称: '西南大区' })
    await save(page)
    await open(page, '西南大区')
    await operator.press('添加下级')
    await page.getByRole('dialog').waitFor()
    await operator.fillIn({ 机构名称: '四川分中心', 电话: '028-1234567' })
    await save(page)

    await page.getByRole('searchbox', { name: '查找部门' }).fill('四川')
    await page.keyboard.press('Enter')
    await page.locator('mark').filter({ hasText: '四川' }).waitFor()
    expect(await node(page, '国家监测中心').count()).toBe(0)
    await page.locator('mark').click()
    await said(page, /^[A-Z]\d\dA01$/)
    expect(await page.getByLabel('电话', { exact: true }).inputValue()).toBe('028-1234567')
    await page.getByLabel('备注', { exact: true }).fill('不保存')
    await operator.press(/^重\s*置$/)
    expect(await page.getByLabel('备注', { exact: true }).inputValue()).toBe('')
    await page.getByLabel('机构名称', { exact: true }).fill('四川省分中心')
    await operator.press(/^保\s*存$/)
    await said(page, '编辑成功！')
    await page.getByRole('searchbox', { name: '查找部门' }).fill('没有这个部门')
    await page.keyboard.press('Enter')
    await said(page, '没有找到匹配的部门')
    await page.getByRole('searchbox', { name: '查找部门' }).clear()
    await page.keyboard.press('Enter')
    await node(page, '国家监测中心').waitFor()

    await page.getByRole('tab', { name: '部门权限' }).click()
    await tick(page, '查看站点')
    await operator.press(/^保\s*存$/)
    await said(page, '保存成功！')
    await page.getByText(/^已选 2 \//).waitFor()

    await open(page, '西南大区')
    await operator.press(/^删\s*除$/)
    await said(page, /将删除「西南大区」，涉及下级部门 1 个/)
    await operator.agree()
    await said(page, '批量删除成功！')
    await node(page, '西南大区').waitFor({ state: 'detached' })
  })

  it('[SY-40] heads of departments make roles, say what they may, and give them to members', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open('/isystem/departUserList')
    await said(page, '您没有负责的部门')
    const colleague = await Colleague.signIn(stage.server.url, ADMIN)
    const { records } = await colleague.call(userEndpoints.list, {
      query: { pageNo: 1, pageSize: 1, username: ADMIN.username },
    })
    const { id } = await colleague.call(departEndpoints.create, {
      body: { departName: '江苏分中心', parentId: 'd-a01', directorUserIds: records[0]?.id ?? '' },
    })
    await colleague.call(departPermissionEndpoints.save, {
      body: { departId: id, permissionIds: 'm-station-list,p-mon-station-view', lastpermissionIds: '' },
    })
    await colleague.call(userAdminEndpoints.create, {
      body: { username: 'member', realname: '李成员', selecteddeparts: id },
    })
    await operator.load('/isystem/departUserList')
    await operator.row(ADMIN.username).waitFor()
    await page.getByRole('tab', { name: '部门角色' }).click()
    await operator.press('新增部门角色')
    await operator.fillIn({ 角色名称: '值班班长', 角色编码: 'shift_leader' })
    await save(page)
    await operator.press('授权 值班班长')
    const drawer = page.getByRole('dialog').filter({ hasText: '「值班班长」的权限' })
    await drawer.getByText('站点管理').waitFor()
    expect(await drawer.getByText('设备管理').count()).toBe(0)
    await tick(page, '站点管理')
    await drawer.getByRole('button', { name: '保存并关闭' }).click()
    await drawer.waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: '部门成员' }).click()
    await page.getByRole('button', { name: '李成员的部门角色' }).click()
    await page.getByRole('checkbox', { name: '值班班长' }).check()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: /^保\s*存$/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    // Nobody gives a role to himself.
    await operator
      .row(ADMIN.username)
      .getByRole('button', { name: /的部门角色$/ })
      .hover()
    await said(page, '不能修改自己的角色')
  })

  it('[SY-42][SY-44][SY-45][SY-46] dictionaries with items, their recycle bin, and the tree of categories', async () => {
    const { operator, page } = await stage.enter(ADMIN)
    await operator.open('/isystem/dict')
    await operator.press('新增字典')
    await operator.fillIn({ 字典名称: '采样方式', 字典编码: 'sex' })
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^保\s*存$/ })
      .click()
    await said(page, '字典编码已存在！')
    await operator.fillIn({ 字典编码: 'sample_mode' })
    await save(page)
    await operator.press('采样方式的字典项')
    await operator.press('新增字典项')
    const form = page.getByRole('dialog').filter({ has: page.getByLabel('数据值', { exact: true }) })
    await form.getByLabel('名称', { exact: true }).fill('泵吸')
    await form.getByLabel('数据值', { exact: true }).fill('1')
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await operator.row('泵吸').waitFor()
    await operator.press('新增字典项')
    await form.getByLabel('名称', { exact: true }).fill('扩散')
    await form.getByLabel('数据值', { exact: true }).fill('1')
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await said(page, '该数据值已存在！')
    await form.getByLabel('数据值', { exact: true }).fill('2')
    await form.getByRole('button', { name: /^保\s*存$/ }).click()
    await operator.row('扩散').waitFor()
    await page.getByRole('dialog').filter({ hasText: '的字典项' }).getByRole('button', { name: '关闭' }).click()

    const answered = page.waitForResponse((response) => response.url().includes(sessionEndpoints.allDictItems.path))
    await operator.press('刷新缓存')
    await said(page, '刷新缓存完成！')
    expect(
      ((await (await answered).json()) as { result: Record<string, unknown[]> }).result['sample_mode'],
    ).toHaveLength(2)

    await operator.press('删除 采样方式')
    await operator.agree()
    await operator.row('采样方式').waitFor({ state: 'detached' })
    await operator.press('回收站')
    await operator.press('取回 采样方式')
    await page.getByText('回收站是空的').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).click()
    await operator.row('sample_mode').waitFor()
    await operator.press('删除 采样方式')
    await operator.agree()
    await operator.row('sample_mode').waitFor({ state: 'detached' })
    await operator.press('回收站')
    await operator.press('彻底删除 采样方式')
    await said(page, /将被彻底删除，无法恢复/)
    await page.getByRole('dialog').last().getByRole('button', { name: '彻底删除' }).click()
    await page.getByText('回收站是空的').waitFor()

    await operator.open('/isys/category')
    await operator.press('新增分类')
    await operator.fillIn({ 分类名称: '巡检类别' })
    await save(page)
    await operator.press('添加 巡检类别 的下级')
    await operator.fillIn({ 分类名称: '日常巡检' })
    await save(page)
    await page.getByRole('searchbox', { name: '查找分类' }).fill('日常')
    expect(await operator.row('日常巡检').innerText()).toMatch(/[A-Z]\d\dA01/)
    await operator.press('编辑 日常巡检')
    await operator.fillIn({ 分类名称: '每日巡检' })
    await save(page)
    await page.getByRole('searchbox', { name: '查找分类' }).fill('巡检')
    await operator.row('每日巡检').waitFor()
    await operator.press('删除 巡检类别')
    await said(page, /涉及下级分类 1 个/)
    await operator.agree()
    await operator.row('巡检类别').waitFor({ state: 'detached' })
    expect(await operator.row('每日巡检').count()).toBe(0)
  })
})
