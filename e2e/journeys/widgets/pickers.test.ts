import { MODAL_PX } from '@natim/contract/constants'
import type { Locator } from 'playwright-core'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount, addPosition, equip } from '../../drivers/database.ts'
import { Pickers } from '../../drivers/pickers.ts'
import { setStage } from '../../drivers/stage.ts'

const widthOf = async (part: Locator) => Math.round((await part.boundingBox())?.width ?? 0)

describeInBrowser('pickers', () => {
  const stage = setStage()
  beforeAll(async () => {
    const { dataDir } = stage.server
    await addAccount(dataDir, 'zhouhaining', 'analyst')
    await addAccount(dataDir, 'wuyue', 'analyst')
    await equip(dataDir, 'zhouhaining', { departs: { E1: '江北值班处' } })
    await equip(dataDir, 'wuyue', { departs: { E2: '江南值班处' } })
    await addPosition(dataDir, 'duty-lead', '值班长')
  })
  let pickers: Pickers
  beforeEach(async () => {
    pickers = new Pickers(stage.operator)
    await stage.operator.signIn(ADMIN)
  })

  it('[CO-10] [WG-30] [WG-32] [WG-37] people are found by their department or account, departments by name', async () => {
    const { page } = stage.operator
    await pickers.open('-picker', '负责人')
    const users = await pickers.dialog('负责人', '选择用户', '根据部门选择用户')
    expect(await widthOf(users)).toBe(MODAL_PX.userPicker)
    expect(await pickers.field('负责人').getAttribute('readonly')).not.toBeNull()
    await users.getByRole('row', { name: /wuyue/ }).waitFor()
    await users.getByRole('tree').getByText('江北值班处').click()
    await users.getByRole('row', { name: /wuyue/ }).waitFor({ state: 'hidden' })
    await users.getByRole('row', { name: /zhouhaining/ }).click()
    await users.getByRole('button', { name: /^重\s*置$/ }).click()
    await users.getByRole('textbox', { name: '用户账号' }).fill('wuy')
    await page.keyboard.press('Enter')
    await users.getByRole('row', { name: /zhouhaining/ }).waitFor({ state: 'hidden' })
    await users.getByRole('row', { name: /wuyue/ }).click()
    await pickers.agree(users)
    await pickers.stored('zhouhaining,wuyue')

    await page.setViewportSize({ width: 480, height: 900 })
    const narrow = await pickers.dialog('负责人', '选择用户', '根据部门选择用户')
    const table = narrow.locator('.ant-table-content')
    await table.waitFor()
    const { inner, outer } = await table.evaluate((box) => ({ inner: box.scrollWidth, outer: box.clientWidth }))
    expect(inner).toBeGreaterThanOrEqual(800)
    expect(outer).toBeLessThan(480)
    await pickers.cancel(narrow)

    await page.setViewportSize({ width: 1440, height: 900 })
    const departs = await pickers.dialog('所属部门', '选择部门', '选择部门')
    expect(await widthOf(departs)).toBe(MODAL_PX.departPicker)
    await departs.getByRole('searchbox', { name: '部门名称' }).fill('无此部门')
    await page.keyboard.press('Enter')
    await departs.getByText('清空搜索后显示部门树').waitFor()
    await departs.getByRole('searchbox', { name: '部门名称' }).fill('江北')
    await page.keyboard.press('Enter')
    await departs.getByRole('checkbox', { name: '江北值班处' }).check()
    await departs.getByRole('searchbox', { name: '部门名称' }).fill('')
    await page.keyboard.press('Enter')
    const node = departs.getByRole('treeitem').filter({ hasText: '江南值班处' })
    await node.locator('.ant-tree-checkbox').click()
    await pickers.agree(departs)
    await pickers.stored('E1,E2')
  })

  it('[CO-10] [WG-36] [WG-40] [WG-41] users, roles and positions are chosen from their lists', async () => {
    await pickers.open('biz-select', '选人')
    const users = await pickers.dialog('选人', '选择用户', '选择用户')
    expect(await widthOf(users)).toBe(MODAL_PX.userSelector)
    for (const name of ['姓名', '账号', '手机', '生日']) await users.getByRole('columnheader', { name }).waitFor()
    await users.getByRole('textbox', { name: '账号' }).fill('wuy')
    await stage.operator.page.keyboard.press('Enter')
    await users.getByRole('row', { name: /zhouhaining/ }).waitFor({ state: 'hidden' })
    await users.getByRole('row', { name: /wuyue/ }).click()
    await users.getByRole('region', { name: '已选用户' }).getByText('wuyue').waitFor()
    await pickers.agree(users)
    await pickers.shows('选人', 'wuyue')

    const roles = await pickers.dialogOfField('选角色编码', '选择角色')
    expect(await widthOf(roles)).toBe(MODAL_PX.biz)
    await roles.getByRole('columnheader', { name: '角色编码' }).waitFor()
    await roles.getByRole('textbox', { name: '角色名称' }).fill('管理员')
    await stage.operator.page.keyboard.press('Enter')
    await roles.getByRole('row', { name: /admin/ }).first().click()
    await pickers.agree(roles)
    await pickers.stored('admin')

    const positions = await pickers.dialog('选职务', '选择职务', '选择职务')
    expect(await widthOf(positions)).toBe(1_000)
    for (const name of ['职务名称', '职务编码', '职级']) await positions.getByRole('columnheader', { name }).waitFor()
    await positions.getByRole('textbox', { name: '职务名称' }).fill('值班')
    await stage.operator.page.keyboard.press('Enter')
    await positions.getByRole('row', { name: /duty_leader/ }).click()
    await pickers.agree(positions)
    await pickers.shows('选职务', '值班长')
  })
})
