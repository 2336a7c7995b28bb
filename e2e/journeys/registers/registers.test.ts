import { readFile } from 'node:fs/promises'
import { HEADER_TOKEN } from '@natim/contract/constants'
import { position } from '@natim/contract/system/position.resource'
import { roleGrantEndpoints } from '@natim/contract/system/role'
import { role } from '@natim/contract/system/role.resource'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { filtered, importFile, Register, type RegisterPage } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const POSITION: RegisterPage = {
  path: '/isystem/position',
  noun: '职务',
  nameLabel: '职务名称',
  fields: (key) => ({ 职务编码: `registers_${key}` }),
}
const ROLE: RegisterPage = {
  path: '/isystem/roleUserList',
  noun: '角色',
  nameLabel: '角色名称',
  fields: (key) => ({ 角色编码: `registers_${key}` }),
}
const IMPORT = '/sys/position/importExcel'

describeInBrowser('register pages', () => {
  const stage = setStage()

  it('[SY-08] [SY-09] [SY-12] [SY-59] rows are added, found, viewed, changed, deleted, restored and exported', async () => {
    const operator = await stage.enter(ADMIN, POSITION.path)
    const register = new Register(operator, POSITION)
    await register.add('1', '巡检甲')
    await register.add('2', '巡检乙')
    await register.search('巡检乙')
    await register.row('巡检甲').disappears()
    await register.search('巡检')
    await register.row('巡检甲').appears()
    await register.rename('巡检乙', '巡检丙')
    // Its values are not as pale as disabled fields.
    expect(await register.lookAt('巡检丙')).toEqual({ name: '巡检丙', isPlain: true })

    await register.remove('巡检丙')
    await operator.press('撤销')
    await register.row('巡检丙').appears()

    await register.row('巡检丙').check()
    const asked = operator.wire.watch('/sys/position/exportXls')
    const ticked = await operator.saves(() => operator.press('导出'))
    expect(ticked.name).toBe('职务管理.xlsx')
    expect((await readFile(ticked.path)).subarray(0, 2).toString()).toBe('PK')
    // The ticked row alone, under the filter of the list.
    const { records } = await (await stage.colleague()).call(position.endpoints.list, {
      query: { name: '巡检丙', pageNo: 1, pageSize: 10 },
    })
    expect(asked.map(({ body }) => body)).toEqual([{ selections: records[0]?.id }])
    expect(new URL(asked[0]?.url ?? '').searchParams.get('name')).toMatch(/巡检/)

    await register.row('巡检甲').check()
    await register.removeTicked()
    await register.row('巡检甲').disappears()
    await register.row('巡检丙').disappears()

    // The same for a register whose list has custom pages around it.
    await operator.open(ROLE.path)
    const roles = new Register(operator, ROLE)
    await roles.add('role', '巡检角色')
    await roles.rename('巡检角色', '夜巡角色')
    await roles.remove('夜巡角色')
  })

  it('[SY-05] [SY-09] [SY-13] pages, columns and filters are kept', async () => {
    const admin = await stage.colleague()
    for (let n = 10; n < 31; n += 1)
      await admin.call(position.endpoints.create, { body: { code: `page_${n}`, name: `翻页 ${n}`, postRank: '3' } })
    const operator = await stage.enter(ADMIN, POSITION.path)
    const register = new Register(operator, POSITION)
    await register.search('翻页')
    await operator.shows('1-20 共 21 条')
    await operator.part('listitem', '2').click()
    await operator.shows('21-21 共 21 条')
    // The visible row, the 21st, is on the third page of ten.
    await operator.choose('页码', '10 条/页')
    await operator.shows('21-21 共 21 条')
    await operator.enter('页', '2')
    await operator.shows('11-20 共 21 条')
    await operator.choose('页码', '20 条/页')
    await operator.shows('1-20 共 21 条')
    await operator.part('listitem', '2').click()
    await register.remove('翻页 10')
    await operator.shows('1-20 共 20 条')
    await operator.part('columnheader', /职务编码/).click()
    await expect.poll(async () => (await operator.part('row').readAll())[1]).toContain('page_11')

    await operator.press(/选择显示的列/)
    await operator.uncheck('职级')
    await operator.reload()
    await operator.shows('1-20 共 20 条')
    expect(await operator.part('columnheader', /职级/).isThere()).toBe(false)
    await operator.press('高级查询')
    const dialog = operator.dialog('高级查询')
    await dialog.choose('条件 1 字段', '职务编码')
    await dialog.fill({ '条件 1 值': 'page_12' })
    await dialog.press('查询')
    await operator.shows('1-1 共 1 条')
  })

  it('[SY-15] a spreadsheet is imported as far as its rows are valid', async () => {
    const admin = await stage.colleague()
    // A sheet of two rows, one of them with an unknown rank.
    await admin.call(position.endpoints.create, { body: { code: 'sheet_ok', name: '入表甲', postRank: '3' } })
    await admin.call(position.endpoints.create, { body: { code: 'sheet_odd', name: '入表乙', postRank: '77' } })
    const operator = await stage.enter(ADMIN, filtered(POSITION.path, { name: '入表' }))
    const exported = await operator.saves(() => operator.press('导出'))
    const buffer = await readFile(exported.path)
    await operator.wire.cut(IMPORT)
    await importFile(operator, { name: '断网.xlsx', buffer })
    await operator.message().shows('断网.xlsx 导入失败')
    await operator.wire.restore(IMPORT)
    await operator.reload()
    const sent = operator.wire.sentBy(() => importFile(operator, { name: '职务.xlsx', buffer }), IMPORT)
    expect((await sent).headers[HEADER_TOKEN]).toMatch(/./)
    await operator.dialog('导入成功,但是有错误数据!').shows(/错误/, /下载/)
  })

  it('[SY-16] a read-only user is offered no changes, and the server refuses them', async () => {
    const admin = await stage.colleague()
    const { id } = await admin.call(role.endpoints.create, { body: { roleCode: 'onlooker', roleName: '旁观者' } })
    await admin.call(roleGrantEndpoints.save, {
      body: { roleId: id, permissionIds: 'm-system,m-position', lastpermissionIds: '' },
    })
    const account = await stage.person('registers_onlooker', 'onlooker')
    const operator = await stage.enter(account, filtered(POSITION.path, { name: '主任' }))
    await operator.row('director').appears()
    for (const name of [/新增职务/, /^导\s*入$/, '导出', /^编辑/, /^删除/])
      expect(await operator.button(name).isThere()).toBe(false)
    const onlooker = await stage.colleague(account)
    const body = { code: 'never', name: '不该有' }
    await expect(onlooker.call(position.endpoints.create, { body })).rejects.toThrow('403')
  })
})
