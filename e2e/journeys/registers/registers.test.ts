import { readFile } from 'node:fs/promises'
import { positionEndpoints } from '@natim/contract/system/position'
import { roleEndpoints, roleGrantEndpoints } from '@natim/contract/system/role'
import { expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { addAccount } from '../../drivers/database.ts'
import { Register, type RegisterPage } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const POSITION: RegisterPage = {
  path: '/isystem/position',
  title: '职务管理',
  noun: '职务',
  nameLabel: '职务名称',
  fields: (key) => ({ 职务编码: `e2e_${key}` }),
}
const ROLE: RegisterPage = {
  path: '/isystem/roleUserList',
  title: '角色管理',
  noun: '角色',
  nameLabel: '角色名称',
  fields: (key) => ({ 角色编码: `e2e_${key}` }),
}

describeInBrowser('register pages', () => {
  const stage = setStage()

  it('[SY-08] [SY-09] [SY-12] [SY-59] rows are added, found, looked at, changed, deleted, taken back and exported', async () => {
    const { operator } = stage
    await operator.signIn(ADMIN)
    const register = new Register(operator, POSITION)
    await register.open()
    await register.add('1', '巡检甲')
    await register.add('2', '巡检乙')
    await register.search('巡检')
    await register.row('巡检乙').waitFor()
    await register.rename('巡检乙', '巡检丙')
    expect(await register.nameInDetail('巡检丙')).toBe('巡检丙')

    await register.remove('巡检丙')
    await register.button(/^撤\s*销$/).click()
    await register.row('巡检丙').waitFor()

    await register.tick('巡检丙')
    const ticked = await register.export()
    expect(ticked.name).toBe('职务管理.xlsx')
    expect((await readFile(ticked.path)).subarray(0, 2).toString()).toBe('PK')

    await register.tick('巡检甲')
    await register.removeTicked()
    await register.row('巡检甲').waitFor({ state: 'hidden' })
    await register.row('巡检丙').waitFor({ state: 'hidden' })

    // The same for a register with pages of its own around the list.
    const roles = new Register(operator, ROLE)
    await roles.open()
    await roles.add('role', '巡检角色')
    await roles.rename('巡检角色', '夜巡角色')
    await roles.remove('夜巡角色')
  })

  it('[SY-05] [SY-09] [SY-13] [SY-15] pages, columns and conditions stay as they were set; sheets go in as far as they are right', async () => {
    const { operator, server } = stage
    const { page } = operator
    const admin = await Colleague.signIn(server.url, ADMIN)
    for (let n = 10; n < 31; n += 1)
      await admin.call(positionEndpoints.create, { body: { code: `page_${n}`, name: `翻页 ${n}`, postRank: '3' } })
    await operator.signIn(ADMIN)
    const register = new Register(operator, POSITION)
    await register.open()
    await register.search('翻页')
    await page.getByText('1-20 共 21 条').waitFor()
    await page.getByRole('listitem', { name: '2', exact: true }).click()
    await register.row('翻页 10').waitFor()
    await register.remove('翻页 10')
    await page.getByText('1-20 共 20 条').waitFor()
    await page.getByRole('columnheader', { name: /职务编码/ }).click()
    await page.getByRole('row').nth(1).getByText('page_11').waitFor()

    await page.getByRole('button', { name: /选择显示的列/ }).click()
    await page.getByRole('checkbox', { name: '职级' }).uncheck()
    await page.reload()
    await page.getByText('1-20 共 20 条').waitFor()
    expect(await page.getByRole('columnheader', { name: '职级' }).count()).toBe(0)
    await page.getByRole('button', { name: '高级查询' }).click()
    const dialog = register.dialog('高级查询')
    await dialog.getByRole('combobox', { name: '条件 1 字段' }).click()
    await page.getByTitle('职务编码', { exact: true }).last().click()
    await dialog.getByRole('textbox', { name: '条件 1 值' }).fill('page_12')
    await dialog.getByRole('button', { name: /^查\s*询$/ }).click()
    await page.getByText('1-1 共 1 条').waitFor()

    // A sheet of two rows, one of a rank that nobody knows.
    await admin.call(positionEndpoints.create, { body: { code: 'sheet_ok', name: '入表甲', postRank: '3' } })
    await admin.call(positionEndpoints.create, { body: { code: 'sheet_odd', name: '入表乙', postRank: '77' } })
    await register.open()
    await register.search('入表')
    const sheet = await readFile((await register.export()).path)
    await page.route('**/sys/position/importExcel', (route) => route.abort())
    await register.import('断网.xlsx', sheet)
    await register.line('断网.xlsx 导入失败').waitFor()
    await page.unroute('**/sys/position/importExcel')
    await page.reload()
    const sent = page.waitForRequest((request) => request.url().includes('/sys/position/importExcel'))
    await register.import('职务.xlsx', sheet)
    expect((await sent).headers()['x-access-token']).toMatch(/./)
    const errors = register.dialog('导入成功,但是有错误数据!')
    await errors.getByText(/错误/).filter({ visible: true }).first().waitFor()
    await errors.getByText(/下载/).filter({ visible: true }).first().waitFor()
  })

  it('[SY-16] whoever may only look is offered nothing else, and refused it by the server', async () => {
    const { operator, server } = stage
    const admin = await Colleague.signIn(server.url, ADMIN)
    const { id } = await admin.call(roleEndpoints.create, { body: { roleCode: 'onlooker', roleName: '旁观者' } })
    await admin.call(roleGrantEndpoints.save, {
      body: { roleId: id, permissionIds: 'm-system,m-position', lastpermissionIds: '' },
    })
    await addAccount(server.dataDir, 'onlooker', 'onlooker')
    await operator.signIn({ username: 'onlooker', password: ADMIN.password })
    const register = new Register(operator, POSITION)
    await register.open()
    await register.search('主任')
    await register.row('director').first().waitFor()
    for (const name of [/新增职务/, /导\s*入$/, '导出', /^编辑/, /^删除/])
      expect(await register.button(name).count()).toBe(0)
    const onlooker = await Colleague.signIn(server.url, { username: 'onlooker', password: ADMIN.password })
    const body = { code: 'never', name: '不该有' }
    await expect(onlooker.call(positionEndpoints.create, { body })).rejects.toThrow('403')
  })
})
