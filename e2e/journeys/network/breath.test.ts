import { readFile } from 'node:fs/promises'
import { breathEndpoints } from '@natim/contract/mon/breath'
import { subjectEndpoints } from '@natim/contract/mon/subject'
import { expect, it } from 'vitest'
import { describeInBrowser } from '../../drivers/browser.ts'
import { FieldDevice } from '../../drivers/field-device.ts'
import { fresh } from '../../drivers/fresh.ts'
import { buildDevice, buildStation } from '../../drivers/network.ts'
import { printed } from '../../drivers/printer.ts'
import { setStage } from '../../drivers/stage.ts'

const PERSON = { personName: '孙旅程', idCard: '11010119900307777X', personPhone: '13866660000' }
const RESULT = {
  method: 'GC-MS',
  volumeMl: 512,
  flowMls: 52,
  etco2: 4.6,
  ambientVoc: 84,
  model: 'VOC-5 v2.3.1',
  score: 0.78,
  conf: 0.84,
  values: {
    br_acetone: { v: 1184, a: 212 },
    br_isoprene: { v: 96, a: 4 },
    br_acetald: { v: 47.2, a: 6.1 },
    br_butanone: { v: 15.8, a: 0.9 },
    br_hexanal: { v: 8.6, a: 1.2 },
  },
}

const listOf = (filters: object) => `/mon/breath/list?~=${encodeURIComponent(JSON.stringify({ filters }))}`

describeInBrowser('a breath test', () => {
  const stage = setStage()
  const deviceName = `呼气仪 ${fresh('BR-')}`
  let subjectCode = ''
  let prepared: Promise<{ tell: (data: object) => Promise<string> }> | undefined

  /** A device with its subject; each of its reports becomes a test, whose id is returned. */
  async function prepare() {
    const colleague = await stage.colleague()
    const { id: stationId } = await buildStation(colleague, `医院 ${deviceName}`)
    const device = { name: deviceName, clientId: fresh('BR-320100-'), kind: 'breath', stationId }
    const { credential } = await buildDevice(colleague, device)
    const person = {
      ageBand: '40-59',
      sex: 'female',
      consentId: 'C-1',
      regionCode: '320100',
      identity: PERSON,
    } as const
    const made = await colleague.call(subjectEndpoints.add, { body: { ...person, consentScope: ['screening'] } })
    subjectCode = made.subjectCode
    const told = new Set<string>()
    return {
      async tell(data: object): Promise<string> {
        const field = await FieldDevice.connect(stage.server.mqttPort, credential)
        await field.tell('breath.result', { ...RESULT, subject: subjectCode, ...data })
        await field.leave()
        const query = { deviceName, pageNo: 1, pageSize: 50 }
        const { records } = await colleague.call(breathEndpoints.list, { query })
        const test = records.find(({ id }) => !told.has(id))
        told.add(test?.id ?? '')
        return test?.id ?? ''
      },
    }
  }

  it('[BZ-11] arrives from the device masked, gets another verdict with a reason, is reviewed by one person, released by another, printed and exported', async () => {
    const { tell } = await (prepared ??= prepare())
    const id = await tell({})
    const path = `/mon/breath/detail/${id}`
    const first = await stage.enter(await stage.person('breath-first', 'health_officer'), listOf({ deviceName }))
    await first.row('疑似阳性（需确证）', '待复核').shows(/\*{4}/)
    await first.load(path)
    await first.region('结论').shows('疑似阳性（需确证）', '需核酸 / 实验室确证', /0\.78/)
    await first.region('模型卡').shows('56.8', '99.91')
    await first.region('挥发物谱').shows('高 1.13 倍')
    await first.region('复核与发布').press('改判须写原因')
    await first.dialog('改判').check('不确定')
    await first.dialog('改判').press('改判')
    await first.dialog('改判').shows('请填写原因')
    await first.dialog('改判').fill({ 原因: '柠檬烯为环境来源' })
    await first.dialog('改判').press('改判')
    await first.region('结论').shows('不确定', /柠檬烯为环境来源/)
    await first.region('复核与发布').shows('须由另一人处理')
    expect(await first.region('复核与发布').button('复核').isDisabled()).toBe(true)

    const second = await stage.openMachine()
    await second.signIn(await stage.person('breath-second', 'health_officer'), path)
    await second.region('复核与发布').press('复核')
    await second.region('复核与发布').shows('发布 · 须由另一人处理')
    expect(await second.region('复核与发布').button('发布').isDisabled()).toBe(true)

    await first.load(path)
    await first.region('复核与发布').press('发布')
    await first.words('已发布').appears()
    const sheets = await printed(first, () => first.press('打印结果单'))
    expect(sheets.text).toMatch(/^呼气检测结果单/)
    for (const text of [/B-.{4}\*{4}/, '不确定', '已发布', '丙酮', '高 1.13 倍', '本结果不作为诊断依据'])
      expect(sheets.text).toMatch(text)
    expect(sheets.text).not.toContain(subjectCode)

    await first.load(listOf({ deviceName }))
    await first.row('不确定', '已发布').appears()
    const file = await first.saves(() => first.press('导出'))
    expect(file.name).toBe('呼气检测.xlsx')
    // Its contents are checked in the server's own test.
    expect((await readFile(file.path)).subarray(0, 2).toString()).toBe('PK')
  })

  it('of an invalid sample shows its reason instead of a verdict, and links to another sample', async () => {
    const { tell } = await (prepared ??= prepare())
    const id = await tell({ etco2: 2.1 })
    const path = `/mon/breath/detail/${id}`
    const officer = await stage.enter(await stage.person('breath-first', 'health_officer'), path)
    await officer.region('结论').shows('样本无效 · 呼气末 CO₂ 2.1 %vol，低于下限 3')
    await officer.region('结论').lacks('指纹得分')
    expect(await officer.region('模型卡').isThere()).toBe(false)
    await officer.region('结论').press('重新采样')
    await officer.words(/复测自 BT/).appears()
    await officer.region('复核与发布').press('开始采样')
    await officer.region('复核与发布').press('送分析')
    await officer.words('分析中').appears()
  })

  it('is unmasked by permitted users on request, and discloses the person only with two people, once', async () => {
    const { tell } = await (prepared ??= prepare())
    const id = await tell({ score: 0.2 })
    const path = `/mon/breath/detail/${id}`
    const duty = await stage.openMachine()
    await duty.signIn(await stage.person('breath-duty', 'nat_duty'), path)
    await duty.words(/受试者 B-.{4}\*{4}/).appears()
    expect(await duty.button(/显示受试者码/).isThere()).toBe(false)

    const officer = await stage.enter(await stage.person('breath-first', 'health_officer'), path)
    await officer.button(/显示受试者码/).click()
    await officer.words(subjectCode).appears()
    await officer.press('再识别申请')
    await officer.dialog('再识别申请').fill({ 案件编号: `C-${deviceName}`, 理由: '联系密接者' })
    await officer.dialog('再识别申请').press('提交申请')

    await duty.load('/mon/reid')
    await duty.row(`C-${deviceName}`).press('批准')
    await duty.agree()
    await duty.row(`C-${deviceName}`, '已批准').lacks('查看身份')

    await officer.load('/mon/reid')
    await officer.row(`C-${deviceName}`).press(/查看身份/)
    await officer.agree()
    const shown = officer.dialog(/受试者/)
    await shown.shows(PERSON.personName, PERSON.idCard)
    await shown.press('我已看完')
    await officer.row(`C-${deviceName}`, '已查看').lacks('查看身份')
  })
})
