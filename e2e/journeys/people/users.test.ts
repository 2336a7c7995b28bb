import { readFile } from 'node:fs/promises'
import { userEndpoints } from '@natim/contract/system/choosers'
import { userAdminEndpoints } from '@natim/contract/system/user'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { setStage } from '../../drivers/stage.ts'

const dialogOf = (page: Page, title: string) => page.getByRole('dialog').filter({ hasText: title })

/** Narrows a list by a field of its search form. */
async function search(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('search').getByLabel(label, { exact: true })
  await field.fill(text)
  await field.press('Enter')
}

/** An action behind the ⋯ of a row. */
async function more(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `更多操作 ${name}` }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Presses a button of the dialog of this title; it closes. */
async function answer(page: Page, title: string, button: RegExp): Promise<void> {
  await dialogOf(page, title).getByRole('button', { name: button }).click()
  await dialogOf(page, title).waitFor({ state: 'hidden' })
}

describeInBrowser('users, sessions and the address book', () => {
  const stage = setStage()
  let colleague: Colleague

  beforeAll(async () => {
    colleague = await Colleague.signIn(stage.server.url, ADMIN)
    for (const [username, realname] of [
      ['zhou_min', '周敏'],
      ['qian_wei', '钱伟'],
    ] as const) {
      const body = { username, realname, password: 'Duty-Room-2026', selecteddeparts: 'd-a01', workNo: username }
      const contact = {
        phone: username === 'zhou_min' ? '13900000011' : '13900000012',
        email: `${username}@example.com`,
      }
      await colleague.call(userAdminEndpoints.create, { body: { ...body, ...contact } })
    }
  })

  it('[SY-17] [SY-18] somebody is added, found, changed, and enters with a password for one sign-in', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await operator.open('/isystem/user')
    await operator.row('zhou_min').waitFor()
    for (const head of ['用户账号', '用户姓名', '头像', '性别', '生日', '手机号', '部门', '状态']) {
      await page.getByRole('columnheader', { name: head, exact: true }).waitFor()
    }

    await operator.press(/新增用户/)
    const form = page.getByRole('dialog', { name: '新增用户' })
    await form.getByLabel('用户账号', { exact: true }).fill('zhou_min')
    await form.getByLabel('用户姓名', { exact: true }).fill('孙立')
    await form.getByLabel('手机号', { exact: true }).fill('13900000013')
    await form.getByLabel('登录密码', { exact: true }).fill('one-Time-88')
    await form.getByRole('button', { name: '保存' }).click()
    await form.getByText('两次输入的密码不一样！').waitFor()
    await form.getByLabel('登录密码', { exact: true }).fill('')
    await form.getByRole('button', { name: '选择部门' }).click()
    const picker = page.getByRole('dialog', { name: '选择部门' })
    await picker.getByText('国家监测中心').click()
    await picker.getByRole('button', { name: /^确\s*定$/ }).click()
    await form.getByLabel('身份', { exact: true }).click()
    await page.getByTitle('上级', { exact: true }).last().click()
    await form.getByLabel('负责部门', { exact: true }).click()
    await page.getByTitle('国家监测中心', { exact: true }).last().click()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: '保存' }).click()
    await form.getByText('用户账号已存在').waitFor()
    await form.getByLabel('用户账号', { exact: true }).fill('sun_li')
    await form.getByRole('button', { name: '保存' }).click()
    const password = await dialogOf(page, '初始密码').locator('code').innerText()
    await answer(page, '初始密码', /我已保存/)

    await search(page, '用户账号', 'sun_')
    await operator.row('sun_li').getByText('国家监测中心').first().waitFor()
    await operator.pressInRow('sun_li', '编辑')
    const edit = page.getByRole('dialog', { name: '编辑用户' })
    expect(await edit.getByLabel('用户账号', { exact: true }).isDisabled()).toBe(true)
    await edit.getByLabel('用户姓名', { exact: true }).fill('孙丽')
    await edit.getByRole('button', { name: '保存' }).click()
    await operator.row('孙丽').waitFor()

    await operator.signOut()
    await operator.waitUntilOnLogin()
    await operator.submitSignIn({ username: 'sun_li', password })
    const first = dialogOf(page, '首次登录')
    await first.getByLabel('旧密码', { exact: true }).fill(password)
    await first.getByLabel('新密码', { exact: true }).fill('my-own-Word-2026')
    await first.getByLabel('确认新密码', { exact: true }).fill('my-own-Word-2026')
    await first.getByRole('button', { name: /^确\s*定$/ }).click()
    await first.waitFor({ state: 'hidden' })
  })

  it('[SY-19] [SY-20] [SY-22] [SY-24] people are frozen, get deputies and passwords, go and come back', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await operator.open('/isystem/user')
    await operator.row('qian_wei').waitFor()

    await page.getByRole('button', { name: '更多操作 系统管理员' }).click()
    await page.getByRole('menuitem', { name: '冻结', exact: true }).getByText('冻结').hover()
    await page.getByText('内置管理员 admin 不能冻结或删除').first().waitFor()
    await page.keyboard.press('Escape')

    for (const name of ['zhou_min', 'qian_wei']) await operator.row(name).getByRole('checkbox').check()
    await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '冻结' }).click()
    await answer(page, '确认冻结', /冻\s*结/)
    await operator.row('qian_wei').getByText('冻结').waitFor()
    for (const [username, name] of [
      ['qian_wei', '钱伟'],
      ['zhou_min', '周敏'],
    ] as const) {
      await more(page, name, '解冻')
      await answer(page, '确认解冻', /解\s*冻/)
      await operator.row(username).getByText('正常').waitFor()
    }

    await more(page, '钱伟', '代理人')
    const deputy = page.getByRole('dialog', { name: '代理人：钱伟' })
    await deputy.getByRole('button', { name: '选择用户' }).click()
    const picker = page.getByRole('dialog', { name: '根据部门选择用户', exact: true })
    await picker.getByRole('row', { name: /admin/ }).click()
    await picker.getByRole('button', { name: /^确\s*定$/ }).click()
    await picker.waitFor({ state: 'hidden' })
    await deputy.getByRole('button', { name: /^保\s*存$/ }).click()
    await deputy.waitFor({ state: 'hidden' })
    await more(page, '钱伟', '代理人')
    await deputy.getByText('系统管理员').first().waitFor()
    await deputy.getByRole('button', { name: /^取\s*消$/ }).click()
    await deputy.waitFor({ state: 'hidden' })

    await more(page, '钱伟', '修改密码')
    await answer(page, '修改密码：钱伟', /^确\s*定$/)
    await dialogOf(page, '初始密码').locator('code').waitFor()
    await answer(page, '初始密码', /我已保存/)

    await more(page, '钱伟', '删除')
    await operator.agree()
    await operator.row('qian_wei').waitFor({ state: 'hidden' })
    await operator.press('回收站')
    const bin = page.getByRole('dialog', { name: '用户回收站' })
    await bin.getByRole('button', { name: '还原 钱伟' }).click()
    await bin.getByRole('row').filter({ hasText: 'qian_wei' }).waitFor({ state: 'hidden' })
    await bin.getByRole('button', { name: '关闭' }).click()
    await operator.row('qian_wei').waitFor()
    await more(page, '钱伟', '删除')
    await operator.agree()
    await operator.row('qian_wei').waitFor({ state: 'hidden' })
    await operator.press('回收站')
    await bin.getByRole('button', { name: '彻底删除 钱伟' }).click()
    await page.getByText('此操作不可恢复').waitFor()
    await answer(page, '此操作不可恢复', /彻底删除/)
    await bin.getByText('回收站是空的').waitFor()
  })

  it('[SY-23] [SY-58] [SY-65] a sheet brings people, a session is ended, and colleagues are found by department', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await operator.open('/isystem/user')
    await operator.row('zhou_min').waitFor()
    const download = async (press: () => Promise<void>) =>
      (await Promise.all([page.waitForEvent('download'), press()]))[0].path()
    await download(() => operator.press(/导\s*出$/))
    const template = await download(() => operator.press('下载模板'))
    await operator.press(/导\s*入$/)
    const dialog = page.getByRole('dialog', { name: '导入EXCEL' })
    const file = { name: '用户.xlsx', mimeType: '', buffer: await readFile(template) }
    await dialog.locator('input[type=file]').setInputFiles(file)
    await dialog.getByText('用户.xlsx').waitFor()
    await dialog.getByRole('button', { name: '开始上传' }).click()
    await operator.row('zhang_san').waitFor()

    await colleague.call(userAdminEndpoints.create, {
      body: { username: 'victim_1', realname: '陈静', password: 'Duty-Room-2026', selecteddeparts: 'd-a01' },
    })
    const victim = await Colleague.signIn(stage.server.url, { username: 'victim_1', password: 'Duty-Room-2026' })
    await operator.open('/isystem/online')
    await search(page, '用户账号', 'victim')
    await operator.pressInRow('victim_1', '强退')
    await answer(page, '强制下线', /^强\s*退$/)
    await operator.row('victim_1').waitFor({ state: 'hidden' })
    await expect(victim.call(userEndpoints.list, { query: { pageNo: 1, pageSize: 10 } })).rejects.toThrow('401')

    await operator.open('/isystem/addressList')
    await operator.row('周敏').waitFor()
    await page.getByRole('tree', { name: '部门' }).getByText('国家监测中心').click()
    const row = operator.row('张三')
    await row.getByRole('link', { name: '13900000000' }).waitFor()
    await search(page, '姓名', '周')
    await row.waitFor({ state: 'hidden' })
    await operator.row('周敏').getByRole('link', { name: 'zhou_min@example.com' }).waitFor()
  })
})
