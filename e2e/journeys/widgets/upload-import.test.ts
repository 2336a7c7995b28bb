import { readFile } from 'node:fs/promises'
import { MODAL_PX } from '@natim/contract/constants'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { ADMIN } from '../../drivers/console-server.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildStation } from '../../drivers/network.ts'
import { setStage } from '../../drivers/stage.ts'

describeInBrowser('files, imports and reports', () => {
  const stage = setStage()

  it('[WG-75] files are uploaded when chosen, with folder and token, listed, opened and removed', async () => {
    const operator = await stage.enter(ADMIN, '/test/gallery?only=/upload.gallery')
    const field = operator.region('上传')
    const names = ['校准记录.txt', '巡检记录.txt']
    const sent = operator.wire.watch('/sys/common/upload')
    const choose = () => field.chooseFiles(names.map((name) => ({ name, buffer: Buffer.from(`${name}\n`) })))
    expect(await operator.wire.answerTo(choose, '/sys/common/upload')).toMatchObject({
      success: true,
      message: expect.stringMatching(/^temp\/.+\.txt$/),
    })
    for (const name of names) {
      await field.part('progressbar', `${name} 上传进度`).disappears()
      await field.button(name).appears()
    }
    expect(sent.map(({ headers }) => headers['x-access-token'])).toEqual(names.map(() => expect.stringMatching(/./)))

    const file = await operator.saves(() => field.press('校准记录.txt'))
    expect(file.name).toBe('校准记录.txt')
    await field.press('移除 校准记录.txt')
    await field.button('校准记录.txt').disappears()
  })

  it('[WG-145] the template is next to the import; a filled-in one is imported at once, and a second preview finds nothing new', async () => {
    const operator = await stage.enter(ADMIN, '/mon/station/list')
    const template = await operator.saves(() => operator.press('下载模板'))
    expect(template.name).toBe('站点管理导入模板.xlsx')

    const dialog = operator.dialog('导入EXCEL')
    const take = async () => {
      await operator.press('导入')
      await dialog.chooseFile({ name: template.name, buffer: await readFile(template.path) })
      await dialog.shows(template.name)
    }
    await take()
    await dialog.press('开始上传')
    await operator.row('苏州工业园区示例站').appears()

    await take()
    await dialog.press('核对后导入')
    await operator.press('开始核对')
    await operator.part('tab', '相同 1').appears()
    expect(await operator.button('提交 0 行').isDisabled()).toBe(true)
  })

  it('[CA-91] [CO-10] a report is written, tested, given columns, and used to select rows', async () => {
    const [code, station] = [fresh('e2e_station_'), fresh('报表站')]
    await buildStation(await stage.colleague(), station)
    const operator = await stage.enter(ADMIN, '/online/cgreport')
    await operator.press('新增报表')
    const editor = operator.dialog('新增报表')
    await editor.fill({ 报表编码: code, 报表名称: `园区站点 ${code}`, 查询语句: 'delete from station' })
    await editor.press('试运行并读取列')
    await editor.part('alert').appears()
    await editor.fill({ 查询语句: `select code, name, station_type from station where name like '报表站%'` })
    await editor.press('试运行并读取列')
    await editor.region('试运行结果').shows(station)
    await editor.fill({ 'name 标题': '园区站点名称', 'station_type 字典': 'mon_station_type' })
    await editor.check('name 查询')
    await operator.answer('新增报表', '保存')

    await operator.pressInRow(code, `预览 园区站点 ${code}`)
    const popup = operator.dialog(`园区站点 ${code}`)
    await popup.part('columnheader', '园区站点名称').appears()
    expect((await popup.box()).width).toBe(MODAL_PX.popup)
    await popup.shows(station, '化工园区')
    await popup.fill({ 园区站点名称: '没有这个站' })
    await popup.press('查询')
    await popup.lacks(station)
  })
})
