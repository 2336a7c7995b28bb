import { readFile } from 'node:fs/promises'
import { MODAL_PX } from '@natim/contract/constants'
import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { Colleague } from '../../drivers/api.ts'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

/** The file a press saves, as a path on this machine. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; path: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), path: await download.path() }
}

describeInBrowser('files, imports and reports', () => {
  const stage = setStage()
  beforeAll(async () => {
    await buildStation(await Colleague.signIn(stage.server.url, ADMIN), '江北园区站')
  })

  it('[WG-75] files are sent when chosen, with folder and token, listed, opened and removed', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await stage.operator.open('/test/home?only=/upload.gallery')
    const field = page.getByRole('region', { name: '上传' })
    const answered = page.waitForResponse((response) => response.url().endsWith('/sys/common/upload'))
    const files = ['校准记录.txt', '巡检记录.txt'].map((name) => ({
      name,
      mimeType: 'text/plain',
      buffer: Buffer.from(`${name}\n`),
    }))
    const input = field.locator('input[type=file]').first()
    expect(await input.evaluate((element: HTMLInputElement) => element.multiple)).toBe(true)
    await input.setInputFiles(files)
    const answer = await answered
    expect(answer.request().headers()['x-access-token']).toMatch(/./)
    expect(await answer.json()).toMatchObject({ success: true, message: expect.stringMatching(/^temp\/.+\.txt$/) })
    for (const { name } of files) {
      await field.getByRole('progressbar', { name: `${name} 上传进度` }).waitFor({ state: 'hidden' })
      await field.getByRole('button', { name, exact: true }).waitFor()
    }

    const open = () => field.getByRole('button', { name: '校准记录.txt', exact: true }).click()
    expect((await saved(page, open)).name).toBe('校准记录.txt')
    await field.getByRole('button', { name: '移除 校准记录.txt' }).click()
    await field.getByRole('button', { name: '校准记录.txt', exact: true }).waitFor({ state: 'hidden' })
  })

  it('[WG-145] the template lies next to the import; filled in it goes in at once, and looked through again it is nothing new', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await operator.open('/mon/station/list')
    await operator.row('江北园区站').waitFor()
    const template = await saved(page, () => operator.press('下载模板'))
    expect(template.name).toBe('站点管理导入模板.xlsx')

    const dialog = page.getByRole('dialog', { name: '导入EXCEL' })
    const take = async () => {
      await operator.press(/导\s*入$/)
      const file = { name: template.name, mimeType: '', buffer: await readFile(template.path) }
      await dialog.locator('input[type=file]').setInputFiles(file)
      await dialog.getByText(template.name).waitFor()
    }
    await take()
    await dialog.getByRole('button', { name: '开始上传' }).click()
    await operator.row('苏州工业园区示例站').waitFor()

    await take()
    await dialog.getByRole('button', { name: '核对后导入' }).click()
    await page.getByRole('button', { name: '开始核对' }).click()
    await page.getByRole('tab', { name: '相同 1' }).waitFor()
    expect(await page.getByRole('button', { name: '提交 0 行' }).isDisabled()).toBe(true)
  })

  it('[CA-91] [CO-10] a report is written, tried, given columns, and chosen from', async () => {
    const { operator } = stage
    const { page } = operator
    await operator.signIn(ADMIN)
    await operator.open('/online/cgreport')
    await operator.press(/新增报表/)
    const editor = page.getByRole('dialog', { name: '新增报表' })
    await editor.waitFor()
    await operator.fillIn({ 报表编码: 'e2e_station', 报表名称: '园区站点' })
    const statement = editor.getByRole('textbox', { name: '查询语句' })
    await statement.fill('delete from station')
    await operator.press('试运行并读取列')
    await editor.getByRole('alert').waitFor()
    await statement.fill('select code, name, station_type from station')
    await operator.press('试运行并读取列')
    await editor.getByRole('region', { name: '试运行结果' }).getByText('江北园区站').waitFor()
    await editor.getByRole('textbox', { name: 'name 标题' }).fill('园区站点名称')
    await editor.getByRole('checkbox', { name: 'name 查询', exact: true }).check()
    await editor.getByRole('textbox', { name: 'station_type 字典' }).fill('mon_station_type')
    await operator.confirm('保存')

    await operator.pressInRow('园区站点', '预览')
    const popup = page.getByRole('dialog', { name: '园区站点' })
    await popup.getByRole('columnheader', { name: '园区站点名称' }).waitFor()
    expect(Math.round((await popup.boundingBox())?.width ?? 0)).toBe(MODAL_PX.popup)
    await popup.getByText('化工园区').first().waitFor()
    await popup.getByRole('textbox', { name: '园区站点名称' }).fill('没有这个站')
    await popup.getByRole('button', { name: /查\s*询/ }).click()
    await popup.getByText('江北园区站').waitFor({ state: 'hidden' })
  })
})
