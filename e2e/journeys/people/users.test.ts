import { readFile } from 'node:fs/promises'
import { userEndpoints } from '@natim/contract/system/pickers'
import { departEndpoints } from '@natim/contract/system/depart'
import { userAdminEndpoints } from '@natim/contract/system/user'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import type { Account } from '../../drivers/operator.ts'
import { filtered, importFile, pickUsers } from '../../drivers/register.ts'
import { setStage } from '../../drivers/stage.ts'

const USERS = '/isystem/user'
const ROOT = 'd-a01'

describeInBrowser('users, sessions and the address book', () => {
  const stage = setStage()

  /** A user of a department; the phone number ends in these digits. */
  async function employ(username: string, realname: string, digits: string, departId = ROOT): Promise<Account> {
    const account = { username, password: 'Duty-Room-2026' }
    const contact = { phone: `139000000${digits}`, email: `${username}@example.com`, workNo: username }
    const colleague = await stage.colleague()
    const body = { ...account, ...contact, realname, selecteddeparts: departId }
    await colleague.call(userAdminEndpoints.create, { body })
    return account
  }

  it('[SY-17] [SY-18] a user is added, found, changed, and signs in with a one-time password', async () => {
    await employ('sun_wen', '孙文', '11')
    const operator = await stage.enter(ADMIN, USERS)
    for (const head of ['用户账号', '用户姓名', '头像', '性别', '生日', '手机号', '部门', '状态'])
      await operator.part('columnheader', head).appears()

    await operator.startNew('用户')
    const form = operator.dialog('新增用户')
    await form.fill({ 用户账号: 'sun_wen', 用户姓名: '孙立', 手机号: '13900000013', 登录密码: 'one-Time-88' })
    await form.press('保存')
    await form.shows('两次输入的密码不一样！')
    await form.fill({ 登录密码: '' })
    await form.press('选择部门')
    await operator.dialog('选择部门').words('国家监测中心').click()
    await operator.answer('选择部门', '确定')
    await form.choose('身份', '上级')
    await form.choose('负责部门', '国家监测中心')
    await form.press('保存')
    await form.shows('用户账号已存在')
    await form.fill({ 用户账号: 'sun_li' })
    await form.press('保存')
    const password = await operator.dialog('初始密码').part('code').read()
    await operator.answer('初始密码', /我已保存/)

    await operator.filters().enter('用户账号', 'sun_')
    await operator.row('sun_wen').appears()
    await operator.row('sun_li').shows('国家监测中心')
    await operator.row('sun_li').press(/^编辑/)
    const edit = operator.dialog('编辑用户')
    expect(await edit.field('用户账号').isDisabled()).toBe(true)
    await edit.fill({ 用户姓名: '孙丽' })
    await operator.answer('编辑用户', '保存')
    await operator.row('sun_li', '孙丽').appears()

    await operator.signOut()
    await operator.waitUntilOnLogin()
    await operator.submitSignIn({ username: 'sun_li', password })
    const first = operator.dialog(/^首次登录/)
    const own = 'my-own-Word-2026'
    await first.fill({ 旧密码: password, 新密码: own, 确认新密码: own })
    await first.press('确定')
    await first.disappears()
  })

  it('[SY-19] [SY-20] [SY-22] [SY-24] users are frozen, given delegates and passwords, deleted and restored', async () => {
    await employ('qian_min', '钱敏', '21')
    await employ('qian_wei', '钱伟', '22')
    const operator = await stage.enter(ADMIN, filtered(USERS, { username: 'admin' }))
    await operator.press('更多操作 系统管理员')
    await operator.part('menuitem', '冻结').words('冻结').hover()
    await operator.shows('内置管理员 admin 不能冻结或删除')
    await operator.pressKey('Escape')

    await operator.filters().enter('用户账号', 'qian_')
    const wei = operator.row('qian_wei')
    const min = operator.row('qian_min')
    await wei.check()
    await min.check()
    await operator.batch().press('冻结')
    await operator.answer('确认冻结', '冻结')
    await wei.shows('冻结')
    await min.shows('冻结')
    await operator.chooseInRowMenu('钱伟', '解冻')
    await operator.answer('确认解冻', '解冻')
    await wei.shows('正常')
    await min.shows('冻结')
    await operator.chooseInRowMenu('钱敏', '解冻')
    await operator.answer('确认解冻', '解冻')
    await min.shows('正常')

    await operator.chooseInRowMenu('钱伟', '代理人')
    const delegate = operator.dialog('代理人：钱伟')
    await pickUsers(operator, delegate, '选择用户', 'admin')
    await operator.answer('代理人：钱伟', '保存')
    await operator.chooseInRowMenu('钱伟', '代理人')
    await delegate.shows('系统管理员')
    await operator.answer('代理人：钱伟', '取消')

    await operator.chooseInRowMenu('钱伟', '修改密码')
    await operator.answer(/^修改密码：钱伟/, '确定')
    expect(await operator.dialog('初始密码').part('code').read()).toMatch(/\S{8,}/)
    await operator.answer('初始密码', /我已保存/)

    const remove = async () => {
      await operator.chooseInRowMenu('钱伟', '删除')
      await operator.agree()
      await wei.disappears()
      await operator.press('回收站')
    }
    const bin = operator.dialog('用户回收站')
    await remove()
    await bin.press('还原 钱伟')
    await bin.row('qian_wei').disappears()
    await bin.close()
    await wei.appears()
    await remove()
    await bin.press('彻底删除 钱伟')
    await operator.dialog('彻底删除').shows('此操作不可恢复')
    await operator.answer('彻底删除', '彻底删除')
    await bin.row('qian_wei').disappears()
  })

  it('[SY-20] selected users are frozen, unfrozen and deleted by one call each, after confirmation', async () => {
    await employ('zhou_an', '周安', '51')
    await employ('zhou_bo', '周博', '52')
    const operator = await stage.enter(ADMIN, filtered(USERS, { username: 'zhou_' }))
    const rows = [operator.row('zhou_an'), operator.row('zhou_bo')]
    const calls = operator.wire.watch(/\/sys\/user\/(?:frozenBatch|delete)/)
    const askTo = async (action: string) => {
      for (const row of rows) await row.check()
      await operator.batch().press(action)
    }
    await askTo('冻结')
    await operator.answer('确认冻结', '取消')
    for (const row of rows) await row.shows('正常')
    expect(calls).toEqual([])

    await operator.batch().press('冻结')
    await operator.answer('确认冻结', '冻结')
    for (const row of rows) await row.shows('冻结')
    await askTo('解冻')
    await operator.answer('确认解冻', '解冻')
    for (const row of rows) await row.shows('正常')
    await askTo('删除')
    await operator.answer('确认删除', '确定')
    for (const row of rows) await row.disappears()
    const ids = expect.stringMatching(/^[^,]+,[^,]+,$/)
    expect(calls.map(({ body }) => body).slice(0, 2)).toEqual([
      { ids, status: 2 },
      { ids, status: 1 },
    ])
    expect(calls.slice(2).map(({ url }) => new URL(url).pathname)).toEqual(['/jeecg-boot/sys/user/deleteBatch'])
  })

  it('[SY-23] a spreadsheet imports users', async () => {
    const operator = await stage.enter(ADMIN, USERS)
    await operator.saves(() => operator.press('导出'))
    const template = await operator.saves(() => operator.press('下载模板'))
    await importFile(operator, { name: '用户.xlsx', buffer: await readFile(template.path) })
    await operator.row('zhang_san').appears()
  })

  it('[SY-58] a session is ended', async () => {
    const victim = await stage.colleague(await employ('victim_1', '陈静', '31'))
    const operator = await stage.enter(ADMIN, '/isystem/online')
    await operator.filters().enter('用户账号', 'victim')
    await operator.row('victim_1').press(/^强退/)
    await operator.answer('强制下线', '强退')
    await operator.row('victim_1').disappears()
    await expect(victim.call(userEndpoints.list, { query: { pageNo: 1, pageSize: 10 } })).rejects.toThrow('401')
  })

  it('[SY-65] colleagues are found by department and name', async () => {
    const { id } = await (await stage.colleague()).call(departEndpoints.create, { body: { departName: '欧阳分部' } })
    await employ('ouyang_min', '欧阳敏', '41', id)
    await employ('ouyang_wei', '欧阳伟', '42')
    const operator = await stage.enter(ADMIN, '/isystem/addressList')
    const filters = operator.filters()
    const [min, wei] = [operator.row('欧阳敏'), operator.row('欧阳伟')]
    await filters.enter('姓名', '欧阳敏')
    await wei.disappears()
    await min.part('link', 'ouyang_min@example.com').appears()
    await filters.enter('姓名', '欧阳')
    await wei.appears()
    await operator.part('tree', '部门').words('国家监测中心').click()
    await min.disappears()
    await wei.part('link', '13900000042').appears()
    await operator.part('tree', '部门').words('欧阳分部').click()
    await wei.disappears()
    await min.appears()
  })
})
